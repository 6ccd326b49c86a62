import { isUpcoming } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import { getBooking } from "../bookings/read/get-booking.server";
import { clashes } from "../calendars/clashes.sql.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { findInTimeOff } from "./in-time-off.sql.server";
import { findOutsideHours } from "./outside-hours.sql.server";

/** How many are listed at once. */
const MAX_DISPLACED = 50;

/**
 * Upcoming bookings at times that have been closed since: in a block, or with `block_id` null in
 * any time off, outside the hours, on a closed day, or over a busy time of a connected calendar.
 * Without those that staff decided to keep.
 */
export async function listDisplaced(
  actor: StaffActor,
  blockId: string | null,
): Promise<{ bookings: Booking[]; has_more: boolean }> {
  const tenantId = actor.tenant.id;
  const most = MAX_DISPLACED + 1;
  const [inTimeOff, outside, busy] = await Promise.all([
    findInTimeOff(tenantId, { block_id: blockId, most }),
    blockId === null ? findOutsideHours(actor.tenant, most) : [],
    blockId === null ? clashes(tenantId) : [],
  ]);
  const overBusy = busy.map(({ booking_id, resource_id }) => ({ id: booking_id, resource_id }));
  const ids = new Set(
    [...inTimeOff, ...outside, ...overBusy]
      .filter(({ resource_id }) => mayUseResource(actor, resource_id))
      .map(({ id }) => id),
  );
  const bookings: Booking[] = [];
  for (const id of ids) bookings.push(await getBooking(actor, id));
  const inOrder = bookings
    .filter(({ status }) => isUpcoming(status))
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at));
  return {
    bookings: inOrder.slice(0, MAX_DISPLACED),
    has_more: inOrder.length > MAX_DISPLACED,
  };
}
