import sql, { empty, join, raw, type Sql as Part } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { inTenant, isMessageOf, type Person } from "../customers/about-person.sql";
import { type Lookup, type PersonalTable, personalTables } from "../customers/personal-data.sql";

// Pages through a person's rows, so that no statement's duration grows with the person's or
// company's data.

/** One query over one table for a person's rows. */
export interface Round {
  /** Its position is stored under this name during an erasure. */
  name: string;
  table: PersonalTable;
  lookup: Lookup | null;
}

/** A page's rows, and where the next one begins; next null: it was the last. */
export interface Found {
  where: Part;
  next: string | null;
}

/**
 * Above this many addresses pages have fewer rows, because each text is searched for each address.
 */
const FEW_ADDRESSES = 50;
const FEWEST_ROWS = 20;

export function roundsOf(table: PersonalTable): Round[] {
  const lookups = (table.lookups ?? []).map((lookup) => ({
    name: `${table.table} by ${lookup.by}`,
    table,
    lookup,
  }));
  return table.isAbout === undefined
    ? lookups
    : [...lookups, { name: table.table, table, lookup: null }];
}

/** The next page of a round after `place` ("": from its start), examining at most `most` rows. */
export async function nextPage(
  db: Sql,
  person: Person,
  { table, lookup }: Round,
  place: string,
  most: number,
): Promise<Found> {
  if (lookup !== null) {
    const { ids, next } = await (lookup.by === "records" ? nextRecords : nextMessages)(
      db,
      person,
      place,
      most,
    );
    return { where: ids.length === 0 ? sql`false` : lookup.isAbout(person, ids), next };
  }
  const isAbout = table.isAbout!(person); // a round without a lookup has one
  if (table.walk === null) return { where: isAbout, next: null };
  const page = await nextKeys(db, person, table, place, rowsFor(person, most));
  return { where: join([...page.between, isAbout], " and "), next: page.next };
}

function rowsFor({ emails, phones }: Person, most: number): number {
  const addresses = emails.length + phones.length;
  return addresses <= FEW_ADDRESSES
    ? most
    : Math.max(FEWEST_ROWS, Math.floor((most * FEW_ADDRESSES) / addresses));
}

interface Ids {
  ids: string[];
  next: string | null;
}

/** Ids of the person's records, included in the first page, and of their bookings. */
async function nextRecords(db: Sql, person: Person, place: string, most: number): Promise<Ids> {
  const found = await db.query<{ id: string }>(
    sql`select b.id from booking b where b.tenant_id = ${person.tenant_id} and b.customer_id = any(${person.customer_ids}::uuid[])
        ${place === "" ? empty : sql`and b.id > ${place}::uuid`} order by b.id limit ${most}`,
  );
  const bookings = found.rows.map(({ id }) => id);
  const ids = place === "" ? [...person.customer_ids, ...bookings] : bookings;
  return { ids, next: bookings.length < most ? null : bookings.at(-1)! }; // a full page
}

const messages = personalTables.find(({ table }) => table === "message")!; // one of the list

async function nextMessages(db: Sql, person: Person, place: string, most: number): Promise<Ids> {
  const { between, next } = await nextKeys(db, person, messages, place, most);
  const found = await db.query<{ id: string }>(
    sql`select t.id from message t where ${join([...between, inTenant(person, isMessageOf("t", person))], " and ")}`,
  );
  return { ids: found.rows.map(({ id }) => id), next };
}

/** The next rows of a table in key order, whoever they concern. */
async function nextKeys(
  db: Sql,
  person: Person,
  { table, walk }: PersonalTable,
  place: string,
  most: number,
): Promise<{ between: Part[]; next: string | null }> {
  const key = walk === "id" ? sql`t.id` : sql`(t.route, t.key)`;
  const after = place === "" ? sql`true` : sql`${key} > ${placeOf(place)}`;
  const last = await db.query<{ place: string }>(
    sql`select ${walk === "id" ? raw("t.id::text") : raw("json_build_array(t.route, t.key)::text")} as place from ${raw(table)} t
        where t.tenant_id = ${person.tenant_id} and ${after}
        order by ${raw(walk === "id" ? "t.id" : "t.route, t.key")} offset ${most - 1}::int limit 1`,
  );
  const next = last.rows[0]?.place ?? null;
  return { between: next === null ? [after] : [after, sql`${key} <= ${placeOf(next)}`], next };
}

function placeOf(place: string): Part {
  if (!place.startsWith("[")) return sql`${place}::uuid`;
  const [route, key] = JSON.parse(place) as [string, string]; // written above
  return sql`(${route}::text, ${key}::text)`;
}

/**
 * A table's rows matching a condition, as exported and in key order; with `row_id` if one may be
 * found in several ways.
 */
export async function readRows(
  db: Sql,
  tenantId: string,
  table: PersonalTable,
  where: Part,
): Promise<Record<string, unknown>[]> {
  const id = table.lookups === undefined ? "" : ", t.id as row_id";
  const { columns } = table.export;
  const list = typeof columns === "string" ? raw(columns) : columns(tenantId);
  const order = table.walk === null ? empty : sql`order by ${raw(table.walk)}`;
  const { rows } = await db.query<Record<string, unknown>>(
    sql`select ${list} ${raw(id)} from ${raw(table.table)} t where ${where} ${order}`,
  );
  return rows;
}
