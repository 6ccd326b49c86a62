import type { IfTaken } from "~/contract/booking-series";
import { isoWeekday } from "~/lib/time";
import type { RepeatWish } from "~/ui/new-booking/desk-state";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const FREQUENCIES = { day: "DAILY", week: "WEEKLY", month: "MONTHLY" } as const;

/** How a time of this local date repeats. */
export function repeatOf(
  wish: RepeatWish,
  date: string,
): { rrule: string; if_taken: IfTaken } | null {
  const frequency = frequencyOf(wish, date);
  if (frequency === null) return null;
  const end = wish.until === "" ? `COUNT=${wish.count}` : `UNTIL=${wish.until.replaceAll("-", "")}`;
  return { rrule: `${frequency};${end}`, if_taken: wish.if_taken };
}

function frequencyOf({ repeat, interval, unit }: RepeatWish, date: string): string | null {
  switch (repeat) {
    case "":
      return null;
    case "daily":
      return "FREQ=DAILY";
    case "weekly":
      return "FREQ=WEEKLY";
    case "two_weeks":
      return "FREQ=WEEKLY;INTERVAL=2";
    case "month_day":
      return `FREQ=MONTHLY;BYMONTHDAY=${Number(date.slice(8))}`;
    case "month_weekday": {
      // The fifth of its weekday is the last one.
      const nth = Math.ceil(Number(date.slice(8)) / 7);
      return `FREQ=MONTHLY;BYDAY=${nth === 5 ? -1 : nth}${WEEKDAYS[isoWeekday(date) - 1]}`;
    }
    case "custom":
      return `FREQ=${FREQUENCIES[unit]};INTERVAL=${interval}`;
  }
}
