import type { DayFigures } from "~/domain/analytics/day-figures";
import { t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";

/** A figure of the day, compared with the same weekday a week earlier. */
export interface Figure {
  label: string;
  value: string;
  change: { words: string; label: string; is_good: boolean } | null;
  to: string | null;
}

interface Read {
  day: DayFigures;
  before: DayFigures;
  currency: string;
  locale: string;
  is_today: boolean;
  /** Revenue is visible to admins only. */
  with_money: boolean;
}

/** The day's figures. Collected revenue is incomplete until the day ends, so it isn't compared. */
export function figuresOf({ day, before, currency, locale, is_today, with_money }: Read): Figure[] {
  const count = (value: number) => new Intl.NumberFormat(locale).format(value);
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const change = (name: "bookings" | "guests" | "expected" | "no_shows", write = count) =>
    changeOf(day[name] - before[name], write, name === "no_shows");
  return [
    {
      label: t("Bookings"),
      value: count(day.bookings),
      change: change("bookings"),
      to: is_today ? "/dashboard/bookings?view=today" : null,
    },
    { label: t("Guests"), value: count(day.guests), change: change("guests"), to: null },
    ...(with_money
      ? [
          {
            label: t("Expected"),
            value: money(day.expected),
            change: change("expected", money),
            to: null,
          },
          { label: t("Collected"), value: money(day.collected), change: null, to: null },
        ]
      : []),
    {
      label: t("No-shows"),
      value: count(day.no_shows),
      change: change("no_shows"),
      to: "/dashboard/bookings?view=all&status=no_show",
    },
  ];
}

function changeOf(
  difference: number,
  write: (value: number) => string,
  isBad: boolean,
): Figure["change"] {
  if (difference === 0) return null;
  const amount = write(Math.abs(difference));
  const isMore = difference > 0;
  return {
    words: isMore ? `▲ ${amount}` : `▼ ${amount}`,
    label: isMore
      ? t("{{amount}} more than a week before", { amount })
      : t("{{amount}} less than a week before", { amount }),
    is_good: isMore !== isBad,
  };
}
