import { ScheduleFilter } from "~/contract/schedules";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { readLastSlotJob } from "~/domain/schedules/slot-job-rows.sql.server";
import {
  nextFreeTimes,
  resourceNames,
  type ServiceResources,
} from "~/domain/services/list-services.sql.server";
import { readSlotProgress } from "~/domain/services/slot-progress.sql.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { list, plural, t } from "~/i18n/text";
import { headOf } from "./describe-service";
import { jobLine, serviceLine } from "./slot-progress-lines";
import { mayChange } from "./service-parts.server";

export type ServicesView = Awaited<ReturnType<typeof loadServices>>;

/** A page of services from `cursor`, with their next free times and running slot generation. */
export async function loadServices(actor: UserActor, cursor: string | undefined) {
  const filter = { ...ScheduleFilter.parse({ limit: 100 }), cursor };
  const { page, moved } = await orFirstPage(filter, (query) => listSchedules(actor, query));
  const ids = page.data.map(({ id }) => id);
  const mayAdd = hasRole(actor, "staff");
  const [free, names, making, job] = await Promise.all([
    nextFreeTimes(actor.tenant.id, ids),
    resourceNames(actor.tenant.id, ids),
    readSlotProgress(actor.tenant.id, ids),
    mayAdd ? readLastSlotJob(actor.tenant.id) : null,
  ]);
  const { locale } = calendarOf(actor);
  return {
    services: page.data.map((schedule) => {
      const next = free.get(schedule.id);
      const when = clockFormat(locale, schedule.time_zone, {
        weekday: "short",
        day: "numeric",
        month: "short",
      });
      return {
        ...headOf(schedule, locale),
        category: schedule.category,
        private: schedule.private,
        resources: withWords(names.get(schedule.id)),
        next: next === undefined ? null : when.format(next),
        may_switch: mayChange(actor, schedule),
      };
    }),
    making: [
      ...page.data.flatMap((schedule) => {
        const percent = making.get(schedule.id);
        return percent === undefined ? [] : [serviceLine(schedule, percent)];
      }),
      ...(job === null ? [] : [jobLine(job)]),
    ],
    next_cursor: page.page.next_cursor,
    has_cursor: cursor !== undefined && moved === null,
    may_add: mayAdd,
    may_order: hasRole(actor, "admin"),
  };
}

/** Resources of a service: one by name, otherwise their number and first names. */
function withWords({ names, count }: ServiceResources = { names: [], count: 0 }): string {
  if (count === 0) return t("No resources");
  if (count <= names.length) return list(names);
  return plural(
    count - names.length,
    "{{guests}} and {{count}} more",
    "{{guests}} and {{count}} more",
    {
      guests: names.join(", "),
    },
  );
}
