import type { ResolveOutside } from "~/contract/calendars";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { AppError, notFound } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import type { BookingRow } from "../bookings/read/booking-row";
import { editBooking } from "../bookings/change/edit-booking.server";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { minutesOf } from "../bookings/change/move-booking.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { findOutside, leaveAsIs, type OutsideChange, putBack } from "./outside-changes.sql.server";
import { queuePush } from "./queue-pushes.server";

/**
 * Resolves an external change to a booking's event: cancels the booking, restores the event, moves
 * the booking to the event's time (if free), or leaves both. Throws not_found (no such change, or
 * not theirs), invalid_transition (a deleted event has no time to move to), and what cancelling and
 * moving throw.
 */
export async function resolveOutside(
  actor: StaffActor,
  bookingId: string,
  { calendar_id: calendarId, action: answer, override = false }: ResolveOutside,
): Promise<void> {
  const tenantId = actor.tenant.id;
  const { row } = await loadBooking(pool, tenantId, bookingId, false);
  if (!mayUseResource(actor, row.resource_id)) throw notFound("Booking", bookingId);
  const change = await findOutside(tenantId, bookingId, calendarId);
  if (change === null) throw notFound("Calendar change", calendarId);
  if (answer === "cancel")
    return void (await changeBookingStatus(
      actor,
      bookingId,
      StatusChange.parse({ status: "cancelled" }),
      null,
    ));
  if (answer === "move") await moveThere(actor, row, change, override);
  await transaction(async (db) => {
    if (answer === "keep") await leaveAsIs(db, tenantId, bookingId, calendarId);
    else await writeOver(db, tenantId, bookingId, calendarId);
    const diff = { outside: [change.outside, answer] };
    await writeAudit(db, actor, {
      action: "calendar.outside_resolved",
      entity: "booking",
      entity_id: bookingId,
      diff,
    });
  });
}

async function writeOver(
  db: Sql,
  tenantId: string,
  bookingId: string,
  calendarId: string,
): Promise<void> {
  await putBack(db, tenantId, bookingId, calendarId);
  await queuePush(tenantId, calendarId, db);
}

/** Moves it like a member of staff: to a custom time with the event's length. */
async function moveThere(
  actor: StaffActor,
  row: BookingRow,
  { outside_starts_at, outside_ends_at }: OutsideChange,
  override: boolean,
) {
  const impossible = (message: string) =>
    new AppError("invalid_transition", message, {
      details: { allowed: ["cancel", "put_back", "keep"] },
    });
  if (outside_starts_at === null || outside_ends_at === null)
    throw impossible("It was deleted there: there is no time to move to.");
  const patch = BookingPatch.safeParse({
    starts_at: outside_starts_at.toISOString(),
    duration_minutes: minutesOf({ starts_at: outside_starts_at, ends_at: outside_ends_at }),
    override,
  });
  if (!patch.success) throw impossible("No booking can be as long as the event is there.");
  await editBooking(actor, row.id, patch.data);
}
