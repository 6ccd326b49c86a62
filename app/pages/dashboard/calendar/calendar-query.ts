import { z } from "zod";
import { Id, LocalDate } from "~/contract/common";
import { parseInstant, toRfc3339 } from "~/lib/time";
import { CALENDAR_VIEWS, type CalendarView } from "./axis";

/** By what cards are coloured. */
export const CARD_COLOURS = ["status", "resource", "service"] as const;
export type CardColour = (typeof CARD_COLOURS)[number];

/** How many resources a view shows at once; a week has a column for each on each day. */
export const MOST_COLUMNS = { day: 12, week: 6, agenda: 50, month: 200 } as const;

/** What the address says of a calendar. */
export interface CalendarQuery {
  view: CalendarView;
  date: string;
  /** The resources that were picked; empty: none were, so the first ones. */
  resources: string[];
  /** Everyone is asked for, whatever this person has picked before. */
  all: boolean;
  /** Which of the resources, where a view does not show all at once: the first ones are 1. */
  page: number;
  /** From when on an agenda goes on, epoch ms; null: from its first day. */
  at: number | null;
  colour: CardColour;
  /** The question that is open: why can nothing be booked? null: none is. */
  why: WhyQuestion | null;
}

export interface WhyQuestion {
  resource_id: string;
  date: string;
  /** The service it is asked for; not there: the resource's first. */
  schedule_id?: string | undefined;
}

/** Reads `?view=&date=&resource=&page=&at=&colour=`; what cannot be read is as if it were not there. `usual`: the view where none is named. */
export function readCalendarQuery(
  params: URLSearchParams,
  today: string,
  usual: CalendarView = "day",
): CalendarQuery {
  const date = LocalDate.safeParse(params.get("date"));
  return {
    view: CALENDAR_VIEWS.find((view) => view === params.get("view")) ?? usual,
    date: date.success ? date.data : today,
    resources: params.getAll("resource").filter((id) => z.uuid().safeParse(id).success),
    all: params.get("resource") === "all",
    page: z.coerce.number().int().min(1).max(200).catch(1).parse(params.get("page")),
    at: parseInstant(params.get("at") ?? ""),
    colour: CARD_COLOURS.find((colour) => colour === params.get("colour")) ?? "status",
    why: readWhy(params),
  };
}

function readWhy(params: URLSearchParams): WhyQuestion | null {
  const resource_id = Id.safeParse(params.get("why")).data;
  const date = LocalDate.safeParse(params.get("on")).data;
  if (resource_id === undefined || date === undefined) return null;
  return { resource_id, date, schedule_id: Id.safeParse(params.get("service")).data };
}

/**
 * The address of a calendar, without what goes without saying. Another date keeps the people that are shown; another view, or other people,
 * begins with the first.
 */
export function calendarPath(query: CalendarQuery, change: Partial<CalendarQuery> = {}): string {
  const isOfOthers = ["view", "resources", "all"].some((name) => name in change);
  const kept = { ...query, at: null, ...(isOfOthers && { page: 1 }) };
  const { view, date, resources, all, page, at, colour } = { ...kept, ...change };
  const params = new URLSearchParams({ view, date });
  for (const id of resources) params.append("resource", id);
  if (resources.length === 0 && all) params.set("resource", "all");
  if (page > 1) params.set("page", String(page));
  if (at !== null) params.set("at", toRfc3339(at));
  if (colour !== "status") params.set("colour", colour);
  return `/dashboard/calendar?${params}`;
}

/** The same calendar with the question open. */
export function whyPath(
  query: CalendarQuery,
  { resource_id, date, schedule_id }: WhyQuestion,
): string {
  const asked = new URLSearchParams({
    why: resource_id,
    on: date,
    ...(schedule_id && { service: schedule_id }),
  });
  return `${calendarPath(query)}&${asked}`;
}

const OWN_NAMES = ["view", "date", "resource", "page", "at", "colour", "why", "on", "service"];

/** What an address says of the calendar itself, not of what is open over it. */
export function calendarOnly({ pathname, search }: { pathname: string; search: string }): string {
  const own = [...new URLSearchParams(search)].filter(([name]) => OWN_NAMES.includes(name));
  return `${pathname}?${new URLSearchParams(own)}`;
}
