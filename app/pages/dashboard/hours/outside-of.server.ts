import type { OutsideBookings } from "~/contract/hours";
import type { UserActor } from "~/domain/identity/actor";
import { readOutside } from "~/domain/services/outside-bookings.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { type OutsideLines, outsideLines } from "~/ui/hours/outside-lines";

/** Bookings a change would leave outside the hours, with resource names. */
export async function outsideOf(actor: UserActor, outside: OutsideBookings): Promise<OutsideLines> {
  const ids = outside.map(({ id }) => id);
  const rows = await readOutside(actor.tenant.id, ids);
  const names = new Map(rows.map(({ id, resource_name }) => [id, resource_name]));
  return outsideLines(outside, calendarOf(actor), names);
}
