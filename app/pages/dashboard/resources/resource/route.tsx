import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BlockFilter } from "~/contract/blocks";
import { PageQuery } from "~/contract/common";
import { ScheduleFilter } from "~/contract/schedules";
import { listBlocks } from "~/domain/blocks/list-blocks.sql.server";
import { listFeeds } from "~/domain/calendar/calendar-feeds.server";
import { hasRole } from "~/domain/identity/actor";
import { applyResourceForm } from "./apply-resource-form.server";
import { EditResource, ResourceForm } from "../resource-forms";
import { getResource } from "~/domain/resources/resources.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { clockFormat } from "~/i18n/clock-format";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { fieldLimits } from "~/ui/form/field-limits";
import { ResourcePage } from "./resource-page";
import { describeInTheWay, type ResourceAnswer, timeOffLine } from "./resource-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.resource.name ?? "Resource"} · Booking Service` },
];

const PATH = "/dashboard/resources";
const SHOWN = 50;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const resource = await getResource(actor, params.id!).catch(noPage); // the route's own name
  const isStaff = hasRole(actor, "staff");
  const calendar = calendarOf(actor);
  const [services, blocks, feeds] = await Promise.all([
    listSchedules(actor, ScheduleFilter.parse({ resource_id: resource.id, limit: SHOWN })),
    listBlocks(
      actor,
      BlockFilter.parse({ resource_id: resource.id, from: new Date(clock.now()).toISOString(), limit: SHOWN }),
    ),
    isStaff ? listFeeds(actor, PageQuery.parse({ limit: 100 })) : null,
  ]);
  const { id, name, type, capacity, description, color, active, version, image_asset_id } = resource;
  const feed = feeds?.data.find((each) => each.resource_id === id);
  return {
    resource: { id, name, type, capacity, description: description ?? "", color, active },
    seen: version,
    image: image_asset_id && assetUrl(actor.tenant.id, image_asset_id),
    limits: fieldLimits(EditResource),
    services: services.data.map((each) => ({ id: each.id, name: each.name, active: each.active })),
    time_off: blocks.data.map((block) => timeOffLine(block, calendar)),
    feed_id: feed?.id ?? null,
    today: calendar.today,
    may_edit: hasRole(actor, "admin"),
    may_block: isStaff,
  };
}

function noPage(error: unknown): never {
  throw error instanceof AppError && error.code === "not_found" ? pageError(404, error.message) : error;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = params.id!; // the route's own name
  return submit(request, ResourceForm, async (form) => {
    const outcome = await applyResourceForm(actor, id, form);
    if (outcome.kind === "done") return redirectWith(outcome.gone ? PATH : `${PATH}/${id}`, outcome.text);
    if (outcome.kind === "feed") return data<ResourceAnswer>({ feed_url: outcome.url });
    const { locale, time_zone } = calendarOf(actor);
    const times = clockFormat(locale, time_zone, { weekday: "short", day: "numeric", month: "short" });
    const answer: ResourceAnswer =
      outcome.kind === "conflict"
        ? { typed: form, conflict: { now: { ...outcome.now }, seen: outcome.now.version } }
        : { typed: form, in_the_way: describeInTheWay(outcome, times) };
    return data(answer, { status: 409 });
  });
}

export default function ResourceRoute() {
  return <ResourcePage {...useLoaderData<typeof loader>()} answer={useActionData<ResourceAnswer>()} />;
}
