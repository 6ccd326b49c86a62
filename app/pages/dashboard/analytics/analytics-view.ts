import { LIVE } from "~/contract/booking-status";
import type { Analytics, AnalyticsFigures } from "~/contract/analytics";
import { BookingStatus } from "~/contract/bookings";
import { formatMoney, shortMoney } from "~/lib/money";
import { daysBetween } from "~/lib/time";
import { bookingsPath } from "~/ui/booking/booking-views";
import { compared } from "~/ui/figures";
import type { AnalyticsRequest } from "./analytics-query";
import { type Chart, chartOf, levelOf } from "./chart";

/** A figure with the list that it counts, and how it differs from the days before. */
export interface AnalyticsFigure {
  label: string;
  value: string;
  /** Which bookings it is about. */
  counts: string;
  change: string | null;
  to: string;
}
export type AnalyticsView = ReturnType<typeof viewOf>;

interface Habits {
  locale: string;
  /** The company's own. */
  currency: string;
}

/** What figures are compared with, in short: the charts say which days those are. */
const BEFORE = "before";
const PAID = ["paid", "partially_refunded", "refunded"];

/** Everything the page shows, in words and as numbers to draw. */
export function viewOf(found: Analytics, asked: AnalyticsRequest, habits: Habits) {
  const list = listOf(asked);
  const days = daysBetween(asked.from, asked.to) + 1;
  const when = days === 1 ? "The day before" : `The ${days} days before`;
  return {
    is_empty: found.bookings_total === 0 && (found.previous?.bookings_total ?? 0) === 0,
    days: daysInWords(asked, habits.locale),
    when: found.previous === null ? null : when,
    figures: figuresOf(found, list, habits.locale),
    statuses: BookingStatus.options
      .map((status) => ({
        status,
        count: found.by_status[status],
        width: found.bookings_total === 0 ? 0 : (found.by_status[status] / found.bookings_total) * 100,
        to: list({ status }),
      }))
      .filter(({ count }) => count > 0),
    money: moneyOf(found, list, habits.locale),
    charts: chartsOf(found, habits),
    heat: heatOf(found.heatmap, habits.locale),
    resources: found.top_resources.map(({ resource_id, name, bookings, party_total, booked_minutes }) => ({
      ...{ resource_id, name, bookings, party_total },
      hours: new Intl.NumberFormat(habits.locale, { maximumFractionDigits: 1 }).format(booked_minutes / 60),
      to: list({ status: LIVE.join(","), resource_id }),
    })),
  };
}

/** The list of bookings that start in the days asked for. */
const listOf = ({ from, to, resource_id }: AnalyticsRequest) => {
  const given = { from, to, range_by: "start", ...(resource_id !== null && { resource_id }) };
  return (filter: Record<string, string>) => bookingsPath({ view: "all", given }, filter);
};

function daysInWords({ from, to }: AnalyticsRequest, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" });
  return format.formatRange(new Date(from), new Date(to));
}

function figuresOf(found: Analytics, list: ReturnType<typeof listOf>, locale: string): AnalyticsFigure[] {
  const { previous } = found;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const figure = (
    label: string,
    counts: string,
    name: keyof AnalyticsFigures & ("party_total" | `${string}_${"rate" | "total" | "conversion"}` | "utilisation"),
    filter: Record<string, string>,
  ): AnalyticsFigure => {
    const isCount = name === "bookings_total" || name === "party_total";
    const [now, before] = [found[name], previous?.[name] ?? null];
    const points = (value: number) => `${number.format(value * 100)} points`;
    return {
      ...{ label, counts, to: list(filter) },
      value: now === null ? "–" : (isCount ? number : percent).format(now),
      change: now === null || before === null ? null : compared(now, before, isCount ? number.format : points, BEFORE),
    };
  };
  const held = { status: LIVE.join(",") };
  const lead = found.avg_lead_hours;
  const leadBefore = previous?.avg_lead_hours ?? null;
  const time = (hours: number) => (hours < 48 ? `${number.format(hours)} hours` : `${number.format(hours / 24)} days`);
  return [
    figure("Bookings", "all that begin in these days", "bookings_total", {}),
    figure("People", "in bookings that take place", "party_total", held),
    figure("Utilisation", "booked time of the time on offer", "utilisation", held),
    figure("Cancelled", "or refunded, of those that were agreed", "cancellation_rate", {
      status: "cancelled,refunded",
    }),
    figure("No-shows", "of those whose time has begun", "no_show_rate", { status: "no_show" }),
    figure("Expired", "held seats that nobody confirmed in time", "expiry_rate", { status: "expired" }),
    figure("Paid", "of those with a payment begun", "payment_conversion", { payment_status: PAID.join(",") }),
    figure("Guests who come again", "of the guests of these days", "repeat_customer_rate", held),
    {
      label: "Booked ahead",
      value: lead === null ? "–" : time(lead),
      counts: "on average, from booking to beginning",
      change: lead === null || leadBefore === null ? null : compared(lead, leadBefore, time, BEFORE),
      to: list({}),
    },
  ];
}

function moneyOf({ money, previous }: Analytics, list: ReturnType<typeof listOf>, locale: string) {
  return money.map(({ currency, gross, refunds, net }) => {
    const write = (amount: number) => formatMoney(amount, currency, locale);
    const before = previous?.money.find((one) => one.currency === currency)?.net ?? 0;
    return {
      ...{ currency, gross: write(gross), refunds: write(refunds), net: write(net) },
      change: previous === null ? null : compared(net, before, write, BEFORE),
      paid: list({ payment_status: PAID.join(",") }),
      returned: list({ payment_status: "partially_refunded,refunded" }),
    };
  });
}

const EACH = { day: "a day", week: "a week", month: "a month" };

function chartsOf({ series, previous, interval, money }: Analytics, { locale, currency }: Habits): Chart[] {
  const labels = labelsOf(
    series.map(({ date }) => date),
    interval,
    locale,
  );
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const draw = (
    title: string,
    value: (point: Analytics["series"][number]) => number | null,
    write: (value: number) => string,
    least: number,
    writeAxis = write,
  ) =>
    chartOf({
      ...{ title: `${title} ${EACH[interval]}`, labels, write, writeAxis, least },
      values: series.map(value),
      before: previous && previous.series.map(value),
    });
  // Each currency has its own chart; the company's own comes first.
  const currencies = money.map((one) => one.currency).sort((a, b) => Number(b === currency) - Number(a === currency));
  return [
    draw("Bookings", (point) => point.bookings_total, number.format, 2),
    draw("Utilisation", (point) => point.utilisation, percent.format, 0.2),
    ...currencies.map((one) =>
      draw(
        currencies.length === 1 ? "Income" : `Income in ${one}`,
        (point) => point.money.find((sum) => sum.currency === one)?.net ?? 0,
        (amount) => formatMoney(amount, one, locale),
        200,
        (amount) => shortMoney(amount, one, locale),
      ),
    ),
  ];
}

function labelsOf(dates: string[], interval: Analytics["interval"], locale: string): string[] {
  const options = {
    day: { weekday: "short", day: "numeric", month: "short" },
    week: { day: "numeric", month: "short" },
    month: { month: "short", year: "numeric" },
  } as const;
  const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options[interval] });
  return dates.map((date) => format.format(new Date(date)));
}

/** 1 January 2024 was a Monday. */
const weekdays = (locale: string, weekday: "short" | "long") =>
  [1, 2, 3, 4, 5, 6, 7].map((day) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday }).format(new Date(Date.UTC(2024, 0, day))),
  );

/** The grid of busy hours: a row an hour, from the first to the last in which anything begins, a column a weekday. */
function heatOf(heatmap: number[][], locale: string) {
  const hours = [...Array(24).keys()].filter((hour) => heatmap.some((day) => day[hour]! > 0)); // 24 hours a day
  const most = Math.max(...heatmap.flat());
  const text = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const [short, long] = [weekdays(locale, "short"), weekdays(locale, "long")];
  // A weekday has its long name, and one cell has the most.
  const busiest = heatmap.flatMap((day, index) =>
    day.flatMap((count, hour) => (count === most ? [{ day: long[index]!, hour: text(hour), count }] : [])),
  );
  const first = hours[0] ?? 0;
  return {
    days: short.map((name, index) => ({ name, whole: long[index]! })), // both have seven
    busiest: most === 0 ? null : busiest[0]!,
    rows: Array.from({ length: hours.length === 0 ? 0 : hours.at(-1)! - first + 1 }, (_, index) => ({
      hour: text(first + index),
      cells: heatmap.map((day) => ({ count: day[first + index]!, level: levelOf(day[first + index]!, most) })), // within 24
    })),
  };
}
