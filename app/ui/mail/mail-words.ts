import type { Message, Recipient, TemplateKey } from "~/contract/email";
import type { Tone } from "../feedback/badge";
import type { IconName } from "../icon";

/** Each mail: what it is called, and when it is sent. */
export const mailWords: Record<TemplateKey, { label: string; when: string }> = {
  booking_created: { label: "Booking received", when: "A booking was made." },
  booking_confirmed: { label: "Booking confirmed", when: "A booking is certain." },
  booking_paid: { label: "Booking paid", when: "A payment has arrived." },
  booking_cancelled: { label: "Booking cancelled", when: "A booking was cancelled or declined." },
  booking_refunded: { label: "Money back", when: "A payment was given back." },
  booking_rescheduled: { label: "Booking moved", when: "A booking has a new time or place." },
  booking_reminder: { label: "Reminder", when: "Before a booking, as the policy says." },
  verification_code: { label: "Code", when: "A guest confirms their e-mail address." },
  user_invite: { label: "Invitation", when: "Someone is invited to the team." },
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
