import { data } from "@remix-run/node";
import { ScheduleFilter } from "~/contract/schedules";
import { createBlock, deleteBlock } from "~/domain/blocks/change-block.server";
import { createFeed, removeFeed, rotateFeed } from "~/domain/calendar/calendar-feeds.server";
import { listDisplaced } from "~/domain/displaced/list-displaced.server";
import type { StaffActor, UserActor } from "~/domain/identity/actor";
import {
  bookingsAhead,
  bookingsWithoutSeat,
} from "~/domain/resources/conflicting-bookings.sql.server";
import { deleteResource, getResource, updateResource } from "~/domain/resources/resources.server";
import { changeServices } from "~/domain/resources/resource-services.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { plural, t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { toMovePath } from "~/ui/block/block-address";
import { changeHoursRows } from "~/ui/hours/hours-form";
import { outsideResourceNames } from "~/domain/services/outside-bookings.sql.server";
import { outsideLines } from "~/ui/hours/outside-lines";
import { RESOURCES_PATH, type ResourceTab, resourcePath } from "~/ui/resources/resource-path";
import { MAX_SERVICES, offeredOf, withServiceFields } from "../offered-services";
import {
  type EditResource,
  type NewTimeOff,
  type ResourceForm,
  type ResourceHours,
  type ResourceServices,
  timeOffOf,
} from "../resource-forms";
import { changeHours } from "./change-hours.server";
import { checkMayChange, type ResourceOutcome } from "./resource-outcome";
import { describeConflicts, type ResourceAnswer } from "./resource-view";

/**
 * Executes a form of a resource's pages, or returns conflicts. Throws the domain functions' errors.
 */
export async function applyResourceForm(
  actor: UserActor,
  id: string,
  tab: ResourceTab,
  form: ResourceForm,
) {
  if (form.intent === "hours" && form.rows !== undefined && form.rows !== "preview")
    return data<ResourceAnswer>({ typed: changeHoursRows(form, form.rows) });
  const outcome = await outcomeOf(actor, id, form);
  if (outcome.kind === "done") {
    const here = resourcePath(id, tab);
    const { is_deleted = false, to = is_deleted ? RESOURCES_PATH : here, text, undo } = outcome;
    return redirectWith(to, text, undo === undefined ? null : { action: here, fields: undo });
  }
  if (outcome.kind === "preview") {
    const names = await outsideResourceNames(actor.tenant.id, outcome.outside);
    const outside = outsideLines(outcome.outside, calendarOf(actor), names);
    return data<ResourceAnswer>({ typed: form, outside });
  }
  if (outcome.kind === "feed") return data<ResourceAnswer>({ feed_url: outcome.url });
  const { locale, time_zone } = calendarOf(actor);
  const times = clockFormat(locale, time_zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const answer: ResourceAnswer =
    outcome.kind === "conflict"
      ? { typed: form, conflict: { now: { ...outcome.now }, seen: outcome.now.version } }
      : { typed: form, in_the_way: describeConflicts(outcome, times) };
  return data(answer, { status: 409 });
}

async function outcomeOf(
  actor: StaffActor,
  id: string,
  form: ResourceForm,
): Promise<ResourceOutcome> {
  if (form.intent === "block") return setTimeOff(actor, id, form);
  if (form.intent === "unblock") {
    await deleteBlock(actor, form.block_id);
    return { kind: "done", text: t("Time off removed. Its times can be booked again.") };
  }
  if (form.intent === "feed")
    return { kind: "feed", url: (await createFeed(actor, { resource_id: id })).url };
  if (form.intent === "rotate")
    return { kind: "feed", url: (await rotateFeed(actor, form.feed_id)).url };
  if (form.intent === "unfeed") {
    await removeFeed(actor, form.feed_id);
    return { kind: "done", text: t("Calendar link disabled.") };
  }
  if (isHoursForm(form)) return changeHours(actor, id, form);
  checkMayChange(actor);
  return changeResource(actor, id, form);
}

const isHoursForm = (form: ResourceForm): form is ResourceHours =>
  form.intent === "hours" || form.intent === "preview";

type Change = Exclude<
  ResourceForm,
  ResourceHours | { intent: "block" | "unblock" | "feed" | "rotate" | "unfeed" }
>;

async function changeResource(
  actor: StaffActor,
  id: string,
  form: Change,
): Promise<ResourceOutcome> {
  if (form.intent === "edit") return edit(actor, id, form);
  if (form.intent === "remove") return remove(actor, id);
  const { name } = await getResource(actor, id);
  if (form.intent === "services") return changeOffered(actor, id, name, form);
  if (form.intent === "no_image") {
    await updateResource(actor, id, { image_asset_id: null });
    return { kind: "done", text: t("Image removed.") };
  }
  if (form.intent === "restore") {
    await updateResource(actor, id, { active: true });
    return { kind: "done", text: t("{{name}} restored. It can be booked again.", { name }) };
  }
  const found = form.confirmed ? null : await bookingsAhead(actor, id);
  if (found !== null && found.total > 0)
    return {
      kind: "in_the_way",
      message: t("{{name}} has bookings. Archiving keeps them.", { name }),
      ...found,
      offers: "archive",
    };
  await updateResource(actor, id, { active: false });
  return { kind: "done", text: t("{{name}} archived. Existing bookings stay.", { name }) };
}

/** Saves the services and the resource's terms in them, all together. */
async function changeOffered(
  actor: StaffActor,
  id: string,
  name: string,
  form: ResourceServices,
): Promise<ResourceOutcome> {
  const { data: schedules } = await listSchedules(
    actor,
    ScheduleFilter.parse({ limit: MAX_SERVICES }),
  );
  const services = offeredOf(form, schedules, actor.tenant.currency);
  const saved = await withServiceFields(() => changeServices(actor, id, services));
  const staying = saved
    .flatMap(({ outside_bookings }) => outside_bookings)
    .filter(({ resource_id }) => resource_id === id).length;
  const message = t("{{name}} saved.", { name: isolate(name) });
  return {
    kind: "done",
    text:
      staying === 0
        ? message
        : `${message} ${plural(staying, "{{count}} booking stays.", "{{count}} bookings stay.")}`,
  };
}

async function edit(actor: StaffActor, id: string, form: EditResource): Promise<ResourceOutcome> {
  const before = await getResource(actor, id);
  if (before.version !== form.seen) return { kind: "conflict", now: before };
  if (form.capacity < before.capacity && !form.confirmed) {
    const found = await bookingsWithoutSeat(actor, id, form.capacity);
    if (found !== null) return { kind: "in_the_way", ...found, offers: "confirmed" };
  }
  const { name, type, capacity, description = null, own_color, color = null } = form;
  try {
    const changes = { name, type, capacity, description, color: own_color ? color : null };
    await updateResource(actor, id, { ...changes, version: form.seen });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    return { kind: "conflict", now: await getResource(actor, id) };
  }
  return { kind: "done", text: t("{{name}} saved.", { name }) };
}

async function remove(actor: StaffActor, id: string): Promise<ResourceOutcome> {
  const { name, active } = await getResource(actor, id);
  try {
    await deleteResource(actor, id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "in_use") throw error;
    const found = await bookingsAhead(actor, id);
    const message = active
      ? t("Can’t delete {{name}}: it has bookings. Archive it instead; they stay.", { name })
      : t("Can’t delete {{name}}: it has bookings.", { name });
    return { kind: "in_the_way", message, ...found, offers: active ? "archive" : null };
  }
  return { kind: "done", text: t("{{name}} deleted.", { name }), is_deleted: true };
}

/** Closes the time first; bookings that are in it are listed next. */
async function setTimeOff(
  actor: StaffActor,
  id: string,
  form: NewTimeOff,
): Promise<ResourceOutcome> {
  const times = timeOffOf(form, actor.tenant.time_zone);
  const block = await createBlock(actor, {
    resource_id: id,
    ...times,
    reason: form.reason ?? null,
    keep_bookings: true,
  });
  const { bookings } = await listDisplaced(actor, block.id);
  return {
    kind: "done",
    text: t("Time off added."),
    ...(bookings.length > 0 && { to: toMovePath(block.id) }),
    undo: { intent: "unblock", block_id: block.id },
  };
}
