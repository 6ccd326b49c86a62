import type { AvailableSlot } from "~/contract/slots";
import { editBooking } from "~/domain/bookings/edit-booking.server";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import type { MoveAnswer, Override } from "./move-answer";
import type { MoveForm } from "./move-form";

/** Moves a booking as it was proposed on the calendar. Refused, it says why and names other times. */
export async function applyMoveForm(
  actor: StaffActor,
  { id, notify = false, schedule_id, ...patch }: MoveForm,
): Promise<MoveAnswer> {
  try {
    const service = schedule_id !== undefined && {
      schedule_id: schedule_id === "none" ? null : schedule_id,
    };
    const { version, starts_at, resource_id } = await editBooking(actor, id, {
      ...patch,
      ...service,
      notify,
    });
    return { kind: "moved", id, version, starts_ms: Date.parse(starts_at), resource_id };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // As claim_seats and findAlternatives gave them.
    const { alternatives = [], reason = null } = (error.extra.details ?? {}) as {
      alternatives?: AvailableSlot[];
      reason?: Override;
    };
    return {
      kind: "refused",
      id,
      message:
        error.code === "version_conflict"
          ? t("Changed by someone else. Review the booking, then move it again.")
          : (error.extra.issues?.[0]?.message ?? error.message),
      alternatives: alternatives.map((slot) => ({
        slot_id: slot.id,
        resource_id: slot.resource_id,
        starts_ms: Date.parse(slot.starts_at),
        ends_ms: Date.parse(slot.ends_at),
      })),
      override:
        error.code === "slot_unavailable" && hasRole(actor, "admin") && !patch.override
          ? reason
          : null,
    };
  }
}
