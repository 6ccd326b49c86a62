import sql from "sql-template-tag";
import { MOST_DAYS_AHEAD } from "~/contract/limits";
import type { NewSlot, Slot, SlotPatch } from "~/contract/slots";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { isConstraint, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { checkRoomForMore } from "../schedules/room-for-slots.server";
import { recountSlots } from "../seats/claim-seats.server";
import { type LockedResource, lockResource } from "../seats/lock-resource.server";

interface SlotRow extends Omit<Slot, "starts_at" | "ends_at"> {
  starts_at: Date;
  ends_at: Date;
  occupies_from: Date;
  occupies_to: Date;
  outside_hours: boolean;
}
const COLUMNS = sql`id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, taken, price_amount, currency,
  status, origin, outside_hours`;

function toSlot({ occupies_from: _from, occupies_to: _to, outside_hours: _outside, ...row }: SlotRow): Slot {
  return { ...row, starts_at: toRfc3339(row.starts_at.getTime()), ends_at: toRfc3339(row.ends_at.getTime()) };
}

/**
 * Makes a slot by hand: a time outside the hours, or an extra one of a schedule (with its buffers). Times are whole minutes.
 * Throws not_found, validation_failed, already_exists.
 */
export async function createSlot(actor: StaffActor, input: NewSlot): Promise<Slot> {
  if (!mayUseResource(actor, input.resource_id)) throw notFound();
  if (input.starts_at.getTime() % 60_000 !== 0) throw invalidField("starts_at", "Use a whole minute.");
  const tenant_id = actor.tenant.id;
  const ends_at = new Date(input.starts_at.getTime() + input.duration_minutes * 60_000);
  checkPrice(input);
  await checkRoomForMore(tenant_id, input.schedule_id, 1, "starts_at");
  try {
    return await transaction(async (db) => {
      const buffers = await buffersOf(db, tenant_id, input);
      const occupies_from = new Date(input.starts_at.getTime() - buffers.before * 60_000);
      const occupies_to = new Date(ends_at.getTime() + buffers.after * 60_000);
      const at = { tenant_id, resource_id: input.resource_id, occupies_from, occupies_to };
      const lock = await lockResource(db, at);
      if (input.starts_at <= lock.db_now) throw invalidField("starts_at", "This time has passed.", "past");
      if (input.starts_at.getTime() > lock.db_now.getTime() + MOST_DAYS_AHEAD * 86_400_000)
        throw invalidField("starts_at", `At most ${MOST_DAYS_AHEAD} days ahead.`, "too_far");
      const capacity = checkCapacity(input.capacity ?? lock.capacity, lock);
      const currency = input.price_amount === null ? null : (input.currency ?? actor.tenant.currency);
      const id = newId();
      await db.query(
        sql`insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, price_amount, currency, origin)
            values (${tenant_id}, ${id}, ${input.resource_id}, ${input.schedule_id}, ${input.starts_at}, ${ends_at}, ${occupies_from},
              ${occupies_to}, ${capacity}, ${input.price_amount}, ${currency}, 'manual')`,
      );
      await recountSlots(db, at);
      await writeAudit(db, actor, { action: "slot.created", entity: "slot", entity_id: id });
      return toSlot(await loadSlot(db, tenant_id, id));
    });
  } catch (error) {
    if (isConstraint(error, "slot_tenant_id_resource_id_starts_at_schedule_id_key"))
      throw new AppError("already_exists", "This slot exists already.");
    throw error;
  }
}

async function buffersOf(db: Sql, tenantId: string, input: NewSlot): Promise<{ before: number; after: number }> {
  if (input.schedule_id === null) return { before: 0, after: 0 };
  const found = await db.query<{ before: number; after: number }>(
    sql`select s.buffer_before_minutes as before, s.buffer_after_minutes as after from schedule s
        join schedule_resource sr on sr.tenant_id = s.tenant_id and sr.schedule_id = s.id and sr.resource_id = ${input.resource_id}
        where s.tenant_id = ${tenantId} and s.id = ${input.schedule_id}`,
  );
  if (found.rows[0] === undefined) throw notFound();
  return found.rows[0];
}

function checkPrice({ price_amount, currency }: { price_amount: number | null; currency?: string | null }): void {
  if (price_amount === null && currency) throw invalidField("currency", "Set a price and its currency together.");
}

function checkCapacity(capacity: number, lock: LockedResource): number {
  if (capacity > lock.capacity) throw invalidField("capacity", `The resource has ${lock.capacity}.`, "too_big");
  return capacity;
}

async function loadSlot(db: Sql, tenantId: string, id: string): Promise<SlotRow> {
  const found = await db.query<SlotRow>(sql`select ${COLUMNS} from slot where tenant_id = ${tenantId} and id = ${id}`);
  if (found.rows[0] === undefined) throw notFound();
  return found.rows[0];
}

const asRecord = (row: SlotRow) => ({ ...row }) as Record<string, unknown>;

/** Closes or opens a slot, or changes its seats and price; the bookings it has stay as they are. Throws not_found, validation_failed. */
export async function updateSlot(actor: StaffActor, id: string, patch: SlotPatch): Promise<Slot> {
  const tenant_id = actor.tenant.id;
  return transaction(async (db) => {
    const seen = await loadSlot(db, tenant_id, id);
    if (!mayUseResource(actor, seen.resource_id)) throw notFound();
    if (Object.keys(changedFields(asRecord(seen), patch)).length === 0) return toSlot(seen);
    const at = {
      tenant_id,
      resource_id: seen.resource_id,
      occupies_from: seen.occupies_from,
      occupies_to: seen.occupies_to,
    };
    const lock = await lockResource(db, at);
    const before = await loadSlot(db, tenant_id, id);
    const diff = changedFields(asRecord(before), patch);
    const after = { ...before, ...patch };
    checkPrice({ price_amount: after.price_amount, currency: patch.currency });
    if (patch.capacity !== undefined) checkCapacity(patch.capacity, lock);
    const currency = after.price_amount === null ? null : (after.currency ?? actor.tenant.currency);
    // Opened although the hours do not hold it: a time of its own from now on.
    const isOpened = before.outside_hours && after.status === "open";
    const isByHand = isOpened || ["capacity", "price_amount", "currency"].some((name) => name in diff);
    await db.query(
      sql`update slot set capacity = ${after.capacity}, price_amount = ${after.price_amount}, currency = ${currency}, status = ${after.status},
          outside_hours = outside_hours and ${after.status} = 'closed', origin = ${isByHand ? "manual" : before.origin}
        where tenant_id = ${tenant_id} and id = ${id}`,
    );
    await recountSlots(db, at);
    await writeAudit(db, actor, {
      action: "slot.updated",
      entity: "slot",
      entity_id: id,
      diff,
    });
    return toSlot(await loadSlot(db, tenant_id, id));
  });
}
