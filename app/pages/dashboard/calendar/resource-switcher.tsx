import { Form, Link, useSubmit } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Avatar } from "./avatar";
import { type CalendarQuery, calendarPath } from "./calendar-query";
import styles from "./calendar-bar.module.css";

export interface Pickable {
  id: string;
  name: string;
  color: string | null;
}

/** With more, use a menu. */
const MOST_SEGMENTS = 5;

/** Selects everyone's calendar or one person's. The tools select several. */
export function ResourceSwitcher({
  query,
  resources,
}: {
  query: CalendarQuery;
  resources: Pickable[];
}) {
  const submit = useSubmit();
  // A week without a selection shows the first.
  const one =
    query.resources[0] ?? (query.view === "week" && !query.all ? resources[0]?.id : undefined);
  const isSome = query.resources.length > 1;
  const isFew = resources.length <= MOST_SEGMENTS;
  return (
    <>
      {isFew && (
        <nav className={styles.segments} aria-label={t("Resource")} data-wide>
          <Link
            to={calendarPath(query, { resources: [], all: true })}
            aria-current={one === undefined ? "true" : undefined}
          >
            {t("All")}
          </Link>
          {resources.map(({ id, name, color }) => (
            <Link
              key={id}
              to={calendarPath(query, { resources: [id] })}
              title={name}
              aria-label={name}
              aria-current={query.resources.includes(id) || one === id ? "true" : undefined}
            >
              <Avatar name={name} color={color} />
              {one === id && !isSome && <span>{name}</span>}
            </Link>
          ))}
        </nav>
      )}
      <Form
        className={styles.who}
        data-narrow={isFew || undefined}
        onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
      >
        <input type="hidden" name="view" value={query.view} />
        <input type="hidden" name="date" value={query.date} />
        <input type="hidden" name="colour" value={query.colour} />
        <select
          key={query.resources.join()}
          name="resource"
          aria-label={t("Resource")}
          defaultValue={isSome ? "some" : (one ?? "all")}
        >
          <option value="all">{t("All ({{count}})", { count: resources.length })}</option>
          {isSome && (
            <option value="some" disabled>
              {t("{{count}} of {{total}}", {
                count: query.resources.length,
                total: resources.length,
              })}
            </option>
          )}
          {resources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <noscript>
          <button type="submit">{t("Show")}</button>
        </noscript>
      </Form>
    </>
  );
}
