import { AppError, notFound } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { getBooking } from "../bookings/read/get-booking.server";
import { undoMove } from "../bookings/change/undo-move.server";
import { clashesOf, acceptConflict } from "../calendars/list-clashes.server";
import type { StaffActor } from "../identity/actor";
import { markStays } from "./in-time-off.sql.server";

/** A booking and the slot that it was offered. */
export interface ChosenMove {
  id: string;
  slot_id: string;
}

/** A booking that was moved, as needed to undo it. */
export interface DoneMove {
  id: string;
  /** Its version after the move. */
  version: number;
  /** Its length before. */
  minutes: number;
}

export interface MovedBookings {
  moved: DoneMove[];
  /** Why others could not be moved. */
  refused: string[];
}

/**
 * Moves bookings to the times they were offered, each by the rules of any move and independently of
 * the others. The company closed their time, so guests keep their price, and are emailed.
 */
export async function moveDisplaced(
  actor: StaffActor,
  moves: readonly ChosenMove[],
): Promise<MovedBookings> {
  return eachOf(moves, async ({ id, slot_id }) => {
    const before = await getBooking(actor, id);
    const { version } = await editBooking(actor, id, { slot_id, reprice: false, notify: true });
    const minutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / 60_000;
    return { id, version, minutes };
  });
}

/** Moves bookings back to where they were, though that time is closed. */
export async function undoDisplaced(
  actor: StaffActor,
  moves: readonly DoneMove[],
): Promise<MovedBookings> {
  return eachOf(moves, async (done) => {
    const { version } = await undoMove(actor, done.id, done);
    return { ...done, version };
  });
}

async function eachOf<T>(
  moves: readonly T[],
  move: (one: T) => Promise<DoneMove>,
): Promise<MovedBookings> {
  const result: MovedBookings = { moved: [], refused: [] };
  for (const one of moves) {
    try {
      result.moved.push(await move(one));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.refused.push(error.message);
    }
  }
  return result;
}

/**
 * A booking stays at its closed time: it is no longer listed until it moves or more is closed over
 * it. `mayStay` false takes that back. Throws not_found.
 */
export async function keepDisplaced(actor: StaffActor, id: string, mayStay = true): Promise<void> {
  const booking = await getBooking(actor, id);
  for (const clash of mayStay ? await clashesOf(actor, booking) : [])
    await acceptConflict(actor, clash);
  await transaction(async (db) => {
    if (!(await markStays(db, actor.tenant.id, id, mayStay))) throw notFound("Booking", id);
    await writeAudit(db, actor, {
      action: mayStay ? "booking.kept" : "booking.not_kept",
      entity: "booking",
      entity_id: id,
    });
  });
}
