import type { z } from "zod";
import type { Availability, AvailableSlot } from "~/contract/slots";
import { AvailabilityQuery } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import { addDays, localDateOf, startOfDay, wallTimeToInstant } from "~/lib/time";
import type { StaffActor } from "../identity/actor";
import { readAvailability, readFirstForVisitors, readFirstSlots } from "./availability.sql.server";

// Free times for the desk: guests' minimum notice hides none of them.

/** A time as the desk sees it. */
export interface DeskSlot extends AvailableSlot {
  /** Guests can't book it any more, because its service's minimum notice has passed. */
  is_short_notice: boolean;
}

/** An availability query without its range. */
type Wanted = Omit<z.input<typeof AvailabilityQuery>, "from" | "to" | "include">;

const LONGEST = 92;
/** When the parts of a day begin: morning, afternoon, evening. */
const PARTS = ["00:00", "12:00", "17:00"];

/** A day as the desk sees it. */
export interface DeskDay {
  date: string;
  state: Availability["days"][number]["state"];
  slots: DeskSlot[];
}

/**
 * All times of a range by day, including unbookable ones if `include` says so. Throws what
 * readAvailability throws.
 */
export async function findDays(
  actor: StaffActor,
  query: z.input<typeof AvailabilityQuery>,
): Promise<DeskDay[]> {
  const { json } = await readAvailability(
    actor,
    AvailabilityQuery.parse(query),
    LONGEST,
    null,
    true,
  );
  const found = JSON.parse(json ?? "null") as Availability; // null only when the caller sends an ETag
  const slots = await withNotice(
    actor,
    found.days.flatMap((day) => day.slots),
  );
  let first = 0;
  return found.days.map(({ date, state, slots: { length } }) => {
    first += length;
    return { date, state, slots: slots.slice(first - length, first) };
  });
}

/** The same in one list. */
export async function findSlots(
  actor: StaffActor,
  query: z.input<typeof AvailabilityQuery>,
): Promise<DeskSlot[]> {
  return (await findDays(actor, query)).flatMap(({ slots }) => slots);
}

/** The first `most` free times of each resource from a time on (default: now). */
export async function findFirstSlots(
  actor: StaffActor,
  wanted: Wanted,
  most: number,
  from = clock.date(),
): Promise<DeskSlot[]> {
  return findFirst(actor, AvailabilityQuery.parse(wanted), [{ from, to: null }], most);
}

/** The first time that guests can book. */
export async function findFirstForGuests(actor: StaffActor): Promise<AvailableSlot | null> {
  const always = { from: clock.date(), to: null };
  const [first] = await readFirstForVisitors(actor, AvailabilityQuery.parse({}), [always], 1);
  return first ?? null;
}

/**
 * The first `most` free times of each resource in each part of the day, for the first `days` days
 * that have any.
 */
export async function findFirstDays(
  actor: StaffActor,
  wanted: Wanted,
  { days, most }: { days: number; most: number },
): Promise<DeskSlot[]> {
  const query = AvailabilityQuery.parse(wanted);
  const zone = actor.tenant.time_zone;
  const slots: DeskSlot[] = [];
  let from = clock.date();
  for (let day = 0; day < days; day++) {
    const [first] = await readFirstSlots(actor, query, [{ from, to: null }], 1, true);
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
): Promise<DeskSlot[]> {
  const zone = actor.tenant.time_zone;
  const bounds = [
    ...PARTS.map((time) => wallTimeToInstant(date, time, zone)),
    startOfDay(addDays(date, 1), zone),
  ];
  const spans = PARTS.map((_, part) => ({
    from: new Date(bounds[part]!),
    to: new Date(bounds[part + 1]!),
  }));
  return findFirst(actor, AvailabilityQuery.parse(wanted), spans, most);
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
): Promise<DeskSlot[]> {
  try {
    return await findSlots(actor, { ...wanted, from: date, to: date, include: ["unavailable"] });
  } catch (error) {
    if (!isTooMany(error)) throw error;
    return findFirstOfDay(actor, wanted, date, most);
  }
}

const findFirst = async (...args: Parameters<typeof readFirstSlots>): Promise<DeskSlot[]> => {
  const [actor, query, spans, most] = args;
  return withNotice(actor, await readFirstSlots(actor, query, spans, most, true));
};

/** Marks the times that guests can no longer book. */
async function withNotice(
  { tenant }: Pick<StaffActor, "tenant">,
  slots: readonly AvailableSlot[],
): Promise<DeskSlot[]> {
  const ids = [...new Set(slots.map(({ schedule_id }) => schedule_id))].filter((id) => id !== null);
  const rows =
    ids.length === 0
      ? []
      : await prisma.schedule.findMany({
          where: { tenant_id: tenant.id, id: { in: ids } },
          select: { id: true, min_notice_minutes: true },
        });
  const firstStart = new Map(
    rows.map(({ id, min_notice_minutes }) => [id, clock.now() + min_notice_minutes * 60_000]),
  );
  return slots.map((slot) => ({
    ...slot,
    is_short_notice: Date.parse(slot.starts_at) < (firstStart.get(slot.schedule_id ?? "") ?? 0),
  }));
}

const isTooMany = (error: unknown): boolean =>
  error instanceof AppError && (error.extra.issues ?? []).some(({ code }) => code === "too_big");
