import { afterEach, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { readReadiness } from "./readiness.server";

afterEach(async () => {
  await pool.query("update _prisma_migrations set finished_at = now() where finished_at is null");
});

test("a process is ready when its database has every migration of this version, and says when a worker was last seen", async () => {
  await pool.query("update pgboss.version set cron_on = null");
  expect(await readReadiness()).toEqual({ reason: null, worker_seen_seconds: null });
  await pool.query("update pgboss.version set cron_on = now() - interval '40 seconds'");
  expect(await readReadiness()).toEqual({ reason: null, worker_seen_seconds: 40 });
});

test("a process whose newest migration has not been applied is not ready", async () => {
  await pool.query(
    "update _prisma_migrations set finished_at = null where migration_name = (select max(migration_name) from _prisma_migrations)",
  );
  expect((await readReadiness()).reason).toBe("migrations_missing");
});

test("migrations of a later version do not make an earlier one unready, so that both can run while one takes the other's place", async () => {
  await pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values (gen_random_uuid()::text, 'x', '99999999999999_later', now(), 1)`,
  );
  expect((await readReadiness()).reason).toBeNull();
});
