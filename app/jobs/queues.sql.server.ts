import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/** The advisory lock under which queues are created: two that are made at once would each wait for what the other holds. */
const CREATE_LOCK = 4_862_201_920;

export async function isQueue(db: Sql, name: string): Promise<boolean> {
  const known = await db.query(sql`select 1 from pgboss.queue where name = ${name}`);
  return known.rowCount !== 0;
}

/**
 * Takes the next job of a queue, as pg-boss's own fetch does, passing by the companies in `busy`. pg-boss knows no turns: the jobs of one
 * company that wait for a slow server would take every place.
 */
export async function claimJob<Data>(
  db: Sql,
  name: string,
  busy: readonly string[],
): Promise<{ id: string; name: string; data: Data } | undefined> {
  const claimed = await db.query<{ id: string; name: string; data: Data }>(
    sql`with next as materialized (
          select id from pgboss.job where name = ${name} and state < 'active' and start_after < now()
            and not (coalesce(data ->> 'tenant_id', '') = any(${busy}::text[]))
          order by priority desc, created_on, id limit 1 for update skip locked)
        update pgboss.job j set state = 'active', started_on = now(),
          retry_count = case when started_on is not null then retry_count + 1 else retry_count end
        from next where j.name = ${name} and j.id = next.id returning j.id, j.name, j.data`,
  );
  return claimed.rows[0];
}

export async function insertQueue(db: Sql, name: string, options: object): Promise<void> {
  await db.query(
    sql`select pgboss.create_queue(${name}, ${JSON.stringify(options)}) from (select pg_advisory_xact_lock(${CREATE_LOCK})) locked`,
  );
}
