import type { Booking, BookingStatus } from "~/contract/bookings";
import type { EventType } from "../change/event-body";
import { feeAmounts } from "../../card-on-file/fee-amounts";
import type { Policy } from "../../identity/policy";
import type { RequestedService } from "./requested-slot";

/** The requirement before a booking is confirmed, and for how long its seats are held. */
export interface Due {
  pending_reason: Booking["pending_reason"];
  hold_minutes: number;
}

/**
 * The schedule's requirement before a booking is confirmed; null when nothing is due. Approval
 * comes before payment, so that nobody pays for a booking that may be declined. A price of zero
 * needs no payment. A payment keeps the card, too.
 */
export function dueFor(
  schedule: Pick<
    RequestedService,
    "requires_payment" | "requires_approval" | "card_on_file"
  > | null,
  priceAmount: number | null,
  policy: Policy,
): Due | null {
  if (schedule?.requires_approval) return approvalDue(policy);
  const { hold_minutes } = policy;
  if (schedule?.requires_payment && priceAmount) return { pending_reason: "payment", hold_minutes };
  const hasFees = feeAmounts(schedule?.card_on_file, priceAmount, "EUR") !== null; // any currency
  return hasFees ? { pending_reason: "card", hold_minutes } : null;
}

/**
 * The payment due after an approval: until the earlier of the payment deadline and the start less
 * the notice, but never shorter than an ordinary payment hold.
 */
export function paymentAfterApproval(
  { starts_at, min_notice_minutes }: { starts_at: Date; min_notice_minutes: number },
  policy: Policy,
  now: Date,
): Due {
  const untilNotice = (starts_at.getTime() - now.getTime()) / 60_000 - min_notice_minutes;
  const hold_minutes = Math.max(
    Math.min(policy.hold_hours_payment * 60, untilNotice),
    policy.hold_minutes,
  );
  return { pending_reason: "payment", hold_minutes };
}

/** Approval by staff, also for bookings that staff created as pending. */
export function approvalDue(policy: Policy): Due {
  return { pending_reason: "approval", hold_minutes: policy.hold_hours_approval * 60 };
}

/** The end of a hold that begins at `now`. */
export function holdEnd(due: Due, now: Date): Date {
  return new Date(now.getTime() + due.hold_minutes * 60_000);
}

/** An event of a new booking, with the booking's status in it. */
export interface FirstEvent {
  type: EventType;
  sequence: number;
  status: BookingStatus;
}

/**
 * The initial state of a booking: inserted as pending, and confirmed in the same transaction if
 * nothing is due (events 1 and 2).
 */
export function decideNew(due: Due | null, now: Date) {
  const created: FirstEvent = { type: "booking.created", sequence: 1, status: "pending" };
  const confirmed: FirstEvent = { type: "booking.confirmed", sequence: 2, status: "confirmed" };
  const events = due === null ? [created, confirmed] : [created];
  const status: BookingStatus = due === null ? "confirmed" : "pending";
  return {
    columns: {
      status,
      pending_reason: due?.pending_reason ?? null,
      expires_at: due && holdEnd(due, now),
      version: 1,
      event_count: events.length,
      created_at: now,
      updated_at: now,
    },
    events,
  };
}
