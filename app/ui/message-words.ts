import type { Message, TemplateKey } from "~/contract/email";
import type { QuotaReason, TextRefusal } from "~/domain/email/message-row";
import { CHANNEL_NAMES } from "~/domain/text-consent/text-channel";
import { MAILS } from "~/domain/email/mails";
import { msg, t } from "~/i18n/text";
import type { Tone } from "./kit/badge";
import type { IconName } from "./icon";

/** Label of a message in the log, with its channel unless it is an email: "Reminder (SMS)". */
export function messageLabel({ kind, channel }: Pick<Message, "kind" | "channel">): string {
  if (channel === "email") return kindWords(kind);
  return t("{{kind}} ({{channel}})", { kind: kindWords(kind), channel: CHANNEL_NAMES[channel] });
}

/** Label of a message kind in the log: a template email, or a test. */
const kindWords = (kind: string): string =>
  kind === "test" ? t("Test") : t(MAILS[kind as TemplateKey]?.label ?? kind);

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

const REASONS: Partial<Record<string, string>> & Record<QuotaReason | TextRefusal, string> = {
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
  no_consent: msg("The guest hasn’t agreed to text reminders"),
  texts_off: msg("Text reminders are off"),
  opted_out: msg("The guest replied STOP"),
  stop_reply: msg("The guest replied STOP"),
  twilio_21610: msg("The guest replied STOP"),
  country_not_served: msg("Texts can’t be sent to this country"),
  quiet_hours: msg("Quiet hours"),
  text_budget: msg("The monthly budget for texts is used up"),
  unproven_quota: msg("The daily limit for unverified addresses is reached"),
};
/** Reason of a failed delivery or blocked address; unknown provider codes are shown as is. */
export const reasonWords = (code: string): string =>
  REASONS[code] === undefined ? code : t(REASONS[code]);
