import { expect, test } from "vitest";
import type { AttentionItem } from "~/contract/attention";
import { attentionOf } from "./attention";

const NOTHING: AttentionItem = {
  ...{ kind: "refund_failed", message: "It failed.", at: null, expires_at: null },
  ...{ booking_id: null, payment_id: null, schedule_id: null, subscription_id: null, message_id: null },
};

test.each<[Partial<AttentionItem>, string | null]>([
  [{ kind: "webhook_failing", subscription_id: "w1" }, "/dashboard/webhooks/w1"],
  [{ kind: "no_free_time", schedule_id: "s1" }, "/dashboard/services/s1/why"],
  [{ kind: "payments_not_connected", schedule_id: "s1" }, "/dashboard/payments"],
  [{ kind: "amount_mismatch", booking_id: "b1" }, null],
  [{ kind: "refund_failed", booking_id: "b1", payment_id: "p1" }, "/dashboard/bookings/b1?show=refund&payment=p1"],
])("%o leads to %s", (item, to) => {
  expect(attentionOf([], [{ ...NOTHING, ...item }], String)).toMatchObject([{ to }]);
});
