import sql, { type Sql as Part } from "sql-template-tag";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool, type Sql } from "~/lib/db.server";
import type { Person } from "../customers/about-person.sql";
import { eraseEventBody } from "../customers/erased";
import { eraseRows, type PersonalTable } from "../customers/personal-data.sql";

/** Locks the records merged into a customer's. */
export async function lockMerged(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(
    sql`select from customer where tenant_id = ${tenantId} and merged_into = ${id} order by id for update`,
  );
}

export async function insertErasure(
  db: Sql,
  tenantId: string,
  customerId: string,
  person: Person,
  requestedAt: string,
): Promise<void> {
  await db.query(
    sql`insert into customer_erasure (tenant_id, customer_id, person, asked_at) values (${tenantId}, ${customerId}, ${JSON.stringify(person)}, ${requestedAt})`,
  );
}

export interface ErasureRow {
  stage: string;
  asked_at: Date;
  ended_at: Date | null;
}

export async function findErasure(
  tenantId: string,
  customerId: string,
): Promise<ErasureRow | undefined> {
  const found = await pool.query<ErasureRow>(
    sql`select stage, asked_at, ended_at from customer_erasure where tenant_id = ${tenantId} and customer_id = ${customerId}`,
  );
  return found.rows[0];
}

/** Erasures without progress for this many minutes, the longest first. */
export async function findStalled(
  minutes: number,
  most: number,
): Promise<{ tenant_id: string; customer_id: string }[]> {
  return scanTenants("erasures", most, async (among) => {
    const silent = await pool.query<{ tenant_id: string; customer_id: string }>(
      sql`select tenant_id, customer_id from customer_erasure
        where ${among} and ended_at is null and updated_at < now() - ${minutes}::int * interval '1 minute' order by updated_at limit ${most}`,
    );
    return silent.rows;
  });
}

export interface Erasing {
  person: Person;
  stage: string;
  place: string;
  asked_ms: number;
}

/** An unfinished erasure, locked until the transaction ends. */
export async function lockErasing(
  db: Sql,
  tenantId: string,
  customerId: string,
): Promise<Erasing | undefined> {
  const found = await db.query<Erasing>(
    sql`select person, stage, place, (extract(epoch from asked_at) * 1000)::float8 as asked_ms from customer_erasure
        where tenant_id = ${tenantId} and customer_id = ${customerId} and ended_at is null for update`,
  );
  return found.rows[0];
}

export async function writePlace(
  db: Sql,
  person: Person,
  stage: string,
  place: string,
): Promise<void> {
  await db.query(
    sql`update customer_erasure set stage = ${stage}, place = ${place}, updated_at = now()
        where tenant_id = ${person.tenant_id} and customer_id = ${person.customer_id}`,
  );
}

/** Deletes the identifiers it used as well. */
export async function endErasure(db: Sql, person: Person): Promise<void> {
  await db.query(
    sql`update customer_erasure set person = '{}', place = '', ended_at = now(), updated_at = now()
        where tenant_id = ${person.tenant_id} and customer_id = ${person.customer_id}`,
  );
}

/** Erases the rows of a condition; event bodies are rewritten one by one. */
export async function eraseWhere(
  db: Sql,
  table: PersonalTable,
  person: Person,
  where: Part,
): Promise<void> {
  const statement = eraseRows(table, person, where);
  if (statement !== null) return void (await db.query(statement));
  const { rows } = await db.query<{ id: string; body: string }>(
    sql`select t.id, t.body from event t where ${where}`,
  );
  await db.query(
    sql`update event e set body = n.body
        from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => eraseEventBody(row.body))}::text[]) n (id, body)
        where e.tenant_id = ${person.tenant_id} and e.id = n.id`,
  );
}
