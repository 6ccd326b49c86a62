import type { GuestMail } from "~/domain/email/guest-mail";

/** What is said of a guest's mail after a change: never more than what is sent. `guest`: their name, for a sentence. */
export function guestMailWords(mail: GuestMail, guest: string): string {
  switch (mail) {
    case "sent":
      return `${guest} gets an email.`;
    case "tomorrow":
      return `Daily email limit reached: ${guest} gets an email tomorrow.`;
    case "not_wanted":
      return `${guest} gets no email.`;
    case "no_address":
      return "No email on file, so none was sent.";
    case "switched_off":
      return "This email is switched off, so none was sent.";
    case "suppressed":
      return `The address of ${guest} takes no email (bounced or unsubscribed), so none was sent.`;
  }
}
