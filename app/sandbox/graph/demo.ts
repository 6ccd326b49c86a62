import { addDays, isoWeekday, localDateOf, wallTimeToInstant } from "~/lib/time";
import { type GraphState, HOLIDAYS, MIA_CALENDAR } from "./state";

const ZONE = "Europe/Amsterdam";

/** Adds some weeks of private appointments once, so that the demo has busy times. */
export function addDemoEvents(state: GraphState): void {
  if (Object.keys(state.calendar(MIA_CALENDAR).events).length > 0) return;
  const today = localDateOf(state.now(), ZONE);
  const monday = addDays(today, 1 - isoWeekday(today));
  const span = (day: number, from: string, to: string) => {
    const at = (clock: string) =>
      new Date(wallTimeToInstant(addDays(monday, day), clock, ZONE)).toISOString();
    return { start: at(from), end: at(to) };
  };
  state.put(MIA_CALENDAR, {
    subject: "Supplier call",
    recurrence: "RRULE:FREQ=WEEKLY",
    ...span(1, "10:00", "10:30"),
  });
  state.put(MIA_CALENDAR, { subject: "Physiotherapy", ...span(9, "16:00", "17:00") });
  state.put(MIA_CALENDAR, {
    subject: "Perhaps the theatre",
    show_as: "tentative",
    ...span(10, "15:00", "17:00"),
  });
  state.put(HOLIDAYS, {
    subject: "A public holiday",
    start: addDays(monday, 12),
    end: addDays(monday, 13),
  });
}
