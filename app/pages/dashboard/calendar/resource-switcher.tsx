import { Form, useSubmit } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import { Select } from "~/ui/kit/inputs";
import { Avatar } from "./avatar";
import { type CalendarQuery, calendarPath } from "./calendar-query";
import { Segment, Segments } from "./segments";

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
        <Segments aria-label={t("Resource")} className="max-md:hidden">
          <Segment
            className="px-2.5"
            to={calendarPath(query, { resources: [], all: true })}
            aria-current={one === undefined ? "true" : undefined}
          >
            {t("All")}
          </Segment>
          {resources.map(({ id, name, color }) => (
            <Segment
              key={id}
              className={one === id && !isSome ? "ps-1.25 pe-2.5" : "px-1.25"}
              to={calendarPath(query, { resources: [id] })}
              title={name}
              aria-label={name}
              aria-current={query.resources.includes(id) || one === id ? "true" : undefined}
            >
              <Avatar name={name} color={color} />
              {one === id && !isSome && <span>{name}</span>}
            </Segment>
          ))}
        </Segments>
      )}
      <Form
        className={isFew ? "md:hidden" : undefined}
        onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
      >
        <input type="hidden" name="view" value={query.view} />
        <input type="hidden" name="date" value={query.date} />
        <input type="hidden" name="colour" value={query.colour} />
        <Select
          className="max-w-48 max-md:max-w-34"
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
        </Select>
        <noscript>
          <Button type="submit">{t("Show")}</Button>
        </noscript>
      </Form>
    </>
  );
}
