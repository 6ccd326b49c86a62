import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { testEnvironment } from "../testing/environment";
import { findSchemaMismatch } from "./own-schema";

const later = mkdtempSync(join(tmpdir(), "migrations-"));
afterAll(() => rmSync(later, { recursive: true }));

async function withOtherFunctions<T>(work: () => Promise<T>): Promise<T> {
  const { rows } = await pool.query<{ sha256: string }>(
    "select sha256 from sql_function_file where path = 'seats/is-live.sql'",
  );
  const write = (sha256: string) =>
    pool.query("update sql_function_file set sha256 = $1 where path = 'seats/is-live.sql'", [
      sha256,
    ]);
  await write("of another version");
  try {
    return await work();
  } finally {
    await write(rows[0]!.sha256);
  }
}

test("a database of this or a later version is accepted", async () => {
  expect(await findSchemaMismatch()).toBeNull();
  await pool.query(
    `insert into _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     values ('later', '', now(), '29990101000000_later', now(), 1)`,
  );
  try {
    // The functions belong to the latest version that migrated.
    expect(await withOtherFunctions(findSchemaMismatch)).toBeNull();
  } finally {
    await pool.query("delete from _prisma_migrations where id = 'later'");
  }
});

test("a missing migration or other functions are refused with advice", async () => {
  cpSync("prisma/migrations", later, { recursive: true });
  mkdirSync(join(later, "29990101000000_next"));
  expect(await findSchemaMismatch(later)).toBe(
    "The database lacks 1 of this version's migrations (first: 29990101000000_next). Run `npm run migrate` of this version, then start the worker again.",
  );
  expect(await withOtherFunctions(findSchemaMismatch)).toBe(
    "The database has other functions than this version (first: seats/is-live.sql). Run `npm run migrate` of this version, then start the worker again.",
  );
});

test("a worker exits with a one-line reason before taking work", async () => {
  const { DATABASE_URL, ENCRYPTION_KEY, BASE_URL } = process.env;
  await withOtherFunctions(async () => {
    const worker = spawn(process.execPath, ["app/commands/boot.mjs", "worker"], {
      env: {
        ...testEnvironment(),
        DATABASE_URL,
        ENCRYPTION_KEY,
        BASE_URL,
        NODE_ENV: "development",
        BOOT_PREPARED: "1",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    worker.stdout.on("data", (text: Buffer) => (output += String(text)));
    expect(await once(worker, "exit")).toEqual([1, null]);
    expect(output).toContain("The database has other functions than this version");
    expect(output).not.toContain("the worker is ready");
  });
});
