import { Link, useNavigation } from "@remix-run/react";
import { msg, t } from "~/i18n/text";
import { IconLink, LinkButton } from "~/ui/kit/button";
import { addDays } from "~/lib/time";
import { CALENDAR_VIEWS, type CalendarView, firstOfView, stepView } from "./axis";
import { CalendarTools } from "./calendar-tools";
import { type CalendarQuery, calendarPath } from "./calendar-query";
import type { Pickable } from "./people-menu";
import { ResourceSwitcher } from "./resource-switcher";
import { Segment, Segments } from "./segments";

const VIEW_NAMES: Record<CalendarView, string> = {
  day: msg("Day"),
  week: msg("Week"),
  month: msg("Month"),
  agenda: msg("Agenda"),
};

/** Target of the link that skips the toolbar. */
export const DAYS_ID = "days";

interface CalendarBarProps {
  query: CalendarQuery;
  title: string;
  resources: Pickable[];
  today: string;
  locale: string;
  time_zone: string;
  mayEdit: boolean;
}

/** Toolbar: title, navigation, people and views; the rest is in a menu. Works without scripts. */
export function CalendarBar({
  query,
  title,
  resources,
  today,
  locale,
  time_zone,
  mayEdit,
}: CalendarBarProps) {
  const isLoading = useNavigation().location?.pathname === "/dashboard/calendar";
  return (
    <header aria-busy={isLoading}>
      <a className="skip-link" href={`#${DAYS_ID}`}>
        {t("Skip to the bookings")}
      </a>
      <div className="flex flex-wrap gap-2 items-center min-h-head max-md:flex-nowrap">
        <h1 className="m-0 me-1 text-xl font-semibold tracking-tight whitespace-nowrap max-md:flex-1 max-md:truncate">
          {title}
        </h1>
        <Steps query={query} today={today} isFirst />
        {resources.length > 1 && <ResourceSwitcher query={query} resources={resources} />}
        <Views query={query} isFirst />
        <CalendarTools query={query} resources={resources} time_zone={time_zone} mayEdit={mayEdit}>
          <div className="grid gap-2 pb-2 md:hidden">
            <Views query={query} />
            <Steps query={query} today={today} />
          </div>
        </CalendarTools>
      </div>
      {(query.view === "day" || query.view === "agenda") && (
        <WeekStrip query={query} today={today} locale={locale} />
      )}
    </header>
  );
}

/** `isFirst`: in the bar, where shortcuts find it; phones show it among the tools. */
interface PartProps {
  query: CalendarQuery;
  isFirst?: boolean;
}

function Steps({ query, today, isFirst = false }: PartProps & { today: string }) {
  const step = (steps: number) =>
    calendarPath(query, { date: stepView(query.view, query.date, steps) });
  return (
    <nav
      className={`flex gap-1 items-center ${isFirst ? "me-auto max-md:hidden" : ""}`}
      aria-label={t("Dates")}
    >
      <LinkButton
        to={calendarPath(query, { date: today })}
        className={isFirst ? "" : "flex-1"}
        {...(isFirst && { "data-press": "t" })}
      >
        {t("Today")}
      </LinkButton>
      <IconLink to={step(-1)} icon="left" label={t("Earlier")} rel="prev" />
      <IconLink to={step(1)} icon="right" label={t("Later")} rel="next" />
    </nav>
  );
}

function Views({ query, isFirst = false }: PartProps) {
  return (
    <Segments aria-label={t("Views")} className={isFirst ? "max-md:hidden" : ""}>
      {CALENDAR_VIEWS.map((view, index) => (
        <Segment
          key={view}
          className="px-2.5"
          to={calendarPath(query, { view })}
          aria-current={view === query.view ? "page" : undefined}
          {...(isFirst && { "data-press": index + 1 })}
        >
          {t(VIEW_NAMES[view])}
        </Segment>
      ))}
    </Segments>
  );
}

/** Phones: the days of the week as links. */
function WeekStrip({
  query,
  today,
  locale,
}: {
  query: CalendarQuery;
  today: string;
  locale: string;
}) {
  const first = firstOfView("week", query.date);
  const say = (words: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...words });
  const [weekday, number, whole] = [
    say({ weekday: "short" }),
    say({ day: "numeric" }),
    say({ weekday: "long", day: "numeric", month: "long" }),
  ];
  return (
    <nav className="grid grid-cols-7 pb-2 border-b border-line md:hidden" aria-label={t("Week")}>
      {Array.from({ length: 7 }, (_, index) => {
        const date = addDays(first, index);
        const at = new Date(`${date}T00:00:00Z`);
        return (
          <Link
            key={date}
            to={calendarPath(query, { date })}
            className="grid justify-items-center gap-0.5 py-1 text-muted text-xs no-underline"
            aria-label={whole.format(at)}
            aria-current={date === query.date ? "date" : undefined}
          >
            {weekday.format(at)}
            <b
              className={`grid place-items-center size-8 rounded-full text-md font-semibold ${date === query.date ? "bg-text text-surface" : "text-text"} ${date === today ? "shadow-[inset_0_0_0_1.5px_var(--text)]" : ""}`}
            >
              {number.format(at)}
            </b>
          </Link>
        );
      })}
    </nav>
  );
}
