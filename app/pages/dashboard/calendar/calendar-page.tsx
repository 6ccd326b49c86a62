import type { AgendaDay } from "./agenda-model";
import { type AgendaPages, AgendaView } from "./agenda-view";
import { CalendarBar, DAYS_ID } from "./calendar-bar";
import { CalendarGrid } from "./calendar-grid";
import type { CalendarModel } from "./calendar-model";
import type { CalendarQuery } from "./calendar-query";
import { EmptyCalendar } from "./empty-calendar";
import { TruncatedNotice } from "./truncated-notice";
import type { Month } from "./month-model";
import { MonthView } from "./month-view";
import { PeoplePager, type ShownPeople } from "./people-pager";
import type { Pickable } from "./people-menu";
import type { PeopleWeek } from "./week-model";
import { WeekView } from "./week-view";
import type { WhyView } from "./why-model";

/** The calendar as a person sees it. */
export interface ShownCalendar {
  /** The query, with the selected resources. */
  query: CalendarQuery;
  /** Its days, formatted. */
  title: string;
  /** Selectable resources. */
  resources: Pickable[];
  shown:
    | ({ kind: "month"; weekdays: string[] } & Month)
    | { kind: "week"; week: PeopleWeek }
    | { kind: "agenda"; days: AgendaDay[] }
    | { kind: "grid"; model: CalendarModel };
  /** The resources shown, if not all. */
  people: ShownPeople | null;
  /** Pagination of an agenda. */
  more: AgendaPages | null;
  why: WhyView | null;
  /** Where the page's limit cut the data off; null if complete. */
  left_out: string | null;
  today: string;
  time_zone: string;
  locale: string;
  mayEdit: boolean;
  maySetUp: boolean;
}

/** The calendar: toolbar, and a grid, table, list or month. */
export function CalendarPage({
  query,
  resources,
  shown,
  people,
  more,
  why,
  left_out,
  ...page
}: ShownCalendar) {
  const { title, today, time_zone, locale, mayEdit, maySetUp } = page;
  return (
    <div
      // On a wide screen the days fill the window, down to a strip in which the page says when it
      // isn't live.
      className={
        shown.kind === "agenda"
          ? undefined
          : "md:not-print:flex md:not-print:flex-col md:not-print:h-[max(32rem,100dvh-1.25rem)]"
      }
      data-calendar={shown.kind}
    >
      <CalendarBar
        query={query}
        title={title}
        resources={resources}
        today={today}
        time_zone={time_zone}
        locale={locale}
        mayEdit={mayEdit}
      />
      {people !== null && <PeoplePager {...people} />}
      {left_out !== null && <TruncatedNotice from={left_out} view={query.view} />}
      <div
        id={DAYS_ID}
        tabIndex={-1}
        className={`outline-none ${shown.kind === "agenda" ? "" : "md:flex md:flex-1 md:flex-col md:min-h-0"}`}
      >
        {shown.kind === "month" && <MonthView {...shown} />}
        {shown.kind === "week" && <WeekView week={shown.week} mayEdit={mayEdit} />}
        {shown.kind === "agenda" && <AgendaView days={shown.days} mayEdit={mayEdit} more={more} />}
        {shown.kind === "grid" &&
          (shown.model.columns.length === 0 ? (
            <EmptyCalendar maySetUp={maySetUp} />
          ) : (
            <CalendarGrid
              model={shown.model}
              view={query.view}
              locale={locale}
              time_zone={time_zone}
              mayEdit={mayEdit}
              why={why}
            />
          ))}
      </div>
    </div>
  );
}
