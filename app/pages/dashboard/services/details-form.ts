import { z } from "zod";
import { text } from "~/contract/common";
import type { Schedule, SchedulePatch } from "~/contract/schedules";
import { Location, LocationKind } from "~/contract/service-fields";
import { changeFields, type FormValues } from "~/ui/services/service-forms";
import { type FieldNames, parseField } from "./form-rows";

export const DetailsForm = z.object({
  ...changeFields,
  name: text(120, 1),
  description: text(2000).optional(),
  category: text(80).optional(),
  private: z.boolean().default(false).describe("a tick: listed nowhere"),
  location: z.object({ kind: LocationKind.optional(), text: text(500).optional() }).default({}),
});
export type DetailsForm = z.output<typeof DetailsForm>;

/** Throws validation_failed with the contract's field names, see `detailsFieldNames`. */
export function patchOfDetails(form: DetailsForm): SchedulePatch {
  const { name, description = null, category = null, location } = form;
  return {
    name,
    description,
    category,
    private: form.private,
    location: locationOf(location),
  };
}

function locationOf({ kind, text }: DetailsForm["location"]): SchedulePatch["location"] {
  if (kind === undefined) return null;
  return parseField(Location, "location", {
    kind,
    ...(kind === "address" && { text }),
    ...(kind === "video_url" && { url: text }),
  });
}

/** One field of the form takes the address or the link. */
export const detailsFieldNames: FieldNames = (path) =>
  path === "location.url" ? "location.text" : path;

export const detailsValues = (schedule: Schedule): FormValues => ({
  name: schedule.name,
  description: schedule.description ?? "",
  category: schedule.category ?? "",
  private: schedule.private,
  location: {
    kind: schedule.location?.kind ?? "",
    text: schedule.location?.url ?? schedule.location?.text ?? "",
  },
});
