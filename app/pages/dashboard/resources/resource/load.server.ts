import { type Block, BlockFilter } from "~/contract/blocks";
import { ConnectedCalendarFilter } from "~/contract/calendars";
import { PageQuery } from "~/contract/common";
import type { Resource } from "~/contract/resources";
import { type Schedule, ScheduleFilter } from "~/contract/schedules";
import { listBlocks } from "~/domain/blocks/list-blocks.sql.server";
import { listFeeds } from "~/domain/calendar/calendar-feeds.server";
import { listCalendars } from "~/domain/calendars/calendars.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { getResource } from "~/domain/resources/resources.server";
import { readHoursUsers } from "~/domain/schedules/hours-users.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { listAllHours, mayChangeHours } from "~/domain/schedules/shared-hours.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { timeOffWords } from "~/ui/block/time-off-words";
import type { Calendar } from "~/ui/booking/booking-lines";
import { fieldLimits } from "~/ui/form/field-limits";
import { USUAL_WEEK } from "~/ui/hours/hours-form";
import { hoursPath } from "~/ui/hours/hours-path";
import { weekWords } from "~/ui/hours/hours-words";
import { EditResource, NEW_HOURS } from "../resource-forms";
import type { ServiceChoice } from "../services-choice";

export type ResourceView = Awaited<ReturnType<typeof loadResource>>;

/** Maximum services and upcoming times off shown. */
const SHOWN = 50;

const toChoice = ({ id, name, active }: Schedule): ServiceChoice => ({ id, name, active });

/** A resource with services, time off and calendar feed. Throws a 404 response. */
export async function loadResource(actor: UserActor, resourceId: string) {
  const resource = await orNoPage(getResource(actor, resourceId));
  const isStaff = hasRole(actor, "staff");
  const calendar = calendarOf(actor);
  const mayEdit = hasRole(actor, "admin");
  const [services, all, blocks, feeds, hours, calendars] = await Promise.all([
    listSchedules(actor, ScheduleFilter.parse({ resource_id: resource.id, limit: SHOWN })),
    mayEdit ? listSchedules(actor, ScheduleFilter.parse({ limit: 100 })) : null,
    listBlocks(
      actor,
      BlockFilter.parse({
        resource_id: resource.id,
        from: new Date(clock.now()).toISOString(),
        limit: SHOWN,
      }),
    ),
    isStaff ? listFeeds(actor, PageQuery.parse({ limit: 100 })) : null,
    describeHours(actor, resource),
    isStaff
      ? listCalendars(
          actor,
          ConnectedCalendarFilter.parse({ resource_id: resource.id, limit: SHOWN }),
        )
      : null,
  ]);
  const { id, name, type, capacity, description, color, active, version, image_asset_id } =
    resource;
  const feed = feeds?.data.find((each) => each.resource_id === id);
  return {
    resource: { id, name, type, capacity, description: description ?? "", color, active },
    seen: version,
    image: image_asset_id && assetUrl(actor.tenant.id, image_asset_id),
    limits: fieldLimits(EditResource),
    services: services.data.map(toChoice),
    /** Services it could be added to; empty without permission. */
    other_services: (all?.data ?? [])
      .filter(({ resource_ids }) => !resource_ids.includes(id))
      .map(toChoice),
    hours,
    time_off: blocks.data.map((block) => timeOffLine(block, calendar)),
    feed_id: feed?.id ?? null,
    calendars: { now: clock.now(), lines: calendars?.data ?? [] },
    today: calendar.today,
    may_edit: mayEdit,
    may_block: isStaff,
  };
}

/** The resource's hours and the alternatives. */
async function describeHours(actor: UserActor, { name, hours_id }: Resource) {
  const [all, usersOf] = await Promise.all([
    listAllHours(actor),
    readHoursUsers(
      actor,
      [hours_id].filter((id) => id !== null),
    ),
  ]);
  const now = all.find(({ id }) => id === hours_id);
  return {
    now:
      now === undefined
        ? null
        : {
            name: now.name,
            path: hoursPath(now.id),
            week: weekWords(now.rules),
            may_change: mayChangeHours(actor, usersOf(now.id)),
          },
    choices: [
      { value: "", label: t("Same as services") },
      ...all.map((each) => ({ value: each.id, label: each.name })),
      { value: NEW_HOURS, label: t("New hours for {{name}}", { name }) },
    ],
    stored: { hours_id: hours_id ?? "", ...USUAL_WEEK },
  };
}

const timeOffLine = (block: Block, calendar: Calendar) => ({
  id: block.id,
  reason: block.reason,
  when: timeOffWords(block, calendar),
});
