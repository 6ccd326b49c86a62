import type { Hours } from "~/contract/hours";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { resourcesWithoutMeetings } from "~/domain/calendars/meeting-calendars.sql.server";
import { readHoursUsers } from "~/domain/schedules/hours-users.server";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { listAllHours, mayChangeHours } from "~/domain/schedules/shared-hours.server";
import { listCategories } from "~/domain/services/list-services.sql.server";
import { readSlotProgress } from "~/domain/services/slot-progress.sql.server";
import { previewService } from "~/domain/services/preview-service.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { writePrice } from "~/ui/form/price";
import { timeZoneChoices } from "~/ui/form/place-choices";
import { hoursPath } from "~/ui/hours/hours-path";
import { hoursFacts } from "~/ui/hours/hours-words";
import { previewView } from "~/ui/services/service-view";
import { headOf } from "../describe-service";
import { serviceLine } from "../slot-progress-lines";
import { mayChange, type ServicePart, widgetQuestions } from "../service-parts.server";
import { MAX_TERMS, needChoice } from "../who-form";
import type { Schedule } from "~/contract/schedules";
import { listAllGroups } from "~/domain/resource-groups/resource-groups.server";
import { readNeedNames } from "~/domain/seats/service-needs.sql.server";
import { resourceChoices } from "../service-resources.server";
import type { ResourceChoice } from "../resource-ticks";
import type { SharedHours } from "./hours-fields";
import { partFacts } from "./service-words";

export type ServiceView = Awaited<ReturnType<typeof loadServicePart>>;

/** A service page with a preview of the next days. Throws a 404 response. */
export async function loadServicePart(actor: UserActor, serviceId: string, part: ServicePart) {
  const schedule = await orNoPage(getSchedule(actor, serviceId));
  const { locale } = calendarOf(actor);
  const place = { locale, time_zone: schedule.time_zone };
  const [preview, resources, widgets, making, hours, categories, without_meetings] =
    await Promise.all([
      previewService(actor.tenant.id, schedule),
      resourceChoices(actor),
      part.tab === "questions" ? widgetQuestions(actor, schedule.id) : [],
      readSlotProgress(actor.tenant.id, [schedule.id]),
      ["hours", "rules"].includes(part.tab) ? listAllHours(actor) : [],
      part.tab === "offer" ? listCategories(actor.tenant.id) : [],
      part.tab === "offer" ? resourcesWithoutMeetings(actor.tenant.id, schedule.resource_ids) : [],
    ]);
  const { version, time_zone } = schedule;
  const taken = hours.find(({ id }) => id === schedule.hours_id);
  return {
    tab: part.tab,
    locale,
    head: headOf(schedule, locale),
    making: [...making.values()].map((percent) => serviceLine(schedule, percent)),
    seen: version,
    values: part.values(schedule),
    limits: fieldLimits(part.schema),
    preview: previewView(preview, place),
    facts: partFacts(part.tab, schedule, resources, locale),
    zones: part.tab === "hours" ? timeZoneChoices(time_zone) : [],
    shared_hours: part.tab === "hours" ? await describeShared(actor, hours) : [],
    dates_of: taken === undefined ? null : { name: taken.name, path: hoursPath(taken.id) },
    resources: chosenFirst(resources, schedule.resource_ids),
    takes_payments: actor.tenant.takes_payments,
    tax: actor.tenant.policy.tax,
    usual: {
      minutes: String(schedule.duration_minutes),
      price: writePrice(schedule.price_amount, schedule.currency),
    },
    with_terms: MAX_TERMS,
    need_choices: part.tab === "who" ? await needChoices(actor, schedule, resources) : [],
    categories,
    without_meetings,
    image: schedule.image_asset_id && assetUrl(actor.tenant.id, schedule.image_asset_id),
    widgets: widgets.map((widget) => ({ ...widget, path: `/dashboard/widgets/${widget.id}` })),
    may_edit: mayChange(actor, schedule),
    sees_widgets: hasRole(actor, "admin"),
    may_upload: hasRole(actor, "admin"),
    currency: schedule.currency ?? actor.tenant.currency,
  };
}

/**
 * What the service can need: groups, and resources that are not its own. What it needs already
 * stays in the list, even if this person doesn't see it otherwise.
 */
async function needChoices(
  actor: UserActor,
  { id, needs, resource_ids }: Schedule,
  resources: ResourceChoice[],
): Promise<{ value: string; label: string }[]> {
  const groups = await listAllGroups(actor);
  const choices = [
    ...groups.map((group) => ({ value: `group ${group.id}`, label: group.name })),
    ...resources
      .filter((resource) => !resource_ids.includes(resource.id))
      .map((resource) => ({ value: `resource ${resource.id}`, label: resource.name })),
  ];
  const known = new Set(choices.map(({ value }) => value));
  const names = needs.length === 0 ? [] : await readNeedNames(actor.tenant.id, id);
  const others = needs
    .map((need, index) => ({ value: needChoice(need), label: names[index] ?? "" }))
    .filter(({ value }) => !known.has(value));
  return [...choices, ...others];
}

/** If there are more resources than fit, the selected ones come first. */
function chosenFirst(resources: ResourceChoice[], chosen: readonly string[]): ResourceChoice[] {
  if (resources.length <= MAX_TERMS) return resources;
  const isChosen = ({ id }: ResourceChoice) => chosen.includes(id);
  return [...resources.filter(isChosen), ...resources.filter((resource) => !isChosen(resource))];
}

/** Shared hours to choose from, and whether this person may change them. */
async function describeShared(actor: UserActor, hours: readonly Hours[]): Promise<SharedHours[]> {
  const usersOf = await readHoursUsers(
    actor,
    hours.map(({ id }) => id),
  );
  return hours.map((each) => ({
    id: each.id,
    name: each.name,
    path: hoursPath(each.id),
    facts: hoursFacts(each),
    may_change: mayChangeHours(actor, usersOf(each.id)),
  }));
}
