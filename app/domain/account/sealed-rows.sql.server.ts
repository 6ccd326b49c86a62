import sql, { join, raw } from "sql-template-tag";
import { bulkPool, pool } from "~/lib/db.server";

/** A ciphertext, and the values of its column's `key`. */
export interface SealedRow {
  key: string[];
  sealed: Buffer;
}
/** An email in the job queue. */
export interface SealedMail {
  id: string;
  sealed: string;
}

/** A column with ciphertext. */
interface Column {
  table: string;
  column: string;
  key: string[];
}

export async function allTenants(): Promise<string[]> {
  const tenants = await pool.query<{ id: string }>(sql`select id from tenant order by id`);
  return tenants.rows.map(({ id }) => id);
}

/** Rows of a tenant whose ciphertext does not begin with `prefix`. */
export async function findSealed(
  tenantId: string,
  { table, column, key }: Column,
  prefix: Buffer,
  limit: number,
): Promise<SealedRow[]> {
  const name = raw(column);
  const { rows } = await bulkPool.query<SealedRow>(
    sql`select array[${raw(key.map((part) => `${part}::text`).join(", "))}] as key, ${name} as sealed from ${raw(table)}
        where tenant_id = ${tenantId} and ${name} is not null and substring(${name} from 1 for 5) <> ${prefix} limit ${limit}`,
  );
  return rows;
}

/** Replaces a ciphertext unless it was changed meanwhile, since then it uses the current key. */
export async function replaceSealed(
  tenantId: string,
  { table, column, key }: Column,
  { key: values, sealed }: SealedRow,
  next: Buffer,
): Promise<void> {
  const name = raw(column);
  const isRow = join(
    key.map((part, index) => sql`${raw(part)} = ${values[index]}`),
    " and ",
  );
  await bulkPool.query(
    sql`update ${raw(table)} set ${name} = ${next} where tenant_id = ${tenantId} and ${isRow} and ${name} = ${sealed}`,
  );
}

/** Unsent emails in the job queue. */
export async function findSealedMails(): Promise<SealedMail[]> {
  const { rows } = await bulkPool.query<SealedMail>(
    sql`select id, data ->> 'sealed' as sealed from pgboss.job where name = 'email.send' and state < 'completed'`,
  );
  return rows;
}

export async function replaceSealedMail(id: string, sealed: string): Promise<void> {
  await bulkPool.query(
    sql`update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb(${sealed}::text)) where name = 'email.send' and id = ${id}`,
  );
}
