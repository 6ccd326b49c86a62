import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { CalendarView } from "./axis";

/** Says that the calendar has more entries than one page shows, and how to see the rest. */
export function TruncatedNotice({ from, view }: { from: string; view: CalendarView }) {
  const way = view === "day" ? "Choose fewer resources above" : "Look at one day, or choose fewer resources above";
  return (
    <Notice tone="info">
      {t("There is more here than one page can show: from {from} on, some of it is left out. {way} to see all of it.", {
        from,
        way,
      })}
    </Notice>
  );
}
