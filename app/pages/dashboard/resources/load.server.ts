import { ResourceFilter } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { type FreeResource, readNextFree } from "~/domain/slots/next-free.sql.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf, type PageCalendar } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import { FREE_DAYS, type ResourceLine } from "./resource-table";

export type ResourcesView = Awaited<ReturnType<typeof loadResources>>;

const PATH = "/dashboard/resources";

/** A page of resources from `cursor`, with their services. */
export async function loadResources(actor: UserActor, cursor: string | undefined) {
  const filter = { ...ResourceFilter.parse({ limit: 50 }), cursor };
  const [found, services] = await Promise.all([
    orFirstPage(filter, (asked) => listResources(actor, asked)),
    listSchedules(actor, ScheduleFilter.parse({ active: "true", limit: 100 })),
  ]);
  const { data, page } = found.page;
  const calendar = calendarOf(actor);
  const now = clock.now();
  const free = await readNextFree(actor, {
    from: new Date(now),
    to: new Date(startOfDay(addDays(calendar.today, FREE_DAYS), calendar.time_zone)),
    resources: data.length,
    times: 1,
    of: data.map(({ id }) => id),
  });
  const nextFreeOf = nextFreeIn(free, calendar);
  return {
    resources: data.map(({ id, name, type, capacity, color, active, image_asset_id }) => ({
      id,
      name,
      type,
      capacity,
      color,
      active,
      services: services.data
        .filter(({ resource_ids }) => resource_ids.includes(id))
        .map(({ name }) => name),
      image: image_asset_id && assetUrl(actor.tenant.id, image_asset_id),
      next_free: nextFreeOf(id),
    })),
    next_page: page.next_cursor && `${PATH}?cursor=${encodeURIComponent(page.next_cursor)}`,
    has_cursor: cursor !== undefined && found.moved === null,
    may_edit: hasRole(actor, "admin"),
    may_book: hasRole(actor, "staff"),
  };
}

/** First free time of each resource, formatted; today's without a date. */
function nextFreeIn(found: readonly FreeResource[], { locale, time_zone, today }: PageCalendar) {
  const time = clockFormat(locale, time_zone);
  const dayAndTime = clockFormat(locale, time_zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  return (id: string): ResourceLine["next_free"] => {
    const first = found.find((resource) => resource.id === id)?.times[0];
    if (first === undefined) return null;
    const { slot_id, starts_ms } = first;
    const isToday = localDateOf(starts_ms, time_zone) === today;
    const label = isToday
      ? t("Today, {{time}}", { time: time.format(starts_ms) })
      : dayAndTime.format(starts_ms);
    return { slot_id, label };
  };
}
