import { data } from "@remix-run/node";
import { createBlock, deleteBlock, updateBlock } from "~/domain/blocks/change-block.server";
import { previewBlock } from "~/domain/blocks/find-conflicts.sql.server";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { getResource } from "~/domain/resources/resources.server";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { AppError } from "~/lib/app-error";
import { type BlockRefusal, obstaclesOf } from "~/ui/block/block-view";
import { type BlockForm, formOf, instantsOf } from "./block-form";

const PATH = "/dashboard/calendar/block";

/**
 * Creates, changes or removes time off, with an undo; conflicting bookings are shown. Throws the
 * domain functions' errors.
 */
export async function applyBlockForm(actor: UserActor, form: BlockForm) {
  const { time_zone } = actor.tenant;
  if (form.intent === "remove") {
    const block = await getBlock(actor, form.id);
    await deleteBlock(actor, form.id);
    const shown = formOf(Date.parse(block.starts_at), Date.parse(block.ends_at), time_zone);
    return redirectWith(
      pageAfter(form.to, shown.day),
      t("Unblocked. These times can be booked again."),
      {
        action: PATH,
        fields: {
          intent: "create",
          resource: block.resource_id,
          ...shown,
          reason: block.reason ?? "",
        },
      },
    );
  }
  const { resource: resource_id, reason } = form;
  const times = instantsOf(form, time_zone);
  try {
    if (form.intent === "save") {
      await updateBlock(actor, form.id, { ...times, reason });
      return redirectWith(
        pageAfter(form.to, form.day),
        t("Blocked time saved: {{time}}.", { time: whenOf(actor, times) }),
      );
    }
    const { id } = await createBlock(actor, { resource_id, ...times, reason });
    const { name } = await getResource(actor, resource_id);
    const said = t("Blocked {{time}} for {{resource}}.", {
      time: whenOf(actor, times),
      resource: name,
    });
    return redirectWith(pageAfter(form.to, form.day), said, {
      action: PATH,
      fields: { intent: "remove", id },
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "in_use") throw error;
    const except = form.intent === "save" ? form.id : null;
    const found = await previewBlock(actor, { resource_id, ...times, except });
    const { starts_at: _start, ends_at: _end, ...typed } = form;
    const refusal: BlockRefusal = {
      result: {
        status: "error",
        error: { "": [error.message] },
        initialValue: { ...typed, reason: reason ?? "" },
      },
      in_the_way: obstaclesOf(found, calendarOf(actor)),
    };
    return data(refusal, { status: error.status });
  }
}

/** "Thu 26 Nov, 16:00–17:00" */
function whenOf(
  actor: UserActor,
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
): string {
  const { locale, time_zone } = calendarOf(actor);
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: time_zone,
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const clock = clockFormat(locale, time_zone);
  const [first, last] = [day.format(starts_at), day.format(ends_at)];
  return first === last
    ? `${first}, ${clock.formatRange(starts_at, ends_at)}`
    : `${first}, ${clock.format(starts_at)} – ${last}, ${clock.format(ends_at)}`;
}

const pageAfter = (to: string | undefined, day: string) =>
  dashboardPath(to, `/dashboard/calendar?view=day&date=${day}`);
