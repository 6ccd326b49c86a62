import type { UserActor } from "~/domain/identity/actor";
import { closeDays, openDay } from "~/domain/schedules/closed-days.server";
import { redirectWith } from "~/http/flash.server";
import { plural, t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { addDays, daysBetween } from "~/lib/time";
import type { FormRefusal } from "~/ui/form/page-form";
import { toMovePath } from "~/ui/block/block-address";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import type { CloseDays, ClosedDaysForm } from "./hours-forms";

/** Response to a closing form that was not saved. */
export interface ClosedDaysAnswer {
  result?: FormRefusal;
  typed?: Record<string, unknown>;
}

const MAX_DAYS = 100;

/** Closes or reopens days. Throws the domain functions' errors. */
export async function applyClosedDaysForm(actor: UserActor, form: ClosedDaysForm) {
  if (form.intent === "close") return close(actor, form);
  for (const date of datesOf(form)) await openDay(actor, date).catch(unlessOpen);
  return redirectWith(
    `${HOURS_PATH}#closed`,
    t("Closed days removed. Guests can book them again."),
  );
}

async function close(actor: UserActor, { from, to = from, name }: CloseDays) {
  if (to < from) throw invalidField("to", t("The last day is before the first."));
  if (daysBetween(from, to) >= MAX_DAYS)
    throw invalidField("to", t("At most {{count}} days.", { count: MAX_DAYS }));
  const days = datesOf({ from, to }).map((date) => ({ date, name }));
  return saveClosedDays(actor, days);
}

/** Closes days; bookings that are on them are listed next. */
export async function saveClosedDays(
  actor: UserActor,
  days: { date: string; name: string }[],
): Promise<Response> {
  const { outside_bookings } = await closeDays(actor, { days, dry_run: false });
  const [only] = days;
  const message =
    days.length === 1
      ? t("Closed for {{name}}.", { name: isolate(only!.name) })
      : plural(days.length, "{{count}} closed day added.", "{{count}} closed days added.");
  return redirectWith(
    outside_bookings.length === 0 ? `${HOURS_PATH}#closed` : toMovePath(),
    message,
  );
}

function datesOf({ from, to }: { from: string; to: string }): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

/** Ignores days someone else already reopened. */
function unlessOpen(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
}
