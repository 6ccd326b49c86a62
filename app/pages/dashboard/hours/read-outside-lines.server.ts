import type { OutsideBookings } from "~/contract/hours";
import type { StaffActor } from "~/domain/identity/actor";
import { readOutside } from "~/domain/services/outside-bookings.sql.server";
import { type OutsideLines, outsideLines } from "~/ui/hours/outside-lines";

/** Bookings a change would leave outside the hours, with resource names. */
export async function readOutsideLines(
  actor: StaffActor,
  outside: OutsideBookings,
  calendar: { locale: string; time_zone: string },
): Promise<OutsideLines> {
  const ids = outside.map(({ id }) => id);
  const rows = await readOutside(actor.tenant.id, ids);
  const names = new Map(rows.map(({ id, resource_name }) => [id, resource_name]));
  return outsideLines(outside, calendar, names);
}
