import { isUpcoming } from "~/contract/booking-status";
import type { BookingStatus } from "~/contract/bookings";
import type { BusyTime } from "~/contract/calendars";
import type { Processing } from "~/contract/service-fields";
import type {
  CalendarBooking,
  CalendarData,
  CalendarHold,
  CalendarSlot,
} from "~/domain/calendar/calendar-data";
import { clockFormat } from "~/i18n/clock-format";
import { plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { bookingStatuses } from "~/ui/booking/status-badge";
import type { IconName } from "~/ui/icon";
import { type AxisDay, minuteOf } from "./axis";
import type { CalendarQuery } from "./calendar-query";
import { packLanes, type Place, type Interval } from "./pack";

/** Input of the calendar's model. */
export interface ModelInput {
  data: CalendarData;
  /** Busy times of the resources' external calendars. */
  busy: BusyTime[];
  days: AxisDay[];
  now_ms: number;
  locale: string;
  time_zone: string;
  query: CalendarQuery;
}

export interface CalendarCard extends Interval, Place {
  key: string;
  href: string;
  /** Start and end. */
  time: string;
  /** Start. */
  from: string;
  title: string;
  detail: string | null;
  /** null if not a single booking. */
  status: BookingStatus | null;
  icons: IconName[];
  /** The card's colour, unless coloured by status. */
  color: string | null;
  /** Accessible label. */
  label: string;
  /** Including buffer times before and after; null for none. */
  around: Interval | null;
  /** Time within it in which its resource is free; null: none. */
  gap: Interval | null;
  /** Expiry of a hold, epoch ms. */
  until_ms: number | null;
  /** Also drawn in the column of its booking's own resource. */
  is_repeated: boolean;
  /** Shows what a booking takes besides its own resource. */
  is_need: boolean;
  /** The booking to open; null if not a single one. */
  booking_id: string | null;
  /** Shared by the cards of one booking or visit; null: it has no other card. */
  together: string | null;
  /** Its place in a visit, with the visit's colour; null: in none. */
  visit: VisitMark | null;
  /** Data for moving; null if not a single booking, or not movable. */
  booking: MovableBooking | null;
}

/** "1/2", with the words for screen readers. */
export interface VisitMark {
  no: number;
  of: number;
  color: string;
  words: string;
}

export interface MovableBooking {
  id: string;
  version: number;
  minutes: number;
  schedule_id: string | null;
  service: string | null;
  /** In minor units. */
  price_amount: number;
  /** Its visit of several services. */
  visit_id: string | null;
  /** The need that the card is about; null: the booking itself. */
  need_no: number | null;
}

type Unplaced = Omit<CalendarCard, keyof Place>;

/** Colours of services, which define none: as many as are distinguishable, assigned in order. */
const SERVICE_COLOURS = [
  "#3455c4",
  "#17805a",
  "#b4540a",
  "#8a3ab9",
  "#b3264e",
  "#0e7490",
  "#6b7280",
  "#7c6f0a",
];

/** A card that isn't a booking. */
const ALONE = {
  is_repeated: false,
  is_need: false,
  booking_id: null,
  together: null,
  visit: null,
  booking: null,
};

export const partWords = ({ no, of }: { no: number; of: number }, guest: string): string =>
  t("part {{no}} of {{of}} of {{guest}}’s visit", { no, of, guest: isolate(guest) });

/** Formats a range; AM or PM appears once if both ends share it. */
export function timeRange(clock: Intl.DateTimeFormat, from: number, to: number): string {
  const [first, last] = [clock.formatToParts(from), clock.formatToParts(to)];
  const halfOf = (parts: Intl.DateTimeFormatPart[]) =>
    parts.find(({ type }) => type === "dayPeriod")?.value;
  const shared = halfOf(first) === halfOf(last);
  const start = first
    .filter(({ type }) => !shared || type !== "dayPeriod")
    .map(({ value }) => value);
  return `${start.join("").trim()} – ${clock.format(to)}`;
}

/** Contents of a column. */
export interface InColumn {
  bookings: readonly CalendarBooking[];
  slots: readonly CalendarSlot[];
  holds: readonly CalendarHold[];
  /** Bookings of other resources that take this one too. */
  needed: readonly (CalendarBooking & { need: CalendarBooking["needs"][number] })[];
}

/** Cards of a column: one per booking, or one per slot with several seats. */
export function describer({ data, locale, time_zone, now_ms, query: { colour } }: ModelInput) {
  const clock = clockFormat(locale, time_zone);
  const names = new Map(data.schedules.map(({ id, name }) => [id, name]));
  const serviceColours = new Map(
    data.schedules.map(({ id }, index) => [id, SERVICE_COLOURS[index % SERVICE_COLOURS.length]!]),
  );
  const resourceColours = new Map(data.resources.map(({ id, color }) => [id, color]));
  const colourOf = (resource_id: string, schedule_id: string | null) => {
    if (colour === "status") return null;
    return (
      (colour === "service"
        ? serviceColours.get(schedule_id ?? "")
        : resourceColours.get(resource_id)) ?? null
    );
  };
  const visitColours = new Map(
    [...new Set(data.bookings.flatMap(({ visit }) => visit?.id ?? []))].map((id, index) => [
      id,
      SERVICE_COLOURS[index % SERVICE_COLOURS.length]!,
    ]),
  );
  const timeOf = (from: number, to: number) => timeRange(clock, from, to);
  const partyOf = (size: number) =>
    size > 1 ? [plural(size, "party of {{count}}", "party of {{count}}")] : [];

  const around = (day: AxisDay, of: CalendarBooking | CalendarSlot): Interval | null =>
    of.occupies_from_ms < of.starts_ms || of.occupies_to_ms > of.ends_ms
      ? { start: minuteOf(day, of.occupies_from_ms), end: minuteOf(day, of.occupies_to_ms) }
      : null;

  const processingTime = (
    { starts_ms }: CalendarBooking,
    { after_minutes, minutes }: Processing,
  ) => {
    const from = starts_ms + after_minutes * 60_000;
    return timeOf(from, from + minutes * 60_000);
  };

  const gapOf = (day: AxisDay, { processing, starts_ms }: CalendarBooking): Interval | null => {
    if (processing === null) return null;
    const start = minuteOf(day, starts_ms) + processing.after_minutes;
    return { start, end: start + processing.minutes };
  };

  const bookingCard = (day: AxisDay, booking: CalendarBooking): Unplaced => {
    const service = names.get(booking.schedule_id ?? "") ?? null;
    const isHold = booking.status === "pending" && booking.pending_reason === "payment";
    const { label, icon } = bookingStatuses[booking.status];
    const status = t(label);
    const isPlain = booking.status === "confirmed";
    // First, so narrow cards don't truncate it.
    const isUrgent = !isHold && (booking.status === "pending" || booking.status === "no_show");
    const words = [
      ...(isHold && booking.expires_ms !== null
        ? [t("paying until {{time}}", { time: clock.format(booking.expires_ms) })]
        : service === null
          ? []
          : [service]),
      ...partyOf(booking.party_size),
    ];
    const rooms = booking.needs.map(({ name }) => isolate(name));
    const { visit } = booking;
    const time = timeOf(booking.starts_ms, booking.ends_ms);
    const canMove = isUpcoming(booking.status) && booking.ends_ms > now_ms;
    return {
      key: booking.id,
      href: `/dashboard/bookings/${booking.id}`,
      start: minuteOf(day, booking.starts_ms),
      end: minuteOf(day, booking.ends_ms),
      time,
      from: clock.format(booking.starts_ms),
      title: booking.customer_name,
      detail:
        [
          ...(isUrgent ? [status] : []),
          ...words,
          ...rooms,
          ...(isPlain || isHold || isUrgent ? [] : [status]),
        ].join(" · ") || null,
      status: booking.status,
      icons: [...(isPlain ? [] : [icon]), ...(booking.has_notes ? (["note"] as const) : [])],
      color: colourOf(booking.resource_id, booking.schedule_id),
      label: [
        time,
        isolate(booking.customer_name),
        ...words,
        ...rooms,
        status,
        ...(visit === null ? [] : [partWords(visit, booking.customer_name)]),
        ...(booking.processing === null
          ? []
          : [t("processing {{time}}", { time: processingTime(booking, booking.processing) })]),
        ...(booking.has_notes ? [t("has a note")] : []),
      ].join(", "),
      around: around(day, booking),
      gap: gapOf(day, booking),
      until_ms: isHold ? booking.expires_ms : null,
      is_repeated: false,
      is_need: false,
      booking_id: booking.id,
      together: visit?.id ?? (booking.needs.length > 0 ? booking.id : null),
      visit: visit && {
        no: visit.no,
        of: visit.of,
        color: visitColours.get(visit.id)!, // it is one of data's
        words: partWords(visit, booking.customer_name),
      },
      booking: canMove
        ? {
            id: booking.id,
            version: booking.version,
            minutes: Math.round((booking.ends_ms - booking.starts_ms) / 60_000),
            schedule_id: booking.schedule_id,
            service,
            price_amount: booking.price_amount ?? 0,
            visit_id: visit?.id ?? null,
            need_no: null,
          }
        : null,
    };
  };

  /** The booking in the column of what it takes besides: it changes to another, at its own time. */
  const needCard = (day: AxisDay, needed: InColumn["needed"][number]): Unplaced => {
    const card = bookingCard(day, { ...needed, needs: [] });
    const { no, from_ms, to_ms } = needed.need;
    const time = timeOf(from_ms, to_ms);
    const of = isolate(needed.resource_name);
    const { visit } = needed;
    return {
      ...card,
      key: `${card.key} need ${no}`,
      start: minuteOf(day, from_ms),
      end: minuteOf(day, to_ms),
      time,
      from: clock.format(from_ms),
      detail: [of, card.detail].filter(Boolean).join(" · "),
      icons: ["link", ...card.icons],
      label: [
        time,
        t("for {{guest}}, with {{resource}}", {
          guest: isolate(needed.customer_name),
          resource: of,
        }),
        card.detail,
        visit && partWords(visit, needed.customer_name),
      ]
        .filter(Boolean)
        .join(", "),
      around: null,
      gap: null,
      is_repeated: resourceColours.has(needed.resource_id),
      is_need: true,
      together: visit?.id ?? needed.id,
      booking: card.booking && {
        ...card.booking,
        minutes: Math.round((to_ms - from_ms) / 60_000),
        need_no: no,
      },
    };
  };

  const holdCard = (day: AxisDay, hold: CalendarHold): Unplaced => {
    const time = timeOf(hold.starts_ms, hold.ends_ms);
    return {
      key: hold.id,
      href: `/dashboard/slots/${hold.slot_id}`,
      start: minuteOf(day, hold.starts_ms),
      end: minuteOf(day, hold.ends_ms),
      time,
      from: clock.format(hold.starts_ms),
      title: t("Someone is booking"),
      detail: partyOf(hold.party_size)[0] ?? null,
      status: null,
      icons: ["hourglass"],
      color: null,
      label: t("{{time}}, someone is booking, held until {{until}}", {
        time,
        until: clock.format(hold.expires_ms),
      }),
      around: null,
      gap: null,
      until_ms: hold.expires_ms,
      ...ALONE,
    };
  };

  const classCard = (day: AxisDay, slot: CalendarSlot, held: number): Unplaced => {
    const title = names.get(slot.schedule_id ?? "") ?? t("Class");
    const more = [
      ...(held > 0 ? [t("{{count}} being booked", { count: held })] : []),
      ...(slot.waiting > 0 ? [plural(slot.waiting, "{{count}} waiting", "{{count}} waiting")] : []),
    ];
    const time = timeOf(slot.starts_ms, slot.ends_ms);
    return {
      key: slot.id,
      href: `/dashboard/slots/${slot.id}`,
      start: minuteOf(day, slot.starts_ms),
      end: minuteOf(day, slot.ends_ms),
      time,
      from: clock.format(slot.starts_ms),
      title,
      detail: [`${slot.taken}/${slot.capacity}`, ...more].join(", "),
      status: null,
      icons: ["people"],
      color: colourOf(slot.resource_id, slot.schedule_id),
      label: [time, title, t("{{taken}} of {{capacity}} booked", slot), ...more].join(", "),
      around: around(day, slot),
      gap: null,
      until_ms: null,
      ...ALONE,
    };
  };

  return (day: AxisDay, { bookings, slots, holds, needed }: InColumn): CalendarCard[] => {
    const classes = slots.filter(
      ({ capacity, status, taken }) => capacity > 1 && (status === "open" || taken > 0),
    );
    const isInClass = new Set(classes.map(({ id }) => id));
    const heldOf = (slot: CalendarSlot) =>
      holds.reduce((all, hold) => all + (hold.slot_id === slot.id ? hold.party_size : 0), 0);
    const cards = [
      ...classes.map((slot) => classCard(day, slot, heldOf(slot))),
      ...holds.filter(({ slot_id }) => !isInClass.has(slot_id)).map((each) => holdCard(day, each)),
      ...bookings
        .filter(({ slot_id }) => slot_id === null || !isInClass.has(slot_id))
        .map((each) => bookingCard(day, each)),
      ...needed.map((each) => needCard(day, each)),
    ].sort((a, b) => a.start - b.start || a.end - b.end);
    const places = packLanes(cards);
    return cards.map((card, index) => ({ ...card, ...places[index]! }));
  };
}
