import type { Schedule } from "~/contract/schedules";
import type { HoursOverride } from "./open-intervals";

/** What the time engine needs of a schedule as it is stored: overrides that say either closed or hours. */
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
