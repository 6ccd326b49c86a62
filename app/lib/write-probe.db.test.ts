import pg from "pg";
import { expect, test } from "vitest";
import { isWritable, canWrite } from "./write-probe.sql.server";

/** The probe's result under a session setting. */
async function under(setting: string): Promise<boolean> {
  const pool = new pg.Pool({
    connectionString: process.env.DIRECT_DATABASE_URL,
    max: 1,
    options: `-c ${setting}`,
  });
  try {
    return await canWrite(pool);
  } finally {
    await pool.end();
  }
}

test("detects a read-only database and a full disk", async () => {
  expect(await under("work_mem=4MB")).toBe(true);
  expect(await under("default_transaction_read_only=on")).toBe(false);
  // The probe's sort must really spill to disk.
  expect(await under("temp_file_limit=64kB")).toBe(false);
});

test("the result is cached", async () => {
  const answers = Array.from({ length: 50 }, () => isWritable());
  expect(new Set(answers).size).toBe(1);
  expect(await answers[0]).toBe(true);
});
