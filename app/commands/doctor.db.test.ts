import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { testEnvironment } from "~/testing/environment";
import { makeTenant } from "~/testing/factory";
import { makeSubscription } from "~/testing/webhook-receivers";
import { findFreePorts } from "./ports";

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const [port] = await findFreePorts("127.0.0.1", 1);
const nobodysAddress = `http://127.0.0.1:${port}`;
afterAll(() => rmSync(folder, { recursive: true }));

/** The command's status and its lines, each as "state name: what was found". */
function runDoctor(env: Record<string, string> = {}) {
  const { DATABASE_URL, ENCRYPTION_KEY } = process.env;
  const result = spawnSync(process.execPath, ["app/commands/boot.mjs", "doctor"], {
    encoding: "utf8",
    env: {
      ...{ ...testEnvironment(), DATABASE_URL, ENCRYPTION_KEY, DATA_DIR: folder, BOOT_PREPARED: "1" },
      ...{ BASE_URL: nobodysAddress, ...env },
    },
  });
  const lines = result.stdout.split("\n").filter((line) => /^(ok|WARN|FAIL)/.test(line));
  return { status: result.status, lines: lines.map((line) => line.replace(/\s{2,}/g, " ")), all: result.stdout };
}

test("each thing that the service depends on is a line, with advice where something is wrong", async () => {
  await makeSubscription(await makeTenant(), "https://example.com/");
  await pool.query("update pgboss.version set cron_on = now() - interval '10 minutes'");
  const { status, lines, all } = runDoctor();
  expect(lines).toEqual([
    expect.stringMatching(/^ok database PostgreSQL \d+/),
    expect.stringMatching(/^ok clock 0\.\d s apart/),
    expect.stringMatching(/^(ok|WARN) time zones .*4\d\d zones/),
    expect.stringMatching(/^FAIL worker last seen 6\d\d s ago/),
    "ok webhooks 1 webhooks, 0 failing, 0 switched off",
    `FAIL address ${nobodysAddress} cannot be reached from here (ECONNREFUSED)`,
    "WARN mail is kept in DATA_DIR/outbox, nothing leaves",
    "ok payments off (PAYPROVIDER_SECRET is not set)",
    "WARN secrets readable",
    expect.stringMatching(/^WARN backups none in /),
    expect.stringMatching(/^(ok|WARN) disk [\d.]+ GB free/),
  ]);
  expect(all).toContain("npm run worker");
  expect(status).toBe(1);
});

test("another encryption key, a mail server that is gone and a fresh backup are noticed", () => {
  mkdirSync(join(folder, "backups"));
  writeFileSync(join(folder, "backups", "one.dump"), "");
  const { lines } = runDoctor({
    ENCRYPTION_KEY: Buffer.alloc(32, "other").toString("base64"),
    EMAIL_DRIVER: "smtp",
    EMAIL_FROM: "desk@example.com",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect(lines).toContain("FAIL secrets what is kept encrypted cannot be read");
  expect(lines).toContain("FAIL mail smtp: The SMTP server answered ESOCKET.");
  expect(lines).toContain("ok backups the newest of 1 is 0 h old");
});

test("a database that is away is one line, and what needs it says so", () => {
  const { lines, status } = runDoctor({ DATABASE_URL: "postgresql://none@127.0.0.1:1/none" });
  expect(lines[0]).toBe("FAIL database does not answer");
  expect(status).toBe(1);
});
