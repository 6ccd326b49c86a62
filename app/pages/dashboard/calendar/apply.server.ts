import type { AvailableSlot } from "~/contract/slots";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { calendarOf } from "~/http/page-calendar.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { changedPrice, overrideReason, overrideWords } from "~/ui/booking/override-words";
import type { MoveAnswer, Override } from "./move-answer";
import type { MoveForm } from "./move-form";

/** Moves a booking as proposed on the calendar. A rejection has the reason and alternatives. */
export async function applyMoveForm(
  actor: StaffActor,
  { id, notify = false, schedule_id, ...patch }: MoveForm,
): Promise<MoveAnswer> {
  try {
    const service = schedule_id !== undefined && {
      schedule_id: schedule_id === "none" ? null : schedule_id,
    };
    const { price_amount } = await getBooking(actor, id);
    const { version, starts_at, resource_id } = await editBooking(actor, id, {
      expected_amount: price_amount ?? 0,
      ...patch,
      ...service,
      notify,
    });
    return { kind: "moved", id, version, starts_ms: Date.parse(starts_at), resource_id };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // set by claim_seats and findAlternatives
    const { alternatives = [], reason = null } = (error.extra.details ?? {}) as {
      alternatives?: AvailableSlot[];
      reason?: Override;
    };
    const mayOverride = hasRole(actor, "admin") && !patch.override;
    const needed = overrideReason(error);
    const overridable = needed ?? (error.code === "slot_unavailable" ? reason : null);
    return {
      kind: "refused",
      id,
      message: refusalWords(error, mayOverride, calendarOf(actor).locale),
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

function refusalWords(error: AppError, mayOverride: boolean, locale: string): string {
  if (error.code === "version_conflict")
    return t("Changed by someone else. Review the booking, then move it again.");
  const price = changedPrice("move", error, locale);
  if (price !== null) return price.message;
  const needed = overrideReason(error);
  if (needed !== null) return overrideWords(needed, mayOverride ? t("Move anyway?") : null);
  return error.extra.issues?.[0]?.message ?? error.message;
}
