import type {
  CalendarBlock,
  CalendarBooking,
  CalendarData,
  CalendarSlot,
} from "~/domain/calendar/calendar-data";
import type { OpenInterval } from "~/domain/hours/open-intervals";
import { openWithin } from "~/domain/hours/open-within";
import { hoursOf } from "~/domain/hours/stored-hours";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { type AxisDay, minuteOf } from "./axis";
import { type BusyCard, busyCards } from "./busy-cards";
import {
  type CalendarCard,
  describer,
  type InColumn,
  type ModelInput,
  timeRange,
} from "./calendar-cards";
import { whyPath } from "./calendar-query";
import type { Interval } from "./pack";

/**
 * The calendar's texts and positions, computed on the server so browsers need no time zone
 * arithmetic. Minutes count from the start of the day.
 */
export interface CalendarModel {
  days: (AxisDay & { label: string; number: string; weekday: string; is_today: boolean })[];
  columns: CalendarColumn[];
  /** Service names by id. */
  services: Record<string, string>;
  /** Displayed range of each day: full hours in elapsed minutes. */
  from_minute: number;
  to_minute: number;
  /** Position of the current time; null if on none of these days. */
  now: { day: number; minute: number } | null;
  /** Server time at rendering, the base of countdowns. */
  now_ms: number;
}

/** One resource on one day. */
export interface CalendarColumn {
  key: string;
  /** Index in `days`. */
  day: number;
  resource_id: string;
  title: string;
  color: string | null;
  /** URL of the explanation why nothing can be booked. */
  why: string;
  /** Open on a day that isn't over, but nothing is left to book. */
  is_full: boolean;
  /** Button that closes the rest of the day; null if it is over or closed already. */
  close_day: string | null;
  closed: ClosedTime[];
  free: FreeTime[];
  cards: CalendarCard[];
  blocks: CalendarBlockCard[];
  busy: BusyCard[];
}

/** Time outside opening hours; a break lies between two open intervals. */
export interface ClosedTime extends Interval {
  is_break: boolean;
}

/** A bookable time. */
export interface FreeTime extends Interval {
  slot_id: string;
  schedule_id: string | null;
}

/** Time off in a column. */
export interface CalendarBlockCard extends Interval {
  id: string;
  time: string;
  reason: string | null;
  made_by: string | null;
  /** Continues from the previous day or to the next. */
  goes_on: boolean;
  label: string;
}

const HOUR = 60;
/** Range shown on a day without hours or bookings. */
const OFFICE_HOURS: Interval = { start: 8 * HOUR, end: 18 * HOUR };
const FEWEST_HOURS = 8;

export function calendarModel(input: ModelInput): CalendarModel {
  const { data, days, locale, time_zone, now_ms } = input;
  const describe = describer(input);
  const dayName = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const open = openByResource(data, days);
  const clock = clockFormat(locale, time_zone);
  const dayClock = clockFormat(locale, time_zone, { day: "numeric", month: "short" });
  const columns = days.flatMap((day, index) =>
    data.resources.map((resource): CalendarColumn => {
      const isHere = (thing: { resource_id: string; starts_ms: number; ends_ms: number }) =>
        thing.resource_id === resource.id &&
        thing.starts_ms < endOf(day) &&
        thing.ends_ms > day.starts_ms;
      const here: InColumn = {
        bookings: data.bookings.filter(isHere),
        slots: data.slots.filter(isHere),
        holds: data.holds.filter(isHere),
        needed: data.bookings.flatMap((booking) =>
          booking.needs.flatMap((need) =>
            need.resource_id === resource.id &&
            need.from_ms < endOf(day) &&
            need.to_ms > day.starts_ms
              ? [{ ...booking, need }]
              : [],
          ),
        ),
      };
      const free = freeOf(day, here);
      const closed = closedOf(day, open.get(resource.id) ?? []);
      const hasSeats = here.slots.some(
        ({ capacity, taken, status }) => status === "open" && capacity > 1 && taken < capacity,
      );
      return {
        key: `${day.date}:${resource.id}`,
        day: index,
        resource_id: resource.id,
        title: resource.name,
        color: resource.color,
        why: whyPath(input.query, { resource_id: resource.id, date: day.date }),
        is_full:
          free.length === 0 &&
          !hasSeats &&
          endOf(day) > now_ms &&
          openStretches(closed, day.minutes).length > 0,
        close_day: closeDayLabel(day, resource, data.blocks.filter(isHere), now_ms),
        closed,
        free,
        cards: describe(day, here),
        blocks: data.blocks.filter(isHere).map((block) => blockCard(day, block, clock, dayClock)),
        busy: busyCards(day, resource.id, input.busy, { clock, dayClock }),
      };
    }),
  );
  return {
    days: days.map((day) => ({
      ...day,
      label: dayName.format(new Date(`${day.date}T00:00:00Z`)),
      ...numberAndWeekday(day.date, locale),
      is_today: now_ms >= day.starts_ms && now_ms < endOf(day),
    })),
    columns,
    services: Object.fromEntries(data.schedules.map(({ id, name }) => [id, name])),
    ...drawnRange(columns, days),
    now: nowIn(days, now_ms),
    now_ms,
  };
}

function numberAndWeekday(date: string, locale: string): { number: string; weekday: string } {
  const say = (words: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...words }).format(
      new Date(`${date}T00:00:00Z`),
    );
  return { number: say({ day: "numeric" }), weekday: say({ weekday: "short" }) };
}

function closeDayLabel(
  day: AxisDay,
  { type }: CalendarData["resources"][number],
  blocks: readonly CalendarBlock[],
  nowMs: number,
): string | null {
  const isToday = nowMs >= day.starts_ms;
  const isClosed = blocks.some(
    ({ starts_ms, ends_ms }) =>
      starts_ms <= Math.max(nowMs, day.starts_ms) && ends_ms >= endOf(day),
  );
  if (nowMs >= endOf(day) || isClosed) return null;
  if (type === "person") return isToday ? t("Ill today") : t("Ill this day");
  return isToday ? t("Close today") : t("Close this day");
}

const endOf = (day: AxisDay): number => day.starts_ms + day.minutes * 60_000;

/** `dayClock` formats times that span days. */
function blockCard(
  day: AxisDay,
  block: CalendarBlock,
  clock: Intl.DateTimeFormat,
  dayClock: Intl.DateTimeFormat,
): CalendarBlockCard {
  const goes_on = block.starts_ms < day.starts_ms || block.ends_ms > endOf(day);
  const time = timeRange(goes_on ? dayClock : clock, block.starts_ms, block.ends_ms);
  return {
    id: block.id,
    start: minuteOf(day, block.starts_ms),
    end: minuteOf(day, block.ends_ms),
    time,
    reason: block.reason,
    made_by: block.made_by,
    goes_on,
    label: [
      time,
      block.reason === null ? t("blocked") : t("blocked: {{reason}}", { reason: block.reason }),
    ]
      .concat(block.made_by === null ? [] : t("set by {{name}}", { name: block.made_by }))
      .join(", "),
  };
}

function nowIn(days: readonly AxisDay[], nowMs: number): CalendarModel["now"] {
  const day = days.findIndex((each) => nowMs >= each.starts_ms && nowMs < endOf(each));
  return day === -1 ? null : { day, minute: minuteOf(days[day]!, nowMs) };
}

/** Open time of each resource, the union of its services' hours. */
function openByResource(data: CalendarData, days: readonly AxisDay[]): Map<string, OpenInterval[]> {
  const open = new Map<string, OpenInterval[]>();
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return open;
  const { closed_dates } = data;
  for (const { id, hours } of data.resources) {
    const limits = { closed_dates, resource: hours === null ? null : hoursOf(hours) };
    const services = data.schedules.filter(({ resource_ids }) => resource_ids.includes(id));
    open.set(
      id,
      services.flatMap((schedule) => openWithin(hoursOf(schedule), limits, first, last)),
    );
  }
  return open;
}

/** The complement of open time in a day. */
function closedOf(day: AxisDay, open: readonly OpenInterval[]): ClosedTime[] {
  const closed: ClosedTime[] = [];
  let at = 0;
  for (const { start_ms, end_ms } of [...open].sort((a, b) => a.start_ms - b.start_ms)) {
    const [start, end] = [minuteOf(day, start_ms), minuteOf(day, end_ms)];
    if (end <= at || start >= day.minutes) continue;
    if (start > at) closed.push({ start: at, end: start, is_break: at > 0 });
    at = end;
  }
  if (at < day.minutes) closed.push({ start: at, end: day.minutes, is_break: false });
  return closed;
}

/** Whether a slot lies within a booking's processing time. */
function isInProcessing(slot: CalendarSlot, { processing, starts_ms }: CalendarBooking): boolean {
  if (processing === null) return false;
  const from = starts_ms + processing.after_minutes * 60_000;
  const to = from + processing.minutes * 60_000;
  return slot.occupies_from_ms >= from && slot.occupies_to_ms <= to;
}

/** Bookable times by service. Classes are cards, full or not. */
function freeOf(
  day: AxisDay,
  { slots, bookings }: Pick<InColumn, "slots" | "bookings">,
): FreeTime[] {
  return slots
    .filter(
      (slot) => slot.capacity === 1 && slot.status === "open" && !slot.blocked && slot.taken === 0,
    )
    .filter(
      (slot) =>
        !bookings.some(
          (booking) =>
            booking.starts_ms < slot.ends_ms &&
            booking.ends_ms > slot.starts_ms &&
            !isInProcessing(slot, booking),
        ),
    )
    .map((slot) => ({
      start: minuteOf(day, slot.starts_ms),
      end: minuteOf(day, slot.ends_ms),
      slot_id: slot.id,
      schedule_id: slot.schedule_id,
    }));
}

function drawnRange(columns: readonly CalendarColumn[], days: readonly AxisDay[]) {
  const stretches = columns.flatMap(({ cards, free, closed, blocks, day }) => [
    ...cards,
    // time off of a whole day, or the rest of one, must not extend the view to the night
    ...blocks.filter(({ goes_on, end }) => !goes_on && end < days[day]!.minutes),
    ...free,
    ...openStretches(closed, days[day]!.minutes),
  ]);
  const longest = Math.max(...days.map(({ minutes }) => minutes));
  const all = stretches.length > 0 ? stretches : [OFFICE_HOURS];
  const from = Math.floor(Math.min(...all.map(({ start }) => start)) / HOUR) * HOUR;
  const to = Math.ceil(Math.max(...all.map(({ end }) => end)) / HOUR) * HOUR;
  const end = Math.min(Math.max(to, from + FEWEST_HOURS * HOUR), longest);
  return { from_minute: Math.max(Math.min(from, end - FEWEST_HOURS * HOUR), 0), to_minute: end };
}

function openStretches(closed: readonly Interval[], minutes: number): Interval[] {
  const first = closed[0]?.start === 0 ? closed[0].end : 0;
  const last = closed.at(-1)?.end === minutes ? closed.at(-1)!.start : minutes;
  return first < last ? [{ start: first, end: last }] : [];
}
