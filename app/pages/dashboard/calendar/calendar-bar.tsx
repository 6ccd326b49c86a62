import { Form, Link, useLocation, useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import type { MouseEvent } from "react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { blockPath, blockSearch } from "~/ui/block/block-address";
import { CALENDAR_VIEWS, type CalendarView, firstOfView, stepView } from "./axis";
import { type CalendarQuery, CARD_COLOURS, calendarPath, MOST_COLUMNS } from "./calendar-query";
import styles from "./calendar-bar.module.css";

const VIEW_NAMES: Record<CalendarView, string> = { day: "Day", week: "Week", month: "Month", agenda: "Agenda" };
const COLOUR_NAMES = { resource: "Resource colours", service: "Service colours" };

interface CalendarBarProps {
  query: CalendarQuery;
  resources: { id: string; name: string }[];
  today: string;
  locale: string;
  time_zone: string;
  mayEdit: boolean;
}

/** What is shown, and the ways to other days and views: links and one form, so that it all works without script. */
export function CalendarBar({ query, resources, today, locale, time_zone, mayEdit }: CalendarBarProps) {
  const submit = useSubmit();
  const location = useLocation();
  const navigate = useNavigate();
  const block = { date: query.date };
  const openBlock = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, blockSearch(block), "block"), { preventScrollReset: true });
  };
  const isLoading = useNavigation().location?.pathname === "/dashboard/calendar";
  const most = MOST_COLUMNS[query.view];
  const canPick = resources.length > 1;
  return (
    <header className={styles.bar} aria-busy={isLoading}>
      <div className={styles.heading}>
        <h1 className={styles.title}>{titleOf(query, locale)}</h1>
        <p className={styles.zone}>{t("Time zone: {time_zone}", { time_zone })}</p>
      </div>
      <nav className={styles.steps} aria-label={t("Dates")}>
        <Link
          to={calendarPath(query, { date: stepView(query.view, query.date, -1) })}
          className={styles.step}
          rel="prev"
        >
          <Icon name="left" />
          <span className={styles.hidden}>{t("Earlier")}</span>
        </Link>
        <Link to={calendarPath(query, { date: today })} className={styles.today!} data-press="t">
          {t("Today")}
        </Link>
        <Link
          to={calendarPath(query, { date: stepView(query.view, query.date, 1) })}
          className={styles.step}
          rel="next"
        >
          <Icon name="right" />
          <span className={styles.hidden}>{t("Later")}</span>
        </Link>
      </nav>
      <nav className={styles.views} aria-label={t("Views")}>
        {CALENDAR_VIEWS.map((view, index) => (
          <Link
            key={view}
            to={calendarPath(query, { view })}
            className={styles.view}
            aria-current={view === query.view ? "page" : undefined}
            data-press={index + 1}
          >
            {VIEW_NAMES[view]}
          </Link>
        ))}
      </nav>
      <Form
        className={styles.choices}
        onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}
      >
        <input type="hidden" name="view" value={query.view} />
        <label className={styles.choice}>
          <span className={styles.hidden}>{t("Date")}</span>
          <input type="date" name="date" key={query.date} defaultValue={query.date} required />
        </label>
        <label className={styles.choice}>
          <span className={styles.hidden}>{t("Colours")}</span>
          <select name="colour" defaultValue={query.colour}>
            {CARD_COLOURS.map((colour) => (
              <option key={colour} value={colour}>
                {COLOUR_NAMES[colour]}
              </option>
            ))}
          </select>
        </label>
        {query.resources.map((id) => (
          <input key={id} type="hidden" name="resource" value={id} />
        ))}
        <noscript>
          <button type="submit">{t("Show")}</button>
        </noscript>
      </Form>
      {canPick && (
        <Form method="post" action="/dashboard/calendar/resources" key={query.resources.join()} preventScrollReset>
          <input type="hidden" name="to" value={calendarPath(query, { resources: [] })} />
          <details className={styles.picker}>
            <summary>
              {query.resources.length > 0
                ? t("{count} of {count2} resources", { count: query.resources.length, count2: resources.length })
                : resources.length > most
                  ? t("The first {most} of {count} resources", { most, count: resources.length })
                  : t("All resources")}
            </summary>
            <fieldset className={styles.list}>
              <legend className={styles.hidden}>{t("Resources")}</legend>
              {resources.map(({ id, name }) => (
                <label key={id} className={styles.option}>
                  <input type="checkbox" name="resource" value={id} defaultChecked={query.resources.includes(id)} />
                  {name}
                </label>
              ))}
              <button type="submit" className={styles.apply}>
                {t("Show these")}
              </button>
            </fieldset>
          </details>
        </Form>
      )}
      <Link to={`/dashboard/calendar/sheet?date=${query.date}`} className={styles.sheet}>
        {t("Day sheet")}
      </Link>
      {mayEdit && (
        <Link to={blockPath(block)} className={styles.sheet!} onClick={openBlock}>
          <Icon name="absent" size={18} />
          {t("Block time")}
        </Link>
      )}
    </header>
  );
}

function titleOf({ view, date }: CalendarQuery, locale: string): string {
  const at = new Date(`${view === "week" ? firstOfView(view, date) : date}T00:00:00Z`);
  const words: Intl.DateTimeFormatOptions =
    view === "day"
      ? { weekday: "long", day: "numeric", month: "long", year: "numeric" }
      : view === "month"
        ? { month: "long", year: "numeric" }
        : { day: "numeric", month: "long", year: "numeric" };
  const text = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...words }).format(at);
  return view === "week" ? `Week of ${text}` : text;
}
