import type { Recipient } from "~/contract/email";

const guest = { customer: true, staff: false, owner: false };
const owner = { customer: false, staff: false, owner: true };
const everyone = { customer: true, staff: true, owner: true };

/** Guests get a mail about everything, staff about what changes their day, the owner also about requests that wait for an answer. */
export const DEFAULT_PREFERENCES: Record<string, Record<Recipient, boolean>> = {
  booking_created: { customer: true, staff: false, owner: true },
  booking_confirmed: everyone,
  booking_paid: everyone,
  booking_cancelled: everyone,
  booking_refunded: guest,
  booking_rescheduled: everyone,
  booking_reminder: guest,
  payments_disconnected: owner,
  payments_paused: owner,
  refund_failed: owner,
};
