import { pool } from "~/lib/db.server";

/** Counts, by triggers, the updated rows of each table during `work`. */
export async function countUpdates<Table extends string>(
  tables: readonly Table[],
  work: () => Promise<unknown>,
): Promise<Record<Table, number>> {
  await pool.query(`create table update_seen (name text);
    create function see_update() returns trigger language plpgsql as $$
    begin
      insert into update_seen values (tg_table_name);
      return null;
    end $$;
    ${tables.map((table) => `create trigger see_update after update on ${table} for each row execute function see_update();`).join("\n")}`);
  try {
    await work();
    const seen = await pool.query<{ name: Table; times: number }>(
      "select name, (select count(*)::int from update_seen u where u.name = t.name) as times from unnest($1::text[]) as t (name)",
      [tables],
    );
    return Object.fromEntries(seen.rows.map(({ name, times }) => [name, times])) as Record<
      Table,
      number
    >;
  } finally {
    await pool.query("drop function see_update cascade; drop table update_seen");
  }
}
