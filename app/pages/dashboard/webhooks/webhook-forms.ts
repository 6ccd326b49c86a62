import { z } from "zod";
import { LocalDate, LocalTime } from "~/contract/common";
import {
  deliveredEventTypes,
  NewWebhookSubscription,
  webhookEventTypes,
} from "~/contract/webhooks";
import type { ReplayRange } from "~/contract/webhooks";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { wallTimeToInstant } from "~/lib/time";

// Forms of the webhook pages. Empty fields are omitted.

const { url, description } = NewWebhookSubscription.shape;
const events = z
  .array(z.enum(webhookEventTypes), { error: () => t("Choose at least one event.") })
  .min(1, { error: () => t("Choose at least one event.") });

const changes = z.boolean().default(false).describe("a tick");

export const NewWebhookForm = z.object({ url, events, changes, description });

export const WebhookForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("edit"), url, events, changes, description }),
  z.object({ intent: z.literal("enable") }),
  z.object({ intent: z.literal("disable") }),
  z.object({ intent: z.literal("rotate") }),
  z.object({ intent: z.literal("test"), type: z.enum(deliveredEventTypes).optional() }),
  z.object({ intent: z.literal("delete") }),
]);
export type WebhookForm = z.output<typeof WebhookForm>;

export const ReplayForm = z.object({
  from_day: LocalDate,
  from_time: LocalTime.default("00:00"),
  to_day: LocalDate.optional(),
  to_time: LocalTime.optional(),
  only_missing: z.boolean().default(false).describe("a tick"),
});
export type ReplayForm = z.output<typeof ReplayForm>;

/** The range in the company's time zone. Throws validation_failed for a time without a date. */
export function readReplayRange(
  { from_day, from_time, to_day, to_time, only_missing }: ReplayForm,
  timeZone: string,
) {
  if (to_day === undefined && to_time !== undefined)
    throw invalidField("to_time", t("Choose a day too, or leave the time empty."));
  return {
    from: new Date(wallTimeToInstant(from_day, from_time, timeZone)),
    ...(to_day !== undefined && {
      to: new Date(wallTimeToInstant(to_day, to_time ?? "00:00", timeZone)),
    }),
    only_missing,
  } satisfies ReplayRange;
}
