import type { Message, Recipient, TemplateKey } from "~/contract/email";
import type { QuotaReason } from "~/domain/email/mail-quota.server";
import { MAILS, type NeededVariable } from "~/domain/email/mails";
import { msg, pageLocale, t } from "~/i18n/text";
import type { Tone } from "~/ui/feedback/badge";
import type { IconName } from "~/ui/icon";

/** Warnings for missing required variables; translated with t(). */
export const MISSING: Record<NeededVariable, string> = {
  "links.manage": msg(
    "The manage link is missing: guests can’t view, move or cancel their booking from this email.",
  ),
  "links.pay": msg("The payment link is missing: guests can’t pay from this email."),
  "links.accept": msg("The invitation link is missing: nobody can accept the invitation."),
  "code.value": msg("The code is missing: guests can’t confirm their address."),
};

/** Name of an email and when it is sent. */
export function mailWords(mail: keyof typeof MAILS): { label: string; when: string } {
  const { label, when } = MAILS[mail];
  return { label: t(label), when: t(when) };
}

/** Label of a message kind in the log: a template email, or a test. */
export const kindWords = (kind: string): string =>
  kind === "test" ? t("Test") : t(MAILS[kind as TemplateKey]?.label ?? kind);

export const recipientWords: Record<Recipient, string> = {
  customer: "Guest",
  staff: "Staff",
  owner: "Owner",
};

/** Translated with t(). */
export const messageWords: Record<
  Message["status"],
  { label: string; tone: Tone; icon: IconName }
> = {
  queued: { label: msg("Waiting"), tone: "wait", icon: "clock" },
  held: { label: msg("Held: sending limit reached"), tone: "wait", icon: "hourglass" },
  sent: { label: msg("Sent"), tone: "good", icon: "check" },
  failed: { label: msg("Failed"), tone: "bad", icon: "warning" },
  bounced: { label: msg("Bounced"), tone: "bad", icon: "back" },
  suppressed: { label: msg("Not sent"), tone: "quiet", icon: "cross" },
};

const REASONS: Partial<Record<string, string>> & Record<QuotaReason, string> = {
  HardBounce: msg("Address doesn’t exist"),
  BadEmailAddress: msg("Invalid address"),
  SpamComplaint: msg("Marked as spam"),
  SpamNotification: msg("Marked as spam"),
  Unsubscribe: msg("Unsubscribed"),
  ManualSuppression: msg("Suppressed by hand"),
  ManuallyDeactivated: msg("Suppressed by hand"),
  inactive_recipient: msg("Suppressed address"),
  postmark_406: msg("Suppressed address"),
  outdated: msg("No longer needed"),
  tenant_quota: msg("Your daily limit is reached"),
  recipient_quota: msg("This address’s daily limit is reached"),
  unproven_quota: msg("The daily limit for unverified addresses is reached"),
};
/** Reason of a failed delivery or blocked address; unknown provider codes are shown as is. */
export const reasonWords = (code: string): string =>
  REASONS[code] === undefined ? code : t(REASONS[code]);

/** A language's name in the reader's language. */
export const languageWords = (locale: string): string =>
  new Intl.DisplayNames(pageLocale(), { type: "language" }).of(locale) ?? locale;
