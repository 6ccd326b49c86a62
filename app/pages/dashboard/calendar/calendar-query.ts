import { toRfc3339 } from "~/lib/time";
import type { CalendarView } from "./axis";

/** The property that sets a card's colour. */
export const CARD_COLOURS = ["status", "resource", "service"] as const;
export type CardColour = (typeof CARD_COLOURS)[number];

/** Maximum resources per view. */
export const MAX_SHOWN = { day: 12, week: 12, agenda: 50, month: 200 } as const;

export interface CalendarQuery {
  view: CalendarView;
  date: string;
  /** Selected resources; empty for the first ones. */
  resources: string[];
  /** Show all resources, ignoring the person's selection. */
  all: boolean;
  /** Page of resources, starting at 1. */
  page: number;
  /** Start of an agenda page, epoch ms; null for the first. */
  at: number | null;
  colour: CardColour;
  /** The open explanation; null for none. */
  why: WhyQuestion | null;
}

export interface WhyQuestion {
  resource_id: string;
  date: string;
  /** Its service; absent for the resource's first. */
  schedule_id?: string | undefined;
}

/**
 * URL of a calendar without default values. Changing the date keeps the page of people; changing
 * view or people resets it.
 */
export function calendarPath(query: CalendarQuery, change: Partial<CalendarQuery> = {}): string {
  const isOfOthers = ["view", "resources", "all"].some((name) => name in change);
  const current = { ...query, at: null, ...(isOfOthers && { page: 1 }) };
  const { view, date, resources, all, page, at, colour } = { ...current, ...change };
  const params = new URLSearchParams({ view, date });
  for (const id of resources) params.append("resource", id);
  if (resources.length === 0 && all) params.set("resource", "all");
  if (page > 1) params.set("page", String(page));
  if (at !== null) params.set("at", toRfc3339(at));
  if (colour !== "status") params.set("colour", colour);
  return `/dashboard/calendar?${params}`;
}

/** The same calendar with an explanation open. */
export function whyPath(
  query: CalendarQuery,
  { resource_id, date, schedule_id }: WhyQuestion,
): string {
  const question = new URLSearchParams({
    why: resource_id,
    on: date,
    ...(schedule_id && { service: schedule_id }),
  });
  return `${calendarPath(query)}&${question}`;
}

const OWN_NAMES = ["view", "date", "resource", "page", "at", "colour", "why", "on", "service"];

/** The part of a URL that belongs to the calendar, without drawers. */
export function calendarOnly({ pathname, search }: { pathname: string; search: string }): string {
  const own = [...new URLSearchParams(search)].filter(([name]) => OWN_NAMES.includes(name));
  return `${pathname}?${new URLSearchParams(own)}`;
}
