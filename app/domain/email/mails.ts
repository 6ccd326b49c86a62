import type { PreferenceEvent, Recipient, TemplateKey } from "~/contract/email";

/** What a mail may be for: without it the reader cannot do what the mail asks of them, or change what it tells of. */
export type NeededVariable = "links.manage" | "links.pay" | "links.accept" | "code.value";

/** How the dashboard names a mail, and when it is sent. */
interface Mail {
  label: string;
  when: string;
}
/** A mail that has templates. */
interface Written extends Mail {
  needs: readonly NeededVariable[];
}
/** A mail that the tenant may switch off, by who gets it. */
interface Switched extends Mail {
  /** Who gets it until the tenant says otherwise. */
  default_to: Record<Recipient, boolean>;
}

const guest = { customer: true, staff: false, owner: false };
const owner = { customer: false, staff: false, owner: true };
const everyone = { customer: true, staff: true, owner: true };

/**
 * Every mail that a tenant sends or gets. Guests get one about everything, staff about what changes their day, the owner also about
 * requests that wait for an answer.
 */
export const MAILS: Record<TemplateKey, Written> & Record<PreferenceEvent, Switched> = {
  booking_created: {
    label: "Booking received",
    when: "A booking was made.",
    needs: ["links.manage"],
    default_to: { customer: true, staff: false, owner: true },
  },
  booking_confirmed: {
    label: "Booking confirmed",
    when: "A booking is certain.",
    needs: ["links.manage"],
    default_to: everyone,
  },
  booking_paid: {
    label: "Booking paid",
    when: "A payment has arrived.",
    needs: ["links.manage"],
    default_to: everyone,
  },
  booking_cancelled: {
    label: "Booking cancelled",
    when: "A booking was cancelled or declined.",
    needs: [],
    default_to: everyone,
  },
  booking_refunded: {
    label: "Money back",
    when: "A payment was given back.",
    needs: [],
    default_to: guest,
  },
  booking_rescheduled: {
    label: "Booking moved",
    when: "A booking has a new time or place.",
    needs: ["links.manage"],
    default_to: everyone,
  },
  booking_reminder: {
    label: "Reminder",
    when: "Before a booking, as the policy says.",
    needs: ["links.manage"],
    default_to: guest,
  },
  payment_request: { label: "Payment link", when: "You ask a guest to pay a booking.", needs: ["links.pay"] },
  verification_code: { label: "Code", when: "A guest confirms their e-mail address.", needs: ["code.value"] },
  user_invite: { label: "Invitation", when: "Someone is invited to the team.", needs: ["links.accept"] },
  payments_disconnected: {
    label: "Account disconnected",
    when: "The payment provider has ended the connection.",
    default_to: owner,
  },
  payments_paused: {
    label: "No payments",
    when: "The payment provider lets your account take no payments any more.",
    default_to: owner,
  },
  refund_failed: { label: "Refund failed", when: "A refund did not go through.", default_to: owner },
};
