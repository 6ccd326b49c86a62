import { z } from "zod";
import { LocalDate } from "~/contract/common";
import { CALENDAR_VIEWS, type CalendarView } from "./axis";
import { CARD_COLOURS, type CardColour } from "./calendar-model";

/** How many columns a day shows at most before a choice has to be made, and a week. */
export const MOST_COLUMNS = { day: 12, week: 3, agenda: 50, month: 200 } as const;

/** What the address says of a calendar. */
export interface CalendarQuery {
  view: CalendarView;
  date: string;
  /** The resources that were picked; empty: none were, so the first ones. */
  resources: string[];
  colour: CardColour;
}

/** Reads `?view=&date=&resource=&colour=`; what cannot be read is as if it were not there. `usual`: the view where none is named. */
export function readCalendarQuery(params: URLSearchParams, today: string, usual: CalendarView = "day"): CalendarQuery {
  const date = LocalDate.safeParse(params.get("date"));
  return {
    view: CALENDAR_VIEWS.find((view) => view === params.get("view")) ?? usual,
    date: date.success ? date.data : today,
    resources: params.getAll("resource").filter((id) => z.uuid().safeParse(id).success),
    colour: CARD_COLOURS.find((colour) => colour === params.get("colour")) ?? "resource",
  };
}

/** The address of a calendar, without what goes without saying. */
export function calendarPath(query: CalendarQuery, change: Partial<CalendarQuery> = {}): string {
  const { view, date, resources, colour } = { ...query, ...change };
  const params = new URLSearchParams({ view, date });
  for (const id of resources) params.append("resource", id);
  if (colour !== "resource") params.set("colour", colour);
  return `/dashboard/calendar?${params}`;
}
