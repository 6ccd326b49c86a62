import { expect, test } from "vitest";
import type { AttentionItem } from "~/contract/attention";
import type { Booking } from "~/contract/bookings";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { attentionOf } from "./attention";

const NOTHING: AttentionItem = {
  kind: "refund_failed",
  message: "It failed.",
  at: null,
  expires_at: null,
  booking_id: null,
  payment_id: null,
  schedule_id: null,
  subscription_id: null,
  message_id: null,
  connection_id: null,
  calendar_id: null,
  block_id: null,
};

test.each<[Partial<AttentionItem>, string]>([
  [{ kind: "webhook_failing", subscription_id: "w1" }, "/dashboard/webhooks/w1"],
  [{ kind: "calendar_broken", connection_id: "c1" }, "/dashboard/settings/calendars"],
  [{ kind: "calendar_clash", booking_id: "b1", calendar_id: "c1" }, "/dashboard/bookings/to-move"],
  [
    { kind: "bookings_in_block", booking_id: "b1", block_id: "k1" },
    "/dashboard/bookings/to-move?off=k1",
  ],
  [
    { kind: "calendar_changed_outside", booking_id: "b1", calendar_id: "c1" },
    "/dashboard/bookings/b1",
  ],
  [{ kind: "no_free_time", schedule_id: "s1" }, "/dashboard/services/s1/why"],
  [{ kind: "payments_not_connected", schedule_id: "s1" }, "/dashboard/payments"],
  [{ kind: "amount_mismatch", booking_id: "b1" }, "/dashboard/bookings/b1"],
  [
    { kind: "mail_bounced", booking_id: "b1", message_id: "m1" },
    "/dashboard/bookings/b1?show=edit",
  ],
  [
    { kind: "refund_failed", booking_id: "b1", payment_id: "p1" },
    "/dashboard/bookings/b1?show=refund&payment=p1",
  ],
])("%o leads to %s", (item, to) => {
  expect(attentionOf([], [{ ...NOTHING, ...item }], String)).toMatchObject([{ to }]);
});

test("the most urgent stands first: approvals by when they run out, then by kind, then by when", () => {
  const approval = (id: string, expires_at: string | null) => ({
    booking: { id, version: 1, pending_reason: "approval", expires_at } as Booking, // what is asked of one
    line: { customer: { name: "Anna" } } as BookingLine,
  });
  const item = (kind: AttentionItem["kind"], booking_id: string, at: string | null = null) => ({
    ...NOTHING,
    kind,
    booking_id,
    at,
  });
  const listed = attentionOf(
    [
      approval("late", null),
      approval("later", "2026-11-24T12:00:00Z"),
      approval("soon", "2026-11-23T12:00:00Z"),
    ],
    [
      item("webhook_failing", "hook"),
      item("mail_bounced", "mail"),
      item("over_capacity", "tomorrow", "2026-11-24T09:00:00Z"),
      item("over_capacity", "today", "2026-11-23T09:00:00Z"),
      item("refund_failed", "refund"),
    ],
    String,
  );
  expect(listed.map(({ id }) => id)).toEqual([
    "soon",
    "later",
    "late",
    "over_capacity today",
    "over_capacity tomorrow",
    "refund_failed refund",
    "mail_bounced mail",
    "webhook_failing hook",
  ]);
});
