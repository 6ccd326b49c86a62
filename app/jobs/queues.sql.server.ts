import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/** Advisory lock for creating queues: two concurrent creations would deadlock. */
const CREATE_LOCK = 4_862_201_920;

export async function isQueue(db: Sql, name: string): Promise<boolean> {
  const known = await db.query(sql`select 1 from pgboss.queue where name = ${name}`);
  return known.rowCount !== 0;
}

/**
 * Claims the next job of a queue, like pg-boss's fetch, but skips the companies in `busy`. pg-boss
 * has no fairness: one company's jobs for a slow server would take every slot.
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
