import { data } from "@remix-run/node";
import type { z } from "zod";
import { HoursPatch, type SavedHours } from "~/contract/hours";
import type { UserActor } from "~/domain/identity/actor";
import { deleteHours, getHours, updateHours } from "~/domain/schedules/shared-hours.server";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { toMovePath } from "~/ui/block/block-address";
import { changeHoursRows } from "~/ui/hours/hours-form";
import { HOURS_PATH, hoursPath } from "~/ui/hours/hours-path";
import type { HoursFormAnswer } from "~/ui/hours/previewed-hours-form";
import { outsideResourceNames } from "~/domain/services/outside-bookings.sql.server";
import { outsideLines } from "~/ui/hours/outside-lines";
import { type EditHours, type HoursForm, hoursOfForm, hoursValues } from "../hours-forms";

/** Response to an hours form that was not saved. */
export interface HoursAnswer extends HoursFormAnswer {
  typed?: EditHours;
}

/**
 * Previews or saves an hours form; bookings that no longer fit are listed after saving. Throws like
 * updateHours and deleteHours.
 */
export async function applyHoursForm(
  actor: UserActor,
  id: string,
  form: z.output<typeof HoursForm>,
) {
  const before = await getHours(actor, id);
  if (form.intent === "delete") {
    await deleteHours(actor, id);
    return redirectWith(HOURS_PATH, t("{{name}} deleted.", { name: isolate(before.name) }));
  }
  const { intent, seen, rows, ...typed } = form;
  if (rows !== undefined && rows !== "preview")
    return data<HoursAnswer>({ typed: changeHoursRows(form, rows) });
  const patch = HoursPatch.parse(hoursOfForm(typed));
  if (intent === "preview" || rows === "preview")
    return preview(actor, await updateHours(actor, id, { ...patch, dry_run: true }), form);
  try {
    const { name, outside_bookings } = await updateHours(actor, id, { ...patch, version: seen });
    return redirectWith(
      outside_bookings.length === 0 ? hoursPath(id) : toMovePath(),
      t("{{name}} saved.", { name: isolate(name) }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    return conflict(actor, id, form);
  }
}

async function conflict(actor: UserActor, id: string, typed: EditHours) {
  const now = await getHours(actor, id);
  return data<HoursAnswer>(
    { typed, conflict: { now: hoursValues(now), seen: now.version } },
    { status: 409 },
  );
}

async function preview(actor: UserActor, trial: SavedHours, typed: EditHours) {
  const names = await outsideResourceNames(actor.tenant.id, trial.outside_bookings);
  const outside = outsideLines(trial.outside_bookings, calendarOf(actor), names);
  return data<HoursAnswer>({ typed, outside });
}
