import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import type { SystemActor, Tenant } from "../../identity/actor";
import { tryLockNeeds } from "../../seats/service-needs.sql.server";
import type { LockedResource } from "../../seats/lock-resource.sql.server";
import { findRequestedSlot } from "../place/find-requested-slot.sql.server";
import { peopleAt } from "../place/requested-slot";
import { slotById } from "../place/slot-target";
import {
  type BookingRequest,
  draftBooking,
  placeBooking,
  withNeeds,
} from "../place/place-booking.server";
import { firstWaiting, markOffered, type Waiting } from "./waiting.sql.server";

/** Offers per release; the sweep makes the others. */
const MOST = 20;

/**
 * Offers seats freed over [occupies_from, occupies_to) to the waiting list, first come, first
 * served: each offer is a pending booking with a hold, so nobody else can take the seat until it
 * lapses. Needs the resource's lock; returns the number of offers. A party larger than the free
 * seats is skipped but keeps its place.
 */
export async function offerFreedSeats(
  db: Sql,
  tenant: Tenant,
  at: { resource_id: string; occupies_from: Date; occupies_to: Date },
  lock: LockedResource,
): Promise<number> {
  const passedOver: string[] = [];
  let offers = 0;
  while (offers + passedOver.length < MOST) {
    const entry = await firstWaiting(db, tenant.id, at, lock, passedOver);
    if (entry === undefined) break;
    if (await offerTo(db, tenant, entry, lock)) offers += 1;
    else passedOver.push(entry.id);
  }
  return offers;
}

/**
 * False when the schedule refuses for another reason (a daily limit, inactive): the seat stays open
 * to all.
 */
async function offerTo(
  db: Sql,
  tenant: Tenant,
  entry: Waiting,
  lock: LockedResource,
): Promise<boolean> {
  try {
    const actor: SystemActor = { kind: "system", tenant, request_id: null };
    const target = slotById(entry.slot_id, entry.length_minutes ?? undefined);
    const found = await findRequestedSlot(db, actor, target, entry.customer);
    const minutesLeft = Math.floor(
      (found.requested.starts_at.getTime() - lock.db_now.getTime()) / 60_000,
    );
    const hold_minutes = Math.max(1, Math.min(tenant.policy.waitlist_offer_minutes, minutesLeft));
    const request: BookingRequest = {
      target,
      ...peopleAt(found.requested, { party_size: entry.party_size }),
      customer: entry.customer,
      notes: null,
      addons: [],
      answers: [],
      meta: {},
      source: "widget",
      widget_config_id: null,
      override: false,
      notify: true,
      corrects_customer: false,
    };
    const { schedule } = found.requested;
    // Out of the locks' order, so without waiting: the sweep makes the offer otherwise.
    if (schedule?.has_needs && !(await tryLockNeeds(db, tenant.id, schedule.id))) return false;
    const draft = await withNeeds(
      db,
      draftBooking(actor, request, found, { pending_reason: "offer", hold_minutes }),
      "choose",
    );
    if ((await placeBooking(db, draft)) !== "ok") return false;
    await markOffered(db, tenant.id, entry.id, draft.row.id);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
