import { AvailabilityQuery } from "~/contract/slots";
import type { StaffActor } from "~/domain/identity/actor";
import { readAvailability } from "~/domain/slots/availability.sql.server";

/** The first time that a guest can book within two weeks, as an RFC 3339 instant; null when there is none. */
export async function firstBookableTime(actor: StaffActor): Promise<string | null> {
  const { json } = await readAvailability(actor, AvailabilityQuery.parse({}), 92, null);
  const { next_available } = JSON.parse(json ?? "{}") as { next_available?: string | null };
  return next_available ?? null;
}
