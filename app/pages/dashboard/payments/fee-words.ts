import type { FeeCode } from "~/contract/payment-connection";
import { msg, t } from "~/i18n/text";

export interface FeeWords {
  text: string;
  /** "bad" if it prevents payments, or may; "info" if only the fee can't be charged. */
  tone: "bad" | "info";
}

/** Codes without a message: a missing fee is shown with the account. */
type QuietCode = "fee_not_configured";

/** Why the platform fee can't be charged: the problem and what to do. Translated with t(). */
export const feeWords: Record<Exclude<FeeCode, QuietCode>, FeeWords> = {
  not_connected: {
    tone: "info",
    text: msg("No payment account is connected. Connect one to get paid online."),
  },
  connection_revoked: {
    tone: "bad",
    text: msg("Your payment account was disconnected. Connect it again so guests can pay."),
  },
  provider_unreachable: {
    tone: "bad",
    text: msg("The payment provider isn’t responding. Reload this page in a few minutes."),
  },
  platform_organization_unknown: {
    tone: "info",
    text: msg(
      "The platform’s own account can’t be read, so no fee is taken. If this persists, contact support.",
    ),
  },
  same_organization: {
    tone: "info",
    text: msg(
      "No fee is taken: this is the platform’s own account. If that’s a mistake, connect another account.",
    ),
  },
  scope_missing: {
    tone: "bad",
    text: msg(
      "The connection is read-only. Disconnect, connect again and grant every permission the provider asks for.",
    ),
  },
  payments_not_enabled: {
    tone: "bad",
    text: msg(
      "The payment provider hasn’t enabled payments on your account. Sign in there to see what’s missing.",
    ),
  },
  onboarding_incomplete: {
    tone: "bad",
    text: msg(
      "The payment provider needs more details from you. Sign in there to finish the set-up.",
    ),
  },
  profile_required: {
    tone: "bad",
    text: msg("Your account has several payment method sets. Choose one below."),
  },
  profile_not_usable: {
    tone: "bad",
    text: msg(
      "The chosen payment method set is no longer active. Choose another below, or turn it on at the provider.",
    ),
  },
  mode_mismatch: {
    tone: "bad",
    text: msg(
      "Your account is connected in the other mode (test or live). Disconnect and connect it again.",
    ),
  },
  fee_currency_unsupported: {
    tone: "info",
    text: msg(
      "The platform fee is set in another currency than your prices. Contact support to add your currency.",
    ),
  },
  fee_too_high: {
    tone: "info",
    text: msg("The platform fee is higher than the price. Raise the price, or contact support."),
  },
};

/**
 * Problems without duplicates: reasons by code; the connection's own message only if no reason
 * covers it, since reasons may be a minute old.
 */
export function accountProblems(
  codes: readonly FeeCode[],
  problems: readonly string[],
): FeeWords[] {
  const listed = codes.flatMap((code) => {
    if (code === "fee_not_configured") return [];
    const { text, tone } = feeWords[code];
    return [{ text: t(text), tone }];
  });
  if (listed.some(({ tone }) => tone === "bad")) return listed;
  return [...problems.map((text) => ({ text, tone: "bad" as const })), ...listed];
}
