import { Form, Link, useLocation, useNavigate, useSubmit } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { msg, t } from "~/i18n/text";
import { blockPath, blockSearch } from "~/ui/block/block-address";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { Menu } from "~/ui/kit/menu";
import {
  type CalendarQuery,
  CARD_COLOURS,
  type CardColour,
  calendarPath,
  MOST_COLUMNS,
} from "./calendar-query";
import type { Pickable } from "./resource-switcher";
import styles from "./calendar-tools.module.css";

const COLOUR_NAMES: Record<CardColour, string> = {
  status: msg("Status"),
  resource: msg("Resource"),
  service: msg("Service"),
};

interface CalendarToolsProps {
  query: CalendarQuery;
  resources: Pickable[];
  time_zone: string;
  mayEdit: boolean;
  /** Shown in the bar on wide screens. */
  children: ReactNode;
}

/** Secondary tools in a menu; a bottom sheet on phones. */
export function CalendarTools({
  query,
  resources,
  time_zone,
  mayEdit,
  children,
}: CalendarToolsProps) {
  const submit = useSubmit();
  const location = useLocation();
  const navigate = useNavigate();
  const block = { date: query.date };
  const openBlock = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, blockSearch(block), "block"), { preventScrollReset: true });
  };
  return (
    <Menu
      className={styles.menu!}
      summaryClassName={styles.summary!}
      summary={
        <>
          <Icon name="settings" size={18} />
          <span className="hidden-text">{t("View and tools")}</span>
        </>
      }
    >
      <div className={styles.sheet}>
        {children}
        {mayEdit && (
          <Link to={blockPath(block)} className={styles.row!} onClick={openBlock}>
            <Icon name="clock" size={18} /> {t("Block time")}
          </Link>
        )}
        <Link to={`/dashboard/calendar/sheet?date=${query.date}`} className={styles.row!}>
          <Icon name="list" size={18} /> {t("Day sheet")}
        </Link>
        <Link to="/dashboard/settings/me" className={styles.row!}>
          <Icon name="calendar" size={18} /> {t("Calendar feed (iCal)")}
        </Link>
        <Form
          className={styles.choices}
          onChange={(event) =>
            submit(event.currentTarget, { preventScrollReset: true, replace: true })
          }
        >
          <input type="hidden" name="view" value={query.view} />
          {query.resources.map((id) => (
            <input key={id} type="hidden" name="resource" value={id} />
          ))}
          {query.all && query.resources.length === 0 && (
            <input type="hidden" name="resource" value="all" />
          )}
          <label className={styles.choice}>
            {t("Date")}
            <input type="date" name="date" key={query.date} defaultValue={query.date} required />
          </label>
          <label className={styles.choice}>
            {t("Colour by")}
            <select name="colour" defaultValue={query.colour}>
              {CARD_COLOURS.map((colour) => (
                <option key={colour} value={colour}>
                  {t(COLOUR_NAMES[colour])}
                </option>
              ))}
            </select>
          </label>
          <noscript>
            <button type="submit">{t("Show")}</button>
          </noscript>
        </Form>
        {resources.length > 2 && <Picker query={query} resources={resources} />}
        <p className={styles.zone}>{t("Time zone: {{time_zone}}", { time_zone })}</p>
      </div>
    </Menu>
  );
}

/** Selection of resources, stored per person. */
function Picker({ query, resources }: Pick<CalendarToolsProps, "query" | "resources">) {
  const most = MOST_COLUMNS[query.view];
  return (
    <Form
      method="post"
      action="/dashboard/calendar/resources"
      key={query.resources.join()}
      preventScrollReset
    >
      <input type="hidden" name="to" value={calendarPath(query, { resources: [], all: false })} />
      <fieldset className={styles.list}>
        <legend>
          {resources.length > most
            ? t("Resources, at most {{most}} at once", { most })
            : t("Resources")}
        </legend>
        {resources.map(({ id, name }) => (
          <label key={id} className={styles.option}>
            <input
              type="checkbox"
              name="resource"
              value={id}
              defaultChecked={query.resources.includes(id)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <button type="submit" className={styles.apply}>
        {t("Show selected")}
      </button>
    </Form>
  );
}
