import sql from "sql-template-tag";
import { healthPool } from "./db.server";

/** Applied migrations, and seconds since a worker's last heartbeat (null: never). */
export async function readDatabase(): Promise<{
  applied: string[];
  worker_seen_seconds: number | null;
}> {
  const found = await healthPool.query<{ applied: string[]; worker_seen_seconds: number | null }>(
    sql`select array(select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null) as applied,
      (select extract(epoch from now() - max(cron_on))::int from pgboss.version) as worker_seen_seconds`,
  );
  return found.rows[0]!;
}
