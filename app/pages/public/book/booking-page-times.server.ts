import { ANYONE } from "~/contract/fields";
import type { Availability, AvailabilityQuery, AvailableSlot } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { AppError } from "~/lib/app-error";
import { addDays, isoWeekday, localDateOf } from "~/lib/time";
import type { KeyActor } from "~/domain/identity/actor";
import { findGuestVisitTimes } from "~/domain/widgets/guest-visit.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { isForAnyone } from "./booking-page-choice";
import type { Choice, BookableService } from "./choice";
import type {
  BookingPageTimes,
  CalendarDay,
  ChosenTime,
  ClassDay,
  ClassWeek,
} from "./booking-page-times";
import { holdClasses } from "./classes-together";
import { partsOf, wishOf } from "./visit-parts";

/** Show four weeks: the longest range of whole weeks a key may query. */
const WEEKS = 4;
const SPAN_DAYS = WEEKS * 7;
const WEEK_DAYS = 7;
/** More times in a day than this are easier to find by day than in a week. */
const MAX_CLASSES = 8;

/**
 * `firstDay`: first day of the week in the page's language (ISO, Monday is 1). `mayWait`: full
 * times have a waiting list.
 */
interface Ways {
  firstDay: number;
  mayWait: boolean;
}

export async function readBookingPageTimes(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  { firstDay, mayWait }: Ways,
): Promise<BookingPageTimes> {
  const zone = service.time_zone;
  const { today, first, last, from } = rangeOf(choice, service, firstDay);
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
  const firstKind = service.person_kinds.find(({ takes_seat }) => takes_seat);
  const week = weekFrom(first, choice.date ?? choice.from ?? dateOf(next, zone));
  const ofDay = (date: string) => ({ open: open.get(date) ?? [], full: full.get(date) ?? [] });
  const isTimetable = holdClasses(choice.resources) && days.every((date) => isFew(ofDay(date)));
  const classDays = week.map((date) => ({ date, classes: classesOf(ofDay(date)) }));
  return {
    time_zone: zone,
    today,
    timetable: isTimetable ? classWeek(classDays, { zone, today, last, next }) : null,
    weeks: Array.from({ length: WEEKS }, (_, week) =>
      days.slice(week * 7, week * 7 + 7).map(toDay),
    ),
    earlier: first > today ? addDays(first, -SPAN_DAYS) : null,
    later: addDays(first, SPAN_DAYS) <= last ? addDays(first, SPAN_DAYS) : null,
    next,
    times: eachOnce(open.get(choice.date ?? "") ?? []),
    full: eachOnce(full.get(choice.date ?? "") ?? []),
    // A kind of people with a price of its own has it at each time.
    has_prices: service.base_price_from !== null && firstKind?.price_amount == null,
  };
}

/** The four weeks shown: `from` is their first day that isn't over, `last` the last that can be booked. */
function rangeOf(choice: Choice, service: BookableService, firstDay: number) {
  const today = localDateOf(clock.now(), service.time_zone);
  const last = addDays(today, service.max_advance_days);
  const wished = clamped(choice.from ?? choice.date ?? today, today, last);
  const first = pageOf(weekOf(today, firstDay), weekOf(wished, firstDay));
  return { today, first, last, from: first < today ? today : first };
}

/** The same for a visit of several services; `isRead` false: without its times. */
export async function readVisitPageTimes(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  { firstDay, isRead }: { firstDay: number; isRead: boolean },
): Promise<BookingPageTimes> {
  const zone = service.time_zone;
  const { today, first, last, from } = rangeOf(choice, service, firstDay);
  const middle = addDays(first, SPAN_DAYS / 2);
  const end = addDays(first, SPAN_DAYS - 1);
  // Two reads: each has room for the most starts that services can have.
  const halves = [
    { from, to: addDays(middle, -1) },
    { from: from > middle ? from : middle, to: end },
  ].filter((half) => half.from <= half.to);
  const found = isRead
    ? (await Promise.all(halves.map((half) => findVisitTimes(actor, choice, service, half)))).flat()
    : [];
  const dates = found.map(({ starts_at }) => localDateOf(Date.parse(starts_at), zone));
  const open = new Set(dates);
  return {
    time_zone: zone,
    today,
    timetable: null,
    weeks: Array.from({ length: WEEKS }, (_, week) =>
      daysFrom(addDays(first, week * WEEK_DAYS)).map((date) => ({
        date,
        is_open: open.has(date),
        is_full: false,
      })),
    ),
    earlier: first > today ? addDays(first, -SPAN_DAYS) : null,
    later: addDays(first, SPAN_DAYS) <= last ? addDays(first, SPAN_DAYS) : null,
    next: found[0]?.starts_at ?? null,
    times: found.filter((_, index) => dates[index] === choice.date),
    full: [],
    has_prices: new Set(found.map(({ price_amount }) => price_amount)).size > 1,
  };
}

/** Starts at which all services of the visit are free; none if one of them is no longer offered. */
async function findVisitTimes(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  { from, to }: { from: string; to: string },
): Promise<ChosenTime[]> {
  const parts = partsOf(choice, service).map((part) => ({ ...wishOf(part), addons: [] }));
  try {
    const found = await findGuestVisitTimes(actor, { from, to, tz: service.time_zone, parts });
    return found.times;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** The visit at the chosen time; null if one of its services isn't free. */
export async function findVisit(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
): Promise<ChosenTime | null> {
  const { date, time } = choice;
  if (date === null || time === null) return null;
  const found = await findVisitTimes(actor, choice, service, { from: date, to: date });
  return found.find(({ starts_at }) => starts_at === time) ?? null;
}

/**
 * A week of all classes together, read at once; without a date the first week with a class. Null if
 * there are too many times for a timetable.
 */
export async function readClassWeek(
  actor: KeyActor,
  choice: Choice,
  zone: string,
  ways: Ways,
): Promise<ClassWeek | null> {
  const { classes, only, date } = choice;
  const shown = only === null ? classes : [only];
  const today = localDateOf(clock.now(), zone);
  const last = addDays(today, Math.max(...shown.map((one) => one.max_advance_days)));
  const first = weekOf(clamped(date ?? today, today, last), ways.firstDay);
  const found = await readClasses(actor, choice, { zone, first, today, all: ways.mayWait });
  if (found === null) return null;
  const next = dateOf(found.next_available, zone);
  if (date === null && next !== null && next >= addDays(first, WEEK_DAYS))
    return readClassWeek(actor, { ...choice, date: next }, zone, ways);
  const days = found.days.map((day) => ({
    date: day.date,
    classes: classesOfDay(day.slots, shown, ways.mayWait),
  }));
  const isCrowded = days.some((day) =>
    shown.some(
      ({ id }) => day.classes.filter((one) => one.schedule_id === id).length > MAX_CLASSES,
    ),
  );
  if (isCrowded) return null;
  const week = daysFrom(first).map(
    (date) => days.find((day) => day.date === date) ?? { date, classes: [] },
  );
  return classWeek(week, { zone, today, last, next: found.next_available });
}

/**
 * Times of all classes shown in a single read, by narrowing the key's rules. Seven days from today
 * on, so that the rest of this week is judged by full days as well.
 */
function readClasses(
  actor: KeyActor,
  { classes, only, resource }: Choice,
  { zone, first, today, all }: { zone: string; first: string; today: string; all: boolean },
): Promise<Availability | null> {
  const schedule_ids = (only === null ? classes : [only]).map(({ id }) => id);
  const reader = { ...actor, configuration: { ...actor.configuration, schedule_ids } };
  const from = first < today ? today : first;
  return readOrNone(reader, {
    from,
    to: addDays(from, WEEK_DAYS - 1),
    tz: zone,
    party_size: 1,
    ...(all && { include: ["unavailable" as const] }),
    ...(resource !== null && { resource_id: [resource.id] }),
  });
}

/** Each start of each class once: the cheapest place, otherwise a full one with a waiting list. */
function classesOfDay(
  slots: AvailableSlot[],
  shown: readonly BookableService[],
  mayWait: boolean,
): ClassDay["classes"] {
  const best = new Map<string, ClassDay["classes"][number]>();
  for (const slot of slots) {
    if (!slot.bookable && !(mayWait && slot.reason === "full")) continue;
    const name = `${slot.schedule_id} ${slot.starts_at}`;
    const known = best.get(name);
    if (known === undefined || isBetter(slot, known))
      best.set(name, { ...slot, is_full: !slot.bookable });
  }
  const positions = new Map(shown.map(({ id }, index) => [id, index]));
  const positionOf = ({ schedule_id }: AvailableSlot) => positions.get(schedule_id ?? "") ?? 0;
  return [...best.values()].sort(
    (a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || positionOf(a) - positionOf(b),
  );
}

function isBetter(slot: AvailableSlot, known: AvailableSlot): boolean {
  if (slot.bookable !== known.bookable) return slot.bookable;
  const [price, knownPrice] = [slot.price_amount ?? 0, known.price_amount ?? 0];
  return price === knownPrice ? slot.remaining > known.remaining : price < knownPrice;
}

/** The week of these days. */
function classWeek(
  days: ClassDay[],
  { zone, today, last, next }: { zone: string; today: string; last: string; next: string | null },
): ClassWeek {
  const first = days[0]!.date; // seven days
  const after = addDays(first, WEEK_DAYS);
  return {
    time_zone: zone,
    today,
    days,
    before: first > today ? addDays(first, -WEEK_DAYS) : null,
    after: after <= last ? after : null,
    next,
  };
}

const clamped = (date: string, first: string, last: string): string =>
  date < first ? first : date > last ? last : date;

/** First day of the week with a date. */
const weekOf = (date: string, firstDay: number): string =>
  addDays(date, -((isoWeekday(date) - firstDay + 7) % 7));

const daysFrom = (first: string): string[] =>
  Array.from({ length: WEEK_DAYS }, (_, index) => addDays(first, index));

interface SlotsOfDay {
  open: AvailableSlot[];
  full: AvailableSlot[];
}

const isFew = ({ open, full }: SlotsOfDay): boolean => open.length + full.length <= MAX_CLASSES;

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
  return daysFrom(start);
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

function read(
  actor: KeyActor,
  choice: Choice,
  service: BookableService,
  { from, to, all }: { from: string; to: string; all: boolean },
): Promise<Availability | null> {
  const { resource, length, party_size } = choice;
  return readOrNone(actor, {
    schedule_id: service.id,
    from,
    to,
    tz: service.time_zone,
    party_size,
    ...(all && { include: ["unavailable" as const] }),
    ...(resource !== null && { resource_id: [resource.id] }),
    ...(isForAnyone(choice, service) && { resource_id: [ANYONE] }),
    ...(length !== null && { length_minutes: length }),
  });
}

async function readOrNone(actor: KeyActor, query: AvailabilityQuery): Promise<Availability | null> {
  try {
    const { json } = await readAvailability(actor, query, SPAN_DAYS, null);
    return JSON.parse(json ?? "null") as Availability | null;
  } catch (error) {
    // No longer offered, or the date is out of range: no times.
    if (error instanceof AppError) return null;
    throw error;
  }
}
