import type { AccountClosing } from "~/contract/account";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";

const SAYS: Record<AccountClosing["state"], string> = {
  waiting: "This goes on by itself; nothing has to be done.",
  refund_failed:
    "A refund did not go through. Try it again from its booking, or return the money in another way and say so below.",
  provider_unavailable: "The payment provider does not answer at the moment. It is asked again by itself.",
  overdue: "This has taken more than 14 days. Tell the operator of this service.",
};

const counted = (count: number, one: string, many: string) =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`;

/** How far the deletion of the company is: what of its guests' money is still to be settled. */
export function DeletionState({ deletion }: { deletion: AccountClosing }) {
  const { state, open_checkouts, processing, refunds_under_way, unsent_messages, failed_refunds } = deletion;
  const waits = [
    counted(open_checkouts, "open checkout", "open checkouts"),
    counted(processing, "payment being processed", "payments being processed"),
    counted(refunds_under_way, "refund on its way", "refunds on their way"),
    counted(unsent_messages, "message to a guest", "messages to guests"),
    counted(failed_refunds, "refund that failed", "refunds that failed"),
  ].filter((part) => part !== null);
  return (
    <Notice tone={state === "waiting" || state === "provider_unavailable" ? "info" : "bad"}>
      {t("The company is being deleted: it takes no bookings and no payments any more.")}{" "}
      {waits.length > 0 && t("Before everything goes, it waits for {value}. ", { value: waits.join(", ") })}
      {SAYS[state]}
    </Notice>
  );
}
