import { z } from "zod";
import { Email, Id, Locale } from "~/contract/common";
import {
  type EmailPreferences,
  type EmailPreferencesPatch,
  NewEmailTemplate,
  preferenceEvents,
  recipients,
  TemplateKey,
} from "~/contract/email";

// What the forms of the mail pages send. A field that was left empty is not there.

const subject = NewEmailTemplate.shape.subject;
/** Browsers send lines with CR LF; kept as they are typed. */
const body = z
  .string()
  .transform((text) => text.replace(/\r\n/g, "\n"))
  .pipe(NewEmailTemplate.shape.body);

/** Which own text, in which version, the form was filled from (seenText); not there: there was none. */
const seen = z.string().max(60).optional();

/** The forms of one text. */
export const TemplateForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), subject, body, seen }),
  z.object({ intent: z.literal("test"), subject, body }),
  z.object({ intent: z.literal("default") }),
]);
export type TemplateForm = z.output<typeof TemplateForm>;

/** The same form, as it is posted into the preview. */
export const PreviewForm = z.object({ key: TemplateKey, locale: Locale, subject, body });

/** What the preview's own address names. */
export const PreviewQuery = PreviewForm.pick({ key: true, locale: true });

/** A tick of the table: an event and who is mailed of it, "booking_created customer". */
export const tickOf = (event: string, to: string) => `${event} ${to}`;

export const WhoForm = z.object({ on: z.array(z.string()).default([]) });

/** What the ticks change; an event that stays as it is is not named. */
export function readTicks(on: readonly string[], now: EmailPreferences): EmailPreferencesPatch {
  const patch: EmailPreferencesPatch = {};
  for (const event of preferenceEvents)
    for (const to of recipients) {
      const enabled = on.includes(tickOf(event, to));
      if (now[event]![to] !== enabled) patch[event] = { ...patch[event], [to]: enabled };
    }
  return patch;
}

export const ResendForm = z.object({ id: Id });
export const UnblockForm = z.object({ address: Email });
