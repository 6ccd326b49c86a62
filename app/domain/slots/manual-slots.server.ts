import { MAX_DAYS_AHEAD } from "~/contract/limits";
import type { NewSlot, Slot } from "~/contract/slots";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { isConstraint, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { checkRoomForMore } from "../schedules/room-for-slots.server";
import { checkStep } from "../quotes/quote";
import { checkPayable } from "../payments/payable.server";
import { recountSlots } from "../seats/claim-seats.sql.server";
import { gapOf } from "../seats/processing";
import { type LockedResource, lockResource } from "../seats/lock-resource.sql.server";
import { loadSlot, toSlot } from "./slot-row.sql.server";
import { readTerms, type Terms } from "./slot-terms.sql.server";
import { insertManualSlot } from "./write-slot.sql.server";

/**
 * Creates a slot manually: a time outside the hours, or an extra one of a schedule (with its
 * buffers). Times are whole minutes. Throws not_found, validation_failed, already_exists.
 */
export async function createSlot(actor: StaffActor, input: NewSlot): Promise<Slot> {
  if (!mayUseResource(actor, input.resource_id)) throw notFound("Resource", input.resource_id);
  if (input.starts_at.getTime() % 60_000 !== 0)
    throw invalidField("starts_at", "Use a whole minute.");
  const tenant_id = actor.tenant.id;
  const ends_at = new Date(input.starts_at.getTime() + input.duration_minutes * 60_000);
  ownPrice(actor, input);
  await checkRoomForMore(tenant_id, input.schedule_id, 1, "starts_at");
  try {
    return await transaction(async (db) => {
      const terms = await termsOf(db, tenant_id, input);
      const own = ownPrice(actor, input);
      const requested =
        own.amount === null ? terms : { price_amount: own.amount, currency: own.currency };
      const { requires_payment, deposit } = terms;
      checkPayable({ ...requested, requires_payment, deposit }, "price_amount");
      const occupies_from = new Date(input.starts_at.getTime() - terms.before * 60_000);
      const occupies_to = new Date(ends_at.getTime() + terms.after * 60_000);
      const at = { tenant_id, resource_id: input.resource_id, occupies_from, occupies_to };
      const lock = await lockResource(db, at);
      if (input.starts_at <= lock.db_now)
        throw invalidField("starts_at", "This time has passed.", "past");
      if (input.starts_at.getTime() > lock.db_now.getTime() + MAX_DAYS_AHEAD * 86_400_000)
        throw invalidField("starts_at", `At most ${MAX_DAYS_AHEAD} days ahead.`, "too_far");
      const capacity = checkCapacity(input.capacity ?? lock.capacity, lock);
      const id = newId();
      const { resource_id, schedule_id, starts_at } = input;
      await insertManualSlot(db, tenant_id, {
        id,
        resource_id,
        schedule_id,
        starts_at,
        ends_at,
        occupies_from,
        occupies_to,
        ...(gapOf(terms.processing, { starts_at, ends_at }) ?? { gap_from: null, gap_to: null }),
        capacity,
        price_amount: own.amount ?? terms.price_amount,
        currency: own.amount === null ? terms.currency : own.currency,
        own_capacity: input.capacity ?? null,
        own_price_amount: own.amount,
        own_currency: own.currency,
      });
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

/** The terms of the schedule it belongs to; defaults if there is none. Throws not_found. */
async function termsOf(db: Sql, tenantId: string, input: NewSlot): Promise<Terms> {
  if (input.schedule_id === null)
    return {
      before: 0,
      after: 0,
      processing: null,
      price_amount: null,
      currency: null,
      requires_payment: false,
      deposit: null,
    };
  const terms = await readTerms(
    db,
    tenantId,
    input.schedule_id,
    input.resource_id,
    input.starts_at,
  );
  if (terms !== undefined) return terms;
  const { resource_id, starts_at } = input;
  // Names the resource if that is the unknown one.
  await lockResource(db, {
    tenant_id: tenantId,
    resource_id,
    occupies_from: starts_at,
    occupies_to: starts_at,
  });
  throw notFound("Schedule", input.schedule_id);
}

/** A price set for one slot, with its currency. Throws validation_failed. */
export function ownPrice(
  actor: StaffActor,
  { price_amount, currency }: { price_amount: number | null; currency?: string | null | undefined },
): { amount: number | null; currency: string | null } {
  if (price_amount === null && currency)
    throw invalidField("currency", "Set a price and its currency together.");
  const own = price_amount === null ? null : (currency ?? actor.tenant.currency);
  checkStep(price_amount, own, "price_amount");
  return { amount: price_amount, currency: own };
}

/** Throws validation_failed. */
export function checkCapacity(capacity: number, lock: LockedResource): number {
  if (capacity > lock.capacity)
    throw invalidField("capacity", `The resource has ${lock.capacity}.`, "too_big");
  return capacity;
}
