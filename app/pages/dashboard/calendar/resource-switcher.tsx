import { t } from "~/i18n/text";
import { Avatar } from "./avatar";
import { type CalendarQuery, calendarPath } from "./calendar-query";
import { PeopleMenu, type Pickable } from "./people-menu";
import { Segment, Segments } from "./segments";

/** With more, and on phones, use a menu. */
export const MAX_SEGMENTS = 5;

/** Selects everyone's calendar or one person's. With few people, the tools select several. */
export function ResourceSwitcher({
  query,
  resources,
}: {
  query: CalendarQuery;
  resources: Pickable[];
}) {
  if (resources.length > MAX_SEGMENTS) return <PeopleMenu query={query} resources={resources} />;
  const one = query.resources[0];
  const isSome = query.resources.length > 1;
  return (
    <>
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
            aria-current={query.resources.includes(id) ? "true" : undefined}
          >
            <Avatar name={name} color={color} />
            {one === id && !isSome && <span>{name}</span>}
          </Segment>
        ))}
      </Segments>
      <PeopleMenu query={query} resources={resources} className="md:hidden" />
    </>
  );
}
