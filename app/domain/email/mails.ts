import type { PreferenceEvent, Recipient, TemplateKey } from "~/contract/email";
import { msg } from "~/i18n/text";

/** A variable without which the reader cannot do what the email asks, or change what it reports. */
export type NeededVariable =
  "links.manage" | "links.pay" | "links.leave" | "links.accept" | "code.value";

/** The email's name and timing in the dashboard; translated by t(). */
interface Mail {
  label: string;
  when: string;
}
/** A mail that has templates. */
interface Written extends Mail {
  needs: readonly NeededVariable[];
}
/** An email the tenant may switch off, by recipient. */
interface Switched extends Mail {
  /** The recipients unless the tenant changes them. */
  default_to: Record<Recipient, boolean>;
}

const guest = { customer: true, staff: false, owner: false };
const owner = { customer: false, staff: false, owner: true };
const everyone = { customer: true, staff: true, owner: true };

/**
 * Every email that a tenant sends or gets. Guests get one about everything, staff about changes of
 * their day, the owner also about requests that await a decision.
 */
export const MAILS: Record<TemplateKey, Written> & Record<PreferenceEvent, Switched> = {
  booking_created: {
    label: msg("Booking received"),
    when: msg("Sent when a booking is made that isn’t confirmed yet."),
    needs: ["links.manage"],
    default_to: { customer: true, staff: false, owner: true },
  },
  booking_confirmed: {
    label: msg("Booking confirmed"),
    when: msg("Sent when a booking is confirmed."),
    needs: ["links.manage"],
    default_to: everyone,
  },
  booking_paid: {
    label: msg("Booking paid"),
    when: msg("Sent when a payment arrives."),
    needs: ["links.manage"],
    default_to: everyone,
  },
  booking_cancelled: {
    label: msg("Booking cancelled"),
    when: msg("Sent when a booking is cancelled or declined."),
    needs: [],
    default_to: everyone,
  },
  booking_refunded: {
    label: msg("Refund sent"),
    when: msg("Sent when a payment is refunded."),
    needs: [],
    default_to: guest,
  },
  booking_rescheduled: {
    label: msg("Booking moved"),
    when: msg("Sent when a booking’s time, place, service, party or guest changes."),
    needs: ["links.manage"],
    default_to: everyone,
  },
  booking_reminder: {
    label: msg("Reminder"),
    when: msg("Sent before a booking, as your policy says."),
    needs: ["links.manage"],
    default_to: guest,
  },
  payment_request: {
    label: msg("Payment link"),
    when: msg("Sent when you ask a guest to pay."),
    needs: ["links.pay"],
  },
  checkout_reminder: {
    label: msg("Unfinished checkout"),
    when: msg("Sent when a guest leaves the checkout without paying."),
    needs: ["links.pay"],
  },
  fee_charged: {
    label: msg("Fee charged"),
    when: msg("Sent when a fee for a late cancellation or a no-show was charged."),
    needs: [],
  },
  fee_request: {
    label: msg("Fee to pay"),
    when: msg("Sent when a card on file could not be charged for a fee."),
    needs: ["links.pay"],
  },
  time_request: {
    label: msg("New time needed"),
    when: msg("Sent when you ask a guest to choose another time."),
    needs: ["links.manage"],
  },
  request_declined: {
    label: msg("Request declined"),
    when: msg("Sent when you decline a request."),
    needs: [],
  },
  waitlist_joined: {
    label: msg("Waiting list joined"),
    when: msg("Sent when a guest joins a waiting list."),
    needs: ["links.leave"],
  },
  waitlist_offer: {
    label: msg("Waiting-list offer"),
    when: msg("Sent when a place becomes free for a guest on the waiting list."),
    needs: ["links.manage"],
  },
  verification_code: {
    label: msg("Verification code"),
    when: msg("Sent when a guest confirms their email address."),
    needs: ["code.value"],
  },
  user_invite: {
    label: msg("Invitation"),
    when: msg("Sent when someone is invited to the team."),
    needs: ["links.accept"],
  },
  payments_disconnected: {
    label: msg("Payment account disconnected"),
    when: msg("Sent when the payment provider ends the connection."),
    default_to: owner,
  },
  payments_paused: {
    label: msg("Payments paused"),
    when: msg("Sent when your payment account can’t take payments."),
    default_to: owner,
  },
  refund_failed: {
    label: msg("Refund failed"),
    when: msg("Sent when a refund doesn’t go through."),
    default_to: owner,
  },
};
