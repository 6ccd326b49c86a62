import type { Schedule } from "~/contract/schedules";
import type { HoursOverride } from "./open-intervals";

/** A stored schedule as input of the time engine: overrides are either closed or have hours. */
export function hoursOf<Stored extends Pick<Schedule, "overrides">>(
  schedule: Stored,
): Omit<Stored, "overrides"> & { overrides: HoursOverride[] } {
  return {
    ...schedule,
    overrides: schedule.overrides.map(({ date, closed, intervals }) =>
      closed ? { date, closed } : { date, intervals: intervals ?? [] },
    ),
  };
}
