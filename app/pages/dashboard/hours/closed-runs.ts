import type { ClosedDay } from "~/contract/hours";
import { t } from "~/i18n/text";
import { addDays } from "~/lib/time";
import { type Calendar, dateWords } from "~/ui/booking/booking-lines";

/** Consecutive days closed for the same reason. */
export interface ClosedRun {
  from: string;
  to: string;
  name: string;
  /** "Friday 25 December"; "Friday 25 December – Saturday 2 January 2027". */
  when: string;
}

/** `days` ascending. */
export function closedRuns(days: readonly ClosedDay[], calendar: Calendar): ClosedRun[] {
  const runs: Omit<ClosedRun, "when">[] = [];
  for (const { date, name } of days) {
    const last = runs.at(-1);
    if (last?.name === name && addDays(last.to, 1) === date) last.to = date;
    else runs.push({ from: date, to: date, name });
  }
  return runs.map((run) => ({ ...run, when: spanWords(run, calendar) }));
}

function spanWords({ from, to }: { from: string; to: string }, calendar: Calendar): string {
  const [first, last] = [dateWords(from, calendar), dateWords(to, calendar)];
  return from === to ? first : t("{{from}} – {{until}}", { from: first, until: last });
}
