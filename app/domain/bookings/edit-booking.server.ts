import sql from "sql-template-tag";
import type { Booking, BookingPatch } from "~/contract/bookings";
import { AppError, notFound } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { keepFormerRecord } from "../customers/customer-alias.sql";
import { hasRole, mayUseResource, seesContacts, type StaffActor } from "../identity/actor";
import { versionConflict, writeEvents } from "./apply-transition.server";
import { type BookingRow, toBooking } from "./booking-row";
import type { OfferTarget } from "./find-offer.server";
import { loadBooking } from "./load-booking.sql.server";
import { moveBooking } from "./move-booking.server";

/**
 * Edits what a booking says (notes, customer, answers, meta) and moves it when time, resource, length or party size is named; all of it
 * or nothing. Throws not_found, forbidden_role (override), version_conflict, and what moveBooking throws.
 */
export async function editBooking(actor: StaffActor, id: string, patch: BookingPatch): Promise<Booking> {
  if (patch.override && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin may book over capacity.");
  const { row } = await findOwn(actor, id);
  if (patch.resource_id !== undefined && !mayUseResource(actor, patch.resource_id)) throw notFound();
  const edited = isMove(patch)
    ? await moveBooking(
        actor,
        id,
        {
          target: targetOf(row, patch),
          party_size: patch.party_size,
          version: patch.version,
          override: patch.override ?? false,
          notify: patch.notify,
        },
        (db, moved) => editDetails(db, actor, moved, patch, row),
      )
    : await editOnly(actor, id, patch);
  return toBooking(edited, seesContacts(actor));
}

async function findOwn(actor: StaffActor, id: string) {
  const loaded = await transaction((db) => loadBooking(db, actor.tenant.id, id, false));
  if (!mayUseResource(actor, loaded.row.resource_id)) throw notFound();
  return loaded;
}

function isMove(patch: BookingPatch): boolean {
  const { slot_id, resource_id, starts_at, duration_minutes, party_size } = patch;
  return [slot_id, resource_id, starts_at, duration_minutes, party_size].some((value) => value !== undefined);
}

/** Where it goes: the slot named, or the place and time as they are with what the patch changes of them. */
function targetOf(row: BookingRow, patch: BookingPatch): OfferTarget {
  if (patch.slot_id !== undefined) return { slot_id: patch.slot_id };
  const isElsewhere =
    patch.resource_id !== undefined || patch.starts_at !== undefined || patch.duration_minutes !== undefined;
  const length = (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000;
  return {
    resource_id: patch.resource_id ?? row.resource_id,
    starts_at: patch.starts_at ?? row.starts_at,
    // On another resource the same kind of booking may not be offered: then it is a time of the desk's own making.
    schedule_id: isElsewhere && patch.resource_id !== undefined ? undefined : (row.schedule_id ?? undefined),
    duration_minutes: patch.duration_minutes ?? length,
    ...(!isElsewhere && { held_slot_id: row.slot_id }),
  };
}

async function editOnly(actor: StaffActor, id: string, patch: BookingPatch): Promise<BookingRow> {
  return transaction(async (db) => {
    const loaded = await loadBooking(db, actor.tenant.id, id, true);
    const before = loaded.row;
    if (patch.version !== undefined && patch.version !== before.version) throw versionConflict();
    const now = await db.query<{ now: Date }>("select clock_timestamp() as now");
    const row = {
      ...before,
      version: before.version + 1,
      event_count: before.event_count + 1,
      updated_at: now.rows[0]!.now,
    };
    await editDetails(db, actor, row, patch, before);
    await writeEvents(db, actor, { ...loaded, row }, ["booking.updated"], before, patch.notify);
    return row;
  });
}

/** Writes the descriptive fields of `patch` onto `row` (changed in place) and its record. */
async function editDetails(
  db: Sql,
  actor: StaffActor,
  row: BookingRow,
  patch: BookingPatch,
  before: BookingRow,
): Promise<void> {
  if (patch.notes !== undefined) row.notes = patch.notes;
  if (patch.answers !== undefined) row.answers = patch.answers;
  if (patch.meta !== undefined) row.meta = patch.meta;
  if (patch.customer !== undefined) await editCustomer(db, row, patch.customer);
  await db.query(
    sql`update booking set notes = ${row.notes}, answers = ${JSON.stringify(row.answers)}, meta = ${JSON.stringify(row.meta)},
        customer_id = ${row.customer_id}, customer_name = ${row.customer_name}, customer_email = ${row.customer_email},
        customer_phone = ${row.customer_phone}, version = ${row.version}, event_count = ${row.event_count}, updated_at = ${row.updated_at}
      where tenant_id = ${row.tenant_id} and id = ${row.id}`,
  );
  const diff = changedFields(
    {
      starts_at: before.starts_at,
      resource_id: before.resource_id,
      party_size: before.party_size,
      notes: before.notes !== null,
    },
    { starts_at: row.starts_at, resource_id: row.resource_id, party_size: row.party_size, notes: row.notes !== null },
  );
  if (patch.customer !== undefined) diff.customer = "changed"; // a guest's address is never written into the log
  if (patch.override) diff.override = true;
  await writeAudit(db, actor, { action: "booking.edited", entity: "booking", entity_id: row.id, diff });
}

async function editCustomer(db: Sql, row: BookingRow, customer: NonNullable<BookingPatch["customer"]>): Promise<void> {
  const { name, email, phone = null, locale = null, time_zone = null } = customer;
  const isThis = sql`tenant_id = ${row.tenant_id} and email = ${email}`;
  const kept = await db.query<{ id: string }>(
    sql`with former_record as (${keepFormerRecord(isThis, { name, email, phone: phone ?? undefined })})
        insert into customer (tenant_id, id, email, name, phone, locale, time_zone)
        values (${row.tenant_id}, ${newId()}, ${email}, ${name}, ${phone}, ${locale}, ${time_zone})
        on conflict (tenant_id, email) do update set name = excluded.name, phone = coalesce(excluded.phone, customer.phone),
          locale = coalesce(excluded.locale, customer.locale), time_zone = coalesce(excluded.time_zone, customer.time_zone), updated_at = now()
        returning id`,
  );
  Object.assign(row, {
    customer_id: kept.rows[0]!.id,
    customer_name: name,
    customer_email: email,
    customer_phone: phone,
  });
}
