import sql, { raw, type Sql as Part } from "sql-template-tag";
import { newReference } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";
import type { BookingSettings, NameKind, RowUndone } from "./import-row";
import { IMPORT_STEP } from "./import-limits";
import { isUntouchedAddition } from "./import-steps.sql.server";
import type { ImportKey } from "./imports.sql.server";
import type { ImportedBooking, OwnNames, OwnResource, OwnService } from "./own-names";

// The statements of an import of bookings, on at most IMPORT_STEP rows in a transaction. A row's
// booking has the row's id, so a repeated step finds it.

/** The reason code of a booking that the undo of its import cancelled. */
export const IMPORT_UNDONE = "import_undone";

const isOf = ({ tenant_id, id }: ImportKey): Part =>
  sql`r.tenant_id = ${tenant_id} and r.import_id = ${id}`;

/** nameKey of a record's name. */
const keyOfName = sql`lower(regexp_replace(btrim(o.name), '\\s+', ' ', 'g'))`;

/** Our services and resources with these names (nameKey), and those chosen for names. */
export async function findOwnNames(
  db: Sql,
  tenantId: string,
  keys: Record<NameKind, string[]>,
  { names }: BookingSettings,
): Promise<OwnNames> {
  const isNamed = (kind: NameKind) =>
    sql`(${keyOfName} = any(${keys[kind]}::text[]) or o.id = any(${Object.values(names?.[kind] ?? {})}::uuid[]))`;
  const service = await db.query<OwnService>(
    sql`select o.id, o.name, o.active, o.duration_minutes, single.id as only_resource_id
        from schedule o
        left join lateral (select (array_agg(r.id))[1] as id from schedule_resource sr
          join resource r on r.tenant_id = ${tenantId} and r.id = sr.resource_id and r.active
          where sr.tenant_id = ${tenantId} and sr.schedule_id = o.id having count(*) = 1) single on true
        where o.tenant_id = ${tenantId} and ${isNamed("service")}`,
  );
  const resource = await db.query<OwnResource>(
    sql`select o.id, o.name, o.active from resource o where o.tenant_id = ${tenantId} and ${isNamed("resource")}`,
  );
  const some = await db.query<{ id: string }>(
    sql`select o.id from resource o where o.tenant_id = ${tenantId} and o.active order by o.id limit 2`,
  );
  const only_resource_id = some.rows.length === 1 ? some.rows[0]!.id : null;
  return { service: service.rows, resource: resource.rows, only_resource_id };
}

export interface FileName {
  name: string;
  rows: number;
  /** Rows that are a problem because of it. */
  unmatched: number;
}

/** The names of services or resources in a file, the most frequent first. */
export async function namesInFile(
  key: ImportKey,
  kind: NameKind,
  limit: number,
): Promise<FileName[]> {
  const name = raw(`r.booking ->> '${kind}'`);
  const { rows } = await pool.query<FileName>(
    sql`select min(${name}) as name, count(*)::int as rows,
          (count(*) filter (where r.problem ->> 'reason' = 'unmatched' and r.problem ->> 'field' = ${kind}))::int as unmatched
        from customer_import_row r where ${isOf(key)} and r.booking is not null
        group by lower(regexp_replace(btrim(${name}), '\\s+', ' ', 'g')) order by 2 desc, 1 limit ${limit}`,
  );
  return rows;
}

/** The company's services or resources to choose from for a name. */
export async function ownChoices(
  tenantId: string,
  kind: NameKind,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const table = kind === "service" ? sql`schedule` : sql`resource`;
  const { rows } = await pool.query<{ id: string; name: string }>(
    sql`select o.id, o.name from ${table} o where o.tenant_id = ${tenantId} order by not o.active, o.name, o.id limit ${limit}`,
  );
  return rows;
}

/** A row's guest and booking, as far as it tells whether the booking exists. */
export interface WantedBooking {
  id: string;
  name: string;
  email: string | null;
  phone_key: string | null;
  customer_id: string | null;
  booking: Pick<ImportedBooking, "resource_id" | "starts_at" | "state">;
}

/**
 * Rows whose booking exists: the same start, resource and guest. A guest without an address and a
 * number is known by name. A booking that was imported and cancelled since still counts, unless its
 * import was undone. `own`: by this row itself.
 */
export async function findRepeated(
  db: Sql,
  tenantId: string,
  rows: readonly WantedBooking[],
): Promise<Map<string, "own" | "other">> {
  const wanted = rows.map(({ id, name, email, phone_key, customer_id, booking }) => ({
    id,
    name,
    is_nameless: email === null && phone_key === null,
    customer_id,
    resource_id: booking.resource_id,
    starts_at: booking.starts_at,
    is_cancelled: booking.state === "cancelled",
  }));
  const found = await db.query<{ id: string; is_own: boolean }>(
    sql`select w.id, bool_or(b.id = w.id) as is_own
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, name text, is_nameless boolean, customer_id uuid,
          resource_id uuid, starts_at timestamptz, is_cancelled boolean)
        join booking b on b.tenant_id = ${tenantId} and b.resource_id = w.resource_id and b.starts_at = w.starts_at
          and (b.id = w.id or b.status <> 'expired'
            and (case when w.is_cancelled then b.status = 'cancelled'
              else b.status <> 'cancelled'
                or b.source = 'import' and b.event_count > 0 and b.cancel_reason_code is distinct from ${IMPORT_UNDONE} end)
            and (b.customer_id = w.customer_id
              or w.is_nameless and lower(b.customer_name) = lower(w.name) and b.customer_email is null and b.customer_phone is null))
        group by w.id`,
  );
  return new Map(found.rows.map(({ id, is_own }) => [id, is_own ? "own" : "other"]));
}

/** One import at a time writes bookings of a tenant, so that two of one file find each other's. */
export async function lockImports(db: Sql, tenantId: string): Promise<void> {
  await db.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`booking imports ${tenantId}`}, 0))`,
  );
}

/** Whether the import is running; until the transaction ends, an undo waits. */
export async function holdRunning(db: Sql, { tenant_id, id }: ImportKey): Promise<boolean> {
  const { rows } = await db.query(
    sql`select from customer_import i where i.tenant_id = ${tenant_id} and i.id = ${id} and i.state = 'running' for share`,
  );
  return rows.length > 0;
}

export interface PendingBooking {
  id: string;
  number: number;
  name: string;
  email: string | null;
  phone: string | null;
  phone_key: string | null;
  notes: string | null;
  locale: string | null;
  time_zone: string | null;
  booking: ImportedBooking;
}

/** Locks the next rows that were not imported; another process's rows are skipped. */
export async function lockPendingBookings(
  db: Sql,
  key: ImportKey,
  after: number,
): Promise<PendingBooking[]> {
  const { rows } = await db.query<PendingBooking>(
    sql`select r.id, r.number, r.name, r.email, r.phone, r.phone_key, r.notes, r.locale, r.time_zone, r.booking
        from customer_import_row r
        where ${isOf(key)} and r.number > ${after} and r.outcome is null and r.status in ('past', 'upcoming')
        order by r.number limit ${IMPORT_STEP} for update skip locked`,
  );
  return rows;
}

/** Of these customers, those that were not erased. Needs their locks. */
export async function findNotErased(
  db: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    sql`select c.id from customer c where c.tenant_id = ${tenantId} and c.id = any(${ids}::uuid[])
          and c.erased_at is null and c.merged_into is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Writes bookings of the past in their end state. They have no claim, because nothing can be booked
 * over them; no event, so that no mail, webhook or calendar follows from them; and no payment: the
 * price is known but was settled elsewhere, so all of it is written off.
 */
export async function insertHistory(
  db: Sql,
  { tenant_id, time_zone }: { tenant_id: string; time_zone: string },
  rows: readonly (PendingBooking & { customer_id: string })[],
): Promise<void> {
  const made = rows.map(({ booking, ...row }) => {
    const { state, reference, ...cells } = booking;
    return {
      ...row,
      ...cells,
      reference: newReference(),
      status: state === "expected" ? "completed" : state,
      meta: reference === null ? {} : { import_reference: reference },
    };
  });
  await db.query(
    sql`insert into booking (tenant_id, id, reference, resource_id, resource_name, schedule_id, status, starts_at, ends_at, time_zone,
          party_size, customer_id, customer_name, customer_email, customer_phone, price_amount, currency, written_off_amount, notes,
          source, meta, created_at)
        select ${tenant_id}::uuid, m.id, m.reference, m.resource_id, o.name, m.schedule_id, m.status, m.starts_at, m.ends_at, ${time_zone}::text,
          m.party_size, m.customer_id, m.name, m.email, m.phone, m.price_amount, m.currency,
          case when m.status = 'cancelled' then 0 else coalesce(m.price_amount, 0) end, m.notes, 'import', m.meta, least(m.starts_at, now())
        from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(id uuid, reference text, resource_id uuid, schedule_id uuid, status text,
          starts_at timestamptz, ends_at timestamptz, party_size int, customer_id uuid, name text, email text, phone text,
          price_amount int, currency text, notes text, meta jsonb)
        join resource o on o.tenant_id = ${tenant_id} and o.id = m.resource_id
        on conflict (tenant_id, id) do nothing`,
  );
}

/** Whether rows are left that were not imported, or not undone. */
export async function hasRowsLeft(db: Sql, key: ImportKey, work: "run" | "undo"): Promise<boolean> {
  const isLeft =
    work === "run"
      ? sql`r.outcome is null and r.status in ('past', 'upcoming')`
      : sql`r.outcome in ('created', 'booked') and r.undone is null`;
  const { rows } = await db.query(
    sql`select from customer_import_row r where ${isOf(key)} and ${isLeft} limit 1`,
  );
  return rows.length > 0;
}

export interface WrittenOutcome {
  id: string;
  outcome: "created" | "booked" | "kept" | "refused";
  customer_id: string | null;
  /** Of a customer that the row added. */
  version: number | null;
  problem: object | null;
}

/** Writes what became of rows, once. */
export async function writeBookingOutcomes(
  db: Sql,
  key: ImportKey,
  rows: readonly WrittenOutcome[],
): Promise<void> {
  await db.query(
    sql`update customer_import_row r
        set outcome = w.outcome, customer_id = coalesce(w.customer_id, r.customer_id), version = w.version, problem = w.problem
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, outcome text, customer_id uuid, version int, problem jsonb)
        where ${isOf(key)} and r.id = w.id and r.outcome is null`,
  );
}

export interface UndoneBooking {
  id: string;
  number: number;
  outcome: "created" | "booked";
  /** Of its booking, if that still exists. */
  status: string | null;
  cancel_reason_code: string | null;
}

/** Notes bookings that were placed by a worker which stopped before it could. */
export async function notePlaced(key: ImportKey): Promise<void> {
  await pool.query(
    sql`update customer_import_row r set outcome = 'booked'
        where ${isOf(key)} and r.outcome is null and r.status in ('past', 'upcoming')
          and exists (select from booking b where b.tenant_id = ${key.tenant_id} and b.id = r.id)`,
  );
}

/** Whether an undo of its import cancelled a booking. */
export async function isCancelledByUndo(tenantId: string, id: string): Promise<boolean> {
  const { rows } = await pool.query(
    sql`select from booking b where b.tenant_id = ${tenantId} and b.id = ${id} and b.status = 'cancelled'
          and b.cancel_reason_code = ${IMPORT_UNDONE}`,
  );
  return rows.length > 0;
}

/** The next rows to undo. */
export async function rowsToUndo(key: ImportKey, after: number): Promise<UndoneBooking[]> {
  const { rows } = await pool.query<UndoneBooking>(
    sql`select r.id, r.number, r.outcome, b.status, b.cancel_reason_code
        from customer_import_row r left join booking b on b.tenant_id = ${key.tenant_id} and b.id = r.id
        where ${isOf(key)} and r.number > ${after} and r.outcome in ('created', 'booked') and r.undone is null
        order by r.number limit ${IMPORT_STEP}`,
  );
  return rows;
}

/** Deletes history that nobody changed since, and returns the ids of its rows. */
export async function deleteHistory(
  db: Sql,
  key: ImportKey,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    sql`delete from booking b using customer_import_row r
        where b.tenant_id = ${key.tenant_id} and ${isOf(key)} and r.id = any(${ids}::uuid[]) and r.outcome = 'created'
          and b.id = r.id and b.source = 'import' and b.version = 1 and b.event_count = 0
          and not exists (select from payment p where p.tenant_id = ${key.tenant_id} and p.booking_id = b.id)
        returning b.id`,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function writeBookingsUndone(
  db: Sql,
  key: ImportKey,
  rows: readonly { id: string; undone: RowUndone }[],
): Promise<void> {
  await db.query(
    sql`update customer_import_row r set undone = w.undone
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, undone text)
        where ${isOf(key)} and r.id = w.id and r.undone is null`,
  );
}

export interface AddedCustomer {
  id: string;
  number: number;
  customer_id: string;
}

/** The next rows that added a customer. */
export async function rowsWithAdded(
  db: Sql,
  key: ImportKey,
  after: number,
): Promise<AddedCustomer[]> {
  const { rows } = await db.query<AddedCustomer>(
    sql`select r.id, r.number, r.customer_id from customer_import_row r
        where ${isOf(key)} and r.number > ${after} and r.version is not null and r.customer_id is not null
        order by r.number limit ${IMPORT_STEP}`,
  );
  return rows;
}

/** Deletes customers whom the import added, without a booking and a change since. Needs their locks. */
export async function deleteAdded(db: Sql, key: ImportKey, ids: readonly string[]): Promise<void> {
  await db.query(
    sql`delete from customer c using customer_import_row r
        where c.tenant_id = ${key.tenant_id} and ${isOf(key)} and r.id = any(${ids}::uuid[])
          and ${isUntouchedAddition(key)}`,
  );
}

/** Marks rows of a booking that an earlier row of the file makes. */
export async function markRepeatedBookings(db: Sql, key: ImportKey): Promise<void> {
  await db.query(
    sql`with among as (
          select r.id, r.number, min(r.number) over (partition by r.booking ->> 'resource_id', (r.booking ->> 'starts_at')::timestamptz,
            r.booking ->> 'state' = 'cancelled', coalesce(r.email, r.phone_key, lower(r.name))) as first
          from customer_import_row r where ${isOf(key)} and r.status in ('past', 'upcoming'))
        update customer_import_row r set status = 'repeated', same_number = among.first
        from among where ${isOf(key)} and r.id = among.id and among.first < among.number`,
  );
}
