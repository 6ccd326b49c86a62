import { AppError } from "~/lib/app-error";
import { addDays, isoWeekday, localDateOf } from "~/lib/time";
import { slotsAfter, type SlotRow } from "./booking-calls";
import { makeResource, makeSchedule } from "./factory";
import type { UserActor } from "~/domain/identity/actor";

// Services with booking limits, and the outcome of bookings there.

export const ZONE = "Pacific/Auckland";

export const localDate = ({ starts_at }: { starts_at: Date }) =>
  localDateOf(starts_at.getTime(), ZONE);
export const mondayOf = (slot: SlotRow) =>
  addDays(localDate(slot), 1 - isoWeekday(localDate(slot)));
const monthOf = (slot: SlotRow) => localDate(slot).slice(0, 7);

/**
 * A service with its slots by local week and month, starting with the first complete week and
 * month.
 */
export async function offeredBy(
  owner: UserActor,
  limits: Record<string, unknown>,
  more: { capacity?: number; rooms?: number } = {},
) {
  const { capacity = 1, rooms = 1 } = more;
  const ids: string[] = [];
  while (ids.length < rooms) ids.push((await makeResource(owner, { capacity })).id);
  const service = await makeSchedule(owner, ids, {
    time_zone: ZONE,
    max_advance_days: 75,
    ...limits,
  });
  const slots = await slotsAfter(1, service.id);
  const of = (resource: string) => slots.filter(({ resource_id }) => resource_id === resource);
  const weeks = groupBy(of(ids[0]!), mondayOf);
  const months = groupBy(of(ids[0]!), monthOf);
  return {
    ids,
    service,
    slots,
    of,
    weeks: [...weeks.values()].slice(1),
    months: [...months.values()].slice(1),
  };
}

function groupBy<T, K>(list: T[], keyOf: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

/** Reason of a refused booking, or its status. */
export async function reason(booking: Promise<{ status: string }>): Promise<unknown> {
  return booking.then(
    ({ status }) => status,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.extra.details?.["reason"] ?? error.code;
    },
  );
}
