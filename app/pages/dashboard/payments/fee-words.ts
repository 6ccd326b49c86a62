import type { FeeCode } from "~/contract/payment-connection";

export interface FeeWords {
  text: string;
  /** "bad" where it keeps guests from paying, or may; "info" where only the fee is not taken. */
  tone: "bad" | "info";
}

/** Why the fee of this service cannot be taken, each reason as what is so and what to do. */
export const feeWords: Record<FeeCode, FeeWords> = {
  not_connected: {
    tone: "info",
    text: "No account is connected, so nothing is paid online and no fee is taken. Connect an account to be paid online.",
  },
  connection_revoked: {
    tone: "bad",
    text: "The connection to your account was ended. Connect the account again, so that guests can pay.",
  },
  provider_unreachable: {
    tone: "bad",
    text: "The payment provider does not answer at the moment. Open this page again in a few minutes.",
  },
  fee_not_configured: {
    tone: "info",
    text: "This service takes no fee of your payments. There is nothing to do.",
  },
  platform_organization_unknown: {
    tone: "info",
    text: "The account that the fee would go to is not known at the moment. There is nothing to do for you; tell the operator of this service if it stays so.",
  },
  same_organization: {
    tone: "info",
    text: "Your account is the one that the fee would go to, so no fee is taken. If this is not meant, disconnect and connect another account.",
  },
  scope_missing: {
    tone: "bad",
    text: "The connection may only read your account. Disconnect, connect again, and agree to all that the payment provider asks.",
  },
  payments_not_enabled: {
    tone: "bad",
    text: "The payment provider has not enabled payments for your account yet. Sign in there and see what is still missing.",
  },
  onboarding_incomplete: {
    tone: "bad",
    text: "The payment provider still needs details from you. Sign in there and finish the set-up.",
  },
  profile_required: {
    tone: "bad",
    text: "Your account has several sets of payment methods. Choose below how guests pay.",
  },
  profile_not_usable: {
    tone: "bad",
    text: "The chosen set of payment methods cannot be used any more. Choose another one below, or turn it on again at the payment provider.",
  },
  mode_mismatch: {
    tone: "bad",
    text: "Your account was connected in another mode (test or live) than this service runs in now. Disconnect and connect again.",
  },
  fee_currency_unsupported: {
    tone: "info",
    text: "The fixed part of the fee is in another currency than your prices. Ask the operator of this service to set a fee for your currency.",
  },
  fee_too_high: {
    tone: "info",
    text: "The fee would be more than the price. Set a higher price, or ask the operator of this service.",
  },
};

/**
 * What is wrong, said once: the reasons by their codes; what the connection itself says only where no reason tells of it, since the
 * reasons may be a minute old.
 */
export function accountProblems(codes: readonly FeeCode[], problems: readonly string[]): FeeWords[] {
  const told = codes.map((code) => feeWords[code]);
  if (told.some(({ tone }) => tone === "bad")) return told;
  return [...problems.map((text) => ({ text, tone: "bad" as const })), ...told];
}
