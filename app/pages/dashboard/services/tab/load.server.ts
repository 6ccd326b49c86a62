import { hasRole, type UserActor } from "~/domain/identity/actor";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { readSlotProgress } from "~/domain/services/slot-progress.sql.server";
import { previewService } from "~/domain/services/preview-service.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { fieldLimits } from "~/ui/form/field-limits";
import { timeZoneChoices } from "~/ui/form/place-choices";
import { previewView, yearView } from "~/ui/services/service-view";
import { headOf } from "../describe-service";
import { serviceLine } from "../slot-progress-lines";
import { mayChange, type ServicePart, widgetQuestions } from "../service-parts.server";
import { resourceChoices } from "../service-resources.server";
import type { ServiceView } from "./service-page";
import { partFacts } from "./service-words";

/** A part of a service, to change or to read, beside what it makes of the next days. Throws the 404 page. */
export async function loadServicePart(actor: UserActor, serviceId: string, part: ServicePart): Promise<ServiceView> {
  const schedule = await orNoPage(getSchedule(actor, serviceId));
  const { locale } = calendarOf(actor);
  const place = { locale, time_zone: schedule.time_zone };
  const [preview, resources, widgets, making] = await Promise.all([
    previewService(actor.tenant.id, schedule),
    resourceChoices(actor),
    part.tab === "questions" ? widgetQuestions(actor, schedule.id) : [],
    readSlotProgress(actor.tenant.id, [schedule.id]),
  ]);
  const { version, time_zone } = schedule;
  return {
    tab: part.tab,
    head: headOf(schedule, locale),
    making: [...making.values()].map((percent) => serviceLine(schedule, percent)),
    seen: version,
    values: part.values(schedule),
    limits: fieldLimits(part.schema),
    preview: previewView(preview, place),
    year: part.tab === "hours" ? yearView(schedule, localDateOf(clock.now(), time_zone), locale) : null,
    facts: partFacts(part.tab, schedule, resources, locale),
    zones: part.tab === "hours" ? timeZoneChoices(time_zone) : [],
    ...{ resources, takes_payments: actor.tenant.takes_payments },
    widgets: widgets.map((widget) => ({ ...widget, path: `/dashboard/widgets/${widget.id}` })),
    may_edit: mayChange(actor, schedule),
    sees_widgets: hasRole(actor, "admin"),
    currency: schedule.currency ?? actor.tenant.currency,
  };
}
