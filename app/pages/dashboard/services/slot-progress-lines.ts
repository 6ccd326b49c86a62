import type { SlotJob } from "~/contract/slots";
import type { IconName } from "~/ui/icon";

/** Progress of slot generation, for one service or one API call. */
export interface SlotProgressLine {
  id: string;
  icon: IconName;
  title: string;
  done: number;
  total: number;
  words: string;
  is_under_way: boolean;
}

/** The bar of a service whose new hours are saved and whose times follow. */
export const serviceLine = ({ id, name }: { id: string; name: string }, percent: number): SlotProgressLine => ({
  ...{ id, icon: "clock", title: name, done: percent, total: 100, is_under_way: true },
  words: `${percent}% of the days ahead are ready.`,
});

/** The bar of the work that a call of the API has started. */
export function jobLine({ id, state, done, total, result }: SlotJob, locale: string): SlotProgressLine {
  const n = (count: number) => count.toLocaleString(locale);
  const line = { id, title: "Asked for by the API", done, total: Math.max(total, 1) };
  if (state === "failed")
    return {
      ...{ ...line, icon: "warning", is_under_way: false },
      words: `Stopped at ${n(done)} of ${n(total)}. Ask for it again: nothing is made twice.`,
    };
  if (state === "done") {
    const { created, kept, removed } = result ?? { created: 0, kept: 0, removed: 0 }; // a job that is done has one
    return {
      ...{ ...line, icon: "check", done: line.total, is_under_way: false },
      words: `Done: ${n(created)} made, ${n(kept)} were there already, ${n(removed)} removed.`,
    };
  }
  const words = state === "waiting" ? `Begins in a moment: ${n(total)} times.` : `${n(done)} of ${n(total)} done.`;
  return { ...line, icon: "clock", words, is_under_way: true };
}
