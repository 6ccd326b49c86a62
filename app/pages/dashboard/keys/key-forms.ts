import { z } from "zod";
import { AllowedOrigin, NewApiKey } from "~/contract/api-keys";
import { Id, LocalDate, Scope } from "~/contract/common";
import { t } from "~/i18n/text";
import { addDays, startOfDay } from "~/lib/time";

// Forms of the key pages. Empty fields are omitted.

const [publishable, secret] = NewApiKey.options;
const { name, mode } = publishable.shape;

/** One origin per line. */
const origins = z
  .string()
  .max(6000)
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(AllowedOrigin).max(20));
const scopes = z
  .array(Scope, { error: () => t("Choose at least one.") })
  .min(1, { error: () => t("Choose at least one.") });
const last_day = LocalDate.optional().describe(
  "the last day on which the key works, on the company's clock",
);

export const NewKeyForm = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("publishable"),
    name,
    mode,
    scopes,
    last_day,
    allowed_origins: origins,
    widget_config_id: Id.optional(),
  }),
  z.object({ kind: z.literal("secret"), name, mode, last_day, role: secret.shape.role }),
]);
export type NewKeyForm = z.output<typeof NewKeyForm>;

export const KeyForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("edit_publishable"),
    name,
    scopes,
    last_day,
    allowed_origins: origins,
    widget_config_id: Id.optional(),
  }),
  z.object({
    intent: z.literal("edit_base"),
    name,
    allowed_origins: origins,
    widget_config_id: Id.optional(),
  }),
  z.object({ intent: z.literal("edit_secret"), name, last_day }),
  z.object({ intent: z.literal("rotate"), overlap_hours: z.int().min(0).max(24) }),
  z.object({ intent: z.literal("revoke") }),
]);
export type KeyForm = z.output<typeof KeyForm>;
/** Intent of the edit form, by kind of key. */
export type EditIntent = Extract<KeyForm, { intent: `edit_${string}` }>["intent"];

export const RevokeAllForm = z.object({ created_by: Id });

/** Expiry of a key that is valid through its last day; null for never. */
export function endOfLastDay(day: string | undefined, timeZone: string): Date | null {
  return day === undefined ? null : new Date(startOfDay(addDays(day, 1), timeZone));
}
