import { type Block, BlockFilter } from "~/contract/blocks";
import { ConnectedCalendarFilter } from "~/contract/calendars";
import { PageQuery } from "~/contract/common";
import type { Resource } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
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
import { USUAL_WEEK, weekAndDateValues } from "~/ui/hours/hours-form";
import { hoursPath } from "~/ui/hours/hours-path";
import { hoursFacts } from "~/ui/hours/hours-words";
import type { ResourceTab } from "~/ui/resources/resource-path";
import { MAX_SERVICES, offeredValues, serviceLine } from "../offered-services";
import { readFree } from "../read-free.server";
import { describeAtAGlance } from "./at-a-glance.server";
import { KEEP_HOURS, NEW_HOURS } from "../hours-values";
import { EditResource } from "../resource-forms";

export type ResourceView = Awaited<ReturnType<typeof loadResource>>;

/** Maximum upcoming times off and calendars shown. */
const SHOWN = 50;

/** A resource and one of its pages. Throws a 404 response. */
export async function loadResource(actor: UserActor, resourceId: string, tab: ResourceTab) {
  const resource = await orNoPage(getResource(actor, resourceId));
  const isStaff = hasRole(actor, "staff");
  const isOf = (one: ResourceTab) => tab === one;
  const [nextFreeOf, services, at_a_glance, hours, time_off, calendar] = await Promise.all([
    readFree(actor, [resource.id]),
    isOf("services") ? describeServices(actor, resource) : null,
    isOf("services") ? describeAtAGlance(actor, resource) : null,
    isOf("hours") ? describeHours(actor, resource) : null,
    isOf("time-off") ? describeTimeOff(actor, resource) : null,
    isOf("calendar") && isStaff ? describeCalendar(actor, resource) : null,
  ]);
  const { id, name, type, capacity, description, color, active, version, image_asset_id } =
    resource;
  return {
    tab,
    resource: { id, name, type, capacity, description: description ?? "", color, active },
    next_free: nextFreeOf(id),
    seen: version,
    image: image_asset_id && assetUrl(actor.tenant.id, image_asset_id),
    limits: fieldLimits(EditResource),
    services,
    at_a_glance,
    hours,
    time_off,
    calendar,
    may_edit: hasRole(actor, "admin"),
    may_block: isStaff,
  };
}

/** The services it offers, and those it could; without permission only the former. */
async function describeServices(actor: UserActor, { id }: Resource) {
  const mayEdit = hasRole(actor, "admin");
  const filter = mayEdit ? {} : { resource_id: id };
  const { data } = await listSchedules(
    actor,
    ScheduleFilter.parse({ ...filter, limit: MAX_SERVICES }),
  );
  return {
    lines: data.map((schedule) => serviceLine(schedule, actor.tenant.currency)),
    values: offeredValues(id, data),
  };
}

/** The resource's hours and the alternatives. */
async function describeHours(actor: UserActor, { id, name, hours_id }: Resource) {
  const [all, usersOf] = await Promise.all([
    listAllHours(actor),
    readHoursUsers(
      actor,
      [hours_id].filter((one) => one !== null),
    ),
  ]);
  const now = all.find((each) => each.id === hours_id);
  const users = now && usersOf(now.id);
  const mayChange = users !== undefined && mayChangeHours(actor, users);
  return {
    now:
      now === undefined || users === undefined
        ? null
        : {
            name: now.name,
            path: hoursPath(now.id),
            facts: hoursFacts(now),
            may_change: mayChange,
            /** Names of everything else that uses them. */
            others: [...users.resources.filter((user) => user.id !== id), ...users.schedules].map(
              (user) => user.name,
            ),
          },
    choices: [
      { value: "", label: t("Same as services") },
      ...all.map((each) => ({
        value: each.id === hours_id && mayChange ? KEEP_HOURS : each.id,
        label: each.name,
      })),
      { value: NEW_HOURS, label: t("New hours for {{name}}", { name }) },
    ],
    seen: now?.version ?? 0,
    stored: {
      hours_id: mayChange ? KEEP_HOURS : (hours_id ?? ""),
      ...(now === undefined ? USUAL_WEEK : weekAndDateValues(now)),
    },
  };
}

async function describeTimeOff(actor: UserActor, { id }: Resource) {
  const calendar = calendarOf(actor);
  const blocks = await listBlocks(
    actor,
    BlockFilter.parse({
      resource_id: id,
      from: new Date(clock.now()).toISOString(),
      limit: SHOWN,
    }),
  );
  return {
    lines: blocks.data.map((block) => timeOffLine(block, calendar)),
    today: calendar.today,
  };
}

const timeOffLine = (block: Block, calendar: Calendar) => ({
  id: block.id,
  reason: block.reason,
  when: timeOffWords(block, calendar),
});

async function describeCalendar(actor: UserActor, { id }: Resource) {
  const [feeds, calendars] = await Promise.all([
    listFeeds(actor, PageQuery.parse({ limit: 100 })),
    listCalendars(actor, ConnectedCalendarFilter.parse({ resource_id: id, limit: SHOWN })),
  ]);
  return {
    now: clock.now(),
    lines: calendars.data,
    feed_id: feeds.data.find(({ resource_id }) => resource_id === id)?.id ?? null,
  };
}
