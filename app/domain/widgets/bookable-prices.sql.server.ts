import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import { clock } from "~/lib/clock";
import { pool, prepared } from "~/lib/db.server";
import type { BookablePrices, PricedSchedule } from "./offer-prices";

/** A schedule whose prices may differ by resource or start, by its terms. */
export interface VariedSchedule extends PricedSchedule {
  id: string;
  min_notice_minutes: number;
  max_advance_days: number;
  /** Changes with the schedule and with the slots of its resources. */
  slots_version: string;
}

/**
 * The number of schedule and resource pairs that one answer examines; the prices of the others are
 * derived from their terms.
 */
const MAX_PAIRS = 400;
/** Notice and horizon move with the clock. */
const KEPT_MS = 60_000;

const cache = new LRUCache<string, BookablePrices>({ max: 2000, ttl: KEPT_MS });

/** The prices at which each schedule can be booked, by resource; the chosen schedule first. */
export async function readBookablePrices(
  tenantId: string,
  schedules: readonly VariedSchedule[],
  chosen: string | null,
): Promise<Map<string, BookablePrices>> {
  const found = new Map<string, BookablePrices>();
  const missing: VariedSchedule[] = [];
  let pairs = 0;
  const minute = Math.floor(clock.now() / KEPT_MS);
  const nameOf = ({ id, slots_version, resource_ids }: VariedSchedule) =>
    [tenantId, id, slots_version, minute, ...resource_ids].join("/");
  for (const schedule of [...schedules].sort(
    (one, other) => Number(other.id === chosen) - Number(one.id === chosen),
  )) {
    const known = cache.get(nameOf(schedule));
    if (known !== undefined) found.set(schedule.id, known);
    else if ((pairs += schedule.resource_ids.length) <= MAX_PAIRS) missing.push(schedule);
  }
  if (missing.length === 0) return found;
  const queries = missing.flatMap(({ id, resource_ids, min_notice_minutes, max_advance_days }) =>
    resource_ids.map((resource_id) => ({ id, resource_id, min_notice_minutes, max_advance_days })),
  );
  const { rows } = await pool.query<{
    id: string;
    resource_id: string;
    prices: (number | null)[];
  }>(
    prepared(sql`
      select a.id, a.resource_id, bookable_prices(${tenantId}::uuid, a.id, a.resource_id, first_bookable_start(now(), a.min_notice_minutes),
        coalesce(last_bookable_start(now(), a.max_advance_days), 'infinity')) as prices
      from jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as a (id uuid, resource_id uuid, min_notice_minutes int, max_advance_days int)`),
  );
  for (const schedule of missing) {
    const prices: BookablePrices = new Map(
      rows.filter(({ id }) => id === schedule.id).map((row) => [row.resource_id, row.prices]),
    );
    cache.set(nameOf(schedule), prices);
    found.set(schedule.id, prices);
  }
  return found;
}
