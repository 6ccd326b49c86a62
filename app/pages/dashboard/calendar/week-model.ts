import type { BookingStatus } from "~/contract/bookings";
import type {
  CalendarWeek,
  CalendarWeekDay,
  CalendarWeekEntry,
} from "~/domain/calendar/calendar-data";
import { clockFormat } from "~/i18n/clock-format";
import { plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { addDays, startOfDay } from "~/lib/time";
import { bookingStatuses } from "~/ui/booking/status-badge";
import { toMovePath } from "~/ui/block/block-address";
import { partWords } from "./calendar-cards";
import { type CalendarQuery, calendarPath } from "./calendar-query";

/** Entries listed in a cell. */
export const ENTRIES_EACH = 6;

/** A week of several people: a row for each, a column for each day. */
export interface PeopleWeek {
  days: WeekDay[];
  people: WeekPerson[];
}

interface WeekDay {
  date: string;
  /** "Mon 23" */
  title: string;
  /** "Monday 23 November" */
  label: string;
  href: string;
  is_today: boolean;
  /** "Closed · Christmas"; null for an ordinary day. */
  closed: string | null;
}

export interface WeekPerson {
  id: string;
  name: string;
  color: string | null;
  /** Their week. */
  href: string;
  /** "31 h of 36 h"; null without open time. */
  load: string | null;
  /** Booked share of the open time, from 0 to 1. */
  share: number;
  cells: WeekCell[];
}

export interface WeekCell {
  date: string;
  /** Their day. */
  href: string;
  /** "Mila, Monday 23 November, 5 bookings, 86%" */
  label: string;
  share: number;
  /** No open time. */
  is_off: boolean;
  /** "Off · Holiday"; null for a day they work, or without a reason. */
  off: string | null;
  /** Link to the bookings that are in time off; null for none. */
  to_move: { words: string; href: string } | null;
  entries: WeekEntry[];
  /** Entries beyond those listed. */
  more: number;
  /** Query string of a new booking; null on a past day or without open time. */
  book: string | null;
}

export interface WeekEntry {
  id: string;
  /** null for a class. */
  status: BookingStatus | null;
  /** A booking of another resource that takes this one too. */
  is_need: boolean;
  /** "1/2": its place in a visit; null: in none. */
  visit: string | null;
  href: string;
  time: string;
  /** "Iris D.", "Vinyasa" */
  name: string;
  /** "Cut", "9/12"; "" for none. */
  detail: string;
  label: string;
}

interface WeekInput {
  week: CalendarWeek;
  query: CalendarQuery;
  /** Monday. */
  first: string;
  today: string;
  now_ms: number;
  locale: string;
  time_zone: string;
}

export function peopleWeek(input: WeekInput): PeopleWeek {
  const { week, query, first, today, locale } = input;
  const [short, long] = (["short", "long"] as const).map(
    (length) =>
      new Intl.DateTimeFormat(locale, {
        timeZone: "UTC",
        weekday: length,
        day: "numeric",
        ...(length === "long" && { month: "long" }),
      }),
  ) as [Intl.DateTimeFormat, Intl.DateTimeFormat]; // one for each length
  const closedOn = new Map(week.closed.map(({ date, name }) => [date, name]));
  const days = Array.from({ length: 7 }, (_, index): WeekDay => {
    const date = addDays(first, index);
    const at = new Date(`${date}T00:00:00Z`);
    const name = closedOn.get(date);
    return {
      date,
      title: short.format(at),
      label: long.format(at),
      href: calendarPath(query, { view: "day", date }),
      is_today: date === today,
      closed: name === undefined ? null : [t("Closed"), name].filter(Boolean).join(" · "),
    };
  });
  const cellOf = cells(input);
  return {
    days,
    people: week.resources.map(({ id, name, color }): WeekPerson => {
      const own = ({ resource_id }: { resource_id: string }) => resource_id === id;
      const open = sum(week.offered.filter(own).map(({ minutes }) => minutes));
      const booked = sum(week.days.filter(own).map(({ booked_minutes }) => booked_minutes));
      return {
        id,
        name,
        color,
        href: calendarPath(query, { resources: [id] }),
        load:
          open === 0
            ? null
            : t("{{booked}} of {{open}} h", { booked: hours(booked), open: hours(open) }),
        share: shareOf(booked, open),
        cells: days.map((day) => cellOf(day, { id, name })),
      };
    }),
  };
}

const hours = (minutes: number): number => Math.round(minutes / 60);
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
const shareOf = (booked: number, open: number): number =>
  open === 0 ? 0 : Math.min(booked / open, 1);

function cells({ week, query, today, now_ms, locale, time_zone }: WeekInput) {
  const clock = clockFormat(locale, time_zone);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const key = (resource_id: string, date: string) => `${resource_id} ${date}`;
  const byCell = <Row extends { resource_id: string; date: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [key(row.resource_id, row.date), row]));
  const [figures, offered] = [byCell(week.days), byCell(week.offered)];
  const entries = new Map<string, CalendarWeekEntry[]>();
  for (const entry of week.entries) {
    const at = key(entry.resource_id, entry.date);
    entries.set(at, [...(entries.get(at) ?? []), entry]);
  }
  return (day: WeekDay, { id, name }: { id: string; name: string }): WeekCell => {
    const { date } = day;
    const at = key(id, date);
    const {
      bookings,
      booked_minutes,
      to_move,
      ...counted
    }: Omit<CalendarWeekDay, "resource_id" | "date"> = figures.get(at) ?? {
      entries: 0,
      bookings: 0,
      booked_minutes: 0,
      to_move: 0,
    };
    const open = offered.get(at)?.minutes ?? 0;
    const share = shareOf(booked_minutes, open);
    const [begins, ends] = [startOfDay(date, time_zone), startOfDay(addDays(date, 1), time_zone)];
    const off = week.time_off.filter(
      (each) => each.resource_id === id && each.starts_ms < ends && each.ends_ms > begins,
    );
    const whole =
      open === 0
        ? off[0]
        : off.find((each) => each.starts_ms <= Math.max(now_ms, begins) && each.ends_ms >= ends);
    const words =
      whole === undefined
        ? day.closed
        : [t("Off", { context: "person" }), whole.reason].filter(Boolean).join(" · ");
    const listed = entries.get(at) ?? [];
    const block = whole ?? off[0];
    return {
      date,
      href: calendarPath(query, { view: "day", date, resources: [id] }),
      label: [
        isolate(name),
        day.label,
        ...(words === null ? [] : [words]),
        plural(bookings, "{{count}} booking", "{{count}} bookings"),
        ...(open === 0 ? [] : [percent.format(share)]),
      ].join(", "),
      share,
      is_off: open === 0 && counted.entries === 0,
      off: whole === undefined ? null : words,
      to_move:
        to_move === 0 || block === undefined
          ? null
          : {
              words: plural(to_move, "{{count}} booking to move", "{{count}} bookings to move"),
              href: toMovePath(block.id),
            },
      entries: listed.map((entry) => entryOf(entry, clock)),
      more: counted.entries - listed.length,
      book:
        date < today || open === 0
          ? null
          : new URLSearchParams({ resource: id, day: date }).toString(),
    };
  };
}

function entryOf(entry: CalendarWeekEntry, clock: Intl.DateTimeFormat): WeekEntry {
  const { id, kind, service, customer_name, status, taken, capacity, party_size, of, visit } =
    entry;
  const time = clock.format(entry.starts_ms);
  if (kind === "class" || customer_name === null || status === null) {
    const name = service ?? t("Class");
    return {
      id,
      status: null,
      is_need: false,
      visit: null,
      href: `/dashboard/slots/${id}`,
      time,
      name,
      detail: `${taken}/${capacity}`,
      label: [time, name, t("{{taken}} of {{capacity}} booked", { taken, capacity })].join(", "),
    };
  }
  const party =
    party_size > 1 ? [plural(party_size, "party of {{count}}", "party of {{count}}")] : [];
  const more = [
    ...(of === null ? [] : [isolate(of)]),
    ...(service === null ? [] : [service]),
    ...party,
  ];
  return {
    id,
    status,
    is_need: kind === "need",
    visit: visit && `${visit.no}/${visit.of}`,
    href: `/dashboard/bookings/${id}`,
    time,
    name: shortName(customer_name),
    detail: more.join(" · "),
    label: [
      time,
      isolate(customer_name),
      ...more,
      t(bookingStatuses[status].label),
      ...(visit === null ? [] : [partWords(visit, customer_name)]),
    ].join(", "),
  };
}

/** "Iris D." for Iris de Vries-Dekker; a name of one word as it is. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? /\p{L}/u.exec(words.at(-1)!)?.[0] : undefined;
  return last === undefined ? name.trim() : `${words[0]} ${last.toLocaleUpperCase()}.`;
}
