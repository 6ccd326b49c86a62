import type { PageOf } from "~/contract/common";
import type {
  JoinedWaitlist,
  NewWidgetWaitlistEntry,
  WaitlistEntry,
  WaitlistFilter,
} from "~/contract/waitlist";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { readTimeCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { isConstraint, pool, transaction } from "~/lib/db.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { visitTenants } from "~/lib/tenant-round.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import { queueMail } from "../email/queue-message.server";
import { maskContact } from "../customers/mask";
import { findRequestedSlot } from "../bookings/place/find-requested-slot.sql.server";
import { slotById } from "../bookings/place/slot-target";
import { isOfferedByKey } from "../bookings/place/is-offered";
import {
  checkParty,
  checkSingleDate,
  checkWindow,
  type RequestedSlot,
} from "../bookings/place/requested-slot";
import { UnofferedTime } from "../bookings/place/unoffered-time";
import { type ClaimRefusal, slotUnavailable } from "../seats/claim-seats.sql.server";
import { offerFreedSeats } from "../bookings/change/offer-freed-seats.server";
import {
  type KeyActor,
  mayUseResource,
  resourceLimit,
  seesContacts,
  type StaffActor,
} from "../identity/actor";
import { useVerificationToken } from "../verification/use-verification-token.server";
import { findTenant } from "../identity/find-tenant.sql.server";
import { lockResource } from "../seats/lock-resource.sql.server";
import { tenantsWithWaiting } from "./tenants-with-waiting.sql.server";
import {
  countEntries,
  endEntry,
  endPast,
  entriesOf,
  type EntryRow,
  findEntries,
  findEntry,
  findFreed,
  insertEntry,
  readWaiting,
} from "./waitlist-entries.sql.server";

const MAX_PER_SLOT = 100;

/**
 * Puts a guest on the waiting list of a full time that is bookable otherwise. Throws
 * slot_unavailable (closed, or a limit), outside_booking_window, validation_failed (there is room:
 * book it; the party never fits), already_exists (the same address waits already, or the list of a
 * hundred is full); for a visitor verification_required, verification_failed.
 */
export async function joinWaitlist(
  caller: StaffActor | KeyActor,
  input: NewWidgetWaitlistEntry,
  ticket: IdempotencyTicket | null = null,
): Promise<JoinedWaitlist> {
  const actor =
    caller.kind === "publishable_key" ? await chooseConfiguration(caller, input.config_id) : caller;
  const { slot_id, length_minutes } = input;
  // Private times have no waiting list for visitors, whose link is not passed on: an offer goes to
  // the first in line and would not count as a use of the link.
  const target = slotById(slot_id, length_minutes);
  const { requested } = await findRequestedSlot(pool, actor, target, null);
  if (!mayUseResource(actor, requested.resource.id)) throw new UnofferedTime(null);
  if (actor.kind === "publishable_key") checkWaiting(actor, requested);
  checkSingleDate(requested);
  checkParty(requested, input.party_size);
  // No offer is made for a time that guests cannot book.
  checkWindow(requested);
  const tenant_id = actor.tenant.id;
  const id = newId();
  try {
    return await idempotentTransaction(ticket, async (db) => {
      const lock = await lockResource(db, {
        ...requested,
        tenant_id,
        resource_id: requested.resource.id,
      });
      if (requested.starts_at <= lock.db_now)
        throw invalidField("slot_id", "That time has passed.", "past");
      const wanted = {
        length_minutes: requested.length_minutes ?? null,
        party_size: input.party_size,
      };
      const slot = await readWaiting(db, tenant_id, slot_id, wanted);
      if (slot === null) throw new UnofferedTime(null);
      if (slot.reason === null)
        throw invalidField("slot_id", "This time still has free places. Book it.", "not_full");
      // Only full times that are bookable otherwise have a waiting list.
      if (slot.reason !== "full" && slot.reason !== "need_taken")
        throw slotUnavailable(slot.reason as ClaimRefusal);
      if (slot.before >= MAX_PER_SLOT)
        throw new AppError("already_exists", "The waiting list for this time is full.");
      if (actor.kind === "publishable_key") {
        const { email, phone = null } = input.customer;
        const given = { verification_token: input.verification_token, email, phone };
        await useVerificationToken(db, actor, actor.configuration.verification, given);
      }
      const place = {
        tenant_id,
        resource_id: requested.resource.id,
        starts_at: requested.starts_at,
      };
      await insertEntry(db, id, place, { ...input, ...wanted });
      await queueMail(db, {
        tenant_id,
        kind: "waitlist_joined",
        audience: "customer",
        recipient: input.customer.email,
        locale: input.customer.locale ?? actor.tenant.locale,
        context: { waitlist_id: id },
      });
      await writeAudit(db, actor, {
        action: "waitlist.added",
        entity: "waitlist_entry",
        entity_id: id,
      });
      return { id, status: "waiting", position: slot.before + 1 };
    });
  } catch (error) {
    if (isConstraint(error, "waitlist_entry_one_wait"))
      throw new AppError(
        "already_exists",
        "This address is already on the waiting list for that time.",
      );
    throw error;
  }
}

/**
 * Throws slot_unavailable (not offered by this widget), validation_failed (it has no waiting list).
 */
function checkWaiting(actor: KeyActor, requested: RequestedSlot): void {
  if (!isOfferedByKey(actor, requested)) throw new UnofferedTime(null);
  if (!actor.configuration.steps.waitlist)
    throw invalidField(
      "slot_id",
      "There is no waiting list here. Choose another time.",
      "not_enabled",
    );
}

const SORT = "created_at";

/** The waiting list in the order of arrival; people limited to some resources see only those. */
export async function listWaitlist(
  actor: StaffActor,
  filter: WaitlistFilter,
): Promise<PageOf<WaitlistEntry>> {
  const after = filter.cursor === undefined ? null : readTimeCursor(SORT, filter.cursor);
  const where = entriesOf(actor.tenant.id, resourceLimit(actor), filter);
  const rows = await findEntries(where, after, filter.limit + 1);
  const total = wantsTotal(filter) ? await countEntries(where) : undefined;
  const page = toPage(
    rows,
    filter.limit,
    (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map((row) => toEntry(row, seesContacts(actor))) };
}

/** One entry of the list. Throws not_found, also when its resource is outside the actor's scope. */
export async function getWaiting(actor: StaffActor, id: string): Promise<WaitlistEntry> {
  const row = await findEntry(actor.tenant.id, resourceLimit(actor), id);
  if (row === undefined) throw notFound("Waiting list entry", id);
  return toEntry(row, seesContacts(actor));
}

function toEntry(row: EntryRow, seesAll: boolean): WaitlistEntry {
  const { name, email, phone = null } = row.customer;
  return {
    ...row,
    starts_at: toRfc3339(row.starts_at.getTime()),
    created_at: toRfc3339(row.created_at.getTime()),
    customer: { name, ...(seesAll ? { email, phone } : maskContact(email, phone)) },
  };
}

/**
 * Removes a guest from the list; a seat already offered to them stays reserved until the offer
 * ends. Throws not_found.
 */
export async function leaveWaitlist(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    if (!(await endEntry(db, actor.tenant.id, id, resourceLimit(actor))))
      throw notFound("Waiting list entry", id);
    await writeAudit(db, actor, {
      action: "waitlist.removed",
      entity: "waitlist_entry",
      entity_id: id,
    });
  });
}

/**
 * Offers seats that became free in other ways (a larger capacity, a new slot), tenant by tenant;
 * returns how many offers were made.
 */
export function sweepWaitlist(): Promise<number> {
  return visitTenants("waiting list", tenantsWithWaiting, sweepWaitlistOf);
}

/** The sweep of one tenant; also ends entries for times that have started. */
async function sweepWaitlistOf(tenantId: string): Promise<number> {
  const tenant = await findTenant(tenantId);
  if (tenant === null) return 0;
  await endPast(tenantId);
  let offers = 0;
  for (const { resource_id, starts_at } of await findFreed(tenantId)) {
    const at = {
      tenant_id: tenantId,
      resource_id,
      occupies_from: starts_at,
      occupies_to: starts_at,
    };
    offers += await transaction(async (db) =>
      offerFreedSeats(db, tenant, at, await lockResource(db, at)),
    );
  }
  return offers;
}
