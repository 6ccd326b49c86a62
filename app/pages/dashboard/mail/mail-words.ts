import type { AccountEvent, Message, Recipient, TemplateKey } from "~/contract/email";
import type { Tone } from "~/ui/feedback/badge";
import type { IconName } from "~/ui/icon";

/** Each mail: what it is called, and when it is sent. */
export const mailWords: Record<TemplateKey | AccountEvent, { label: string; when: string }> = {
  booking_created: { label: "Booking received", when: "A booking was made." },
  booking_confirmed: { label: "Booking confirmed", when: "A booking is certain." },
  booking_paid: { label: "Booking paid", when: "A payment has arrived." },
  booking_cancelled: { label: "Booking cancelled", when: "A booking was cancelled or declined." },
  booking_refunded: { label: "Money back", when: "A payment was given back." },
  booking_rescheduled: { label: "Booking moved", when: "A booking has a new time or place." },
  booking_reminder: { label: "Reminder", when: "Before a booking, as the policy says." },
  payment_request: { label: "Payment link", when: "You ask a guest to pay a booking." },
  verification_code: { label: "Code", when: "A guest confirms their e-mail address." },
  payments_disconnected: { label: "Account disconnected", when: "The payment provider has ended the connection." },
  payments_paused: { label: "No payments", when: "The payment provider lets your account take no payments any more." },
  refund_failed: { label: "Refund failed", when: "A refund did not go through." },
  user_invite: { label: "Invitation", when: "Someone is invited to the team." },
};

/** What a guest cannot do where a text leaves a variable out. */
export const withoutWords: Record<string, string> = {
  "links.manage": "guests can't view, move or cancel their booking from this email",
  "links.pay": "guests can't pay from this email",
  "links.accept": "nobody can accept the invitation",
  "code.value": "guests don't get their code",
};

/** A kind of message as the log names it: a mail with a text of its own, or a test. */
export const kindWords = (kind: string): string =>
  kind === "test" ? "Test" : (mailWords[kind as TemplateKey]?.label ?? kind);

export const recipientWords: Record<Recipient, string> = { customer: "Guest", staff: "Staff", owner: "Owner" };

export const messageWords: Record<Message["status"], { label: string; tone: Tone; icon: IconName }> = {
  queued: { label: "Waiting", tone: "wait", icon: "clock" },
  held: { label: "Held: over the limit", tone: "wait", icon: "hourglass" },
  sent: { label: "Sent", tone: "good", icon: "check" },
  failed: { label: "Failed", tone: "bad", icon: "warning" },
  bounced: { label: "Came back", tone: "bad", icon: "back" },
  suppressed: { label: "Blocked address", tone: "quiet", icon: "cross" },
};

const names = new Intl.DisplayNames("en", { type: "language" });
export const languageWords = (locale: string): string => names.of(locale) ?? locale;
