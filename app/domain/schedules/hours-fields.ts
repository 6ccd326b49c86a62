import type { Schedule } from "~/contract/schedules";

/** The part of a service that says when it is open: its own, or copied from the hours that it shares. */
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
