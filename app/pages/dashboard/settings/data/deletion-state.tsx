import type { AccountClosing } from "~/contract/account";
import { list, msg, plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";

const SAYS: Record<AccountClosing["state"], string> = {
  waiting: msg("Nothing to do: this finishes on its own."),
  refund_failed: msg(
    "A refund failed. Retry it from its booking, or pay it back another way and confirm that below.",
  ),
  cash_owed: msg("Hand the cash back, then confirm it in each booking."),
  provider_unavailable: msg("The payment provider isn’t responding. We keep retrying."),
  overdue: msg("This has taken more than 14 days. Contact support."),
};

/** Progress of the company's deletion: payments still to be settled. */
export function DeletionState({ deletion }: { deletion: AccountClosing }) {
  const { state, open_checkouts, processing, refunds_under_way, cash_owed } = deletion;
  const { unsent_messages, failed_refunds } = deletion;
  const waits = [
    open_checkouts > 0 &&
      plural(open_checkouts, "{{count}} open checkout", "{{count}} open checkouts"),
    processing > 0 &&
      plural(processing, "{{count}} payment in progress", "{{count}} payments in progress"),
    refunds_under_way > 0 &&
      plural(refunds_under_way, "{{count}} refund in progress", "{{count}} refunds in progress"),
    cash_owed > 0 &&
      plural(
        cash_owed,
        "{{count}} cash refund to hand back",
        "{{count}} cash refunds to hand back",
      ),
    unsent_messages > 0 &&
      plural(unsent_messages, "{{count}} unsent message", "{{count}} unsent messages"),
    failed_refunds > 0 &&
      plural(failed_refunds, "{{count}} failed refund", "{{count}} failed refunds"),
  ].filter((part) => part !== false);
  return (
    <Notice tone={state === "waiting" || state === "provider_unavailable" ? "info" : "bad"}>
      {t("The company is being deleted and takes no more bookings or payments.")}{" "}
      {waits.length > 0 && t("Waiting for {{parts}}.", { parts: list(waits) })} {t(SAYS[state])}
    </Notice>
  );
}
