import { addDays, addMonths, lastDayOf, monthOf, weekdayOf } from "./month";

/** The same day in another month, or that month's last day if it is shorter. */
function sameDayIn(date: string, count: number): string {
  const month = addMonths(monthOf(date), count);
  const last = lastDayOf(month);
  const wanted = `${month}-${date.slice(8)}`;
  return wanted < last ? wanted : last;
}

/**
 * The day a key moves focus to, or null for other keys (WAI-ARIA Authoring Practices, date grid:
 * arrows, Home and End within the week, Page keys by month).
 */
export function moveDay(
  date: string,
  key: string,
  grid: { first_day: number; rtl: boolean },
): string | null {
  const column = (weekdayOf(date) - grid.first_day + 7) % 7;
  const ahead = grid.rtl ? -1 : 1;
  if (key === "PageUp" || key === "PageDown") return sameDayIn(date, key === "PageUp" ? -1 : 1);
  const moves: Record<string, number> = {
    ArrowLeft: -ahead,
    ArrowRight: ahead,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -column,
    End: 6 - column,
  };
  return key in moves ? addDays(date, moves[key]!) : null;
}
