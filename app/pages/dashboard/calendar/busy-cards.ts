import type { BusyTime } from "~/contract/calendars";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { busyWords } from "~/ui/calendars/calendar-words";
import { type AxisDay, minuteOf } from "./axis";
import { timeRange } from "./calendar-cards";
import type { Interval } from "./pack";

/** Busy time from an external calendar, read-only here. */
export interface BusyCard extends Interval {
  key: string;
  time: string;
  /** The calendar's owner, with the event title if it is the reader's own and stored. */
  title: string;
  /** Prevents bookings; otherwise informational. */
  is_hard: boolean;
  /** Continues from the previous day or to the next. */
  goes_on: boolean;
}

/** Busy times of a resource on a day. `dayClock` formats times that span days. */
export function busyCards(
  day: AxisDay,
  resourceId: string,
  busy: readonly BusyTime[],
  clocks: { clock: Intl.DateTimeFormat; dayClock: Intl.DateTimeFormat },
): BusyCard[] {
  const end = day.starts_ms + day.minutes * 60_000;
  return busy
    .filter(({ resource_id }) => resource_id === resourceId)
    .map((each) => ({ ...each, from: Date.parse(each.starts_at), to: Date.parse(each.ends_at) }))
    .filter(({ from, to }) => from < end && to > day.starts_ms)
    .map(({ from, to, mode, user_names, titles }) => {
      const goes_on = from < day.starts_ms || to > end;
      const time = timeRange(goes_on ? clocks.dayClock : clocks.clock, from, to);
      const whose = busyWords(user_names);
      const title =
        titles.length === 0
          ? whose
          : t("{{titles}} · {{busy}}", { titles: titles.map(isolate).join(", "), busy: whose });
      const at = { start: minuteOf(day, from), end: minuteOf(day, to) };
      return { key: `busy ${mode} ${from}`, ...at, time, title, is_hard: mode === "hard", goes_on };
    });
}
