import type { BookingStatus } from "~/contract/bookings";
import type { CalendarBooking, CalendarData, CalendarSchedule, CalendarSlot } from "~/domain/calendar/calendar-data";
import { type OpenInterval, openIntervals } from "~/domain/schedules/open-intervals";
import { hoursOf } from "~/domain/schedules/stored-hours";
import { clockFormat } from "~/i18n/clock-format";
import { bookingStatuses } from "../bookings/status-badge";
import type { IconName } from "../icon";
import { type AxisDay, minuteOf } from "./axis";
import { packLanes, type Place, type Stretch } from "./pack";

/** Words and places of a calendar, made on the server: a browser does no arithmetic with time zones. Minutes count from the day's start. */
export interface CalendarModel {
  days: (AxisDay & { label: string; is_today: boolean })[];
  columns: CalendarColumn[];
  /** The part of the days that is drawn: full hours, elapsed minutes. */
  from_minute: number;
  to_minute: number;
  /** Where the present moment lies; null: none of these days. */
  now: { day: number; minute: number } | null;
}

/** One resource on one day. */
export interface CalendarColumn {
  key: string;
  /** Index in `days`. */
  day: number;
  resource_id: string;
  title: string;
  color: string | null;
  closed: Stretch[];
  free: (Stretch & { slot_id: string; label: string; name: string })[];
  cards: CalendarCard[];
}

export interface CalendarCard extends Stretch, Place {
  key: string;
  href: string;
  time: string;
  title: string;
  detail: string | null;
  status: BookingStatus | null;
  icons: IconName[];
  color: string | null;
  /** Everything it says, in one sentence. */
  label: string;
  /** What a move names; null: a card that is no single booking, or one that cannot move. */
  booking: { id: string; version: number; minutes: number } | null;
}

/** By what cards are coloured. */
export const CARD_COLOURS = ["resource", "service"] as const;
export type CardColour = (typeof CARD_COLOURS)[number];

export interface ModelInput {
  data: CalendarData;
  days: AxisDay[];
  now_ms: number;
  locale: string;
  time_zone: string;
  colour: CardColour;
}

const HOUR = 60;
/** What is drawn of a day on which nothing is open or booked. */
const OFFICE_HOURS: Stretch = { start: 8 * HOUR, end: 18 * HOUR };
const FEWEST_HOURS = 8;
/** For services, which have no colour of their own: as many as can be told apart, in their order. */
const SERVICE_COLOURS = ["#3455c4", "#17805a", "#b4540a", "#8a3ab9", "#b3264e", "#0e7490", "#6b7280", "#7c6f0a"];

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
  const columns = days.flatMap((day, index) =>
    data.resources.map((resource): CalendarColumn => {
      const isHere = (thing: { resource_id: string; starts_ms: number; ends_ms: number }) =>
        thing.resource_id === resource.id && thing.starts_ms < endOf(day) && thing.ends_ms > day.starts_ms;
      const bookings = data.bookings.filter(isHere);
      const slots = data.slots.filter(isHere);
      const cards = describe(day, bookings, slots);
      return {
        key: `${day.date}:${resource.id}`,
        day: index,
        resource_id: resource.id,
        title: resource.name,
        color: resource.color,
        closed: closedOf(day, open.get(resource.id) ?? []),
        free: freeOf(day, slots, bookings, clockFormat(locale, time_zone), serviceNames(data.schedules)),
        cards,
      };
    }),
  );
  return {
    days: days.map((day) => ({
      ...day,
      label: dayName.format(new Date(`${day.date}T00:00:00Z`)),
      is_today: now_ms >= day.starts_ms && now_ms < endOf(day),
    })),
    columns,
    ...drawnRange(columns, days),
    now: nowIn(days, now_ms),
  };
}

const endOf = (day: AxisDay): number => day.starts_ms + day.minutes * 60_000;

const serviceNames = (schedules: readonly CalendarSchedule[]): Map<string, string> =>
  new Map(schedules.map(({ id, name }) => [id, name]));

function nowIn(days: readonly AxisDay[], nowMs: number): CalendarModel["now"] {
  const day = days.findIndex((each) => nowMs >= each.starts_ms && nowMs < endOf(each));
  return day === -1 ? null : { day, minute: minuteOf(days[day]!, nowMs) };
}

/** The open time of each resource: that of all its services together. */
function openByResource(data: CalendarData, days: readonly AxisDay[]): Map<string, OpenInterval[]> {
  const open = new Map<string, OpenInterval[]>();
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return open;
  for (const schedule of data.schedules) {
    const intervals = openIntervals(hoursOf(schedule), first, last);
    for (const id of schedule.resource_ids) open.set(id, [...(open.get(id) ?? []), ...intervals]);
  }
  return open;
}

/** What is left of a day without its open time. */
function closedOf(day: AxisDay, open: readonly OpenInterval[]): Stretch[] {
  const closed: Stretch[] = [];
  let at = 0;
  for (const { start_ms, end_ms } of [...open].sort((a, b) => a.start_ms - b.start_ms)) {
    const [start, end] = [minuteOf(day, start_ms), minuteOf(day, end_ms)];
    if (start > at) closed.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  if (at < day.minutes) closed.push({ start: at, end: day.minutes });
  return closed;
}

/** Times that could be booked: one for each start, where nobody is yet. Classes are cards, full or not. */
function freeOf(
  day: AxisDay,
  slots: readonly CalendarSlot[],
  bookings: readonly CalendarBooking[],
  clock: Intl.DateTimeFormat,
  names: Map<string, string>,
): CalendarColumn["free"] {
  const starts = new Set<number>();
  return slots
    .filter((slot) => slot.capacity === 1 && slot.status === "open" && slot.taken === 0)
    .filter((slot) => !bookings.some(({ starts_ms, ends_ms }) => starts_ms < slot.ends_ms && ends_ms > slot.starts_ms))
    .filter(({ starts_ms }) => !starts.has(starts_ms) && starts.add(starts_ms))
    .map((slot) => ({
      start: minuteOf(day, slot.starts_ms),
      end: minuteOf(day, slot.ends_ms),
      slot_id: slot.id,
      label: clock.format(slot.starts_ms),
      name: names.get(slot.schedule_id ?? "") ?? "",
    }));
}

function drawnRange(columns: readonly CalendarColumn[], days: readonly AxisDay[]) {
  const stretches = columns.flatMap(({ cards, free, closed, day }) => [
    ...cards,
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

function openStretches(closed: readonly Stretch[], minutes: number): Stretch[] {
  const first = closed[0]?.start === 0 ? closed[0].end : 0;
  const last = closed.at(-1)?.end === minutes ? closed.at(-1)!.start : minutes;
  return first < last ? [{ start: first, end: last }] : [];
}

/** The cards of one column: a booking each, but one for all that share a slot with several seats. */
function describer({ data, locale, time_zone, now_ms, colour }: ModelInput) {
  const clock = clockFormat(locale, time_zone);
  const names = serviceNames(data.schedules);
  const serviceColours = new Map(
    data.schedules.map(({ id }, index) => [id, SERVICE_COLOURS[index % SERVICE_COLOURS.length]!]),
  );
  const resourceColours = new Map(data.resources.map(({ id, color }) => [id, color]));
  const colourOf = (resource_id: string, schedule_id: string | null) =>
    (colour === "service" ? serviceColours.get(schedule_id ?? "") : resourceColours.get(resource_id)) ?? null;
  const timeOf = (from: number, to: number) => `${clock.format(from)} – ${clock.format(to)}`;

  const bookingCard = (day: AxisDay, booking: CalendarBooking): Omit<CalendarCard, keyof Place> => {
    const service = names.get(booking.schedule_id ?? "") ?? null;
    const isHold = booking.status === "pending" && booking.pending_reason === "payment";
    const words = [
      isHold && booking.expires_ms !== null ? `paying until ${clock.format(booking.expires_ms)}` : service,
      booking.party_size > 1 ? `party of ${booking.party_size}` : null,
    ].filter((word) => word !== null);
    const time = timeOf(booking.starts_ms, booking.ends_ms);
    const canMove = ["pending", "confirmed", "paid"].includes(booking.status) && booking.ends_ms > now_ms;
    return {
      key: booking.id,
      href: `/dashboard/bookings/${booking.id}`,
      start: minuteOf(day, booking.starts_ms),
      end: minuteOf(day, booking.ends_ms),
      time,
      title: booking.customer_name,
      detail: words.length > 0 ? words.join(" · ") : null,
      status: booking.status,
      icons: [bookingStatuses[booking.status].icon, ...(booking.has_notes ? (["info"] as const) : [])],
      color: colourOf(booking.resource_id, booking.schedule_id),
      label: [
        time,
        booking.customer_name,
        ...words,
        bookingStatuses[booking.status].label,
        ...(booking.has_notes ? ["has a note"] : []),
      ].join(", "),
      booking: canMove
        ? {
            id: booking.id,
            version: booking.version,
            minutes: Math.round((booking.ends_ms - booking.starts_ms) / 60_000),
          }
        : null,
    };
  };

  const classCard = (day: AxisDay, slot: CalendarSlot): Omit<CalendarCard, keyof Place> => {
    const title = names.get(slot.schedule_id ?? "") ?? "Class";
    const detail = `${slot.taken}/${slot.capacity}${slot.waiting > 0 ? `, ${slot.waiting} waiting` : ""}`;
    const time = timeOf(slot.starts_ms, slot.ends_ms);
    return {
      key: slot.id,
      href: `/dashboard/slots/${slot.id}`,
      start: minuteOf(day, slot.starts_ms),
      end: minuteOf(day, slot.ends_ms),
      time,
      title,
      detail,
      status: null,
      icons: ["people"],
      color: colourOf(slot.resource_id, slot.schedule_id),
      label: `${time}, ${title}, ${slot.taken} of ${slot.capacity} seats taken${slot.waiting > 0 ? `, ${slot.waiting} waiting` : ""}`,
      booking: null,
    };
  };

  return (day: AxisDay, bookings: readonly CalendarBooking[], slots: readonly CalendarSlot[]): CalendarCard[] => {
    const classes = slots.filter(({ capacity, status, taken }) => capacity > 1 && (status === "open" || taken > 0));
    const isInClass = new Set(classes.map(({ id }) => id));
    const cards = [
      ...classes.map((slot) => classCard(day, slot)),
      ...bookings
        .filter(({ slot_id }) => slot_id === null || !isInClass.has(slot_id))
        .map((each) => bookingCard(day, each)),
    ].sort((a, b) => a.start - b.start || a.end - b.end);
    const places = packLanes(cards);
    return cards.map((card, index) => ({ ...card, ...places[index]! }));
  };
}
