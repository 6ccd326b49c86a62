import { AppError } from "~/lib/app-error";
import { inRolledBackTransaction, type Sql } from "~/lib/db.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { toRfc3339 } from "~/lib/time";
import { queueMailsTogether } from "../email/queue-event-mails.server";
import type { StaffActor } from "../identity/actor";
import { checkExpected } from "../quotes/quote";
import { limitPerResource } from "../seats/concurrency-limits";
import type { RequestedSlot } from "../bookings/place/requested-slot";
import { namedTime } from "../bookings/place/slot-target";
import type { BookingRow } from "../bookings/read/booking-row";
import { lockPlaces } from "../bookings/change/booking-seats.sql.server";
import { changeGroup } from "../bookings/change/change-group.server";
import { findMoveTarget, type Move, moveWithin } from "../bookings/change/move-booking.server";
import { placeOf } from "../bookings/change/with-locked-booking.server";

/** A booking of a group, with its move. */
export interface PlannedMove {
  row: BookingRow;
  move: Move;
}

export interface GroupMove {
  actor: StaffActor;
  /**
   * In an order in which none needs the time of a later one: a booking moves to a time of its group
   * once that is free.
   */
  moves: readonly PlannedMove[];
  /** Whether a booking that can't move refuses all of them. */
  is_all_or_none: boolean;
  /** The sum of the prices afterwards that the caller was shown. */
  expected_amount?: number | undefined;
  dry_run: boolean;
  /** Whether a refusal concerns this booking alone; any other refuses all of them. */
  isRefusal(error: AppError, planned: PlannedMove): boolean;
}

/** A booking that is, or would be, moved with others. */
export interface MovedRow {
  before: BookingRow;
  /** As before, if it stays. */
  after: BookingRow;
  /** The time that it moves to. */
  target: Pick<BookingRow, "starts_at" | "resource_id">;
  /** Why it stays; null: it doesn't. */
  refusal: AppError | null;
}

interface Prepared extends PlannedMove {
  /** Where it moves to, or why no such time was found. */
  found: RequestedSlot | AppError;
}

/**
 * Moves bookings in one transaction, each by the rules of a single move, and queues their emails,
 * one to each reader. `present`: the stored answer to the caller's Idempotency-Key.
 * Throws what moveBooking throws; the refusal of one booking has `details.date`.
 */
export async function moveGroup<T>(
  group: GroupMove,
  ticket: IdempotencyTicket | null,
  present: (moved: MovedRow[]) => T,
): Promise<T> {
  const { actor, moves, dry_run } = group;
  const prepared: Prepared[] = [];
  for (const planned of moves) prepared.push(await prepare(actor, planned));
  const work = async (db: Sql) => present(await moveAll(db, group, prepared));
  const [first] = moves;
  const resourceId = first === undefined ? "" : targetOf(first).resource_id;
  return limitPerResource(actor.tenant.id, resourceId, () =>
    dry_run ? inRolledBackTransaction(work) : idempotentTransaction(ticket, work),
  );
}

async function prepare(actor: StaffActor, planned: PlannedMove): Promise<Prepared> {
  try {
    return { ...planned, found: await findMoveTarget(actor, planned.row.id, planned.move) };
  } catch (error) {
    if (error instanceof AppError) return { ...planned, found: error };
    throw error;
  }
}

async function moveAll(db: Sql, group: GroupMove, prepared: Prepared[]): Promise<MovedRow[]> {
  const { actor, dry_run, is_all_or_none, expected_amount } = group;
  const { tenant } = actor;
  const places = prepared.flatMap(({ row, found }) =>
    found instanceof AppError
      ? [placeOf(row)]
      : [placeOf(row), { ...found, resource_id: found.resource.id }],
  );
  await lockPlaces(db, tenant.id, places);
  const outcomes = await changeGroup(
    db,
    tenant,
    prepared,
    async ({ row, move, found }, together) => {
      if (found instanceof AppError) throw found;
      return moveWithin(db, actor, row.id, { ...move, group: together }, found);
    },
    (error, { row, move }) => group.isRefusal(error, { row, move }),
  );
  const refused = outcomes.find(({ refusal }) => refusal !== null);
  if (is_all_or_none && !dry_run && refused?.refusal)
    throw ofBooking(refused.refusal, refused.item);
  const moved = outcomes.map(({ item, done, refusal }) => ({
    before: item.row,
    after: done ?? item.row,
    target: item.found instanceof AppError ? targetOf(item) : placeOfSlot(item.found),
    refusal,
  }));
  if (dry_run) return moved;
  checkSum(moved, expected_amount);
  const changed = moved.filter(({ before, after }) => after.version !== before.version);
  const ids = changed.map(({ after }) => after.id);
  await queueMailsTogether(db, tenant.id, ids, ["booking.moved"]);
  return moved;
}

const placeOfSlot = ({ starts_at, resource }: RequestedSlot): MovedRow["target"] => ({
  starts_at,
  resource_id: resource.id,
});

function targetOf({ row, move }: PlannedMove): MovedRow["target"] {
  const { starts_at = row.starts_at, resource_id = row.resource_id } = namedTime(move.target);
  return { starts_at, resource_id };
}

/** A refusal that names its booking. */
function ofBooking(error: AppError, { row }: PlannedMove): AppError {
  const { id: booking_id, starts_at } = row;
  const no = row.series_no ?? row.visit_no;
  return new AppError(error.code, error.message, {
    ...error.extra,
    details: {
      ...error.extra.details,
      date: { booking_id, no, starts_at: toRfc3339(starts_at.getTime()) },
    },
  });
}

/** Throws price_changed. */
function checkSum(moved: MovedRow[], expected: number | undefined): void {
  const rows = moved.filter(({ refusal }) => refusal === null).map(({ after }) => after);
  checkExpected(expected, {
    amount: rows.reduce((sum, { price_amount }) => sum + (price_amount ?? 0), 0),
    currency: rows.find(({ currency }) => currency !== null)?.currency ?? null,
    lines: [],
  });
}
