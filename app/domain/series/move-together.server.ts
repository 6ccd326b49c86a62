import type { MoveBooking } from "~/contract/booking-inputs";
import type { GroupScope, MovedBookings } from "~/contract/booking-series";
import { isUpcoming } from "~/contract/booking-status";
import { AppError, notFound } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool } from "~/lib/db.server";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { toRfc3339 } from "~/lib/time";
import { moveTarget } from "../bookings/change/edit-booking.server";
import { findMoveTarget, minutesOf, type Move } from "../bookings/change/move-booking.server";
import type { RequestedSlot } from "../bookings/place/requested-slot";
import type { ResourceTarget } from "../bookings/place/slot-target";
import { moveGroup, type MovedRow, type PlannedMove } from "./move-group.server";
import type { BookingRow } from "../bookings/read/booking-row";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { readLimits } from "../hours/read-limits.server";
import { readSchedules } from "../hours/stored-schedule.server";
import { hasRole, maySeeBooking, mayUseResource, type StaffActor } from "../identity/actor";
import { type LocalShift, localShift } from "./local-shift";
import { refusalReason } from "./plan-series.server";
import { findSeries } from "./series.sql.server";
import { bookingsTogether } from "./together.sql.server";

/**
 * Moves a booking, or several of its series or visit that are live and haven't started: each by the
 * shift of local date and time of the named one, and to its new resource if it gets one. A date
 * that can't move stays or refuses all (`if_taken`); the services of a visit move all or none. Guest and staff get one email about all of
 * them. `dry_run` lists each date. Throws not_found, forbidden_role, and what moveBooking throws.
 */
export async function moveTogether(
  actor: StaffActor,
  id: string,
  input: MoveBooking,
  ticket: IdempotencyTicket | null = null,
): Promise<MovedBookings> {
  const { scope, if_taken, dry_run, expected_amount } = input;
  if (input.override && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can book over capacity.");
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  if (input.resource_id !== undefined && !mayUseResource(actor, input.resource_id))
    throw notFound("Resource", input.resource_id);
  const group = {
    actor,
    moves: await planMoves(actor, row, input),
    // The services of a visit follow one another, so none of them stays behind.
    is_all_or_none: if_taken === "all" || row.visit_id !== null,
    expected_amount,
    dry_run,
    // The named booking must be one that can move, and the version that was seen.
    isRefusal: ({ code, status }: AppError, planned: PlannedMove) =>
      planned.row.id === id ? TIME_REFUSALS.includes(code) : status < 429,
  };
  return moveGroup(group, ticket, (moved) => toMovedBookings({ scope, if_taken, dry_run }, moved));
}

/** Refusals of a time. */
const TIME_REFUSALS: readonly string[] = ["slot_unavailable", "outside_booking_window"];

async function planMoves(
  actor: StaffActor,
  row: BookingRow,
  input: MoveBooking,
): Promise<PlannedMove[]> {
  const { slot_id, resource_id, starts_at, scope, version } = input;
  const how: Omit<Move, "target"> = {
    override: input.override ?? false,
    reprice: input.reprice,
    notify: input.notify,
  };
  const named = moveTarget(row, { slot_id, resource_id, starts_at });
  const first = { row, move: { ...how, target: named, version } };
  if (scope === "this" || (row.series_id === null && row.visit_id === null)) return [first];
  const to = await findMoveTarget(actor, row.id, first.move);
  const others = await othersToMove(actor, row, scope);
  const shift = localShift(row.starts_at, to.starts_at, await zoneOf(actor, row));
  const targets =
    row.visit_id === null
      ? others.map((each) => targetOfDate(row, to, each, shift))
      : await targetsOfParts(actor, row, to, others, shift);
  const moves = others.map(
    (each, index): PlannedMove => ({ row: each, move: { ...how, target: targets[index]! } }), // one for each
  );
  // From the end, if they move later: a date may take the time that another one has now.
  const byStart = [first, ...moves].sort(
    (a, b) => a.row.starts_at.getTime() - b.row.starts_at.getTime(),
  );
  return shift.is_later ? byStart.reverse() : byStart;
}

/** Where another date of a series moves: to the new service and resource, if there are any. */
function targetOfDate(
  row: BookingRow,
  to: RequestedSlot,
  each: BookingRow,
  shift: LocalShift,
): ResourceTarget {
  const service = to.schedule?.id ?? null;
  return moveTarget(each, {
    ...(to.resource.id !== row.resource_id && { resource_id: to.resource.id }),
    ...(service !== null && service !== row.schedule_id && { schedule_id: service }),
    starts_at: shift.apply(each.starts_at),
  });
}

/**
 * Where the other services of a visit move: each keeps its service and length, within its hours.
 * Those of the resource that changes go to the new one.
 */
async function targetsOfParts(
  { tenant }: StaffActor,
  row: BookingRow,
  to: RequestedSlot,
  others: readonly BookingRow[],
  shift: LocalShift,
): Promise<ResourceTarget[]> {
  const schedules = await readSchedules(
    tenant.id,
    others.flatMap(({ schedule_id }) => schedule_id ?? []),
  );
  const resourceOf = ({ resource_id }: BookingRow) =>
    resource_id === row.resource_id ? to.resource.id : resource_id;
  const limits = await readLimits(tenant.id, [...new Set(others.map(resourceOf))]);
  return others.map((each) => {
    const schedule = each.schedule_id === null ? undefined : schedules.get(each.schedule_id);
    return {
      kind: "custom",
      resource_id: resourceOf(each),
      starts_at: shift.apply(each.starts_at),
      schedule: { id: each.schedule_id, is_kept: true },
      duration_minutes: minutesOf(each),
      ...(schedule && { hours: { schedule, limits } }),
    };
  });
}

/** The other bookings of the series or visit that are live and haven't started. */
async function othersToMove(
  actor: StaffActor,
  row: BookingRow,
  scope: GroupScope,
): Promise<BookingRow[]> {
  const now = await databaseNow(pool);
  return (await bookingsTogether(row, scope, now)).filter(
    (each) =>
      each.id !== row.id &&
      maySeeBooking(actor, each) &&
      isUpcoming(each.status) &&
      each.starts_at > now,
  );
}

/** How many bookings would move together. Throws not_found. */
export async function countMoves(
  actor: StaffActor,
  id: string,
  scope: GroupScope,
): Promise<number> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  return 1 + (await othersToMove(actor, row, scope)).length;
}

async function zoneOf({ tenant }: StaffActor, { tenant_id, series_id }: BookingRow) {
  const series = series_id && (await findSeries(pool, { tenant_id, id: series_id }));
  return series ? series.time_zone : tenant.time_zone;
}

function toMovedBookings(
  how: Pick<MovedBookings, "scope" | "if_taken" | "dry_run">,
  moved: MovedRow[],
): MovedBookings {
  const dates = [...moved]
    .sort((a, b) => a.before.starts_at.getTime() - b.before.starts_at.getTime())
    .map(({ before, after, target, refusal }): MovedBookings["dates"][number] => ({
      booking_id: before.id,
      no: before.series_no ?? before.visit_no,
      starts_at: toRfc3339(before.starts_at.getTime()),
      new_starts_at: toRfc3339(target.starts_at.getTime()),
      resource_id: target.resource_id,
      state: refusal !== null ? "taken" : how.dry_run ? "free" : "moved",
      reason: refusal && refusalReason(refusal),
      price_amount: after.price_amount,
      price_difference: (after.price_amount ?? 0) - (before.price_amount ?? 0),
      currency: after.currency,
    }));
  const going = dates.filter(({ state }) => state !== "taken");
  const sumOf = (amounts: (number | null)[]) =>
    amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  return {
    ...how,
    price_amount: sumOf(going.map(({ price_amount }) => price_amount)),
    price_difference: sumOf(going.map(({ price_difference }) => price_difference)),
    currency: dates.find(({ currency }) => currency !== null)?.currency ?? null,
    dates,
  };
}
