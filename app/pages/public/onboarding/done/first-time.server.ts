import type { StaffActor } from "~/domain/identity/actor";
import { findFirstForGuests } from "~/domain/slots/free-slots.server";

/** The first bookable time as an RFC 3339 instant; null for none. */
export const firstBookableTime = async (actor: StaffActor): Promise<string | null> =>
  (await findFirstForGuests(actor))?.starts_at ?? null;
