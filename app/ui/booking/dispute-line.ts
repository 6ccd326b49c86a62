import type { Dispute } from "~/contract/payments";
import { t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";

const disputeWords: Record<Dispute["status"], (amount: string) => string> = {
  needs_response: (amount) => t("{{amount}} disputed", { amount }),
  under_review: (amount) => t("{{amount}} disputed, under review", { amount }),
  appeal_needs_response: (amount) => t("{{amount}} dispute lost, appeal open", { amount }),
  appeal_under_review: (amount) => t("{{amount}} dispute lost, appeal under review", { amount }),
  won: (amount) => t("{{amount}} dispute won", { amount }),
  lost: (amount) => t("{{amount}} dispute lost", { amount }),
  closed: (amount) => t("{{amount}} dispute closed", { amount }),
};

/** "€25.00 disputed, respond by 3 Dec 2026, 14:00". */
export function disputeLine(
  dispute: Dispute,
  locale: string,
  write: (instant: string) => string,
): string {
  const { amount, currency, status, respond_by } = dispute;
  const words = disputeWords[status](formatMoney(amount, currency, locale));
  return respond_by === null
    ? words
    : t("{{dispute}}, respond by {{time}}", { dispute: words, time: write(respond_by) });
}
