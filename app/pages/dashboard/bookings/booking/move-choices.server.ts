import type { Booking } from "~/contract/bookings";
import { LocalDate } from "~/contract/common";
import { type Resource, ResourceFilter } from "~/contract/resources";
import type { UserActor } from "~/domain/identity/actor";
import { countMoves } from "~/domain/series/move-together.server";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { getSchedule } from "~/domain/schedules/schedules.server";
import {
  type DeskDay,
  type DeskSlot,
  findDays,
  findFirstSlots,
  findSlots,
} from "~/domain/slots/free-slots.server";
import type { PageCalendar } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { msg, plural, t } from "~/i18n/text";
import { AppError, orNull } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { addDays, daysBetween, localDateOf, startOfDay, toRfc3339 } from "~/lib/time";
import { dateWords, dayLabel } from "~/ui/booking/booking-lines";
import type { MoveChoices, MoveDay } from "~/ui/booking/booking-view";
import { scopeWords, visitWords } from "~/ui/booking/series-lines";
import { timeChoices } from "~/ui/booking/time-choices";

const DAYS = 7;
/** The booking's day is the fourth of the strip, if today is early enough. */
const DAYS_BEFORE = 3;
/** The resources whose times are read together. */
const PEOPLE = 6;
const MAX_PAGES = 100;

/**
 * Target times of a booking: seven days with the number of free times of its service, and those of
 * one day (its own at first) by resource. A resource that is named and doesn't offer the service
 * has the times of its other services, labelled as such.
 */
export async function readMoveChoices(
  actor: UserActor,
  booking: Booking,
  params: URLSearchParams,
  calendar: PageCalendar,
): Promise<MoveChoices> {
  const { today, time_zone } = calendar;
  const { schedule_id, party_size } = booking;
  const [{ data: resources }, schedule, sameTime, scopes] = await Promise.all([
    listResources(actor, ResourceFilter.parse({ active: "true", limit: 100 })),
    schedule_id === null ? null : orNull(getSchedule(actor, schedule_id)),
    freeAtSameTime(actor, booking),
    readScopes(actor, booking),
  ]);
  const named = resources.find(({ id }) => id === params.get("resource_id"));
  const offers = ({ id }: Resource) => schedule?.resource_ids.includes(id) ?? false;
  const isOwn = ({ id }: Resource) => id === booking.resource_id;
  const everyone = resources
    .filter((each) => offers(each) || isOwn(each))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const page = pageIn(params.get("people"), everyone.length);
  const shown = named === undefined ? everyone.slice((page - 1) * PEOPLE, page * PEOPLE) : [named];
  const day = latest(
    LocalDate.safeParse(params.get("day")).data ??
      localDateOf(Date.parse(booking.starts_at), time_zone),
    today,
  );
  const from = stripAround(day, LocalDate.safeParse(params.get("from")).data, today);
  const to = addDays(from, DAYS - 1);
  const isElsewhere = named !== undefined && !offers(named) && !isOwn(named);
  const query = {
    party_size,
    resource_id: shown.map(({ id }) => id),
    ...(schedule_id !== null && !isElsewhere && { schedule_id }),
  };
  const days = shown.length === 0 ? [] : await readDays(actor, query, { from, to, day });
  const isFree = ({ id, bookable }: DeskSlot) => bookable && id !== booking.slot_id;
  const free = new Map(days.map(({ date, slots }) => [date, slots.filter(isFree)]));
  const slots = free.get(day) ?? [];
  const isEmpty = [...free.values()].every(({ length }) => length === 0);
  const [services, next] = await Promise.all([
    scheduleNames(
      actor.tenant.id,
      slots.map(({ schedule_id }) => schedule_id),
    ),
    isEmpty && shown.length > 0
      ? firstAfter(actor, query, startOfDay(addDays(to, 1), time_zone))
      : null,
  ]);
  /** This panel with changes; null removes a parameter. */
  const searchOf = (change: Record<string, string | null>) => {
    const params = new URLSearchParams({ show: "move" });
    const now = {
      day,
      from,
      resource_id: named?.id ?? null,
      people: page === 1 ? null : String(page),
      ...change,
    };
    for (const [name, value] of Object.entries(now)) if (value !== null) params.set(name, value);
    return `?${params}`;
  };
  const startAt = (first: string) => searchOf({ from: first, day: first });
  const names = {
    resources: new Map<string, string>(),
    services: new Map(services.map(({ id, name }) => [id, name])),
    service: schedule_id,
  };
  const people = shown.map(({ id, name }) => ({
    id,
    name,
    choices: timeChoices(
      slots.filter(({ resource_id }) => resource_id === id),
      names,
      calendar,
    ),
  }));
  const hasMore = named === undefined && everyone.length > page * PEOPLE;
  return {
    same_time: timeChoices(
      sameTime.slice(0, PEOPLE),
      { ...names, resources: new Map(resources.map(({ id, name }) => [id, name])) },
      calendar,
    ),
    days: days.map((each) =>
      stripDay(each, free.get(each.date)?.length ?? 0, searchOf({ day: each.date }), calendar),
    ),
    before: from > today ? startAt(latest(addDays(from, -DAYS), today)) : null,
    after: startAt(addDays(from, DAYS)),
    day,
    label: dayLabel(day, calendar),
    people: people.filter(({ choices }) => choices.length > 0),
    without_times: people.filter(({ choices }) => choices.length === 0).map(({ name }) => name),
    more_people: hasMore ? searchOf({ people: String(page + 1) }) : null,
    fewer_people: named === undefined && page > 1 ? searchOf({ people: String(page - 1) }) : null,
    next: next && nextView(next, searchOf, calendar),
    today,
    resource_id: named?.id ?? "",
    scopes,
    resources: resources.map(({ id, name }) => ({ id, name })),
  };
}

function nextView(
  { starts_at }: DeskSlot,
  searchOf: (change: Record<string, string | null>) => string,
  calendar: PageCalendar,
): MoveChoices["next"] {
  const at = Date.parse(starts_at);
  const date = localDateOf(at, calendar.time_zone);
  const time = clockFormat(calendar.locale, calendar.time_zone).format(at);
  return {
    words: t("{{day}}, {{time}}", { day: dateWords(date, calendar), time }),
    search: searchOf({ day: date, from: null }),
  };
}

/** The others of its series or visit that can move with it. */
async function readScopes(
  actor: UserActor,
  { id, series, visit }: Booking,
): Promise<MoveChoices["scopes"]> {
  const scopes =
    series !== null ? (["following", "all"] as const) : visit !== null ? (["all"] as const) : [];
  const counted = await Promise.all(
    scopes.map(async (value) => ({ value, count: await countMoves(actor, id, value) })),
  );
  return counted
    .filter(({ count }) => count > 1)
    .map(({ value, count }) => ({
      value,
      words: visit === null ? scopeWords(value, count) : visitWords(count),
    }));
}

const latest = (a: string, b: string): string => (a > b ? a : b);

function pageIn(wanted: string | null, resources: number): number {
  const page = Math.trunc(Number(wanted)) || 1;
  return Math.min(Math.max(page, 1), Math.max(Math.ceil(resources / PEOPLE), 1), MAX_PAGES);
}

/** The first day of a strip that contains the day: the requested one if it does. */
function stripAround(day: string, wanted: string | undefined, today: string): string {
  const isFitting =
    wanted !== undefined && wanted >= today && wanted <= day && daysBetween(wanted, day) < DAYS;
  return isFitting ? wanted : latest(addDays(day, -DAYS_BEFORE), today);
}

type Query = Omit<Parameters<typeof findDays>[1], "from" | "to" | "include">;

/**
 * The days, or the chosen one alone if they have more times than an answer. A resource or a service
 * that is no longer offered has none.
 */
async function readDays(
  actor: UserActor,
  query: Query,
  { from, to, day }: { from: string; to: string; day: string },
): Promise<DeskDay[]> {
  try {
    return await findDays(actor, { ...query, from, to, include: ["unavailable"] });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return from === to ? [] : readDays(actor, query, { from: day, to: day, day });
  }
}

async function firstAfter(actor: UserActor, query: Query, at: number): Promise<DeskSlot | null> {
  const found = await orNull(findFirstSlots(actor, query, 1, new Date(at)));
  return found?.[0] ?? null;
}

/** Translated with t(). */
const STATES: Record<DeskDay["state"], string> = {
  open: msg("Full"),
  full: msg("Full"),
  closed: msg("Closed"),
  pending: msg("Loading"),
  too_soon: msg("None left"),
  too_far: msg("Too far ahead"),
};

function stripDay(
  { date, state }: DeskDay,
  free: number,
  search: string,
  calendar: PageCalendar,
): MoveDay {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(calendar.locale, { timeZone: "UTC", ...options }).format(
      new Date(`${date}T00:00Z`),
    );
  const label = free > 0 ? plural(free, "{{count}} free", "{{count}} free") : t(STATES[state]);
  return {
    date,
    weekday: write({ weekday: "short" }),
    number: write({ day: "numeric" }),
    label,
    description: `${dateWords(date, calendar)}: ${label}`,
    has_times: free > 0,
    search,
  };
}

/** Times of the same service with the same start on other resources. */
async function freeAtSameTime(actor: UserActor, booking: Booking): Promise<DeskSlot[]> {
  const { schedule_id, party_size, starts_at, resource_id } = booking;
  const start = Date.parse(starts_at);
  if (schedule_id === null || start <= clock.now()) return [];
  const range = { from: starts_at, to: toRfc3339(start + 1000) };
  const slots = (await orNull(findSlots(actor, { schedule_id, party_size, ...range }))) ?? [];
  return slots.filter((slot) => slot.resource_id !== resource_id);
}
