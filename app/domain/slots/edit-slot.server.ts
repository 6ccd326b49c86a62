import type { SavedSlot, SlotPatch } from "~/contract/slots";
import { notFound } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { checkPayable } from "../payments/payable.server";
import { limitsOf, readLimits } from "../hours/read-limits.server";
import type { DepositTerms } from "../quotes/deposit";
import { timesBetween } from "../schedules/fill-slots.server";
import { readSchedule } from "../hours/stored-schedule.server";
import { onResource } from "../quotes/service-terms";
import { recountSlots } from "../seats/claim-seats.sql.server";
import { type LockedResource, lockResource } from "../seats/lock-resource.sql.server";
import { timesOverCapacity } from "../seats/over-capacity.sql.server";
import { checkCapacity, ownPrice } from "./manual-slots.server";
import { loadSlot, type SlotRow, toSlot } from "./slot-row.sql.server";
import { type Price, readPrice } from "./slot-terms.sql.server";
import { updateSlotRow } from "./write-slot.sql.server";

type Changes = Omit<SlotPatch, "dry_run">;

/** The fields compared to see whether anything changed. */
const FIELDS = [
  "capacity",
  "price_amount",
  "currency",
  "status",
  "own_capacity",
  "own_price_amount",
] as const;

/**
 * Sets the seats, price or status of one slot, or resets them (null); its other fields follow its
 * resource and schedule. Bookings stay: the answer lists times with more bookings than seats, and
 * with `dry_run` nothing is changed. A time outside the schedule's hours is opened as a manual one.
 * Throws not_found, validation_failed.
 */
export async function updateSlot(
  actor: StaffActor,
  id: string,
  { dry_run = false, ...patch }: SlotPatch,
): Promise<SavedSlot> {
  const tenant_id = actor.tenant.id;
  const seen = await loadSlot(pool, tenant_id, id);
  if (!mayUseResource(actor, seen.resource_id)) throw notFound("Slot", id);
  if (Object.keys(effectiveChanges(seen, patch)).length === 0) {
    const scope = { slot_id: id, capacity: seen.capacity };
    return {
      ...toSlot(seen),
      dry_run,
      over_capacity: await timesOverCapacity(pool, tenant_id, scope),
    };
  }
  const { schedule_id, starts_at } = seen;
  const schedule = schedule_id === null ? null : await readSchedule(tenant_id, schedule_id);
  const start = starts_at.getTime();
  const limits = limitsOf(await readLimits(tenant_id, [seen.resource_id]), seen.resource_id);
  const own = schedule && onResource(schedule, seen.resource_id);
  const isPlanned = own !== null && timesBetween(own, start, start + 1, limits).length > 0;
  return transaction(async (db) => {
    const lock = await lockResource(db, { ...seen, tenant_id });
    const before = await loadSlot(db, tenant_id, id);
    const offered = (await readPrice(db, tenant_id, before)) ?? {
      price_amount: null,
      currency: null,
    };
    const after = changedSlot(actor, before, patch, { lock, offered, isPlanned });
    if (
      after.own_price_amount !== before.own_price_amount ||
      after.own_currency !== before.own_currency
    )
      checkPayable(
        {
          ...after,
          requires_payment: schedule?.requires_payment ?? false,
          deposit: (schedule?.deposit ?? null) as DepositTerms | null, // written through the contract
        },
        "price_amount",
      );
    const isSame = Object.keys(changedFields(pick(before), pick(after))).length === 0;
    if (!dry_run && !isSame) await saveSlot(db, actor, before, after);
    const over_capacity = await timesOverCapacity(db, tenant_id, {
      slot_id: id,
      capacity: after.capacity,
    });
    const { taken } = dry_run ? before : await loadSlot(db, tenant_id, id);
    return { ...toSlot({ ...after, taken }), dry_run, over_capacity };
  });
}

/**
 * The changes a patch makes: a value equal to the present one sets nothing, and null resets what
 * was set.
 */
function effectiveChanges(row: SlotRow, patch: Changes): Changes {
  const own = ownFields(row);
  const isSet: Record<string, boolean> = {
    capacity: own.own_capacity !== null,
    price_amount: own.own_price_amount !== null,
    currency: own.own_currency !== null,
    status: row.status === "closed" && !row.outside_hours,
  };
  const now: Record<string, unknown> = { ...row };
  const effective = Object.entries(patch).filter(([field, value]) =>
    value === null ? isSet[field] : value !== now[field],
  );
  return Object.fromEntries(effective);
}

const pick = (row: SlotRow) => Object.fromEntries(FIELDS.map((field) => [field, row[field]]));

interface Known {
  lock: LockedResource;
  /** The schedule's price. */
  offered: Price;
  /** Whether the schedule has a slot then. */
  isPlanned: boolean;
}

/** The slot with the overrides applied. */
function changedSlot(
  actor: StaffActor,
  before: SlotRow,
  changes: Changes,
  { lock, offered, isPlanned }: Known,
): SlotRow {
  const patch = effectiveChanges(before, changes);
  const own = ownFields(before);
  if (patch.capacity !== undefined)
    own.own_capacity = patch.capacity && checkCapacity(patch.capacity, lock);
  if (patch.price_amount !== undefined || patch.currency !== undefined) {
    // A currency alone applies to the present price.
    const price_amount =
      patch.price_amount === undefined ? before.price_amount : patch.price_amount;
    const currency =
      patch.currency ?? (price_amount === null ? null : (own.own_currency ?? before.currency));
    const price = ownPrice(actor, { price_amount, currency });
    own.own_price_amount = price.amount;
    own.own_currency = price.currency;
  }
  const price = own.own_price_amount === null ? offered : priceOf(own);
  const row = {
    ...before,
    ...own,
    ...price,
    capacity: Math.min(own.own_capacity ?? lock.capacity, lock.capacity),
  };
  if (patch.status === undefined) return row;
  const isOutside = before.origin === "generated" && !isPlanned;
  if (patch.status === null && isOutside) return { ...row, status: "closed", outside_hours: true };
  const status = patch.status ?? "open";
  const isTimeOfItsOwn = status === "open" && before.status === "closed" && isOutside;
  return {
    ...row,
    status,
    outside_hours: before.outside_hours && status === "closed",
    ...(isTimeOfItsOwn && { origin: "manual", follows_schedule: true }),
  };
}

const priceOf = ({
  own_price_amount,
  own_currency,
}: Pick<SlotRow, "own_price_amount" | "own_currency">): Price => ({
  price_amount: own_price_amount,
  currency: own_currency,
});

/** The overrides so far. A manual slot without stored overrides counts all its values as such. */
function ownFields(
  row: SlotRow,
): Pick<SlotRow, "own_capacity" | "own_price_amount" | "own_currency"> {
  const { own_capacity, own_price_amount, own_currency, origin, follows_schedule } = row;
  if (origin === "generated" || follows_schedule)
    return { own_capacity, own_price_amount, own_currency };
  return {
    own_capacity: row.capacity,
    own_price_amount: row.price_amount,
    own_currency: row.currency,
  };
}

async function saveSlot(
  db: Sql,
  actor: StaffActor,
  before: SlotRow,
  after: SlotRow,
): Promise<void> {
  const { id, resource_id, occupies_from, occupies_to } = after;
  const tenant_id = actor.tenant.id;
  await updateSlotRow(db, tenant_id, after);
  await recountSlots(db, { tenant_id, resource_id, occupies_from, occupies_to });
  const diff = changedFields(pick(before), pick(after));
  await writeAudit(db, actor, { action: "slot.updated", entity: "slot", entity_id: id, diff });
}
