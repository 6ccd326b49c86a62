import { OfflineMethod } from "~/contract/fields";
import type { Dispute, PaymentState, Refund } from "~/contract/payments";
import type { Movement, MovementStatus } from "~/domain/payments/movements";
import { OFFLINE_METHODS } from "~/ui/booking/offline-method";
import { msg, t } from "~/i18n/text";
import type { IconName } from "~/ui/icon";
import type { Tone } from "~/ui/kit/badge";

interface StatusWords {
  label: string;
  tone: Tone;
  icon: IconName;
}

const PAYMENT: Record<PaymentState, StatusWords> = {
  created: { label: msg("Started"), tone: "quiet", icon: "clock" },
  open: { label: msg("Awaiting guest"), tone: "wait", icon: "clock" },
  processing: { label: msg("Processing"), tone: "wait", icon: "hourglass" },
  paid: { label: msg("Paid"), tone: "good", icon: "coin" },
  partially_refunded: { label: msg("Partly refunded"), tone: "info", icon: "back" },
  refunded: { label: msg("Refunded"), tone: "quiet", icon: "back" },
  failed: { label: msg("Failed"), tone: "bad", icon: "warning" },
  canceled: { label: msg("Not paid"), tone: "quiet", icon: "cross" },
  expired: { label: msg("Expired"), tone: "quiet", icon: "hourglass" },
};

const REFUND: Record<Refund["status"], StatusWords> = {
  requested: { label: msg("Refund on its way"), tone: "wait", icon: "hourglass" },
  pending: { label: msg("Refund on its way"), tone: "wait", icon: "hourglass" },
  owed: { label: msg("To hand back"), tone: "wait", icon: "clock" },
  succeeded: { label: msg("Refund"), tone: "quiet", icon: "back" },
  failed: { label: msg("Refund failed"), tone: "bad", icon: "warning" },
  canceled: { label: msg("Refund cancelled"), tone: "quiet", icon: "cross" },
};

const DISPUTE: Record<Dispute["status"], StatusWords> = {
  needs_response: { label: msg("Disputed"), tone: "bad", icon: "warning" },
  under_review: { label: msg("Dispute under review"), tone: "wait", icon: "hourglass" },
  appeal_needs_response: { label: msg("Dispute lost, appeal open"), tone: "bad", icon: "warning" },
  appeal_under_review: {
    label: msg("Dispute lost, appeal under review"),
    tone: "bad",
    icon: "hourglass",
  },
  won: { label: msg("Dispute won"), tone: "good", icon: "check" },
  lost: { label: msg("Dispute lost"), tone: "bad", icon: "cross" },
  closed: { label: msg("Dispute closed"), tone: "quiet", icon: "check" },
};

export function movementWords({ kind, status }: Pick<Movement, "kind" | "status">): StatusWords {
  const words: Record<string, StatusWords> = { payment: PAYMENT, refund: REFUND, dispute: DISPUTE }[
    kind
  ];
  return words[status]!; // a status of its kind
}

/** Choices of the status filter. */
export const statusChoices = (): Record<MovementStatus, string> => ({
  paid: t("Paid"),
  waiting: t("Waiting"),
  failed: t("Failed"),
  refunded: t("Refunded"),
  disputed: t("Disputed"),
});

/** Methods of the filter: those that guests of small companies use most, by the provider's names. */
export const METHODS = [
  "card",
  "ideal",
  "bancontact",
  "sepa_debit",
  "paypal",
  "klarna",
  "twint",
  "eps",
  "link",
  "cash",
  "card_terminal",
  "bank_transfer",
  "offline",
] as const;

/** Names of methods; brands are the same in every language. */
const METHOD_NAMES: Record<string, string> = {
  card_present: msg("Card"),
  card: msg("Card"),
  ideal: "iDEAL",
  bancontact: "Bancontact",
  sepa_debit: msg("Direct debit"),
  paypal: "PayPal",
  klarna: "Klarna",
  twint: "TWINT",
  eps: "EPS",
  link: "Link",
  ...OFFLINE_METHODS,
  other: msg("Other, at the desk"),
  offline: msg("At the desk"),
};

const TRANSLATED = new Set([
  "card",
  "card_present",
  "sepa_debit",
  "offline",
  ...OfflineMethod.options,
]);

/** "Card", "iDEAL", "Cash"; other methods by the provider's name. */
export function methodWords(method: string | null): string {
  if (method === null) return t("Online");
  const known = METHOD_NAMES[method];
  if (known === undefined) return method.replaceAll("_", " ");
  return TRANSLATED.has(method) ? t(known) : known;
}

export const methodChoices = (): Record<string, string> =>
  Object.fromEntries(METHODS.map((method) => [method, methodWords(method)]));
