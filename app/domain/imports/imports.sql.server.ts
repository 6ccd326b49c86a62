import sql, { type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { phoneKey } from "../customers/phone-key.sql";
import type { ImportedDetails, RowProblem } from "./check-row";
import { IMPORT_STEP } from "./import-limits";
import type { ImportCounts, ImportRecord, ImportRowView, RowStatus } from "./import-row";
import type { TableRow } from "./read-table";
import type { ImportedBooking } from "./own-names";

/** Where an import is: its tenant and id. */
export interface ImportKey {
  tenant_id: string;
  id: string;
}

const isImport = ({ tenant_id, id }: ImportKey): Part =>
  sql`tenant_id = ${tenant_id} and id = ${id}`;
const isOf = ({ tenant_id, id }: ImportKey): Part =>
  sql`r.tenant_id = ${tenant_id} and r.import_id = ${id}`;

/** An import without rows; the person's earlier file that was not imported is deleted. */
export async function insertImport(
  db: Sql,
  tenantId: string,
  made: Pick<ImportRecord, "id" | "kind" | "user_id" | "file_name" | "columns" | "rows">,
): Promise<void> {
  await db.query(
    sql`delete from customer_import where tenant_id = ${tenantId} and user_id = ${made.user_id} and state in ('reading', 'draft')`,
  );
  await db.query(
    sql`insert into customer_import (tenant_id, id, kind, user_id, file_name, columns, rows)
        values (${tenantId}, ${made.id}, ${made.kind}, ${made.user_id}, ${made.file_name}, ${made.columns}, ${made.rows})`,
  );
}

/** Stores rows to be checked, or the one of the headers. */
export async function insertRows(
  key: ImportKey,
  rows: readonly TableRow[],
  status: "headers" | null = null,
): Promise<void> {
  const made = rows.map(({ number, cells }) => ({ id: newId(), number, cells }));
  await pool.query(
    sql`insert into customer_import_row (tenant_id, id, import_id, number, cells, status)
        select ${key.tenant_id}::uuid, m.id, ${key.id}::uuid, m.number, m.cells, ${status}::text
        from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(id uuid, number int, cells jsonb)`,
  );
}

/** The import; `lock` locks it until the transaction ends. */
export async function findImport(
  db: Sql,
  key: ImportKey,
  lock = false,
): Promise<ImportRecord | undefined> {
  const select = sql`select id, kind, settings, user_id, file_name, columns, fields, state, rows, checked, created_at
    from customer_import where ${isImport(key)}`;
  const { rows } = await db.query<ImportRecord>(lock ? sql`${select} for update` : select);
  return rows[0];
}

/** The latest imports that were not discarded. */
export async function latestImports(tenantId: string, limit: number): Promise<ImportRecord[]> {
  const { rows } = await pool.query<ImportRecord>(
    sql`select id, kind, settings, user_id, file_name, columns, fields, state, rows, checked, created_at
        from customer_import where tenant_id = ${tenantId} and state not in ('reading', 'draft')
        order by created_at desc limit ${limit}`,
  );
  return rows;
}

/** Moves the import on from one of these states; whether it was in one. */
export async function moveImport(
  db: Sql,
  key: ImportKey,
  from: readonly ImportRecord["state"][],
  to: ImportRecord["state"],
): Promise<boolean> {
  const moved = await db.query(
    sql`update customer_import set state = ${to} where ${isImport(key)} and state = any(${from}::text[])`,
  );
  return moved.rowCount === 1;
}

/** Changes how the rows of a draft are read; all of them are to be checked again. */
export async function writeColumns(
  key: ImportKey,
  { fields, settings }: Pick<ImportRecord, "fields" | "settings">,
): Promise<boolean> {
  const written = await pool.query(
    sql`update customer_import set fields = ${fields}::text[], settings = ${JSON.stringify(settings)}::jsonb, checked = 0, state = 'reading'
        where ${isImport(key)} and state in ('reading', 'draft')`,
  );
  return written.rowCount === 1;
}

export async function deleteDraft(key: ImportKey): Promise<boolean> {
  const deleted = await pool.query(
    sql`delete from customer_import where ${isImport(key)} and state in ('reading', 'draft')`,
  );
  return deleted.rowCount === 1;
}

/** The next rows to check. */
export async function uncheckedRows(
  db: Sql,
  key: ImportKey,
  after: number,
): Promise<(TableRow & { id: string })[]> {
  const { rows } = await db.query<TableRow & { id: string }>(
    sql`select r.id, r.number, r.cells from customer_import_row r
        where ${isOf(key)} and r.number > ${after} and r.status is distinct from 'headers' order by r.number limit ${IMPORT_STEP}`,
  );
  return rows;
}

export interface CheckedRow {
  number: number;
  status: RowStatus;
  details: ImportedDetails | null;
  problem: RowProblem | null;
  customer_id: string | null;
  booking?: ImportedBooking | null;
}

export async function writeChecked(
  db: Sql,
  key: ImportKey,
  rows: readonly CheckedRow[],
): Promise<void> {
  const written = rows.map(({ details, ...row }) => ({
    ...row,
    ...details,
    phone_key: phoneKey(details?.phone),
  }));
  await db.query(
    sql`update customer_import_row r
        set status = w.status, name = w.name, email = w.email, phone = w.phone, phone_key = w.phone_key, notes = w.notes,
          locale = w.locale, time_zone = w.time_zone, problem = w.problem, customer_id = w.customer_id, booking = w.booking, same_number = null
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w(number int, status text, name text, email text, phone text,
          phone_key text, notes text, locale text, time_zone text, problem jsonb, customer_id uuid, booking jsonb)
        where ${isOf(key)} and r.number = w.number`,
  );
  await db.query(
    sql`update customer_import set checked = ${rows.at(-1)?.number ?? 0} where ${isImport(key)}`,
  );
}

/**
 * Marks rows of somebody whom an earlier row of the file adds, by the same rule as customers who
 * exist: the same address, or the same number where one of both has no address.
 */
export async function markRepeated(db: Sql, key: ImportKey): Promise<void> {
  await db.query(
    sql`with among as (
          select r.id, r.number, case when r.email is null
              then min(r.number) over (partition by r.phone_key)
              else least(min(r.number) over (partition by r.email),
                case when r.phone_key is not null then min(r.number) filter (where r.email is null) over (partition by r.phone_key) end)
            end as first, r.email, r.phone_key
          from customer_import_row r where ${isOf(key)} and r.status = 'new')
        update customer_import_row r set status = 'repeated', same_number = among.first
        from among where ${isOf(key)} and r.id = among.id and among.first < among.number
          and (among.email is not null or among.phone_key is not null)`,
  );
}

/** How many rows of each kind. */
export async function countRows(key: ImportKey): Promise<ImportCounts> {
  const { rows } = await pool.query<{
    status: string | null;
    outcome: string | null;
    undone: string | null;
    count: number;
  }>(
    sql`select r.status, r.outcome, r.undone, count(*)::int as count from customer_import_row r
        where ${isOf(key)} group by r.status, r.outcome, r.undone`,
  );
  const of = (column: "status" | "outcome" | "undone", value: string) =>
    rows.reduce((sum, row) => (row[column] === value ? sum + row.count : sum), 0);
  return {
    status: {
      new: of("status", "new"),
      existing: of("status", "existing"),
      repeated: of("status", "repeated"),
      problem: of("status", "problem"),
      past: of("status", "past"),
      upcoming: of("status", "upcoming"),
    },
    outcome: {
      created: of("outcome", "created"),
      filled: of("outcome", "filled"),
      kept: of("outcome", "kept"),
      booked: of("outcome", "booked"),
      refused: of("outcome", "refused"),
    },
    undone: {
      removed: of("undone", "removed"),
      restored: of("undone", "restored"),
      booked: of("undone", "booked"),
      changed: of("undone", "changed"),
      cancelled: of("undone", "cancelled"),
    },
  };
}

/** The rows to show of a kind. */
export type RowKind =
  "problem" | "refused" | "existing" | "repeated" | "stays" | "past" | "upcoming";

const KINDS: Record<RowKind, Part> = {
  problem: sql`r.status = 'problem'`,
  existing: sql`r.status = 'existing'`,
  refused: sql`r.outcome = 'refused'`,
  past: sql`r.status = 'past'`,
  upcoming: sql`r.status = 'upcoming'`,
  // Also what was found to be there while it was imported.
  repeated: sql`(r.status = 'repeated' or r.status in ('past', 'upcoming') and r.outcome = 'kept')`,
  stays: sql`r.undone in ('booked', 'changed')`,
};

/** Rows of a kind after a number, with the customers that they are about. */
export async function rowsOfKind(
  key: ImportKey,
  kind: RowKind,
  after: number,
  limit: number,
): Promise<ImportRowView[]> {
  const { rows } = await pool.query<ImportRowView>(
    sql`select r.number, r.name, r.problem, r.same_number, c.id as customer_id, c.name as customer_name, r.undone,
          r.booking ->> 'starts_at' as starts_at, b.id as booking_id,
          concat_ws(' · ', nullif(r.booking ->> 'service', ''), nullif(r.booking ->> 'resource', '')) as booked
        from customer_import_row r
        left join booking b on b.tenant_id = ${key.tenant_id} and b.id = r.id
        left join customer c on c.tenant_id = ${key.tenant_id} and c.id = r.customer_id
        where ${isOf(key)} and ${KINDS[kind]} and r.number > ${after} order by r.number limit ${limit}`,
  );
  return rows;
}

/** The headers, empty once their row was erased, and the first rows, as examples of the columns. */
export async function firstRows(
  key: ImportKey,
  limit: number,
): Promise<{ headers: string[]; samples: string[][] }> {
  const { rows } = await pool.query<{ cells: string[]; is_headers: boolean }>(
    sql`select r.cells, r.status is not distinct from 'headers' as is_headers from customer_import_row r
        where ${isOf(key)} order by r.number limit ${limit + 1}`,
  );
  return {
    headers: rows.find(({ is_headers }) => is_headers)?.cells ?? [],
    samples: rows.filter(({ is_headers }) => !is_headers).map(({ cells }) => cells),
  };
}
