import type {
  BookingSeries,
  Cancellation,
  GroupScope,
  MovedBookings,
  SeriesDate,
} from "~/contract/booking-series";
import type { BookingVisit } from "~/contract/booking-visits";
import { startOf } from "~/domain/bookings/read/booking-time";
import { clockFormat } from "~/i18n/clock-format";
import { msg, plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import type { Calendar } from "./booking-lines";
import { bookingStatuses } from "./status-badge";

/** Why a date of a series is taken or was left out. */
const REASONS: Record<string, string> = {
  full: msg("Booked"),
  held: msg("Held"),
  need_taken: msg("Room or equipment taken"),
  closed: msg("Closed"),
  daily_limit: msg("Limit a day"),
  weekly_limit: msg("Weekly limit"),
  monthly_limit: msg("Monthly limit"),
  customer_limit: msg("Guest’s limit"),
  too_soon: msg("In the past"),
  too_far: msg("Too far ahead"),
};

const reasonWords = (reason: string): string => t(REASONS[reason] ?? msg("Not possible"));

const momentIn = (starts_at: string, { locale, time_zone }: Calendar): string =>
  startOf(new Date(starts_at), { locale, time_zone });

/** A date of a booking's series. */
export interface SeriesLine {
  no: number;
  /** null: it was left out. */
  booking_id: string | null;
  when: string;
  state: string;
}

export function seriesLines({ dates }: BookingSeries, calendar: Calendar): SeriesLine[] {
  return dates.map(({ no, booking_id, booking_status, booking_starts_at, starts_at, reason }) => ({
    no,
    booking_id,
    when: momentIn(booking_starts_at ?? starts_at, calendar),
    state:
      booking_status !== null
        ? t(bookingStatuses[booking_status].label)
        : reason !== null
          ? t("Left out: {{reason}}", { reason: reasonWords(reason) })
          : t("Planned"),
  }));
}

/** "10:00 – 10:30 · Haircut · Sami" */
export function visitLines(
  { bookings }: BookingVisit,
  services: ReadonlyMap<string, string>,
  { locale, time_zone }: Calendar,
): SeriesLine[] {
  const clock = clockFormat(locale, time_zone);
  return bookings.map(({ id, visit, schedule_id, resource_name, starts_at, ends_at, status }) => ({
    no: visit?.no ?? 0,
    booking_id: id,
    when: [
      clock.formatRange(new Date(starts_at), new Date(ends_at)),
      services.get(schedule_id ?? "") ?? "",
      isolate(resource_name),
    ]
      .filter(Boolean)
      .join(" · "),
    state: t(bookingStatuses[status].label),
  }));
}

/** A date before it is booked. */
export interface CheckedDate {
  no: number;
  when: string;
  is_free: boolean;
  /** Why it is taken, and the time that is booked instead; "" if it is free. */
  words: string;
}

export function checkedDates(dates: readonly SeriesDate[], calendar: Calendar): CheckedDate[] {
  return dates.map(({ no, starts_at, state, reason, booking_starts_at }) => ({
    no,
    when: momentIn(starts_at, calendar),
    is_free: state === "free",
    words:
      state === "free"
        ? ""
        : booking_starts_at === null
          ? reasonWords(reason ?? "")
          : t("{{reason}}, instead {{time}}", {
              reason: reasonWords(reason ?? ""),
              time: momentIn(booking_starts_at, calendar),
            }),
  }));
}

/** "This and the following: 4 dates" */
export const scopeWords = (scope: GroupScope, count: number): string =>
  scope === "following"
    ? plural(
        count,
        "This and the following: {{count}} date",
        "This and the following: {{count}} dates",
      )
    : plural(count, "All to come: {{count}} date", "All to come: {{count}} dates");

/** "The visit: 2 services" */
export const visitWords = (count: number): string =>
  plural(count, "The visit: {{count}} service", "The visit: {{count}} services");

/** "This and the following: 4 dates, refund €80.00" */
export function cancelChoice(
  { scope, dates, refund_amount, currency }: Cancellation,
  isVisit: boolean,
  locale: string,
): string {
  const count = dates.filter(({ state }) => state === "planned").length;
  const words = isVisit ? visitWords(count) : scopeWords(scope, count);
  return currency === null || refund_amount === 0
    ? words
    : t("{{dates}}, refund {{amount}}", {
        dates: words,
        amount: formatMoney(refund_amount, currency, locale),
      });
}

/** Several dates or services before they move, and the form that moves them. */
export interface MovePreview {
  /** Services of a visit, which move together. */
  is_visit: boolean;
  dates: { id: string; from: string; to: string; is_free: boolean; words: string }[];
  /** How many of them can move. */
  free: number;
  /** The change of the sum of their prices; "" for none. */
  price: string;
  fields: Record<string, string>;
}

export function movePreview(
  { dates, price_amount, price_difference, currency }: MovedBookings,
  is_visit: boolean,
  fields: Record<string, string>,
  calendar: Calendar,
): MovePreview {
  const money = (amount: number) => formatMoney(amount, currency ?? "EUR", calendar.locale);
  const priceWords = (amount: number, difference: number) =>
    t("{{price}} instead of {{before}}", {
      price: money(amount),
      before: money(amount - difference),
    });
  const possible = dates.filter(({ state }) => state === "free").length;
  const free = is_visit && possible < dates.length ? 0 : possible;
  return {
    is_visit,
    dates: dates.map((date) => ({
      id: date.booking_id,
      from: momentIn(date.starts_at, calendar),
      to: momentIn(date.new_starts_at, calendar),
      is_free: date.state === "free",
      words:
        date.state !== "free"
          ? reasonWords(date.reason ?? "")
          : date.price_difference === 0
            ? t("Free")
            : priceWords(date.price_amount ?? 0, date.price_difference),
    })),
    free,
    price: price_difference === 0 ? "" : priceWords(price_amount, price_difference),
    fields: {
      ...fields,
      expected_amount: String(price_amount),
      if_taken: free === dates.length ? "all" : "skip",
    },
  };
}
