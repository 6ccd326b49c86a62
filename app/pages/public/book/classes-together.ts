import type { WidgetConfig } from "~/contract/widget";

type Service = WidgetConfig["schedules"][number];
type Resource = WidgetConfig["resources"][number];

/** With more classes, a list of services is easier to choose from. */
const MAX_TOGETHER = 20;

/** Whether resources have several places at a time, such as a yoga class. */
export const holdClasses = (resources: readonly Resource[]): boolean =>
  resources.every(({ capacity, type }) => capacity > 1 && type !== "area");

/**
 * The classes of a company to share a timetable, if there are several and they are most of what it
 * offers; empty for all others.
 */
export function classesTogether({ schedules, resources }: WidgetConfig): Service[] {
  const classes = schedules.filter(
    ({ resource_ids, course }) =>
      // Without single dates it has no times in a timetable.
      course?.single_dates !== false &&
      holdClasses(resources.filter(({ id }) => resource_ids.includes(id))),
  );
  const isMost = classes.length * 2 >= schedules.length;
  return isMost && classes.length > 1 && classes.length <= MAX_TOGETHER ? classes : [];
}
