import type { Message, Recipient, TemplateKey } from "~/contract/email";
import { MAILS, type NeededVariable } from "~/domain/email/mails";
import type { Tone } from "~/ui/feedback/badge";
import type { IconName } from "~/ui/icon";

/** What a guest cannot do where a text leaves a variable out. */
export const withoutWords: Record<string, string> = {
  "links.manage": "guests can't view, move or cancel their booking from this email",
  "links.pay": "guests can't pay from this email",
  "links.accept": "nobody can accept the invitation",
  "code.value": "guests don't get their code",
} satisfies Record<NeededVariable, string>;

/** How a mail is named, and when it is sent. */
export function mailWords(mail: keyof typeof MAILS): { label: string; when: string } {
  const { label, when } = MAILS[mail];
  return { label, when };
}

/** A kind of message as the log names it: a mail with a text of its own, or a test. */
export const kindWords = (kind: string): string =>
  kind === "test" ? "Test" : (MAILS[kind as TemplateKey]?.label ?? kind);

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
