import type { Recipient } from "~/contract/email";
import { MAILS, type NeededVariable } from "~/domain/email/mails";
import { msg, pageLocale, t } from "~/i18n/text";

/** Warnings for missing required variables; translated with t(). */
export const MISSING: Record<NeededVariable, string> = {
  "links.manage": msg(
    "The manage link is missing: guests can’t view, move or cancel their booking from this email.",
  ),
  "links.pay": msg("The payment link is missing: guests can’t pay from this email."),
  "links.leave": msg("The link to leave is missing: guests can’t leave the waiting list."),
  "links.accept": msg("The invitation link is missing: nobody can accept the invitation."),
  "code.value": msg("The code is missing: guests can’t confirm their address."),
};

/** Name of an email and when it is sent. */
export function mailWords(mail: keyof typeof MAILS): { label: string; when: string } {
  const { label, when } = MAILS[mail];
  return { label: t(label), when: t(when) };
}

/** Translated with t(). */
export const recipientWords: Record<Recipient, string> = {
  customer: msg("Guest"),
  staff: msg("Staff"),
  owner: msg("Owner"),
};

/** A language's name in the reader's language. */
export const languageWords = (locale: string): string =>
  new Intl.DisplayNames(pageLocale(), { type: "language" }).of(locale) ?? locale;
