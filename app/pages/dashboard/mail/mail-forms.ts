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

// Forms of the mail pages. Empty fields are omitted.

const subject = NewEmailTemplate.shape.subject;
/** Browsers submit CR LF; normalise to LF. */
const body = z
  .string()
  .transform((text) => text.replace(/\r\n/g, "\n"))
  .pipe(NewEmailTemplate.shape.body);

/** Version of the custom text the form was filled from (seenText); absent if there was none. */
const seen = z.string().max(60).optional();

export const TemplateForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), subject, body, seen }),
  z.object({ intent: z.literal("test"), subject, body }),
  z.object({ intent: z.literal("default") }),
]);
export type TemplateForm = z.output<typeof TemplateForm>;

/** The same form posted to the preview. */
export const PreviewForm = z.object({ key: TemplateKey, locale: Locale, subject, body });

export const PreviewQuery = PreviewForm.pick({ key: true, locale: true });

/** Checkbox value of the table: event and recipient, "booking_created customer". */
export const tickOf = (event: string, to: string) => `${event} ${to}`;

export const WhoForm = z.object({ on: z.array(z.string()).default([]) });

/** Changes made by the checkboxes; unchanged events are omitted. */
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
