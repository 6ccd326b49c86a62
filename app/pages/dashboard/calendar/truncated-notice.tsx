import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { CalendarView } from "./axis";

/** Notice that the calendar exceeds the page's limit, with a link to the rest. */
export function TruncatedNotice({ from, view }: { from: string; view: CalendarView }) {
  return (
    <Notice tone="info">
      {view === "day"
        ? t(
            "Too much for one page: from {{from}} on, some of it is left out. Choose fewer resources.",
            { from },
          )
        : t(
            "Too much for one page: from {{from}} on, some of it is left out. Open one day, or choose fewer resources.",
            {
              from,
            },
          )}
    </Notice>
  );
}
