import type { AccountEvent, BookingMail } from "~/contract/email";

export interface MailText {
  subject: string;
  title: string;
  intro: string;
}

/** All texts of the default emails in one language. `{{ … }}` are the templates' variables. */
export interface MailTexts {
  greeting: string;
  labels: {
    what: string;
    when: string;
    where: string;
    previously: string;
    people: string;
    price: string;
    paid: string;
    refunded: string;
    balance_due: string;
    balance_owed: string;
    cash_owed: string;
    reference: string;
    reason: string;
    guest: string;
    email: string;
    phone: string;
    notes: string;
    answers: string;
  };
  booking: Record<BookingMail, MailText>;
  /** For a booking whose service, party or guest has changed, at the same time. */
  changed: MailText;
  /** Sentences that replace an intro when more is known. */
  approved_subject: string;
  processing_subject: string;
  approved_to_pay: string;
  payment_processing: string;
  payment_failed: string;
  held_for_payment: string;
  held_for_you: string;
  waits_for_approval: string;
  cancelled_by_guest: string;
  hold_ended: string;
  refund_amount: string;
  refund_in_cash: string;
  refund_of_second: string;
  change_hint: string;
  manage: string;
  view: string;
  /** For staff: the same events, from the desk's point of view. */
  staff: Record<BookingMail, { subject: string; title: string }>;
  open_dashboard: string;
  /** For a booking that waits for approval. */
  decide_until: string;
  approve: string;
  decline: string;
  code: MailText & { validity: string };
  /** Sent by the product, not by a tenant. `{{ code }}` and `{{ minutes }}` are filled in. */
  sign_in: MailText & { validity: string };
  /** Asks a guest to pay a booking online. */
  pay: MailText & { button: string };
  invite: MailText & { button: string; hint: string };
  /**
   * For an owner, about the company's account at the payment provider. `{{ details }}` identifies
   * the refund.
   */
  account: Record<AccountEvent, MailText>;
  /**
   * About an inaccessible calendar account: to its member with `{{ account }}`, to an owner with {{
   * member }} and {{ provider }}.
   */
  calendars: Record<
    "reconnect" | "missing_scope" | "owner" | "calendar" | "calendar_owner",
    MailText
  > & { button: string };
  /** {{ tenant.name }} is filled in by the layout. */
  sent_by: string;
  sms_code: string;
}
