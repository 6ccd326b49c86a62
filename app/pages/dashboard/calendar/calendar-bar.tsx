import { Link, useNavigation } from "@remix-run/react";
import { msg, t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { addDays } from "~/lib/time";
import { CALENDAR_VIEWS, type CalendarView, firstOfView, stepView } from "./axis";
import { CalendarTools } from "./calendar-tools";
import { type CalendarQuery, calendarPath } from "./calendar-query";
import { type Pickable, ResourceSwitcher } from "./resource-switcher";
import styles from "./calendar-bar.module.css";

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
      <div className={styles.bar}>
        <h1 className={styles.title}>{title}</h1>
        <Steps query={query} today={today} isFirst />
        {resources.length > 1 && <ResourceSwitcher query={query} resources={resources} />}
        <Views query={query} isFirst />
        <CalendarTools query={query} resources={resources} time_zone={time_zone} mayEdit={mayEdit}>
          <div className={styles.narrow}>
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
    <nav className={styles.steps} aria-label={t("Dates")} data-wide={isFirst || undefined}>
      <Link
        to={calendarPath(query, { date: today })}
        className={styles.today!}
        {...(isFirst && { "data-press": "t" })}
      >
        {t("Today")}
      </Link>
      <Link to={step(-1)} className={styles.step!} rel="prev">
        <Icon name="left" size={18} />
        <span className="hidden-text">{t("Earlier")}</span>
      </Link>
      <Link to={step(1)} className={styles.step!} rel="next">
        <Icon name="right" size={18} />
        <span className="hidden-text">{t("Later")}</span>
      </Link>
    </nav>
  );
}

function Views({ query, isFirst = false }: PartProps) {
  return (
    <nav className={styles.segments} aria-label={t("Views")} data-wide={isFirst || undefined}>
      {CALENDAR_VIEWS.map((view, index) => (
        <Link
          key={view}
          to={calendarPath(query, { view })}
          aria-current={view === query.view ? "page" : undefined}
          {...(isFirst && { "data-press": index + 1 })}
        >
          {t(VIEW_NAMES[view])}
        </Link>
      ))}
    </nav>
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
    <nav className={styles.strip} aria-label={t("Week")}>
      {Array.from({ length: 7 }, (_, index) => {
        const date = addDays(first, index);
        const at = new Date(`${date}T00:00:00Z`);
        return (
          <Link
            key={date}
            to={calendarPath(query, { date })}
            aria-label={whole.format(at)}
            aria-current={date === query.date ? "date" : undefined}
            data-today={date === today || undefined}
          >
            {weekday.format(at)}
            <b>{number.format(at)}</b>
          </Link>
        );
      })}
    </nav>
  );
}
