import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Id, LocalDate } from "~/contract/common";
import { ExplainQuery } from "~/contract/slots";
import { mayUseResource } from "~/domain/identity/actor";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { resourceChoices } from "../service-resources.server";
import { explain } from "~/domain/slots/explain.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { pageError, requireActor } from "~/http/page.server";
import { clockFormat } from "~/i18n/clock-format";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { dayLabel } from "~/ui/booking/booking-lines";
import { lengthWords, priceWords } from "~/ui/services/service-view";
import { WhyPage } from "./why-page";
import { whySteps } from "./why-steps";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Why no time? ${data?.head.name ?? "Service"} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const schedule = await getSchedule(actor, params.id!).catch(noPage); // the route's own name
  const asked = new URL(request.url).searchParams;
  const resources = (await resourceChoices(actor)).filter(({ id }) => schedule.resource_ids.includes(id));
  const calendar = calendarOf(actor);
  const today = localDateOf(clock.now(), schedule.time_zone);
  const date = LocalDate.safeParse(asked.get("date")).data ?? today;
  const wished = Id.safeParse(asked.get("resource")).data;
  const resource_id =
    wished !== undefined && schedule.resource_ids.includes(wished) && mayUseResource(actor, wished)
      ? wished
      : (resources[0]?.id ?? null);
  const party_size = ExplainQuery.shape.party_size.safeParse(asked.get("party") ?? undefined).data ?? 1;
  const query = { schedule_id: schedule.id, date, party_size };
  const explanation = resource_id === null ? null : await explain(actor, { ...query, resource_id });
  const times = clockFormat(calendar.locale, schedule.time_zone);
  const { id, name, active } = schedule;
  return {
    head: {
      id,
      name,
      active,
      about: `${lengthWords(schedule.duration_minutes)} · ${priceWords(schedule, calendar.locale)}`,
    },
    asked: { date, resource: resource_id ?? "", party: String(party_size) },
    resources: resources.map((resource) => ({ value: resource.id, label: resource.name })),
    day: dayLabel(date, { ...calendar, today }),
    steps: explanation === null ? [] : whySteps(explanation, times),
    bookable: explanation === null ? [] : explanation.bookable.map((at) => times.format(new Date(at))),
  };
}

function noPage(error: unknown): never {
  throw error instanceof AppError && error.code === "not_found" ? pageError(404, error.message) : error;
}

export default function Why() {
  return <WhyPage {...useLoaderData<typeof loader>()} />;
}
