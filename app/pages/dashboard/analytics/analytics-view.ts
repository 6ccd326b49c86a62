import { LIVE } from "~/contract/booking-status";
import type { Analytics, AnalyticsFigures } from "~/contract/analytics";
import { BookingStatus } from "~/contract/bookings";
import { msg, plural, t } from "~/i18n/text";
import { weekdayNames } from "~/i18n/weekdays";
import { formatMoney, shortMoney } from "~/lib/money";
import { daysBetween } from "~/lib/time";
import { bookingsPath } from "~/ui/booking/booking-views";
import type { AnalyticsRequest } from "./analytics-query";
import { type Chart, chartOf, levelOf } from "./chart";

/** Change against the previous period; `tone` says whether it is good. */
export interface Change {
  /** "▲ 43" */
  mark: string;
  label: string;
  tone: "good" | "bad" | "plain";
}

/** A figure, the list it counts, and its change. */
export interface AnalyticsFigure {
  label: string;
  value: string;
  /** Names the counted bookings. */
  counts: string;
  change: Change | null;
  to: string;
}
export type AnalyticsView = ReturnType<typeof viewOf>;

interface Habits {
  locale: string;
  /** The company's currency. */
  currency: string;
}

const PAID = ["paid", "partially_refunded", "refunded"];

/** Everything the page shows: texts, and numbers for the charts. */
export function viewOf(found: Analytics, request: AnalyticsRequest, habits: Habits) {
  const list = listOf(request);
  const days = daysBetween(request.from, request.to) + 1;
  const isCompared = found.previous !== null;
  return {
    is_empty: found.bookings_total === 0 && (found.previous?.bookings_total ?? 0) === 0,
    days: daysInWords(request, habits.locale),
    compared_with: isCompared
      ? plural(days, "vs previous day", "vs previous {{count}} days")
      : null,
    when: isCompared ? plural(days, "Previous day", "Previous {{count}} days") : null,
    figures: figuresOf(found, list, habits.locale),
    statuses: BookingStatus.options
      .map((status) => ({
        status,
        count: found.by_status[status],
        width:
          found.bookings_total === 0 ? 0 : (found.by_status[status] / found.bookings_total) * 100,
        to: list({ status }),
      }))
      .filter(({ count }) => count > 0),
    money: moneyOf(found, list, habits.locale),
    charts: chartsOf(found, habits),
    heat: heatOf(found.heatmap, habits.locale),
    resources: found.top_resources.map(
      ({ resource_id, name, bookings, party_total, booked_minutes }) => ({
        resource_id,
        name,
        bookings,
        party_total,
        hours: new Intl.NumberFormat(habits.locale, { maximumFractionDigits: 1 }).format(
          booked_minutes / 60,
        ),
        to: list({ status: LIVE.join(","), resource_id }),
      }),
    ),
  };
}

/** The list of bookings that start in the range. */
const listOf = ({ from, to, resource_id }: AnalyticsRequest) => {
  const given = { from, to, range_by: "start", ...(resource_id !== null && { resource_id }) };
  return (filter: Record<string, string>) => bookingsPath({ view: "all", given }, filter);
};

function daysInWords({ from, to }: AnalyticsRequest, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" });
  return format.formatRange(new Date(from), new Date(to));
}

function figuresOf(
  found: Analytics,
  list: ReturnType<typeof listOf>,
  locale: string,
): AnalyticsFigure[] {
  const { previous } = found;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const figure = (
    label: string,
    counts: string,
    more: "good" | "bad",
    name: keyof AnalyticsFigures &
      ("party_total" | `${string}_${"rate" | "total" | "conversion"}` | "utilisation"),
    filter: Record<string, string>,
  ): AnalyticsFigure => {
    const isCount = name === "bookings_total" || name === "party_total";
    const [now, before] = [found[name], previous?.[name] ?? null];
    const points = (value: number) => t("{{points}} pp", { points: number.format(value * 100) });
    return {
      label,
      counts,
      to: list(filter),
      value: now === null ? "–" : (isCount ? number : percent).format(now),
      change:
        now === null || before === null
          ? null
          : changeOf(now - before, isCount ? number.format : points, more),
    };
  };
  const held = { status: LIVE.join(",") };
  const lead = found.avg_lead_hours;
  const leadBefore = previous?.avg_lead_hours ?? null;
  const time = (unitDisplay: "long" | "short") => {
    const write = (unit: "hour" | "day", value: number) =>
      new Intl.NumberFormat(locale, {
        style: "unit",
        unit,
        unitDisplay,
        maximumFractionDigits: 1,
      }).format(value);
    return (hours: number) => (hours < 48 ? write("hour", hours) : write("day", hours / 24));
  };
  return [
    figure(t("Bookings"), t("Starting in this period"), "good", "bookings_total", {}),
    figure(t("Guests"), t("Expected"), "good", "party_total", held),
    figure(t("Utilisation"), t("Booked share of available time"), "good", "utilisation", held),
    figure(t("Cancelled"), t("Of confirmed bookings, incl. refunded"), "bad", "cancellation_rate", {
      status: "cancelled,refunded",
    }),
    figure(t("No-shows"), t("Of bookings that have started"), "bad", "no_show_rate", {
      status: "no_show",
    }),
    figure(t("Expired"), t("Of all holds"), "bad", "expiry_rate", { status: "expired" }),
    figure(t("Paid"), t("Of started payments"), "good", "payment_conversion", {
      payment_status: PAID.join(","),
    }),
    figure(
      t("Returning guests"),
      t("Of guests in this period"),
      "good",
      "repeat_customer_rate",
      held,
    ),
    {
      label: t("Lead time"),
      value: lead === null ? "–" : time("long")(lead),
      counts: t("Average from booking to start"),
      change:
        lead === null || leadBefore === null
          ? null
          : changeOf(lead - leadBefore, time("short"), "plain"),
      to: list({}),
    },
  ];
}

/** `more`: whether an increase is good. null if unchanged. */
function changeOf(
  difference: number,
  write: (value: number) => string,
  more: Change["tone"],
): Change | null {
  const amount = write(Math.abs(difference));
  if (amount === write(0)) return null;
  const isMore = difference > 0;
  const other = { good: "bad", bad: "good", plain: "plain" } as const;
  return {
    mark: isMore ? `▲ ${amount}` : `▼ ${amount}`,
    label: isMore
      ? t("{{amount}} more than before", { amount })
      : t("{{amount}} less than before", { amount }),
    tone: isMore ? more : other[more],
  };
}

function moneyOf({ money, previous }: Analytics, list: ReturnType<typeof listOf>, locale: string) {
  return money.map(({ currency, gross, refunds, owed, deposits, fees, net }) => {
    const write = (amount: number) => formatMoney(amount, currency, locale);
    const before = previous?.money.find((one) => one.currency === currency)?.net ?? 0;
    return {
      currency,
      gross: write(gross),
      refunds: write(refunds),
      net: write(net),
      owed: owed > 0 ? write(owed) : null,
      deposits: deposits > 0 ? write(deposits) : null,
      fees: fees === 0 ? null : write(fees),
      change: previous === null ? null : changeOf(net - before, write, "good"),
      paid: list({ payment_status: PAID.join(",") }),
      returned: list({ payment_status: "partially_refunded,refunded" }),
    };
  });
}

const EACH = {
  day: msg("{{figure}} per day"),
  week: msg("{{figure}} per week"),
  month: msg("{{figure}} per month"),
};

function chartsOf(
  { series, previous, interval, money }: Analytics,
  { locale, currency }: Habits,
): Chart[] {
  const labels = labelsOf(
    series.map(({ date }) => date),
    interval,
    locale,
  );
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const draw = (
    figure: string,
    value: (point: Analytics["series"][number]) => number | null,
    write: (value: number) => string,
    least: number,
    writeAxis = write,
  ) =>
    chartOf({
      title: t(EACH[interval], { figure }),
      labels,
      write,
      writeAxis,
      least,
      values: series.map(value),
      before: previous && previous.series.map(value),
    });
  // One chart per currency, the company's first.
  const currencies = money
    .map((one) => one.currency)
    .sort((a, b) => Number(b === currency) - Number(a === currency));
  return [
    draw(t("Bookings"), (point) => point.bookings_total, number.format, 2),
    draw(t("Utilisation"), (point) => point.utilisation, percent.format, 0.2),
    ...currencies.map((one) =>
      draw(
        currencies.length === 1 ? t("Revenue") : t("Revenue ({{currency}})", { currency: one }),
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

/** Busy hours: rows are hours, from the first to the last with bookings; columns are weekdays. */
function heatOf(heatmap: number[][], locale: string) {
  // 24 hours per day
  const hours = [...Array(24).keys()].filter((hour) => heatmap.some((day) => day[hour]! > 0));
  const most = Math.max(...heatmap.flat());
  const text = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const [short, long] = [weekdayNames(locale, "short"), weekdayNames(locale)];
  // The busiest cell, with the weekday's full name.
  const busiest = heatmap.flatMap((day, index) =>
    day.flatMap((count, hour) =>
      count === most ? [{ day: long[index]!, hour: text(hour), count }] : [],
    ),
  );
  const first = hours[0] ?? 0;
  return {
    days: short.map((name, index) => ({ name, whole: long[index]! })), // both have seven entries
    busiest: most === 0 ? null : busiest[0]!,
    rows: Array.from(
      { length: hours.length === 0 ? 0 : hours.at(-1)! - first + 1 },
      (_, index) => ({
        hour: text(first + index),
        cells: heatmap.map((day) => ({
          count: day[first + index]!,
          level: levelOf(day[first + index]!, most),
        })), // indexes are below 24
      }),
    ),
  };
}
