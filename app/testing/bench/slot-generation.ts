import {
  type BusyTime,
  freeTimes,
  type ScheduleHours,
  slotTimes,
} from "~/domain/schedules/slot-times";

const HOURS: ScheduleHours = {
  time_zone: "Europe/Amsterdam",
  rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
  overrides: [],
  valid_from: null,
  valid_to: null,
  duration_minutes: 15,
  step_minutes: null,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
};
const WARM_UP = 300;
const TIMES = 1000;

/**
 * CPU milliseconds to generate 30 days of quarter hours (960 slots) minus 200 busy times, in this
 * process.
 */
export function measureSlotGeneration(): number {
  // A range that contains a clock change.
  const [from, to] = ["2027-03-10", "2027-04-08"];
  const all = slotTimes(HOURS, from, to);
  const busy: BusyTime[] = all.filter((_, index) => index % 4 === 1).slice(0, 200);
  const generate = () => freeTimes(slotTimes(HOURS, from, to), busy).length;
  for (let index = 0; index < WARM_UP; index++) generate();
  const startedAt = process.cpuUsage();
  for (let index = 0; index < TIMES; index++) generate();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000 / TIMES;
}
