import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/** A busy time as stored. `instance`: the occurrence of a series. */
export interface BusyRow {
  external_id: string;
  instance: string;
  starts_at: Date;
  ends_at: Date;
  etag: string | null;
  title: Buffer | null;
}
export type BusyKey = Pick<BusyRow, "external_id" | "instance">;

interface OfCalendar {
  tenant_id: string;
  id: string;
}

/**
 * The stored busy times of some external events, and of single occurrences (`instances`) that have
 * separate ids.
 */
export async function busyOf(
  db: Sql,
  { tenant_id, id }: OfCalendar,
  externalIds: string[],
  instances: string[],
): Promise<BusyRow[]> {
  const found = await db.query<BusyRow>(
    sql`select external_id, instance, starts_at, ends_at, etag, title from busy
        where tenant_id = ${tenant_id} and calendar_id = ${id}
          and (external_id = any(${externalIds}::text[]) or instance = any(${instances}::text[]))`,
  );
  return found.rows;
}

/** The key and end of every busy time of a calendar. */
export async function busyKeys(
  db: Sql,
  { tenant_id, id }: OfCalendar,
): Promise<(BusyKey & { ends_at: Date })[]> {
  const found = await db.query<BusyKey & { ends_at: Date }>(
    sql`select external_id, instance, ends_at from busy where tenant_id = ${tenant_id} and calendar_id = ${id}`,
  );
  return found.rows;
}

/** The external ids of a calendar's busy times with this `instance`. */
export async function eventIdsAt(
  db: Sql,
  tenantId: string,
  { calendar_id, instance }: { calendar_id: string; instance: string },
): Promise<string[]> {
  const found = await db.query<{ external_id: string }>(
    sql`select external_id from busy where tenant_id = ${tenantId} and calendar_id = ${calendar_id} and instance = ${instance}`,
  );
  return found.rows.map(({ external_id }) => external_id);
}

export async function countBusy(db: Sql, { tenant_id, id }: OfCalendar): Promise<number> {
  const counted = await db.query<{ count: number }>(
    sql`select count(*)::int from busy where tenant_id = ${tenant_id} and calendar_id = ${id}`,
  );
  return counted.rows[0]!.count; // an aggregate is one row
}

/** Stores busy times; a changed time resets the decision that a booking may stay there. */
export async function writeBusy(
  db: Sql,
  { tenant_id, id }: OfCalendar,
  rows: BusyRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof BusyRow>(name: K) => rows.map((row) => row[name]);
  await db.query(
    sql`insert into busy as b (tenant_id, calendar_id, external_id, instance, starts_at, ends_at, etag, title)
        select ${tenant_id}::uuid, ${id}::uuid, w.external_id, w.instance, w.starts_at, w.ends_at, w.etag, w.title
        from unnest(${column("external_id")}::text[], ${column("instance")}::text[], ${column("starts_at")}::timestamptz[],
          ${column("ends_at")}::timestamptz[], ${column("etag")}::text[], ${column("title")}::bytea[])
          as w (external_id, instance, starts_at, ends_at, etag, title)
        on conflict (tenant_id, calendar_id, external_id, instance) do update set
          fine_at = case when b.starts_at = excluded.starts_at and b.ends_at = excluded.ends_at then b.fine_at end,
          starts_at = excluded.starts_at, ends_at = excluded.ends_at, etag = excluded.etag, title = excluded.title`,
  );
}

export async function deleteBusy(
  db: Sql,
  { tenant_id, id }: OfCalendar,
  keys: BusyKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await db.query(
    sql`delete from busy where tenant_id = ${tenant_id} and calendar_id = ${id} and (external_id, instance) in (
          select * from unnest(${keys.map((key) => key.external_id)}::text[], ${keys.map((key) => key.instance)}::text[]))`,
  );
}

/** Deletes the stored titles of a calendar's events. */
export async function forgetTitles(db: Sql, tenantId: string, calendarId: string): Promise<void> {
  await db.query(
    sql`update busy set title = null where tenant_id = ${tenantId} and calendar_id = ${calendarId} and title is not null`,
  );
}
