import { addDays, isoWeekday, localDateOf, toRfc3339, wallTimeToInstant } from "~/lib/time";
import { ANNA, type GoogleState, SHARED, TOM } from "./state";

const ZONE = "Europe/Amsterdam";

/** Adds some weeks of private appointments once, so that the demo has busy times. */
export function addDemoEvents(state: GoogleState): void {
  if (Object.keys(state.calendar(ANNA).events).length > 0) return;
  const today = localDateOf(state.now(), ZONE);
  const monday = addDays(today, 1 - isoWeekday(today));
  const time = (date: string, clock: string) => ({
    dateTime: toRfc3339(wallTimeToInstant(date, clock, ZONE)),
    timeZone: ZONE,
  });
  const span = (day: number, from: string, to: string) => {
    const date = addDays(monday, day);
    return { start: time(date, from), end: time(date, to) };
  };
  state.put(ANNA, {
    summary: "Team meeting",
    recurrence: ["RRULE:FREQ=WEEKLY"],
    ...span(0, "09:00", "10:00"),
  });
  state.put(ANNA, { summary: "Dentist", ...span(8, "14:00", "15:00") });
  state.put(ANNA, { summary: "Lunch", transparency: "transparent", ...span(9, "12:00", "13:00") });
  const day = addDays(monday, 11);
  state.put(ANNA, { summary: "Day off", start: { date: day }, end: { date: addDays(day, 1) } });
  state.put(TOM, {
    summary: "School run",
    recurrence: ["RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ...span(0, "15:00", "15:45"),
  });
  state.put(SHARED, { summary: "Stocktaking", ...span(10, "09:00", "12:00") });
}
