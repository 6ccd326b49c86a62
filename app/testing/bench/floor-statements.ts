import type { QueryConfig } from "pg";

export const READ = `select id, resource_id, schedule_id, starts_at, ends_at, capacity, greatest(capacity - taken, 0) as remaining,
    status = 'open' and taken < capacity as bookable, price_amount, currency
  from slot where tenant_id = $1 and resource_id = $2 and starts_at >= $3 and starts_at < $4 order by starts_at`;

export const LOCK = `update resource set slots_version = slots_version + 1 where tenant_id = $1 and id = $2
  returning capacity, longest_minutes, clock_timestamp() as db_now`;

/**
 * The single statement of the booking transaction: claim, count, customer, booking, two events,
 * stored response. With `everyRow` also what the product writes in addition: the audit row and the
 * searchable phone number.
 */
const bookText = (everyRow: boolean) => `
  with near as materialized (
    select lane, starts_at, ends_at from claim where tenant_id = $1 and resource_id = $2
      and starts_at < $5::timestamptz + $6::int * interval '1 minute' and starts_at > $4::timestamptz - 2 * $6::int * interval '1 minute'
      and ends_at > $4::timestamptz - $6::int * interval '1 minute'),
  wanted as materialized (select capacity, resource_id, schedule_id from slot where tenant_id = $1 and id = $3 and status = 'open'),
  free as materialized (
    select lane from generate_series(0, (select capacity from wanted) - 1) lane
    where lane not in (select lane from near where starts_at < $5 and ends_at > $4) order by lane limit 1),
  ok as materialized (select 1 from free),
  new_claims as (insert into claim (tenant_id, resource_id, lane, booking_id, starts_at, ends_at) select $1, $2, lane, $7, $4, $5 from free),
  recounted as (
    update slot s set taken = (
      select count(distinct lane) from (
        select lane from near n where n.starts_at < s.occupies_to and n.ends_at > s.occupies_from union all select lane from free) used
      where lane < s.capacity)
    where exists (select 1 from ok) and s.tenant_id = $1 and s.resource_id = $2
      and s.starts_at < $5::timestamptz + $6::int * interval '1 minute' and s.starts_at > $4::timestamptz - $6::int * interval '1 minute'
      and s.occupies_from < $5 and s.occupies_to > $4),
  new_customer as (insert into customer (tenant_id, id, email, name${everyRow ? ", phone" : ""}) select $1, $8, $9, $10${everyRow ? ", $18" : ""} from ok on conflict (tenant_id, email) do nothing),
  new_booking as (
    insert into booking (tenant_id, id, reference, resource_id, resource_name, schedule_id, slot_id, status, starts_at, ends_at, time_zone,
      customer_id, customer_name, customer_email, source, event_count${everyRow ? ", customer_phone" : ""})
    select $1, $7, $11, $2, 'Resource', schedule_id, $3, 'confirmed', $4, $5, 'Europe/Amsterdam', $8, $10, $9, 'widget', 2${everyRow ? ", $18" : ""} from wanted, ok),
  ${everyRow ? AUDIT : ""}
  new_events as (
    insert into event (tenant_id, id, type, booking_id, sequence, body)
    select $1, e.id, e.type, $7, e.sequence, $14 from ok, (values ($12::uuid, 'booking.created', 1), ($13::uuid, 'booking.confirmed', 2)) e (id, type, sequence)),
  kept_answer as (
    insert into idempotency_key (tenant_id, route, key, fingerprint, status, body) select $1, 'POST /book', $15, $16, 201, $17 from ok)
  select exists (select 1 from ok) as was_stored`;

const AUDIT = `new_audit as (
    insert into audit_row (tenant_id, id, actor, action, entity, entity_id, request_id)
    select $1, $19::uuid, $20::jsonb, 'booking.created', 'booking', $7::uuid::text, $19::uuid::text from ok),`;

const BOOK = { plain: bookText(false), everyRow: bookText(true) };

/** A booking's request to a floor. */
export interface Wish {
  tenant_id: string;
  resource_id: string;
  slot_id: string;
  starts_at: string;
  ends_at: string;
  customer: { name: string; email: string; phone: string };
  idempotency_key: string;
}

/** Unique, and as long as a real reference: seven digits. */
let booked = 36 ** 6;

const FINGERPRINT = Buffer.alloc(32);
const ACTOR = JSON.stringify({ kind: "publishable_key", id: null, name: "Benchmark" });
/** Pads an event to the size of the product's. */
const REST_OF_EVENT = "x".repeat(800);

/** `auditId` null: without the rows that only the product writes. */
export function bookStatement(
  wish: Wish,
  ids: { booking: string; customer: string; created: string; confirmed: string },
  lock: { longest_minutes: number },
  answer: string,
  auditId: string | null,
): QueryConfig {
  const { tenant_id, resource_id, slot_id, starts_at, ends_at, customer } = wish;
  const reference = `Z${(booked++).toString(36).toUpperCase()}`; // seeded references contain no Z
  const everyRow = auditId === null ? [] : [customer.phone, auditId, ACTOR];
  return {
    name: auditId === null ? "book" : "book every row",
    text: auditId === null ? BOOK.plain : BOOK.everyRow,
    values: [
      tenant_id,
      resource_id,
      slot_id,
      starts_at,
      ends_at,
      lock.longest_minutes,
      ids.booking,
      ids.customer,
      customer.email,
      customer.name,
      reference,
      ids.created,
      ids.confirmed,
      answer + REST_OF_EVENT,
      wish.idempotency_key,
      FINGERPRINT,
      answer,
      ...everyRow,
    ],
  };
}

export function countStatement(tenantId: string, id: string): QueryConfig {
  return {
    name: "count",
    text: "update bench_counter set taken = taken + 1 where tenant_id = $1 and id = $2 and taken < capacity returning taken",
    values: [tenantId, id],
  };
}
