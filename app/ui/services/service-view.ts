import type { Schedule } from "~/contract/schedules";
import type { ServiceDryRun, ServicePreview } from "~/domain/services/service-outcome";
import { msg, plural, t } from "~/i18n/text";
import type { FormRefusal } from "../form/page-form";
import type { FormValues } from "./service-forms";
import { clockFormat } from "~/i18n/clock-format";
import { formatMoney } from "~/lib/money";
import { lengthWords } from "./length-words";

// View data of a service's pages: formatted texts and percentages, computed on the server.

interface Place {
  locale: string;
  /** The schedule's time zone. */
  time_zone: string;
}

export interface PreviewView {
  /** Hour labels above the bars, with positions in percent. */
  scale: { label: string; at: number }[];
  days: {
    date: string;
    label: string;
    description: string;
    open: { at: number; width: number }[];
    times: { at: number; label: string }[];
  }[];
  /** "Sat 10:00 costs €42.00", for each peak price. */
  examples: string[];
  /** "60 min · €35.00", for each length offered. */
  lengths: string[];
  /** Shown if not all resources are included. */
  limit: string | null;
}

const STATES = {
  closed: msg("Closed"),
  full: msg("Fully booked"),
  outside_window: msg("Not bookable"),
};

const timeWords = (time: string, free: number) =>
  free > 1 ? t("{{time}} ({{count}} free)", { time, count: free }) : time;

export function previewView(shown: ServicePreview, { locale, time_zone }: Place): PreviewView {
  const { days, counted, of, currency, has_prices } = shown;
  const price = ({ price_amount, differs }: { price_amount: number | null; differs: boolean }) => {
    if (!has_prices || price_amount === null || currency === null) return "";
    const amount = formatMoney(price_amount, currency, locale);
    return ` · ${differs ? t("from {{price}}", { price: amount }) : amount}`;
  };
  const opened = days.flatMap((day) => day.open);
  const from = Math.floor(Math.min(540, ...opened.map((span) => span.from)) / 60) * 60;
  const to = Math.ceil(Math.max(1020, ...opened.map((span) => span.to)) / 60) * 60;
  const percent = (minute: number) => Math.round(((minute - from) / (to - from)) * 1000) / 10;
  const clock = clockFormat(locale, time_zone);
  const onClock = clockFormat(locale, "UTC");
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const hours = (to - from) / 60;
  const every = (hours <= 8 ? 2 : hours <= 16 ? 4 : 6) * 60; // at most five labels fit
  const marks = Array.from(
    { length: Math.floor((to - from) / every) + 1 },
    (_, index) => from + index * every,
  );
  return {
    scale: marks.map((minute) => ({
      label: onClock.format(new Date(minute * 60_000)),
      at: percent(minute),
    })),
    days: days.map(({ date, open, times, state }) => ({
      date,
      label: day.format(new Date(`${date}T00:00:00Z`)),
      description:
        state === "open"
          ? plural(times.length, "{{count}} time", "{{count}} times")
          : t(STATES[state]),
      open: open.map((span) => ({
        at: percent(span.from),
        width: percent(span.to) - percent(span.from),
      })),
      times: times.map(({ minute, starts_at, free, ...terms }) => ({
        at: percent(minute < from ? minute + 1440 : minute),
        label: timeWords(clock.format(new Date(starts_at)), free) + price(terms),
      })),
    })),
    examples: exampleWords(shown, { locale, time_zone }),
    lengths: shown.lengths.map(
      ({ minutes, price_amount }) =>
        `${lengthWords(minutes)} · ${priceWords({ price_amount, currency }, locale)}`,
    ),
    limit:
      counted < of
        ? t(
            "Shows {{counted}} of {{all}} resources: without archived ones and those after the twelfth.",
            {
              counted,
              all: of,
            },
          )
        : null,
  };
}

function exampleWords({ peaks, currency }: ServicePreview, { locale, time_zone }: Place): string[] {
  const when = clockFormat(locale, time_zone, { weekday: "short" });
  const sentences = peaks.map(({ starts_at, price_amount }) =>
    t("{{time}} costs {{price}}", {
      time: when.format(new Date(starts_at)),
      price: priceWords({ price_amount, currency }, locale),
    }),
  );
  return [...new Set(sentences)];
}

export interface OutsideView {
  bookings: {
    id: string;
    name: string;
    when: string;
    resource: string;
    has_email: boolean;
    places: { value: string; label: string }[];
  }[];
  /** Number of bookings not listed; they are kept. */
  others: number;
  /** Total refund of the chosen cancellations, formatted; "" for none. */
  refunds: string;
}

export function outsideView(
  { outside, outside_total, refunds }: ServiceDryRun,
  { locale, time_zone }: Place,
): OutsideView {
  const when = clockFormat(locale, time_zone, { weekday: "short", day: "numeric", month: "short" });
  return {
    bookings: outside.map((booking) => ({
      id: booking.id,
      name: booking.customer_name,
      when: when.format(new Date(booking.starts_at)),
      resource: booking.resource_name,
      has_email: booking.has_email,
      places: booking.places.map((place) => ({
        value: place.value,
        label: [
          when.format(new Date(place.starts_at)),
          place.resource_name === booking.resource_name ? "" : place.resource_name,
        ]
          .filter(Boolean)
          .join(", "),
      })),
    })),
    others: outside_total - outside.length,
    refunds: new Intl.ListFormat(locale).format(
      refunds.map(({ amount, currency }) => formatMoney(amount, currency, locale)),
    ),
  };
}

/** Response to a service form that was not saved. */
export interface ServiceAnswer {
  result?: FormRefusal;
  /** The submitted form. */
  typed?: FormValues;
  preview?: PreviewView;
  outside?: OutsideView;
  /** Saving requires a decision about bookings first. */
  undecided?: boolean;
  /** Saved concurrently: the current values and when they were saved. */
  conflict?: { now: FormValues; seen: number };
}

export function priceWords(
  { price_amount, currency }: Pick<Schedule, "price_amount" | "currency">,
  locale: string,
): string {
  return price_amount === null || currency === null
    ? t("No price")
    : formatMoney(price_amount, currency, locale);
}

export const TABS = [
  { name: "offer", label: msg("Details") },
  { name: "hours", label: msg("Hours") },
  { name: "who", label: msg("Who") },
  { name: "price", label: msg("Price and length") },
  { name: "rules", label: msg("Rules") },
  { name: "questions", label: msg("Questions") },
  { name: "why", label: msg("Troubleshoot") },
] as const;
export type FormTab = Exclude<(typeof TABS)[number]["name"], "why">;

export const servicePath = (id: string, tab: string) => `/dashboard/services/${id}/${tab}`;
