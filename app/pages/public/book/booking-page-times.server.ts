import { ANYONE } from "~/contract/fields";
import type { Availability, AvailableSlot } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { AppError } from "~/lib/app-error";
import { addDays, isoWeekday, localDateOf } from "~/lib/time";
import type { KeyActor } from "~/domain/identity/actor";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { type Choice, type BookableService, isForAnyone } from "./booking-page-choice";
import type { BookingPageTimes, CalendarDay, ClassDay } from "./booking-page-times";

/** Show four weeks: the longest range of whole weeks a key may query. */
const WEEKS = 4;
const SPAN_DAYS = WEEKS * 7;
const WEEK_DAYS = 7;
/** More times in a day than this are easier to find by day than in a week. */
const MOST_CLASSES = 8;

/**
 * `firstDay`: first day of the week in the page's language (ISO, Monday is 1). `mayWait`: full
 * times have a waiting list.
 */
export async function readBookingPageTimes(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  { firstDay, mayWait }: { firstDay: number; mayWait: boolean },
): Promise<BookingPageTimes> {
  const zone = service.time_zone;
  const today = localDateOf(clock.now(), zone);
  const last = addDays(today, service.max_advance_days);
  const weekOf = (date: string) => addDays(date, -((isoWeekday(date) - firstDay + 7) % 7));
  const asked = choice.from ?? choice.date ?? today;
  const wished = asked < today ? today : asked > last ? last : asked;
  const first = pageOf(weekOf(today), weekOf(wished));
  const from = first < today ? today : first;
  const found = await read(actor, choice, service, {
    from,
    to: addDays(first, SPAN_DAYS - 1),
    all: mayWait,
  });
  const open = new Map(
    found?.days.map((day) => [day.date, day.slots.filter((slot) => slot.bookable)]),
  );
  const full = new Map(mayWait ? found?.days.map((day) => [day.date, fullOf(day.slots)]) : []);
  const days = Array.from({ length: SPAN_DAYS }, (_, index) => addDays(first, index));
  const toDay = (date: string): CalendarDay => {
    const is_open = (open.get(date)?.length ?? 0) > 0;
    return { date, is_open, is_full: !is_open && (full.get(date)?.length ?? 0) > 0 };
  };
  const next = found?.next_available ?? null;
  const week = weekFrom(first, choice.date ?? choice.from ?? dateOf(next, zone));
  const ofDay = (date: string) => ({ open: open.get(date) ?? [], full: full.get(date) ?? [] });
  const isTimetable = hasClasses(choice) && days.every((date) => isFew(ofDay(date)));
  return {
    time_zone: zone,
    today,
    timetable: isTimetable ? week.map((date) => ({ date, classes: classesOf(ofDay(date)) })) : null,
    week_before: week[0]! > today ? addDays(week[0]!, -WEEK_DAYS) : null,
    week_after: addDays(week[0]!, WEEK_DAYS) <= last ? addDays(week[0]!, WEEK_DAYS) : null,
    weeks: Array.from({ length: WEEKS }, (_, week) =>
      days.slice(week * 7, week * 7 + 7).map(toDay),
    ),
    earlier: first > today ? addDays(first, -SPAN_DAYS) : null,
    later: addDays(first, SPAN_DAYS) <= last ? addDays(first, SPAN_DAYS) : null,
    next,
    times: eachOnce(open.get(choice.date ?? "") ?? []),
    full: eachOnce(full.get(choice.date ?? "") ?? []),
    has_prices: service.base_price_from !== null,
  };
}

/** Whether guests choose one of a few fixed times with several places, such as a yoga class. */
const hasClasses = ({ resources }: Choice): boolean =>
  resources.every(({ capacity, type }) => capacity > 1 && type !== "area");

interface SlotsOfDay {
  open: AvailableSlot[];
  full: AvailableSlot[];
}

const isFew = ({ open, full }: SlotsOfDay): boolean => open.length + full.length <= MOST_CLASSES;

const classesOf = ({ open, full }: SlotsOfDay): ClassDay["classes"] =>
  [
    ...eachOnce(open).map((slot) => ({ ...slot, is_full: false })),
    ...eachOnce(full).map((slot) => ({ ...slot, is_full: true })),
  ].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));

/** The seven days of a four-week page that contain a day, by default its first. */
function weekFrom(first: string, day: string | null): string[] {
  const end = addDays(first, SPAN_DAYS);
  let start = first;
  while (addDays(start, WEEK_DAYS) <= (day ?? "") && addDays(start, WEEK_DAYS) < end)
    start = addDays(start, WEEK_DAYS);
  return Array.from({ length: WEEK_DAYS }, (_, index) => addDays(start, index));
}

const dateOf = (at: string | null, zone: string): string | null =>
  at === null ? null : localDateOf(Date.parse(at), zone);

/** The four-week page that contains a week, counted from the current week. */
function pageOf(start: string, week: string): string {
  let first = start;
  while (addDays(first, SPAN_DAYS) <= week) first = addDays(first, SPAN_DAYS);
  return first;
}

/** Full slots whose start is free on no other resource. */
function fullOf(slots: AvailableSlot[]): AvailableSlot[] {
  const free = new Set(slots.filter(({ bookable }) => bookable).map(({ starts_at }) => starts_at));
  return slots.filter(({ reason, starts_at }) => reason === "full" && !free.has(starts_at));
}

/** The first slot of each start. */
function eachOnce(slots: AvailableSlot[]): AvailableSlot[] {
  return slots.filter(
    (slot, index) => slots.findIndex(({ starts_at }) => starts_at === slot.starts_at) === index,
  );
}

/**
 * The slot at the chosen time: of the chosen resource, or of the one that would be assigned now;
 * null if none is free.
 */
export async function findChosenSlot(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
): Promise<AvailableSlot | null> {
  return (await slotsOf(actor, choice, service, false)).find(({ bookable }) => bookable) ?? null;
}

/** The full slot at the chosen time; null if there is no waiting list or no need for one. */
export async function findFullSlot(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
): Promise<AvailableSlot | null> {
  return fullOf(await slotsOf(actor, choice, service, true))[0] ?? null;
}

/** Slots at the chosen time; `all` includes full ones. */
async function slotsOf(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  all: boolean,
): Promise<AvailableSlot[]> {
  if (choice.date === null || choice.time === null) return [];
  const found = await read(actor, choice, service, { from: choice.date, to: choice.date, all });
  const slots = found?.days.flatMap((day) => day.slots) ?? [];
  return slots.filter((slot) => slot.starts_at === choice.time);
}

async function read(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  { from, to, all }: { from: string; to: string; all: boolean },
): Promise<Availability | null> {
  const { resource, length, party_size } = choice;
  const query = {
    schedule_id: service.id,
    from,
    to,
    tz: service.time_zone,
    party_size,
    ...(all && { include: ["unavailable" as const] }),
    ...(resource !== null && { resource_id: [resource.id] }),
    ...(isForAnyone(choice, service) && { resource_id: [ANYONE] }),
    ...(length !== null && { length_minutes: length }),
  };
  try {
    const { json } = await readAvailability(actor, query, SPAN_DAYS, null);
    return JSON.parse(json ?? "null") as Availability | null;
  } catch (error) {
    // No longer offered, or the date is out of range: no times.
    if (error instanceof AppError) return null;
    throw error;
  }
}
