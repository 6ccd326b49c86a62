import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { testEnvironment } from "~/testing/environment";
import { needsTool } from "~/testing/needs-tool";
import { startSystemPostgres, type SystemPostgres } from "~/testing/system-postgres";
import { startWeb } from "~/testing/web-process";
import { auditDatabase } from "./audit-database";
import { applyMigrations } from "./schema-engine";

// The embedded Postgres has no client programs, so this needs the system's.

const test = needsTool("postgres");
const folder = mkdtempSync(join(tmpdir(), "backup-"));
let postgres: SystemPostgres;
let publishableKey: string;

beforeAll(async () => {
  postgres = await startSystemPostgres();
  for (const name of ["lived_in", "restored", "broken"])
    await query("postgres", `create database ${name}`);
  await applyMigrations(postgres.url("lived_in"));
  const seeded = run("seed", "lived_in");
  expect(seeded.status).toBe(0);
  publishableKey = /pk_\w+/.exec(seeded.stdout)![0];
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

function run(
  command: string,
  database: string,
  args: string[] = [],
  env: Record<string, string> = {},
) {
  const { ENCRYPTION_KEY } = process.env;
  const DATABASE_URL = postgres.url(database);
  return spawnSync(process.execPath, ["app/commands/boot.mjs", command, ...args], {
    encoding: "utf8",
    env: {
      ...testEnvironment(),
      ENCRYPTION_KEY,
      DATABASE_URL,
      DATA_DIR: folder,
      BOOT_PREPARED: "1",
      DEMO: "1",
      ...env,
    },
  });
}

async function query<T extends pg.QueryResultRow>(database: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: postgres.url(database) });
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  return rows;
}

async function rowCounts(database: string): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    database,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = (
      await query<{ n: number }>(database, `select count(*)::int as n from "${name}"`)
    )[0]!.n;
  return counts;
}

test("a backup restored into an empty database has every row, passes the audit and stays decryptable", async () => {
  for (let made = 0; made < 2; made++)
    expect(run("backup", "lived_in", ["--keep=1"]).stderr).toBe("");
  const backups = readdirSync(join(folder, "backups"));
  expect(backups).toEqual([expect.stringMatching(/^booking-\d{8}T\d{6}Z\.dump$/)]);
  const file = join(folder, "backups", backups[0]!);

  const restored = run("restore", "restored", [file]);
  expect(restored.stderr).toBe("");
  expect(restored.stdout).toMatch(/3 companies, \d{5} bookings; 7 of 7 rules hold\./);
  expect(restored.stdout).toMatch(/([1-9]\d*) of \1 stored secrets are readable/);
  expect(await rowCounts("restored")).toEqual(await rowCounts("lived_in"));

  const web = await startWeb({ DATABASE_URL: postgres.url("restored") });
  const config = await fetch(`${web.url}/api/widget/config?key=${publishableKey}`);
  expect(config.status).toBe(200);
  await web.stop();

  expect(run("restore", "restored", [file]).stderr).toContain("is not empty");
  const other = { ENCRYPTION_KEY: Buffer.alloc(32, "other").toString("base64") };
  await query("postgres", "create database other_key");
  const refused = run("restore", "other_key", [file], other);
  expect(refused.stderr).toContain("Set ENCRYPTION_KEY to the key used when the backup was made.");
  expect(refused.status).toBe(1);
});

test("the audit reports a missing exclusion constraint on claims", async () => {
  await applyMigrations(postgres.url("broken"));
  const client = new pg.Client({ connectionString: postgres.url("broken") });
  await client.connect();
  expect(await auditDatabase(client)).toEqual([]);
  await client.query("alter table claim drop constraint claim_no_overlap");
  expect((await auditDatabase(client)).map(({ rule }) => rule)).toEqual([
    expect.stringContaining("the exclusion constraint on claims"),
  ]);
  await client.end();
});
