import { data } from "@remix-run/node";
import { createBlock, deleteBlock, updateBlock } from "~/domain/blocks/change-block.server";
import { previewBlock } from "~/domain/blocks/find-conflicts.sql.server";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { AppError } from "~/lib/app-error";
import { type BlockRefusal, obstaclesOf } from "~/ui/block/block-view";
import { type BlockForm, formOf, instantsOf } from "./block-form";

const PATH = "/dashboard/calendar/block";

/** Sets, changes or removes time off, and offers the way back; bookings in its way are shown. Throws what the functions behind it throw. */
export async function applyBlockForm(actor: UserActor, form: BlockForm) {
  const { time_zone } = actor.tenant;
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
}

const pageAfter = (to: string | undefined, day: string) =>
  dashboardPath(to, `/dashboard/calendar?view=day&date=${day}`);
