import { createBlock, deleteBlock, updateBlock } from "~/domain/blocks/change-block.server";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import { listDisplaced } from "~/domain/displaced/list-displaced.server";
import type { UserActor } from "~/domain/identity/actor";
import { getResource } from "~/domain/resources/resources.server";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { BLOCK_PAGE, toMovePath } from "~/ui/block/block-address";
import { type BlockForm, dayOff, formOf, instantsOf } from "./block-form";

/**
 * Creates, changes or removes time off, with an undo. The time is closed first; bookings that are in
 * it are listed next. Throws the domain functions' errors.
 */
export async function applyBlockForm(actor: UserActor, form: BlockForm) {
  const { time_zone } = actor.tenant;
  if (form.intent === "remove") return remove(actor, form);
  if (form.intent === "ill") {
    const day = dayOff(form.day, time_zone, clock.now());
    const { type } = await getResource(actor, form.resource);
    return create(actor, form, { ...day, reason: type === "person" ? t("Ill") : null });
  }
  const times = { ...instantsOf(form, time_zone), reason: form.reason };
  if (form.intent === "create") return create(actor, form, times);
  await updateBlock(actor, form.id, { ...times, keep_bookings: true });
  return redirectWith(
    await pageAfter(actor, form.id, form),
    t("Blocked time saved: {{time}}.", { time: whenOf(actor, times) }),
  );
}

type Remove = Extract<BlockForm, { intent: "remove" }>;

async function remove(actor: UserActor, form: Remove): Promise<Response> {
  const block = await getBlock(actor, form.id);
  await deleteBlock(actor, form.id);
  const shown = formOf(
    Date.parse(block.starts_at),
    Date.parse(block.ends_at),
    actor.tenant.time_zone,
  );
  return redirectWith(
    calendarAfter(form.to, shown.day),
    t("Unblocked. These times can be booked again."),
    {
      action: BLOCK_PAGE,
      fields: {
        intent: "create",
        resource: block.resource_id,
        ...shown,
        reason: block.reason ?? "",
      },
    },
  );
}

async function create(
  actor: UserActor,
  form: { resource: string; day: string; to?: string | undefined },
  times: { starts_at: Date; ends_at: Date; reason: string | null },
): Promise<Response> {
  const { id } = await createBlock(actor, {
    resource_id: form.resource,
    ...times,
    keep_bookings: true,
  });
  const { name } = await getResource(actor, form.resource);
  return redirectWith(
    await pageAfter(actor, id, form),
    t("Blocked {{time}} for {{resource}}.", { time: whenOf(actor, times), resource: name }),
    { action: BLOCK_PAGE, fields: { intent: "remove", id } },
  );
}

/** The bookings that are still in the block, else where the form came from. */
async function pageAfter(
  actor: UserActor,
  id: string,
  { to, day }: { to?: string | undefined; day: string },
): Promise<string> {
  const { bookings } = await listDisplaced(actor, id);
  return bookings.length === 0 ? calendarAfter(to, day) : toMovePath(id);
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

const calendarAfter = (to: string | undefined, day: string) =>
  dashboardPath(to, `/dashboard/calendar?view=day&date=${day}`);
