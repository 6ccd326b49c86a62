import type { OutsideBookings } from "~/contract/hours";
import type { UserActor } from "~/domain/identity/actor";
import { readOutside } from "~/domain/services/outside-bookings.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { type OutsideLines, outsideLines } from "~/ui/hours/outside-lines";

/** Bookings that a change leaves outside, with the names of their resources. */
export async function outsideOf(actor: UserActor, outside: OutsideBookings): Promise<OutsideLines> {
  const ids = outside.map(({ id }) => id);
  const rows = await readOutside(actor.tenant.id, ids);
  const names = new Map(rows.map(({ id, resource_name }) => [id, resource_name]));
  return outsideLines(outside, calendarOf(actor), names);
}
