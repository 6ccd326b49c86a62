import { data } from "@remix-run/node";
import { InstantInput } from "~/contract/common";
import type { SavedSchedule, Schedule, SchedulePatch } from "~/contract/schedules";
import { changeInBulk, previewBulkCancel } from "~/domain/bookings/change/change-in-bulk.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { guestMailOf } from "~/domain/email/guest-mail.server";
import type { StaffActor, UserActor } from "~/domain/identity/actor";
import { planChange, type ScheduleChange } from "~/domain/schedules/plan-change.server";
import { saveChange } from "~/domain/schedules/save-schedule.server";
import { getSchedule } from "~/domain/schedules/schedules.server";
import {
  describeOutside,
  MAX_DECIDED,
  previewService,
} from "~/domain/services/preview-service.server";
import type { ServiceDryRun, ServiceOutcome } from "~/domain/services/service-outcome";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import type { ServiceChangeForm } from "~/ui/services/service-forms";
import {
  outsideView,
  previewView,
  type ServiceAnswer,
  servicePath,
} from "~/ui/services/service-view";
import { changeRows, withFieldNames } from "../form-rows";
import type { ServicePart } from "../service-parts.server";
import { resourceChoices } from "../service-resources.server";
import { savedWords } from "./service-words";

type TypedForm = ServiceChangeForm & Record<string, unknown>;

/**
 * Previews or saves a service form. Throws like planChange. `input`: parsed with the page's schema.
 */
export async function applyServiceForm(
  actor: UserActor,
  id: string,
  part: ServicePart,
  input: unknown,
) {
  const typed = input as TypedForm; // every form is a draft with these fields
  if (typeof typed.rows === "string")
    return data<ServiceAnswer>({ typed: (part.change_rows ?? changeRows)(typed, typed.rows) });
  const schedule = await getSchedule(actor, id);
  const listed = (await resourceChoices(actor)).map((resource) => resource.id);
  const context = { schedule, currency: actor.tenant.currency, listed };
  let patch: SchedulePatch = {};
  const nameOf = (path: string) => part.names?.(input, patch)(path) ?? path;
  const outcome = await withFieldNames(nameOf, () => {
    patch = part.patch(input, context);
    return outcomeOf(actor, schedule, typed, patch);
  });
  if (outcome.kind === "saved") return redirectWith(servicePath(id, part.tab), savedWords(outcome));
  if (outcome.kind === "conflict") {
    const conflict = { now: part.values(outcome.now), seen: outcome.now.version };
    return data<ServiceAnswer>({ typed, conflict }, { status: 409 });
  }
  return data(dryAnswer(actor, outcome, typed), { status: outcome.undecided ? 409 : 200 });
}

function dryAnswer(
  actor: UserActor,
  outcome: Extract<ServiceOutcome, { kind: "dry" }>,
  typed: Record<string, unknown>,
): ServiceAnswer {
  const place = { locale: calendarOf(actor).locale, time_zone: outcome.time_zone };
  return {
    typed,
    undecided: outcome.undecided,
    preview: previewView(outcome.preview, place),
    outside: outsideView(outcome, place),
  };
}

async function outcomeOf(
  actor: StaffActor,
  before: Schedule,
  form: ServiceChangeForm,
  patch: SchedulePatch,
): Promise<ServiceOutcome> {
  if (form.intent === "save" && before.version !== form.seen)
    return { kind: "conflict", now: before };
  const change = await planChange(actor, before, {
    ...patch,
    ...(form.intent === "save" && { version: form.seen }),
  });
  const { outside_bookings } = change;
  const open = outside_bookings
    .slice(0, MAX_DECIDED)
    .filter((booking) => form.choice[booking.id] === undefined);
  if (form.intent === "preview" || open.length > 0)
    return {
      kind: "dry",
      undecided: form.intent === "save",
      ...(await dryRun(actor, change, form)),
    };
  try {
    await saveChange(actor, change);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    return { kind: "conflict", now: await getSchedule(actor, before.id) };
  }
  return decideOutside(actor, outside_bookings, form);
}

async function dryRun(
  actor: StaffActor,
  { after, outside_bookings }: ScheduleChange,
  form: ServiceChangeForm,
): Promise<ServiceDryRun> {
  const cancelled = outside_bookings
    .filter(({ id }) => form.choice[id] === "cancel")
    .map(({ id }) => id);
  const [preview, outside, { refunds }] = await Promise.all([
    previewService(actor.tenant.id, after),
    describeOutside(actor.tenant.id, after, outside_bookings),
    previewBulkCancel(actor, cancelled.slice(0, MAX_DECIDED)),
  ]);
  return {
    time_zone: after.time_zone,
    preview,
    outside,
    outside_total: outside_bookings.length,
    refunds,
  };
}

/** Moves and cancels bookings one by one; a rejected one doesn't stop the others. */
async function decideOutside(
  actor: StaffActor,
  outside: SavedSchedule["outside_bookings"],
  { choice, target, notify }: ServiceChangeForm,
): Promise<ServiceOutcome> {
  const chosen = (wish: string) => outside.filter(({ id }) => choice[id] === wish);
  const refused: string[] = [];
  const moved: string[] = [];
  for (const { id, resource_id, customer_name, ...time } of chosen("move")) {
    const [to = "", at = ""] = (target[id] ?? "").split(" ");
    const starts_at = InstantInput.safeParse(at);
    try {
      if (!starts_at.success) throw new AppError("validation_failed", "No time was chosen.");
      const elsewhere = to === resource_id ? {} : { resource_id: to };
      // The new hours' slots may not exist yet, so use the displayed time as a custom time.
      const duration_minutes = (Date.parse(time.ends_at) - Date.parse(time.starts_at)) / 60_000;
      await editBooking(actor, id, {
        starts_at: starts_at.data,
        duration_minutes,
        ...elsewhere,
        // The company's change of hours caused the move.
        reprice: false,
        notify,
      });
      moved.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(
        t("{{guest}} wasn’t moved: {{reason}}", {
          guest: isolate(customer_name),
          reason: error.message,
        }),
      );
    }
  }
  const ids = chosen("cancel").map(({ id }) => id);
  const cancelled = await changeInBulk(actor, { id: ids, intent: "cancelled", notify });
  for (const { booking, message } of cancelled.refused)
    refused.push(
      t("{{guest}} wasn’t cancelled: {{reason}}", {
        guest: isolate(booking?.customer.name ?? t("A booking")),
        reason: message,
      }),
    );
  const emailed = await countEmailed(actor.tenant.id, moved, cancelled.ids);
  return { kind: "saved", moved: moved.length, cancelled: cancelled.ids.length, emailed, refused };
}

/** How many guests of changed bookings are emailed. */
async function countEmailed(
  tenantId: string,
  moved: readonly string[],
  cancelled: readonly string[],
): Promise<number> {
  let emailed = 0;
  for (const [type, ids] of [
    ["booking.moved", moved] as const,
    ["booking.cancelled", cancelled] as const,
  ])
    for (const id of ids) {
      const mail = await guestMailOf(tenantId, id, type);
      if (mail === "sent" || mail === "tomorrow") emailed += 1;
    }
  return emailed;
}
