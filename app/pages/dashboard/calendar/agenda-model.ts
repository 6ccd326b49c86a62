import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { blockPath } from "~/ui/block/block-address";
import { bookingStatuses } from "~/ui/booking/status-badge";
import { dayLabel } from "~/ui/booking/booking-lines";
import { newBookingSearch } from "~/ui/layout/navigation";
import { lengthWords } from "~/ui/services/length-words";
import { minuteOf } from "./axis";
import type { BusyCard } from "./busy-cards";
import type { CalendarCard, ModelInput } from "./calendar-cards";
import { type CalendarBlockCard, type CalendarColumn, calendarModel } from "./calendar-model";
import type { Interval } from "./pack";

/** A day as a list, for narrow screens. */
export interface AgendaDay {
  date: string;
  label: string;
  entries: AgendaEntry[];
  gaps: AgendaGap[];
  /** The current time, formatted, if it is on this day. */
  now: { minute: number; time: string } | null;
}

export interface AgendaEntry
  extends
    Interval,
    Pick<CalendarCard, "key" | "title" | "detail" | "status" | "icons" | "booking_id" | "visit"> {
  /** null if there is nothing to open. */
  href: string | null;
  /** Start. */
  from: string;
  length: string;
  resource: string;
  /** Its status, unless confirmed. */
  state: string | null;
}

/** Free open time. `search`: query string of a new booking there. */
export interface AgendaGap extends Interval {
  from: string;
  length: string;
  search: string;
}

export interface AgendaInput extends ModelInput {
  today: string;
  /** The range shown on one page, epoch ms: entries that start in it. null: open-ended. */
  from_ms: number | null;
  until_ms: number | null;
}

const SHORTEST_GAP = 15;

/** The grid's cards, time off and the gaps between them, in time order. */
export function agendaOf(input: AgendaInput): AgendaDay[] {
  const { columns, days, now } = calendarModel(input);
  const [from, until] = [input.from_ms ?? -Infinity, input.until_ms ?? Infinity];
  const clock = clockFormat(input.locale, input.time_zone);
  return days.flatMap((day, index): AgendaDay[] => {
    const ends_ms = day.starts_ms + day.minutes * 60_000;
    if (ends_ms <= from || day.starts_ms >= until) return [];
    const page = { start: minuteOf(day, Math.max(from, day.starts_ms)), end: day.minutes };
    if (until < ends_ms) page.end = minuteOf(day, until);
    // Entries that began earlier are on the previous page.
    const isOnPage = ({ start }: Interval) =>
      (start >= page.start && start < page.end) || (start === 0 && page.start === 0);
    const own = columns.filter((column) => column.day === index);
    const at = (minute: number) => clock.format(day.starts_ms + minute * 60_000);
    const entries = own.flatMap(({ cards, blocks, busy, title }) => [
      // A list shows each booking once.
      ...cards.filter((card) => !card.is_repeated).map((card) => cardEntry(card, title)),
      ...blocks.map((block) => blockEntry(block, title, at(block.start))),
      ...busy.map((each) => busyEntry(each, title, at(each.start))),
    ]);
    const isPast = (minute: number) => day.starts_ms + minute * 60_000 < input.now_ms;
    const shown: AgendaDay = {
      date: day.date,
      label: dayLabel(day.date, input),
      entries: entries.filter(isOnPage).sort((a, b) => a.start - b.start || a.end - b.end),
      gaps: gapsOf(own, page)
        .filter(({ start }) => !isPast(start))
        .map(({ start, end, resource_id }) => ({
          start,
          end,
          from: at(start),
          length: lengthWords(end - start),
          search: newBookingSearch({
            resource_id,
            starts_ms: day.starts_ms + start * 60_000,
            minutes: Math.min(end - start, 60),
          }),
        })),
      now:
        now?.day === index && now.minute >= page.start && now.minute < page.end
          ? { minute: now.minute, time: at(now.minute) }
          : null,
    };
    return [shown];
  });
}

/** Open time without bookings or blocks. */
function gapsOf(
  columns: readonly CalendarColumn[],
  within: Interval,
): (Interval & { resource_id: string })[] {
  const taken = columns.flatMap(({ cards, blocks, busy }) => [
    ...cards,
    ...blocks,
    ...busy.filter(({ is_hard }) => is_hard),
  ]);
  return columns
    .flatMap(({ closed, resource_id }) =>
      without([within], closed).map((open) => ({ ...open, resource_id })),
    )
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .reduce<(Interval & { resource_id: string })[]>((joined, open) => {
      const rest = without([open], joined);
      return [...joined, ...rest.map((part) => ({ ...part, resource_id: open.resource_id }))];
    }, [])
    .flatMap(({ resource_id, ...open }) =>
      without([open], taken).map((gap) => ({ ...gap, resource_id })),
    )
    .filter(({ start, end }) => end - start >= SHORTEST_GAP)
    .sort((a, b) => a.start - b.start);
}

/** Subtracts intervals from others. */
function without(stretches: readonly Interval[], others: readonly Interval[]): Interval[] {
  return others.reduce<Interval[]>(
    (left, other) =>
      left.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, other.start) },
          { start: Math.max(start, other.end), end },
        ].filter((part) => part.end > part.start),
      ),
    [...stretches],
  );
}

function cardEntry(
  { key, href, start, end, from, title, detail, status, icons, booking_id, visit }: CalendarCard,
  resource: string,
): AgendaEntry {
  const state = status === null || status === "confirmed" ? null : t(bookingStatuses[status].label);
  return {
    key,
    href,
    start,
    end,
    from,
    title,
    status,
    icons,
    booking_id,
    visit,
    resource,
    state,
    length: lengthWords(end - start),
    // The status is shown next to it.
    detail:
      detail
        ?.split(" · ")
        .filter((word) => word !== state)
        .join(" · ") || null,
  };
}

function blockEntry(
  { id, start, end, time, goes_on, reason }: CalendarBlockCard,
  resource: string,
  from: string,
): AgendaEntry {
  return {
    key: id,
    href: blockPath({ id }),
    start,
    end,
    resource,
    status: null,
    icons: [],
    booking_id: null,
    visit: null,
    from: goes_on ? time : from,
    length: goes_on ? "" : lengthWords(end - start),
    title: reason === null ? t("Blocked") : t("Blocked: {{reason}}", { reason }),
    detail: null,
    state: null,
  };
}

function busyEntry(
  { key, start, end, time, goes_on, title, is_hard }: BusyCard,
  resource: string,
  from: string,
): AgendaEntry {
  return {
    key: `${resource} ${key}`,
    href: null,
    start,
    end,
    resource,
    title,
    status: null,
    icons: [],
    booking_id: null,
    visit: null,
    state: null,
    from: goes_on ? time : from,
    length: goes_on ? "" : lengthWords(end - start),
    detail: is_hard ? null : t("can still be booked"),
  };
}
