import type { DayFigures } from "~/domain/analytics/day-figures";
import { formatMoney } from "~/lib/money";

/** A figure with its days as a line, and how it differs from before. */
export interface Figure {
  label: string;
  value: string;
  change: string;
  /** One value a day, for the line. */
  days: number[];
  to: string | null;
}

interface Read {
  days: readonly DayFigures[];
  today: string;
  currency: string;
  locale: string;
  /** Money is for admins. */
  with_money: boolean;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The figures of the first page, from the days around today. */
export function figuresOf({ days, today, currency, locale, with_money }: Read): Figure[] {
  const at = days.findIndex(({ date }) => date === today);
  const past = days.slice(0, at + 1);
  const ahead = days.slice(at);
  const of = (name: keyof Omit<DayFigures, "date">, among: readonly DayFigures[]) => among.map((day) => day[name]);
  const week = past.slice(-7);
  const before = past.slice(0, -7);
  const now = days[at];
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const net = sum(of("net", week));
  const netBefore = sum(of("net", before));
  const missed = sum(of("no_shows", week));
  return [
    {
      label: "Bookings today",
      value: String(now?.bookings ?? 0),
      change: compared(now?.bookings ?? 0, past.at(-8)?.bookings ?? 0, String, "a week ago"),
      days: of("bookings", past),
      to: "/dashboard/bookings?view=today",
    },
    {
      label: "Free seats today",
      value: String(now?.free_seats ?? 0),
      change: `${sum(of("free_seats", ahead))} in the next 7 days`,
      days: of("free_seats", ahead),
      to: null,
    },
    ...(with_money
      ? [
          {
            label: "Taken in 7 days",
            value: money(net),
            change: compared(net, netBefore, money, "the 7 days before"),
            days: of("net", past),
            to: null,
          },
        ]
      : []),
    {
      label: "No-shows in 7 days",
      value: String(missed),
      change: compared(missed, sum(of("no_shows", before)), String, "the 7 days before"),
      days: of("no_shows", past),
      to: "/dashboard/bookings?view=all&status=no_show",
    },
  ];
}

/** How a figure differs from an earlier one, in words. */
export function compared(now: number, before: number, write: (value: number) => string, when: string): string {
  if (now === before) return `as many as ${when}`;
  return `${write(Math.abs(now - before))} ${now > before ? "more" : "less"} than ${when}`;
}

/** The points of a line of 100 by 28, one a day; flat at the foot where all days are zero. */
export function linePoints(days: readonly number[]): string {
  const most = Math.max(...days, 1);
  const least = Math.min(...days, 0);
  const step = days.length > 1 ? 100 / (days.length - 1) : 0;
  return days
    .map((value, index) => `${round(index * step)},${round(26 - ((value - least) / (most - least)) * 24)}`)
    .join(" ");
}

const round = (value: number) => Math.round(value * 10) / 10;
