import type { StaffActor } from "~/domain/identity/actor";
import { findFirstSlots } from "~/domain/slots/free-slots.server";

/** The first bookable time as an RFC 3339 instant; null for none. */
export async function firstBookableTime(actor: StaffActor): Promise<string | null> {
  const [first] = await findFirstSlots(actor, {}, 1);
  return first?.starts_at ?? null;
}
