import { AppError, notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { maySeeBooking, type StaffActor } from "../../identity/actor";
import type { BookingRow } from "../read/booking-row";
import { lastPlace } from "./last-place.sql.server";
import { loadBooking } from "../read/load-booking.sql.server";
import { moveBooking } from "./move-booking.server";

/**
 * Moves a booking back to where its last move took it from, though that time may have been closed
 * since: if its seats are free, in a block too. `version` is the one after the move, `minutes` the
 * length before. Throws not_found, invalid_transition (never moved), version_conflict (changed
 * since), slot_unavailable.
 */
export async function undoMove(
  actor: StaffActor,
  id: string,
  { version, minutes }: { version: number; minutes: number },
): Promise<BookingRow> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  const former = await lastPlace(actor.tenant.id, id);
  if (former === null)
    throw new AppError("invalid_transition", "This booking was not moved.", {
      details: { allowed: [] },
    });
  return moveBooking(actor, id, {
    target: {
      kind: "custom",
      resource_id: former.resource_id ?? row.resource_id,
      starts_at: former.starts_at === null ? row.starts_at : new Date(former.starts_at),
      schedule: { id: row.schedule_id, is_kept: true },
      duration_minutes: minutes,
    },
    version,
    reprice: false,
    is_undo: true,
    notify: true,
  });
}
