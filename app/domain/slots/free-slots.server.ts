import type { z } from "zod";
import type { Availability, AvailableSlot } from "~/contract/slots";
import { AvailabilityQuery } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { addDays, localDateOf, startOfDay, wallTimeToInstant } from "~/lib/time";
import type { StaffActor } from "../identity/actor";
import { readAvailability, readFirstSlots } from "./availability.sql.server";

/** An availability query without its range. */
type Wanted = Omit<z.input<typeof AvailabilityQuery>, "from" | "to" | "include">;

const LONGEST = 92;
/** When the parts of a day begin: morning, afternoon, evening. */
const PARTS = ["00:00", "12:00", "17:00"];

/**
 * All times of a range, including unbookable ones if `include` says so. Throws what
 * readAvailability throws.
 */
export async function findSlots(
  actor: StaffActor,
  asked: z.input<typeof AvailabilityQuery>,
): Promise<AvailableSlot[]> {
  const { json } = await readAvailability(actor, AvailabilityQuery.parse(asked), LONGEST, null);
  const found = JSON.parse(json ?? "null") as Availability; // null only when the caller sends an ETag
  return found.days.flatMap((day) => day.slots);
}

/** The first `most` free times of each resource from a time on (default: now). */
export function findFirstSlots(
  actor: StaffActor,
  wanted: Wanted,
  most: number,
  from = clock.date(),
): Promise<AvailableSlot[]> {
  const always = { from, to: null };
  return readFirstSlots(actor, AvailabilityQuery.parse(wanted), [always], most);
}

/**
 * The first `most` free times of each resource in each part of the day, for the first `days` days
 * that have any.
 */
export async function findFirstDays(
  actor: StaffActor,
  wanted: Wanted,
  { days, most }: { days: number; most: number },
): Promise<AvailableSlot[]> {
  const query = AvailabilityQuery.parse(wanted);
  const zone = actor.tenant.time_zone;
  const slots: AvailableSlot[] = [];
  let from = clock.date();
  for (let day = 0; day < days; day++) {
    const [first] = await readFirstSlots(actor, query, [{ from, to: null }], 1);
    if (first === undefined) break;
    const date = localDateOf(Date.parse(first.starts_at), zone);
    slots.push(...(await findFirstOfDay(actor, wanted, date, most)));
    from = new Date(startOfDay(addDays(date, 1), zone));
  }
  return slots;
}

/** The first `most` free times of each resource in each part of a day. */
function findFirstOfDay(
  actor: StaffActor,
  wanted: Wanted,
  date: string,
  most: number,
): Promise<AvailableSlot[]> {
  const zone = actor.tenant.time_zone;
  const bounds = [
    ...PARTS.map((time) => wallTimeToInstant(date, time, zone)),
    startOfDay(addDays(date, 1), zone),
  ];
  const spans = PARTS.map((_, part) => ({
    from: new Date(bounds[part]!),
    to: new Date(bounds[part + 1]!),
  }));
  return readFirstSlots(actor, AvailabilityQuery.parse(wanted), spans, most);
}

/**
 * All times of a day, including unbookable ones; if they exceed the size of an answer, the first
 * `most` as above.
 */
export async function findDay(
  actor: StaffActor,
  wanted: Wanted,
  date: string,
  most: number,
): Promise<AvailableSlot[]> {
  try {
    return await findSlots(actor, { ...wanted, from: date, to: date, include: ["unavailable"] });
  } catch (error) {
    if (!isTooMany(error)) throw error;
    return findFirstOfDay(actor, wanted, date, most);
  }
}

const isTooMany = (error: unknown): boolean =>
  error instanceof AppError && (error.extra.issues ?? []).some(({ code }) => code === "too_big");
