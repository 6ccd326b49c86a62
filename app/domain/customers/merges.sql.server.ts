import sql, { join, raw } from "sql-template-tag";
import type { CustomerField } from "~/contract/customers";
import type { Sql } from "~/lib/db.server";
import type { CustomerRow } from "./customer-row";

export type MergeRow = CustomerRow & { merged_fields: CustomerField[] };

/** The customer that a record was merged into; null: none; undefined: there is no such record. */
export async function findMergedInto(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<string | null | undefined> {
  const found = await db.query<{ merged_into: string | null }>(
    sql`select merged_into from customer where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0]?.merged_into;
}

/** The existing ones of two records, locked in the order of their ids. */
export async function lockBoth(
  db: Sql,
  tenantId: string,
  ids: [string, string],
): Promise<MergeRow[]> {
  const { rows } = await db.query<MergeRow>(
    sql`select * from customer where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) order by id for update`,
  );
  return rows;
}

/** Copies these fields from another record. */
export async function copyDetails(
  db: Sql,
  row: MergeRow,
  values: MergeRow,
  fields: CustomerField[],
): Promise<void> {
  await db.query(
    sql`update customer set ${join(fields.map((field) => sql`${raw(field)} = ${values[field]}`))}, version = version + 1, updated_at = now()
        where tenant_id = ${row.tenant_id} and id = ${row.id}`,
  );
}

/**
 * Points a record, and those merged into it, to a customer, and reassigns its bookings; returns how
 * many. Each can still be unmerged separately.
 */
export async function reassignTo(
  db: Sql,
  to: CustomerRow,
  from: CustomerRow,
  take: CustomerField[],
): Promise<number> {
  const { tenant_id, id } = to;
  await db.query(
    sql`update customer set merged_into = ${id}, merged_at = now(), merged_fields = ${take}, version = version + 1, updated_at = now()
        where tenant_id = ${tenant_id} and id = ${from.id}`,
  );
  await db.query(
    sql`update customer set merged_into = ${id}, version = version + 1 where tenant_id = ${tenant_id} and merged_into = ${from.id}`,
  );
  const moved = await db.query(
    sql`update booking set customer_id = ${id}, merged_from = coalesce(merged_from, ${from.id}), version = version + 1, updated_at = now()
        where tenant_id = ${tenant_id} and customer_id = ${from.id}`,
  );
  return moved.rowCount ?? 0;
}

/** Separates a merged record, with its bookings and those made with its address (`email`) since. */
export async function detachRecord(
  db: Sql,
  into: string,
  from: MergeRow,
  email: string | null,
): Promise<void> {
  const { tenant_id, id, merged_at } = from;
  await db.query(
    sql`update customer set merged_into = null, merged_at = null, merged_fields = '{}', version = version + 1, updated_at = now()
        where tenant_id = ${tenant_id} and id = ${id}`,
  );
  await db.query(
    sql`update booking set customer_id = ${id}, merged_from = null, version = version + 1, updated_at = now()
        where tenant_id = ${tenant_id} and customer_id = ${into}
          and (merged_from = ${id} or (merged_from is null and customer_email = ${email} and created_at >= ${merged_at}))`,
  );
}
