import type { GuestMail } from "~/domain/email/guest-mail";
import { t } from "~/i18n/text";

/**
 * Says what becomes of the guest's email after a change: that one comes, or why none does. `guest`:
 * their name.
 */
export function guestMailWords(mail: GuestMail, guest: string): string {
  switch (mail) {
    case "sent":
      return t("{{guest}} gets an email.", { guest });
    case "tomorrow":
      return t("Daily email limit reached: {{guest}} gets an email tomorrow.", { guest });
    case "not_wanted":
      return t("{{guest}} gets no email.", { guest });
    case "no_address":
      return t("No email on file, so none was sent.");
    case "switched_off":
      return t("This email is switched off, so none was sent.");
    case "suppressed":
      return t(
        "The address of {{guest}} takes no email (bounced or unsubscribed), so none was sent.",
        { guest },
      );
  }
}
