import { Id, LocalDate } from "~/contract/common";
import { ExplainQuery } from "~/contract/slots";
import { mayUseResource, type UserActor } from "~/domain/identity/actor";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { explain } from "~/domain/slots/explain.sql.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { dayLabel } from "~/ui/booking/booking-lines";
import { headOf } from "../describe-service";
import { resourceChoices } from "../service-resources.server";
import { whySteps } from "./why-steps";

export type WhyPageView = Awaited<ReturnType<typeof loadWhy>>;

/**
 * Why a service has no times on a day, for the resource and party size in `params`. Throws a 404
 * response.
 */
export async function loadWhy(actor: UserActor, id: string, params: URLSearchParams) {
  const schedule = await orNoPage(getSchedule(actor, id));
  const resources = (await resourceChoices(actor)).filter(({ id }) =>
    schedule.resource_ids.includes(id),
  );
  const calendar = calendarOf(actor);
  const today = localDateOf(clock.now(), schedule.time_zone);
  const date = LocalDate.safeParse(params.get("date")).data ?? today;
  const wished = Id.safeParse(params.get("resource")).data;
  const resource_id =
    wished !== undefined && schedule.resource_ids.includes(wished) && mayUseResource(actor, wished)
      ? wished
      : (resources[0]?.id ?? null);
  const party_size =
    ExplainQuery.shape.party_size.safeParse(params.get("party") ?? undefined).data ?? 1;
  const query = { schedule_id: schedule.id, date, party_size };
  const explanation = resource_id === null ? null : await explain(actor, { ...query, resource_id });
  const times = clockFormat(calendar.locale, schedule.time_zone);
  return {
    head: headOf(schedule, calendar.locale),
    params: { date, resource: resource_id ?? "", party: String(party_size) },
    resources: resources.map((resource) => ({ value: resource.id, label: resource.name })),
    day: dayLabel(date, { ...calendar, today }),
    steps: explanation === null ? [] : whySteps(explanation, times),
    bookable:
      explanation === null ? [] : explanation.bookable.map((at) => times.format(new Date(at))),
  };
}
