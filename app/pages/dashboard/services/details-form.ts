import { z } from "zod";
import { text } from "~/contract/common";
import type { Schedule, SchedulePatch } from "~/contract/schedules";
import { Location, LocationKind } from "~/contract/service-fields";
import { changeFields, type FormValues } from "~/ui/services/service-forms";
import { parseField } from "./form-rows";

export const DetailsForm = z.object({
  ...changeFields,
  name: text(120, 1),
  description: text(2000).optional(),
  category: text(80).optional(),
  private: z.boolean().default(false).describe("a tick: listed nowhere"),
  location: z.object({ kind: LocationKind.optional(), text: text(500).optional() }).default({}),
});
export type DetailsForm = z.output<typeof DetailsForm>;

/** Location types without further details. */
const SAYS_ALL = ["here", "phone", "jitsi", "online_meeting"];

/** Throws validation_failed (location.text). */
export function patchOfDetails(form: DetailsForm): SchedulePatch {
  const { name, description = null, category = null, location } = form;
  const said =
    location.kind !== undefined && SAYS_ALL.includes(location.kind)
      ? {}
      : { text: location.text ?? null };
  return {
    name,
    description,
    category,
    private: form.private,
    location:
      location.kind === undefined
        ? null
        : parseField(Location, "location", { kind: location.kind, ...said }),
  };
}

export const detailsValues = (schedule: Schedule): FormValues => ({
  name: schedule.name,
  description: schedule.description ?? "",
  category: schedule.category ?? "",
  private: schedule.private,
  location: { kind: schedule.location?.kind ?? "", text: schedule.location?.text ?? "" },
});
