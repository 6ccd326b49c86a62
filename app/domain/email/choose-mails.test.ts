import { expect, test } from "vitest";
import { chooseMails, type EventFacts } from "./choose-mails";

const plain: EventFacts = {
  type: "booking.created",
  status: "pending",
  pending_reason: null,
  previous_reason: null,
  source: "widget",
  cancelled_by: null,
  cancel_reason_code: null,
  is_approved: false,
};
const created = { ...plain, type: "booking.created" } as const;
const cancelled = { ...plain, type: "booking.cancelled", status: "cancelled" } as const;
const expired = { ...cancelled, status: "expired", cancelled_by: "system" } as const;

test.each<[string, EventFacts, [string | null, string | null]]>([
  [
    "a request that waits for approval",
    { ...created, pending_reason: "approval" },
    ["booking_created", "booking_created"],
  ],
  [
    "a checkout that has begun",
    { ...created, pending_reason: "payment" },
    ["checkout_reminder", null],
  ],
  [
    "a booking of the desk that is to be paid",
    { ...created, pending_reason: "payment", source: "dashboard" },
    ["booking_created", "booking_created"],
  ],
  ["a checkout that nobody finished", { ...expired, previous_reason: "payment" }, [null, null]],
  [
    "a checkout whose payment failed",
    { ...expired, previous_reason: "payment", cancel_reason_code: "payment_failed" },
    ["booking_cancelled", null],
  ],
  [
    "a checkout that the guest cancelled",
    { ...cancelled, previous_reason: "payment", cancelled_by: "customer" },
    ["booking_cancelled", null],
  ],
  [
    "an approved booking that nobody paid",
    { ...expired, previous_reason: "payment", is_approved: true },
    ["booking_cancelled", "booking_cancelled"],
  ],
  ["a cancelled booking", cancelled, ["booking_cancelled", "booking_cancelled"]],
  ["an approval", { ...plain, type: "booking.approved" }, ["booking_created", null]],
])("%s", (_, event, [guest, staff]) => {
  expect(chooseMails(event)).toEqual({ guest, staff });
});
