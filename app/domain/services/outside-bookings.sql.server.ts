import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** The fields of a booking shown in the form, besides its time. */
export interface OutsideRow {
  id: string;
  resource_name: string;
  has_email: boolean;
}

export async function readOutside(tenantId: string, ids: string[]): Promise<OutsideRow[]> {
  const found = await pool.query<OutsideRow>(
    sql`select id, resource_name, customer_email is not null as has_email from booking
        where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  );
  return found.rows;
}

/** The resource's name of each booking, by the booking's ID. */
export async function outsideResourceNames(
  tenantId: string,
  outside: { id: string }[],
): Promise<Map<string, string>> {
  const rows = await readOutside(
    tenantId,
    outside.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, resource_name }) => [id, resource_name]));
}
