import sql, { type Sql as Part } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { phoneKeyOf } from "../customers/phone-key.sql";
import type { ImportedDetails } from "./check-row";
import { IMPORT_STEP } from "./import-limits";
import type { RowOutcome, RowStatus, RowUndone } from "./import-row";
import type { ImportKey } from "./imports.sql.server";

// The statements of one step, on at most IMPORT_STEP rows in a transaction.

const isOf = ({ tenant_id, id }: ImportKey): Part =>
  sql`r.tenant_id = ${tenant_id} and r.import_id = ${id}`;

/** By which a row's customer is found. */
interface Wanted {
  number: number;
  email: string | null;
  phone_key: string | null;
}

/**
 * The customers who exist already, by row number: with the same address, or with the same phone
 * number where one of both has no address. A record that was merged counts as its customer.
 */
export async function matchCustomers(
  db: Sql,
  tenantId: string,
  rows: readonly Wanted[],
): Promise<Map<number, string>> {
  if (rows.length === 0) return new Map();
  const wanted = rows.map(({ number, email, phone_key }) => ({ number, email, phone_key }));
  const found = await db.query<{ number: number; id: string }>(
    sql`select w.number, coalesce(by_email.id, by_phone.id) as id
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(number int, email text, phone_key text)
        left join lateral (select coalesce(e.merged_into, e.id) as id from customer e
          where e.tenant_id = ${tenantId} and e.email = w.email) by_email on true
        left join lateral (select p.id from customer p
          where p.tenant_id = ${tenantId} and p.phone is not null and ${phoneKeyOf("p")} = w.phone_key
            and p.erased_at is null and p.merged_into is null and (w.email is null or p.email is null)
          order by p.id limit 1) by_phone on true
        where by_email.id is not null or by_phone.id is not null`,
  );
  return new Map(found.rows.map(({ number, id }) => [number, id]));
}

export interface PendingRow extends ImportedDetails, Wanted {
  id: string;
  status: RowStatus;
}

/** Locks the next rows that were not imported; another process's rows are skipped. */
export async function lockPending(db: Sql, key: ImportKey, after: number): Promise<PendingRow[]> {
  const { rows } = await db.query<PendingRow>(
    sql`select r.id, r.number, r.status, r.name, r.email, r.phone, r.phone_key, r.notes, r.locale, r.time_zone
        from customer_import_row r
        where ${isOf(key)} and r.number > ${after} and r.outcome is null and r.status in ('new', 'existing', 'repeated')
        order by r.number limit ${IMPORT_STEP} for update skip locked`,
  );
  return rows;
}

/** Adds customers; returns their ids by row number. An address that is taken meanwhile is left out. */
export async function insertCustomers(
  db: Sql,
  tenantId: string,
  rows: readonly PendingRow[],
): Promise<Map<number, string>> {
  const made = rows.map((row) => ({ ...row, id: newId() }));
  const inserted = await db.query<{ id: string }>(
    sql`insert into customer (tenant_id, id, name, email, phone, notes, locale, time_zone, livemode)
        select ${tenantId}::uuid, m.id, m.name, m.email, m.phone, m.notes, m.locale, m.time_zone, true
        from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(id uuid, name text, email text, phone text, notes text, locale text,
          time_zone text)
        on conflict (tenant_id, email) do nothing returning id`,
  );
  const ids = new Set(inserted.rows.map(({ id }) => id));
  return new Map(made.filter(({ id }) => ids.has(id)).map(({ number, id }) => [number, id]));
}

export interface FilledCustomer {
  id: string;
  filled: string[];
  version: number;
}

/**
 * Gives customers the details that they lack, and marks them as real; returns those that changed.
 * An address that is somebody's is left out.
 */
export async function fillCustomers(
  db: Sql,
  tenantId: string,
  rows: readonly (PendingRow & { customer_id: string })[],
): Promise<FilledCustomer[]> {
  const { rows: filled } = await db.query<FilledCustomer>(
    sql`with given as (
          select c.id, array_remove(array[
              case when c.email is null and w.email is not null
                and not exists (select from customer o where o.tenant_id = ${tenantId} and o.email = w.email) then 'email' end,
              case when c.phone is null and w.phone is not null then 'phone' end,
              case when c.notes is null and w.notes is not null then 'notes' end,
              case when c.locale is null and w.locale is not null then 'locale' end,
              case when c.time_zone is null and w.time_zone is not null then 'time_zone' end], null) as filled,
            w.email, w.phone, w.notes, w.locale, w.time_zone
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(customer_id uuid, email text, phone text, notes text, locale text,
            time_zone text)
          join customer c on c.tenant_id = ${tenantId} and c.id = w.customer_id and c.erased_at is null and c.merged_into is null)
        update customer c
        set email = case when 'email' = any(g.filled) then g.email else c.email end, phone = coalesce(c.phone, g.phone),
          notes = coalesce(c.notes, g.notes), locale = coalesce(c.locale, g.locale), time_zone = coalesce(c.time_zone, g.time_zone),
          livemode = true, version = c.version + 1, updated_at = now()
        from given g where c.tenant_id = ${tenantId} and c.id = g.id and (g.filled <> '{}' or not c.livemode)
        returning c.id, g.filled, c.version`,
  );
  return filled;
}

/** Locks customers in the order of their ids, as a merge does. */
export async function lockCustomers(
  db: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await db.query(
    sql`select from customer c where c.tenant_id = ${tenantId} and c.id = any(${ids}::uuid[]) order by c.id for update`,
  );
}

export interface ImportedRow {
  id: string;
  customer_id: string | null;
  outcome: RowOutcome;
  filled: string[];
  version: number | null;
}

export async function writeOutcomes(
  db: Sql,
  key: ImportKey,
  rows: readonly ImportedRow[],
): Promise<void> {
  await db.query(
    sql`update customer_import_row r
        set customer_id = w.customer_id, outcome = w.outcome, version = w.version, filled = array(select jsonb_array_elements_text(w.filled))
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, customer_id uuid, outcome text, filled jsonb, version int)
        where ${isOf(key)} and r.id = w.id`,
  );
}

export interface UndoRow {
  id: string;
  number: number;
  customer_id: string;
  outcome: "created" | "filled";
}

/** Locks the next rows to undo; another process's rows are skipped. */
export async function lockImported(db: Sql, key: ImportKey, after: number): Promise<UndoRow[]> {
  const { rows } = await db.query<UndoRow>(
    sql`select r.id, r.number, r.customer_id, r.outcome from customer_import_row r
        where ${isOf(key)} and r.number > ${after} and r.outcome in ('created', 'filled') and r.undone is null
        order by r.number limit ${IMPORT_STEP} for update skip locked`,
  );
  return rows;
}

/** Customer `c`, added by row `r`, has no booking and no change since. */
export const isUntouchedAddition = ({ tenant_id }: ImportKey): Part =>
  sql`c.id = r.customer_id and c.version = r.version and c.erased_at is null and c.merged_into is null
          and not exists (select from booking b where b.tenant_id = ${tenant_id} and b.customer_id = c.id)
          and not exists (select from customer m where m.tenant_id = ${tenant_id} and m.merged_into = c.id)`;

/**
 * Deletes customers that the import added and that have no bookings and no changes since. Needs
 * their locks: a booking that is being made is either seen or finds no customer.
 */
export async function deleteImported(
  db: Sql,
  key: ImportKey,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    sql`delete from customer c using customer_import_row r
        where c.tenant_id = ${key.tenant_id} and ${isOf(key)} and r.id = any(${ids}::uuid[]) and r.outcome = 'created'
          and ${isUntouchedAddition(key)}
        returning r.id`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Takes back the details that the import filled in, where nothing has changed since. */
export async function takeBackFilled(
  db: Sql,
  key: ImportKey,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    sql`update customer c
        set email = case when 'email' = any(r.filled) then null else c.email end,
          phone = case when 'phone' = any(r.filled) then null else c.phone end,
          notes = case when 'notes' = any(r.filled) then null else c.notes end,
          locale = case when 'locale' = any(r.filled) then null else c.locale end,
          time_zone = case when 'time_zone' = any(r.filled) then null else c.time_zone end,
          version = c.version + 1, updated_at = now()
        from customer_import_row r
        where c.tenant_id = ${key.tenant_id} and ${isOf(key)} and r.id = any(${ids}::uuid[]) and r.outcome = 'filled'
          and c.id = r.customer_id and c.version = r.version and c.erased_at is null
        returning r.id`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Why customers stay: they have bookings, or were changed since. Already gone: removed. */
export async function whyTheyStay(
  db: Sql,
  key: ImportKey,
  ids: readonly string[],
): Promise<Map<string, RowUndone>> {
  const { rows } = await db.query<{ id: string; undone: RowUndone }>(
    sql`select r.id, case when c.id is null then 'removed'
            when exists (select from booking b where b.tenant_id = ${key.tenant_id} and b.customer_id = c.id) then 'booked'
            else 'changed' end as undone
        from customer_import_row r left join customer c on c.tenant_id = ${key.tenant_id} and c.id = r.customer_id
        where ${isOf(key)} and r.id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, undone }) => [id, undone]));
}

export async function writeUndone(
  db: Sql,
  key: ImportKey,
  rows: readonly { id: string; undone: RowUndone }[],
): Promise<void> {
  await db.query(
    sql`update customer_import_row r set undone = w.undone
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, undone text)
        where ${isOf(key)} and r.id = w.id`,
  );
}

/**
 * Notes that customers whom this import added were completed by a later row of it, so that it can
 * still be undone; returns their ids.
 */
export async function noteCompleted(
  db: Sql,
  key: ImportKey,
  customers: readonly FilledCustomer[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ customer_id: string }>(
    sql`update customer_import_row r set version = w.version
        from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as w(id uuid, version int)
        where ${isOf(key)} and r.customer_id = w.id and r.outcome = 'created' returning r.customer_id`,
  );
  return new Set(rows.map(({ customer_id }) => customer_id));
}
