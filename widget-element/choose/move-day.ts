import { addDays, SPAN_DAYS, weekdayOf } from "./dates";

/**
 * The day a key moves focus to, or null for other keys (WAI-ARIA Authoring Practices, date grid:
 * arrows, Home and End within the week, Page keys by what is displayed).
 */
export function moveDay(
  date: string,
  key: string,
  grid: { first_day: number; rtl: boolean },
): string | null {
  const column = (weekdayOf(date) - grid.first_day + 7) % 7;
  const ahead = grid.rtl ? -1 : 1;
  const moves: Record<string, number> = {
    ArrowLeft: -ahead,
    ArrowRight: ahead,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -column,
    End: 6 - column,
    PageUp: -SPAN_DAYS,
    PageDown: SPAN_DAYS,
  };
  return key in moves ? addDays(date, moves[key]!) : null;
}
