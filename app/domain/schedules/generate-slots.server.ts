import sql from "sql-template-tag";
import type { GeneratedSlots } from "~/contract/slots";
import { type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { recountSlots } from "../seats/claim-seats.server";
import { lockResource } from "../seats/lock-resource.server";
import type { SlotTime } from "./slot-times";

/** One schedule's slots on one resource over [from, to): what should be there. */
export interface SlotPlan {
  tenant_id: string;
  resource_id: string;
  schedule_id: string;
  from: Date;
  to: Date;
  times: SlotTime[];
  price_amount: number | null;
  currency: string | null;
}

export const nothingGenerated: GeneratedSlots = { created: 0, kept: 0, removed: 0, skipped: [] };

export function addGenerated(a: GeneratedSlots, b: GeneratedSlots): GeneratedSlots {
  return {
    created: a.created + b.created,
    kept: a.kept + b.kept,
    removed: a.removed + b.removed,
    skipped: [...a.skipped, ...b.skipped],
  };
}

/** A live booking of slot `s`: such a slot is never changed or removed. Bookings lie under the slot's own start in the index. */
export const slotIsBooked = sql`exists (select 1 from booking b where b.tenant_id = s.tenant_id and b.resource_id = s.resource_id
  and b.slot_id = s.id and b.starts_at = s.starts_at and is_live(b.status))`;

/** Past instants of the plan are left out: a slot is for what can still be booked. */
export function splitPast(plan: SlotPlan, now: number): { plan: SlotPlan; skipped: GeneratedSlots["skipped"] } {
  const past = plan.times.filter((time) => time.starts_at <= now);
  return {
    plan: { ...plan, times: plan.times.slice(past.length), from: new Date(Math.max(plan.from.getTime(), now)) },
    skipped: past.map((time) => ({
      resource_id: plan.resource_id,
      starts_at: toRfc3339(time.starts_at),
      reason: "past",
    })),
  };
}

/**
 * Makes the generated slots of a schedule on a resource what `plan` says: missing ones created, free ones that no longer fit removed
 * or brought up to date, booked ones and manual ones left alone, a slot closed by hand stays closed. The same call again changes
 * nothing. Queued behind the resource's bookings, so none of them can slip between.
 */
export async function applySlotPlan(plan: SlotPlan, dryRun: boolean): Promise<GeneratedSlots> {
  const first = plan.times[0];
  const span = { occupies_from: new Date(first?.occupies_from ?? 0), occupies_to: new Date(first?.occupies_to ?? 0) };
  try {
    return await transaction(async (db) => {
      const lock = await lockResource(db, { ...plan, ...span });
      const removed = await removeUnplanned(db, plan);
      const written = await writePlanned(db, plan, lock.capacity);
      // New slots may lie over claims of other schedules.
      await recountSlots(db, { ...plan, occupies_from: plan.from, occupies_to: plan.to });
      const result = { ...written, removed };
      if (dryRun) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

/** Carries a dry run's answer out of the transaction that it rolls back. */
class DryRun extends Error {
  constructor(readonly result: GeneratedSlots) {
    super("dry run");
  }
}

async function removeUnplanned(db: Sql, plan: SlotPlan): Promise<number> {
  const starts = plan.times.map((time) => new Date(time.starts_at).toISOString());
  const removed = await db.query(
    sql`delete from slot s where s.tenant_id = ${plan.tenant_id} and s.resource_id = ${plan.resource_id} and s.schedule_id = ${plan.schedule_id}
        and s.origin = 'generated' and s.starts_at >= ${plan.from} and s.starts_at < ${plan.to}
        and not exists (select 1 from unnest(${starts}::timestamptz[]) as wanted (at) where wanted.at = s.starts_at)
        and not ${slotIsBooked}`,
  );
  return removed.rowCount ?? 0;
}

async function writePlanned(db: Sql, plan: SlotPlan, capacity: number): Promise<Omit<GeneratedSlots, "removed">> {
  if (plan.times.length === 0) return { created: 0, kept: 0, skipped: [] };
  const column = (pick: (time: SlotTime) => number) => plan.times.map((time) => new Date(pick(time)).toISOString());
  const written = await db.query<{ created: string; changed: string }>(
    sql`
      with wanted as materialized (
        select * from unnest(${plan.times.map(newId)}::uuid[], ${column((time) => time.starts_at)}::timestamptz[],
          ${column((time) => time.ends_at)}::timestamptz[], ${column((time) => time.occupies_from)}::timestamptz[],
          ${column((time) => time.occupies_to)}::timestamptz[]) as w (id, starts_at, ends_at, occupies_from, occupies_to)),
      written as (
        insert into slot as s (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity,
          price_amount, currency, origin)
        select ${plan.tenant_id}::uuid, id, ${plan.resource_id}::uuid, ${plan.schedule_id}::uuid, starts_at, ends_at, occupies_from,
          occupies_to, ${capacity}::int, ${plan.price_amount}::int, ${plan.currency}, 'generated' from wanted
        on conflict (tenant_id, resource_id, starts_at, schedule_id) do update set ends_at = excluded.ends_at,
          occupies_from = excluded.occupies_from, occupies_to = excluded.occupies_to, capacity = excluded.capacity,
          price_amount = excluded.price_amount, currency = excluded.currency
        where s.origin = 'generated' and not ${slotIsBooked}
          and (s.ends_at, s.occupies_from, s.occupies_to, s.capacity, s.price_amount, s.currency) is distinct from
            (excluded.ends_at, excluded.occupies_from, excluded.occupies_to, excluded.capacity, excluded.price_amount, excluded.currency)
        returning xmax = 0 as is_new)
      select count(*) filter (where is_new) as created, count(*) filter (where not is_new) as changed from written`,
  );
  const created = Number(written.rows[0]?.created ?? 0);
  const outdated = await outdatedBooked(db, plan);
  return { created, kept: plan.times.length - created - outdated.length, skipped: outdated };
}

/** Planned times whose slot is booked in another shape than the plan's: they stay as they were booked. */
async function outdatedBooked(db: Sql, plan: SlotPlan): Promise<GeneratedSlots["skipped"]> {
  const lengths = plan.times.map((time) => (time.ends_at - time.starts_at) / 1000);
  const starts = plan.times.map((time) => new Date(time.starts_at).toISOString());
  const found = await db.query<{ starts_at: Date }>(
    sql`select s.starts_at from slot s
        join unnest(${starts}::timestamptz[], ${lengths}::int[]) as w (starts_at, seconds) on w.starts_at = s.starts_at
        where s.tenant_id = ${plan.tenant_id} and s.resource_id = ${plan.resource_id} and s.schedule_id = ${plan.schedule_id}
          and s.starts_at >= ${plan.from} and s.starts_at < ${plan.to}
          and s.ends_at <> s.starts_at + w.seconds * interval '1 second' order by s.starts_at`,
  );
  return found.rows.map((row) => ({
    resource_id: plan.resource_id,
    starts_at: toRfc3339(row.starts_at.getTime()),
    reason: "booked",
  }));
}
