import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** The names of the companies whose invitation of an address is open, for the person who has proven that it is theirs. */
export async function invitersOf(email: string): Promise<string[]> {
  const found = await pool.query<{ name: string }>(
    sql`select t.name from invitation i join tenant t on t.id = i.tenant_id
        where i.email = ${email} and i.expires_at > now() order by t.name limit 20`,
  );
  return found.rows.map(({ name }) => name);
}
