import type { Schedule } from "~/contract/schedules";

/** The fields of a service that define when it is open, or copies of the shared hours' fields. */
export const HOURS_FIELDS = ["time_zone", "rules", "overrides", "valid_from", "valid_to"] as const;
export type HoursFields = Pick<Schedule, (typeof HOURS_FIELDS)[number]>;

export const hoursFieldsOf = ({
  time_zone,
  rules,
  overrides,
  valid_from,
  valid_to,
}: HoursFields): HoursFields => ({
  time_zone,
  rules,
  overrides,
  valid_from,
  valid_to,
});
