import pg from "pg";
import { expect, test } from "vitest";
import { isWritable, canWrite } from "./write-probe.sql.server";

/** What it says of the test's database under a setting of the session. */
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

test("a database that writes is found to, one that only reads or has no room on its disk is not", async () => {
  expect(await under("work_mem=4MB")).toBe(true);
  expect(await under("default_transaction_read_only=on")).toBe(false);
  // What the probe sorts must really have gone to the disk.
  expect(await under("temp_file_limit=64kB")).toBe(false);
});

test("however often it is asked, the database is asked once in a while", async () => {
  const answers = Array.from({ length: 50 }, () => isWritable());
  expect(new Set(answers).size).toBe(1);
  expect(await answers[0]).toBe(true);
});
