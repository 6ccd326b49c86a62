import type { z } from "zod";
import type { Availability, AvailableSlot } from "~/contract/slots";
import { AvailabilityQuery } from "~/contract/slots";
import type { StaffActor } from "../identity/actor";
import { readAvailability } from "./availability.sql.server";

const LONGEST = 92;

/**
 * The times of a question in their order; where its days have none, those of the first day that has. Throws what readAvailability throws.
 */
export async function findFreeSlots(
  actor: StaffActor,
  asked: z.input<typeof AvailabilityQuery>,
): Promise<AvailableSlot[]> {
  const found = await read(actor, asked);
  const slots = found.days.flatMap((day) => day.slots);
  if (slots.length > 0 || found.next_available === null || asked.to !== undefined) return slots;
  const later = await read(actor, { ...asked, from: found.next_available });
  return later.days.flatMap((day) => day.slots);
}

async function read(
  actor: StaffActor,
  asked: z.input<typeof AvailabilityQuery>,
): Promise<Availability> {
  const { json } = await readAvailability(actor, AvailabilityQuery.parse(asked), LONGEST, null);
  return JSON.parse(json ?? "null") as Availability; // the answer's own text; null only where the caller named a tag
}
