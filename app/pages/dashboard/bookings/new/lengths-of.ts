import type { Schedule } from "~/contract/schedules";
import { termsOn } from "~/domain/quotes/service-terms";
import type { DeskState } from "~/ui/new-booking/desk-state";
import { lengthWords } from "~/ui/services/length-words";

/** Lengths available with a resource, or with any of the service; none if there is only one. */
export function lengthsOf(schedule: Schedule | undefined, resource: string): DeskState["lengths"] {
  if (schedule === undefined) return [];
  const givers = resource === "" ? schedule.resource_ids : [resource];
  const longer = givers.flatMap((id) =>
    termsOn(schedule, id).length_options.map(({ minutes }) => minutes),
  );
  if (longer.length === 0) return [];
  const base =
    resource === "" ? schedule.duration_minutes : termsOn(schedule, resource).duration_minutes;
  const sorted = [...new Set(longer)].sort((a, b) => a - b);
  return [
    { id: "", name: lengthWords(base) },
    ...sorted.map((minutes) => ({ id: String(minutes), name: lengthWords(minutes) })),
  ];
}
