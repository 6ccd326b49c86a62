import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
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

/** Runs the doctor; returns its status and its lines, each as "state name: finding". */
function runDoctor(env: Record<string, string> = {}) {
  const { DATABASE_URL, ENCRYPTION_KEY } = process.env;
  const result = spawnSync(process.execPath, ["app/commands/boot.mjs", "doctor"], {
    encoding: "utf8",
    env: {
      ...testEnvironment(),
      DATABASE_URL,
      ENCRYPTION_KEY,
      DATA_DIR: folder,
      BOOT_PREPARED: "1",
      BASE_URL: nobodysAddress,
      ...env,
    },
  });
  const lines = result.stdout.split("\n").filter((line) => /^(ok|WARN|FAIL)/.test(line));
  return {
    status: result.status,
    lines: lines.map((line) => line.replace(/\s{2,}/g, " ")),
    all: result.stdout,
  };
}

test("each dependency of the service has a line, with advice if something is wrong", async () => {
  await makeSubscription(await makeTenant(), "https://example.com/");
  await pool.query("update pgboss.version set cron_on = now() - interval '10 minutes'");
  const { status, lines, all } = runDoctor();
  expect(lines).toEqual([
    expect.stringMatching(/^ok database PostgreSQL \d+/),
    expect.stringMatching(/^ok functions \d+ files, all up to date/),
    "ok standby none: without one, data since the last backup is lost with the machine",
    "ok cluster none: one server",
    expect.stringMatching(
      /^(ok|WARN) connections a process opens at most 28, the server allows \d+/,
    ),
    expect.stringMatching(/^ok clock 0\.\d s apart/),
    expect.stringMatching(/^(ok|WARN) time zones .*4\d\d zones/),
    expect.stringMatching(/^FAIL worker last seen 6\d\d s ago/),
    "ok messages 0 sent and 0 failed in the last day",
    "ok webhooks 1 webhooks, 0 failing, 0 switched off",
    `FAIL address ${nobodysAddress} cannot be reached from here (ECONNREFUSED)`,
    "ok proxies none trusted",
    "WARN mail is stored in DATA_DIR/outbox, nothing is sent",
    "ok payments off (PAYPROVIDER_SECRET is not set)",
    "ok calendars CalDAV and iCal addresses (no GOOGLE_CALENDAR_…, no MICROSOFT_CALENDAR_…)",
    "WARN secrets readable",
    expect.stringMatching(/^WARN backups none in /),
    `ok data folder ${folder} can be written`,
    expect.stringMatching(/^(ok|WARN) disk [\d.]+ GB free/),
  ]);
  expect(all).toContain("npm run worker");
  expect(status).toBe(1);
});

test("reports a wrong encryption key, an unreachable mail server and a fresh backup", () => {
  mkdirSync(join(folder, "backups"));
  writeFileSync(join(folder, "backups", "one.dump"), "");
  const { lines } = runDoctor({
    ENCRYPTION_KEY: Buffer.alloc(32, "other").toString("base64"),
    EMAIL_DRIVER: "smtp",
    EMAIL_FROM: "desk@example.com",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect(lines).toContain("FAIL secrets stored secrets cannot be decrypted");
  expect(lines).toContain("FAIL mail smtp: The SMTP server responded with ESOCKET.");
  expect(lines).toContain("ok backups the newest of 1 is 0 h old");
});

test("an unreachable database is one line, and the checks that need it are skipped", () => {
  const { lines, status } = runDoctor({ DATABASE_URL: "postgresql://none@127.0.0.1:1/none" });
  expect(lines[0]).toBe(
    "FAIL database cannot be used: nothing listens there (127.0.0.1:1/none says: connect ECONNREFUSED 127.0.0.1:1)",
  );
  expect(status).toBe(1);
});

test("a refused connection shows the database's own message and code", () => {
  const url = new URL(process.env.DIRECT_DATABASE_URL!);
  url.pathname = "/no_such_database";
  const { lines } = runDoctor({ DATABASE_URL: url.href });
  expect(lines[0]).toContain("there is no such database");
  expect(lines[0]).toContain('database "no_such_database" does not exist, SQLSTATE 3D000');
});

test("reports a proxy range that trusts everyone, an invalid folder and changed functions", async () => {
  await pool.query("update sql_function_file set sha256 = 'x' where path like 'bookings/%'");
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const { lines } = runDoctor({ TRUST_PROXY: "loopback,0.0.0.0/0", DATA_DIR: join(file, "data") });
  expect(lines).toContain("FAIL proxies 0.0.0.0/0 in TRUST_PROXY trusts everyone");
  expect(lines).toContain(`FAIL data folder ${join(file, "data")} cannot be written (ENOTDIR)`);
  expect(lines.find((line) => /functions/.test(line))).toMatch(
    /^FAIL functions \d+ of \d+ files differ .*bookings\//,
  );
});

test("in production, a missing TRUST_PROXY is a warning", () => {
  const { lines } = runDoctor({
    NODE_ENV: "production",
    BASE_URL: "https://127.0.0.1:1",
    EMAIL_DRIVER: "smtp",
    EMAIL_FROM: "desk@example.com",
    SMTP_URL: "smtp://127.0.0.1:1",
    RATE_LIMITS: "on",
  });
  expect(lines).toContain("WARN proxies none trusted (TRUST_PROXY is not set)");
});

test.each(["doctor", "web", "worker"])("%s reports a missing key in plain words", (command) => {
  const rest = {
    ...testEnvironment(),
    DATABASE_URL: process.env.DATABASE_URL,
    BOOT_PREPARED: "1",
  };
  const { status, stderr } = spawnSync(process.execPath, ["app/commands/boot.mjs", command], {
    encoding: "utf8",
    env: rest,
  });
  expect(status).toBe(1);
  expect(stderr).toContain("  ENCRYPTION_KEY: is not set. Make one with `openssl rand -base64 32`");
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("a taken port is reported in one sentence", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  for (const names of [{ PORT: String(taken) }, { METRICS_PORT: String(taken), PORT: "0" }]) {
    const child = spawn(process.execPath, ["app/commands/boot.mjs", "web"], {
      env: { ...testEnvironment(), ...pickEnv(), ...names, HOST: "127.0.0.1", BOOT_PREPARED: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.on("data", (data: Buffer) => (output += data.toString()));
    const [code] = (await once(child, "close")) as [number];
    expect(code).toBe(1);
    const setting = "METRICS_PORT" in names ? "METRICS_PORT" : "PORT";
    expect(output).toBe(
      `Port ${taken} on 127.0.0.1 is used by another program. Set ${setting} to another port.\n`,
    );
  }
  server.close();
});

const pickEnv = () => ({
  DATABASE_URL: process.env.DATABASE_URL,
  ENCRYPTION_KEY: process.env.ENCRYPTION_KEY,
});
