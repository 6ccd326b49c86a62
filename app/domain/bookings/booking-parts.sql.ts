import sql, { join, raw, type Sql as Part } from "sql-template-tag";
import type { CustomerInput } from "~/contract/bookings";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { auditRow } from "../audit/write-audit.server";
import { keepFormerRecord, keepOtherName } from "../customers/customer-alias.sql";
import type { NewEvent } from "../events/event-body";
import { type Actor, actorRecord } from "../identity/actor";
import type { BookingRow } from "./booking-row";

// The parts that a booking adds to the one statement of claimSeats. Each sees `ok`: one row when the seats are had, none otherwise.

export function insertCustomer(row: BookingRow, customer: CustomerInput): Part {
  return sql`new_customer as (
    insert into customer (tenant_id, id, email, name, phone, locale, time_zone)
    select ${row.tenant_id}::uuid, ${row.customer_id}::uuid, ${customer.email}, ${customer.name}, ${customer.phone ?? null},
      ${customer.locale ?? null}, ${customer.time_zone ?? null} from ok on conflict (tenant_id, email) do nothing)`;
}

/** Corrects the record of a known guest to what this booking says, and keeps what it said before. */
export function updateCustomer(row: BookingRow, customer: CustomerInput): Part {
  const now = { name: customer.name, email: customer.email, phone: customer.phone ?? undefined };
  return sql`former_record as (${keepFormerRecord(knownCustomer(row), now)}), known_customer as (
    update customer set name = ${customer.name}, phone = coalesce(${customer.phone ?? null}, phone),
      locale = coalesce(${customer.locale ?? null}, locale), time_zone = coalesce(${customer.time_zone ?? null}, time_zone), updated_at = now()
    where ${knownCustomer(row)})`;
}

/** Leaves the record of a known guest as it is: who booked only knows his address. A search finds him by this name too. */
export function insertAlias(row: BookingRow): Part {
  const given = { name: row.customer_name, email: row.customer_email, phone: row.customer_phone };
  return sql`other_name as (${keepOtherName(knownCustomer(row), given)})`;
}

const knownCustomer = (row: BookingRow): Part =>
  sql`tenant_id = ${row.tenant_id} and id = ${row.customer_id} and exists (select 1 from ok)`;

export function insertBooking(row: BookingRow): Part {
  // Arrays would be taken for Postgres arrays, so JSON goes as text.
  const values: Record<string, unknown> = {
    ...row,
    answers: JSON.stringify(row.answers),
    meta: JSON.stringify(row.meta),
  };
  // What is null stays away: each value of this statement costs both ends.
  const given = Object.entries(values).filter(([, value]) => value !== null);
  const columns = raw(given.map(([name]) => name).join(", "));
  return sql`new_booking as (insert into booking (${columns}) select ${join(given.map(([, value]) => value))} from ok)`;
}

/** `notify` false: the guest is not mailed about these. */
export function insertEvents(row: BookingRow, events: NewEvent[], actor: Actor, notify: boolean): Part {
  return sql`new_events as (
    insert into event (tenant_id, id, type, booking_id, sequence, body, actor, created_at, notify)
    select ${row.tenant_id}::uuid, e.id, e.type, ${row.id}::uuid, e.sequence, e.body, ${actorRecord(actor)}::jsonb, ${row.updated_at}::timestamptz, ${notify}::boolean
    from ok, unnest(${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.sequence)}::int[], ${events.map((event) => event.body)}::text[]) as e (id, type, sequence, body))`;
}

export function insertAnswer(ticket: IdempotencyTicket, result: unknown): Part {
  const { status, body } = ticket.answer(result);
  return sql`kept_answer as (
    insert into idempotency_key (tenant_id, route, key, fingerprint, status, body)
    select ${ticket.tenant_id}::uuid, ${ticket.route}, ${ticket.key}, ${ticket.fingerprint}::bytea, ${status}::int, ${body} from ok)`;
}

/** Who of the house booked, and whether over capacity; a guest's own booking is told by its events. */
export function insertAudit(row: BookingRow, actor: Actor, override: boolean): Part {
  const entry = {
    action: "booking.created",
    entity: "booking",
    entity_id: row.id,
    ...(override && { diff: { override } }),
  };
  const audit = auditRow(actor, entry);
  return sql`new_audit as (
    insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff, request_id)
    select ${audit.tenant_id}::uuid, ${audit.id}::uuid, ${audit.actor}::jsonb, ${audit.action}, ${audit.entity}, ${audit.entity_id},
      ${audit.diff}::jsonb, ${audit.request_id} from ok)`;
}
