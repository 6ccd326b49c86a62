import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Block } from "~/contract/blocks";
import { Id, InstantInput, LocalDate } from "~/contract/common";
import { ResourceFilter } from "~/contract/resources";
import { BlockForm, BlockTimes, formOf, instantsOf } from "./block-form";
import { createBlock, deleteBlock, updateBlock } from "~/domain/blocks/change-block.server";
import { previewBlock } from "~/domain/blocks/find-in-the-way.sql.server";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { wallTimeToInstant } from "~/lib/time";
import { BlockPage } from "~/ui/block/block-form";
import { type BlockRefusal, type BlockValues, type BlockView, obstaclesOf } from "~/ui/block/block-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Time off · Booking Service" }];

const PATH = "/dashboard/calendar/block";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const calendar = calendarOf(actor);
  const asked = new URL(request.url).searchParams;
  const id = Id.safeParse(asked.get("id")).data ?? null;
  const { data: found } = await listResources(actor, ResourceFilter.parse({ active: "true", limit: 100 }));
  const resources = found.map(({ id, name }) => ({ id, name }));
  const stored = id === null ? null : await getBlock(actor, id).catch(noneIfGone);
  // What was removed is still asked for by the dialog that removed it.
  if (id !== null && stored === null) return data(null, { status: 404 });
  const values = valuesOf(actor, asked, stored, resources[0]?.id ?? "");
  const view: BlockView = {
    id,
    values,
    resources,
    in_the_way: await obstacles(actor, values, id),
    time_zone: calendar.time_zone,
    calendar: `/dashboard/calendar?view=day&date=${values.day}`,
  };
  return data(view);
}

/** What the form shows: the time off that the address names, changed by what else it says, or an hour that it proposes. */
function valuesOf(actor: UserActor, asked: URLSearchParams, stored: Block | null, first: string): BlockValues {
  const { time_zone, today } = calendarOf(actor);
  const given = InstantInput.safeParse(asked.get("starts_at")).data;
  const minutes = Math.min(Math.max(Number(asked.get("minutes")) || 60, 5), 1440);
  const date = LocalDate.safeParse(asked.get("date")).data ?? today;
  const starts_ms = stored
    ? Date.parse(stored.starts_at)
    : (given?.getTime() ?? wallTimeToInstant(date, "12:00", time_zone));
  const ends_ms = stored ? Date.parse(stored.ends_at) : starts_ms + minutes * 60_000;
  const values: BlockValues = {
    resource: stored?.resource_id ?? first,
    reason: stored?.reason ?? "",
    ...formOf(starts_ms, ends_ms, time_zone),
  };
  const typed = Object.keys(values).flatMap((name) => {
    const text = asked.get(name);
    return text === null ? [] : [[name, text] as const];
  });
  return given && !asked.has("day")
    ? { ...values, resource: asked.get("resource") ?? first }
    : { ...values, ...Object.fromEntries(typed) };
}

/** null: what was typed is no time yet. */
async function obstacles(actor: UserActor, values: BlockValues, id: string | null): Promise<BlockView["in_the_way"]> {
  const times = BlockTimes.safeParse(values).data;
  if (times === undefined) return null;
  const at = { resource_id: times.resource, ...instantsOf(times, actor.tenant.time_zone), except: id };
  if (at.ends_at <= at.starts_at) return null;
  const found = await previewBlock(actor, at).catch(noneIfGone);
  return found && obstaclesOf(found, calendarOf(actor));
}

function noneIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const { time_zone } = actor.tenant;
  return submit(request, BlockForm, async (form) => {
    if (form.intent === "remove") {
      const block = await getBlock(actor, form.id);
      await deleteBlock(actor, form.id);
      const shown = formOf(Date.parse(block.starts_at), Date.parse(block.ends_at), time_zone);
      return redirectWith(pageAfter(form.to, shown.day), "Time off removed: its times can be booked again.", {
        action: PATH,
        fields: { intent: "create", resource: block.resource_id, ...shown, reason: block.reason ?? "" },
      });
    }
    const { resource: resource_id, reason } = form;
    const times = instantsOf(form, time_zone);
    const said = `${form.day} ${form.from} to ${form.until_day === form.day ? "" : `${form.until_day} `}${form.until}`;
    try {
      if (form.intent === "save") {
        await updateBlock(actor, form.id, { ...times, reason });
        return redirectWith(pageAfter(form.to, form.day), `Time off saved: ${said}.`);
      }
      const { id } = await createBlock(actor, { resource_id, ...times, reason });
      return redirectWith(pageAfter(form.to, form.day), `Blocked ${said}. Nobody was mailed.`, {
        action: PATH,
        fields: { intent: "remove", id },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "in_use") throw error;
      const except = form.intent === "save" ? form.id : null;
      const found = await previewBlock(actor, { resource_id, ...times, except });
      const refusal: BlockRefusal = {
        result: { error: { "": [error.message] }, initialValue: { ...form } },
        in_the_way: obstaclesOf(found, calendarOf(actor)),
      };
      return data(refusal, { status: error.status });
    }
  });
}

const pageAfter = (to: string | undefined, day: string) =>
  dashboardPath(to, `/dashboard/calendar?view=day&date=${day}`);

export default function BlockRoute() {
  return <BlockPage view={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />;
}
