import { afterEach, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { readReadiness } from "./readiness.server";

afterEach(async () => {
  await pool.query("update _prisma_migrations set finished_at = now() where finished_at is null");
});

test("a process is ready if its database has every migration, and reports the last worker heartbeat", async () => {
  await pool.query("update pgboss.version set cron_on = null");
  expect(await readReadiness()).toEqual({ reason: null, worker_seen_seconds: null });
  await pool.query("update pgboss.version set cron_on = now() - interval '40 seconds'");
  expect(await readReadiness()).toEqual({ reason: null, worker_seen_seconds: 40 });
});

test("a process with a pending migration is not ready", async () => {
  await pool.query(
    "update _prisma_migrations set finished_at = null where migration_name = (select max(migration_name) from _prisma_migrations)",
  );
  expect((await readReadiness()).reason).toBe("migrations_missing");
});

test("migrations of a later version do not affect readiness, so that a rolling upgrade works", async () => {
  await pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values (gen_random_uuid()::text, 'x', '99999999999999_later', now(), 1)`,
  );
  expect((await readReadiness()).reason).toBeNull();
});
