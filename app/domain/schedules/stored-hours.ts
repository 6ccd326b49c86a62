import type { Schedule } from "~/contract/schedules";
import type { ScheduleHours } from "./slot-times";

/** What the time engine needs of a schedule. */
export function hoursOf(schedule: Schedule): ScheduleHours {
  return {
    ...schedule,
    overrides: schedule.overrides.map(({ date, closed, intervals }) =>
      closed ? { date, closed } : { date, intervals: intervals ?? [] },
    ),
  };
}
