import type { AccountEvent, BookingMail } from "~/contract/email";

export interface MailText {
  subject: string;
  title: string;
  intro: string;
}

/** Everything the service's own mails say in one language. `{{ … }}` are the templates' variables. */
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
  /** Of a booking whose service, party or guest is another one, at the same time. */
  changed: MailText;
  /** Sentences that take the place of an intro where more is known. */
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
  /** What staff read: the same events, seen from the desk. */
  staff: Record<BookingMail, { subject: string; title: string }>;
  open_dashboard: string;
  /** Of a booking that waits for approval. */
  decide_until: string;
  approve: string;
  decline: string;
  code: MailText & { validity: string };
  /** The service's own mail, not a tenant's. `{{ code }}` and `{{ minutes }}` are put in. */
  sign_in: MailText & { validity: string };
  /** A guest is asked to pay a booking online. */
  pay: MailText & { button: string };
  invite: MailText & { button: string; hint: string };
  /** What an owner reads of the company's own account at the payment provider. `{{ details }}` says which refund. */
  account: Record<AccountEvent, MailText>;
  /** Of a connected calendar that no longer opens: to whoever it is, `{{ account }}`; to an owner, {{ member }} and {{ provider }}. */
  calendars: Record<
    "reconnect" | "missing_scope" | "owner" | "calendar" | "calendar_owner",
    MailText
  > & { button: string };
  /** {{ tenant.name }} is put in by the layout. */
  sent_by: string;
  sms_code: string;
}
