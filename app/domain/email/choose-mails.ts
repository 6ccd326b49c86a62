import type { Booking } from "~/contract/bookings";
import type { BookingMail, TemplateKey } from "~/contract/email";
import type { EventType } from "../bookings/change/event-body";

/**
 * The email of each event. Other events cause none; changes without a new time only if the guest
 * was told otherwise (tellsGuest in mail-sources.sql.server.ts).
 */
export const MAIL_OF = {
  "booking.created": "booking_created",
  "booking.confirmed": "booking_confirmed",
  "booking.paid": "booking_paid",
  "booking.cancelled": "booking_cancelled",
  "booking.refunded": "booking_refunded",
  "booking.moved": "booking_rescheduled",
  "booking.updated": "booking_rescheduled",
  "booking.approved": "booking_created",
  "booking.payment_processing": "booking_created",
} as const satisfies Partial<Record<EventType, BookingMail>>;
export type MailedEvent = keyof typeof MAIL_OF;

export const isMailed = (type: string): type is MailedEvent => Object.hasOwn(MAIL_OF, type);

/** Actions of the desk itself, or without need for action. */
const FOR_THE_GUEST: readonly MailedEvent[] = [
  "booking.approved",
  "booking.payment_processing",
  "booking.updated",
];

/** The facts of an event that decide on its emails. */
export interface EventFacts extends Pick<
  Booking,
  "status" | "pending_reason" | "source" | "cancelled_by" | "cancel_reason_code"
> {
  type: MailedEvent;
  /** The booking's pending reason before the event. */
  previous_reason: Booking["pending_reason"];
  /** Staff have approved it before. */
  is_approved: boolean;
}

/** The email of an event to its guest, and the one to staff and owner; null: none. */
export interface ChosenMails {
  guest: TemplateKey | null;
  staff: BookingMail | null;
}

export function chooseMails(event: EventFacts): ChosenMails {
  const { type } = event;
  const kind = MAIL_OF[type];
  if (isOfCheckout(event)) return checkoutMails(event);
  if (isOfOffer(event)) return offerMails(event);
  if (isDeclined(event)) return { guest: "request_declined", staff: kind };
  return { guest: kind, staff: FOR_THE_GUEST.includes(type) ? null : kind };
}

/**
 * Whether the event begins or ends a checkout that a guest has not finished. Staff who book send
 * the request to pay along.
 */
function isOfCheckout(event: EventFacts): boolean {
  const { type, source, pending_reason, previous_reason, is_approved } = event;
  if (source === "dashboard" || source === "import" || is_approved) return false;
  if (type === "booking.created") return isAtCheckout(pending_reason);
  return type === "booking.cancelled" && isAtCheckout(previous_reason);
}

/** The guest pays or keeps a card at the checkout. */
const isAtCheckout = (reason: Booking["pending_reason"]): boolean =>
  reason === "payment" || reason === "card";

/** Whether the event makes, accepts or ends the waiting list's offer of a freed seat. */
const isOfOffer = ({ type, pending_reason, previous_reason }: EventFacts): boolean =>
  type === "booking.created"
    ? pending_reason === "offer"
    : (type === "booking.cancelled" || type === "booking.updated") && previous_reason === "offer";

/** The guest decides about an offer. An accepted one may still need a payment or an approval. */
function offerMails({ type, pending_reason, cancelled_by }: EventFacts): ChosenMails {
  if (type === "booking.created") return { guest: "waitlist_offer", staff: null };
  if (type === "booking.cancelled")
    return { guest: cancelled_by === "customer" ? null : "booking_cancelled", staff: null };
  if (isAtCheckout(pending_reason)) return { guest: "checkout_reminder", staff: null };
  return { guest: "booking_created", staff: "booking_created" };
}

const isDeclined = ({ type, status, previous_reason, cancelled_by }: EventFacts): boolean =>
  type === "booking.cancelled" &&
  status === "cancelled" &&
  previous_reason === "approval" &&
  cancelled_by === "staff";

/** One reminder to the guest: until it is paid, it concerns nobody else. */
function checkoutMails({ type, status, cancel_reason_code }: EventFacts): ChosenMails {
  if (type === "booking.created") return { guest: "checkout_reminder", staff: null };
  const hasLapsed = status === "expired" && cancel_reason_code !== "payment_failed";
  return { guest: hasLapsed ? null : "booking_cancelled", staff: null };
}
