import { Notice } from "~/ui/feedback/notice";
import type { CalendarView } from "./axis";

/** That a calendar holds more than a page carries, and how the rest is seen. */
export function TruncatedNotice({ from, view }: { from: string; view: CalendarView }) {
  const way = view === "day" ? "Choose fewer resources above" : "Look at one day, or choose fewer resources above";
  return (
    <Notice tone="info">
      There is more here than one page can show: from {from} on, some of it is left out. {way} to see all of it.
    </Notice>
  );
}
