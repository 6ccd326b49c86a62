import type { MoveBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import type { AvailableSlot } from "~/contract/slots";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { moveTogether } from "~/domain/series/move-together.server";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { calendarOf } from "~/http/page-calendar.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { changedPrice, overrideReason, overrideWords } from "~/ui/booking/override-words";
import type { MoveAnswer, Override } from "./move-answer";
import type { MoveForm } from "./move-form";

/** Moves a booking as proposed on the calendar. A rejection has the reason and alternatives. */
export async function applyMoveForm(actor: StaffActor, form: MoveForm): Promise<MoveAnswer> {
  const { id } = form;
  try {
    const { version, starts_at, resource_id } = await move(actor, form);
    return { kind: "moved", id, version, starts_ms: Date.parse(starts_at), resource_id };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // set by claim_seats and findAlternatives
    const { alternatives = [], reason = null } = (error.extra.details ?? {}) as {
      alternatives?: AvailableSlot[];
      reason?: Override;
    };
    const mayOverride = hasRole(actor, "admin") && !form.override;
    const needed = overrideReason(error);
    const overridable = needed ?? (error.code === "slot_unavailable" ? reason : null);
    return {
      kind: "refused",
      id,
      message: await ofPart(
        actor,
        form,
        error,
        refusalWords(error, mayOverride, calendarOf(actor).locale),
      ),
      alternatives: alternatives.map((slot) => ({
        slot_id: slot.id,
        resource_id: slot.resource_id,
        starts_ms: Date.parse(slot.starts_at),
        ends_ms: Date.parse(slot.ends_at),
      })),
      override: mayOverride ? overridable : null,
      price: changedPrice("move", error, calendarOf(actor).locale)?.amount ?? null,
    };
  }
}

/** Changes what serves a need, moves all services of a visit, or one booking. */
async function move(
  actor: StaffActor,
  { id, notify = false, schedule_id, need_no, scope, ...patch }: MoveForm,
): Promise<Booking> {
  if (need_no !== undefined && patch.resource_id !== undefined) {
    const { version, override, resource_id } = patch;
    const needs = [{ no: need_no, resource_id }];
    return editBooking(actor, id, { needs, version, override, notify });
  }
  if (scope !== undefined) {
    const { version, slot_id, resource_id, starts_at, override, expected_amount } = patch;
    const wish = {
      scope,
      if_taken: "all" as const,
      ...(slot_id === undefined ? { resource_id, starts_at } : { slot_id }),
      override,
      version,
      notify,
    };
    await moveTogether(actor, id, {
      ...wish,
      expected_amount: expected_amount ?? (await presentSum(actor, id, wish)),
      dry_run: false,
    });
    return getBooking(actor, id);
  }
  const service = schedule_id !== undefined && {
    schedule_id: schedule_id === "none" ? null : schedule_id,
  };
  const { price_amount } = await getBooking(actor, id);
  return editBooking(actor, id, {
    expected_amount: price_amount ?? 0,
    ...patch,
    ...service,
    notify,
  });
}

/** The present price of all services that would move. */
async function presentSum(
  actor: StaffActor,
  id: string,
  wish: Omit<MoveBooking, "dry_run">,
): Promise<number> {
  const { dates } = await moveTogether(actor, id, { ...wish, dry_run: true });
  return dates.reduce(
    (sum, { price_amount, price_difference }) => sum + (price_amount ?? 0) - price_difference,
    0,
  );
}

/** A refusal of one service of a visit names that service. */
async function ofPart(
  actor: StaffActor,
  { id, scope }: MoveForm,
  error: AppError,
  message: string,
): Promise<string> {
  if (scope === undefined || error.code !== "slot_unavailable") return message;
  // set by moveGroup; without it the time of the moved service itself wasn't found
  const { date } = (error.extra.details ?? {}) as { date?: { booking_id: string } };
  const { schedule_id } = await getBooking(actor, date?.booking_id ?? id);
  const [service] = await scheduleNames(actor.tenant.id, [schedule_id]);
  return service === undefined
    ? message
    : t("{{service}}: {{message}}", { service: isolate(service.name), message });
}

function refusalWords(error: AppError, mayOverride: boolean, locale: string): string {
  if (error.code === "version_conflict")
    return t("Changed by someone else. Review the booking, then move it again.");
  const price = changedPrice("move", error, locale);
  if (price !== null) return price.message;
  const needed = overrideReason(error);
  if (needed !== null) return overrideWords(needed, mayOverride ? t("Move anyway?") : null);
  return error.extra.issues?.[0]?.message ?? error.message;
}
