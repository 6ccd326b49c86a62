import { expect } from "vitest";
import { pool } from "~/lib/db.server";
import { makeSampleTenant, type SampleTenant } from "../sample-tenant";

/** A company whose ids appear in other companies' calls. Nothing of it may leak or change. */
export interface Bystander {
  sample: SampleTenant;
  expectUntouched: () => Promise<void>;
}

/** Part of every name of the bystander. */
export const MARK = "Bystander 4711";

export async function makeBystander(): Promise<Bystander> {
  const sample = await makeSampleTenant();
  const { id } = sample.owner.tenant;
  await pool.query("update tenant set name = $2 where id = $1", [id, MARK]);
  for (const table of await tablesWith("name"))
    await pool.query(`update "${table}" set name = $2 || name where tenant_id = $1`, [id, MARK]);
  const before = await checksum(id);
  return {
    sample,
    expectUntouched: async () =>
      expect(await checksum(id), "rows of the bystander").toEqual(before),
  };
}

async function tablesWith(column: string): Promise<string[]> {
  const found = await pool.query<{ name: string }>(
    `select t.table_name as name from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'
       and exists (select 1 from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name
         and c.column_name = 'tenant_id')
       and exists (select 1 from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name
         and c.column_name = $1) order by 1`,
    [column],
  );
  return found.rows.map(({ name }) => name);
}

/** Checksum of each table's rows of one company. */
async function checksum(tenantId: string): Promise<Record<string, string | null>> {
  const sums: Record<string, string | null> = {};
  for (const table of await tablesWith("tenant_id")) {
    const found = await pool.query<{ sum: string | null }>(
      `select md5(string_agg(row::text, '' order by row::text)) as sum from "${table}" row where tenant_id = $1`,
      [tenantId],
    );
    sums[table] = found.rows[0]!.sum;
  }
  return sums;
}
