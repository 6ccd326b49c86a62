import { readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emailSender, paymentProvider } from "~/adapters/registry.server";
import { secretContext } from "~/domain/webhooks/subscription-row";
import { decrypt } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import { env, isProduction } from "~/lib/env.server";
import { type Check, fail, type Finding, ok, warn } from "./finding";

const HOUR_MS = 3_600_000;
const BACKUP_HOURS = 26;
const GIGABYTE = 1024 ** 3;

async function checkAddress(): Promise<Finding> {
  try {
    const answer = await fetch(`${env.BASE_URL}/healthz`, { signal: AbortSignal.timeout(10_000) });
    if (answer.ok) return ok(`${env.BASE_URL} answers`);
    return fail(
      `${env.BASE_URL} answers ${answer.status}`,
      "Does the proxy forward to the web process?",
    );
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return fail(
      `${env.BASE_URL} cannot be reached from here (${cause?.code ?? message})`,
      "Is the web process running, and is BASE_URL its public address? Providers' webhooks use it too.",
    );
  }
}

async function checkMail(): Promise<Finding> {
  if (env.EMAIL_DRIVER === "outbox")
    return warn(
      "is stored in DATA_DIR/outbox, nothing is sent",
      "Set EMAIL_DRIVER to postmark or smtp.",
    );
  try {
    await emailSender.check();
    return ok(`${env.EMAIL_DRIVER} takes it, from ${env.EMAIL_FROM}`);
  } catch (error) {
    return fail(
      `${env.EMAIL_DRIVER}: ${(error as Error).message}`,
      "Check its address and credentials in .env.",
    );
  }
}

async function checkPayments(): Promise<Finding> {
  const provider = paymentProvider("payprovider");
  if (provider === null) return ok("off (PAYPROVIDER_SECRET is not set)");
  try {
    return ok(`the provider answers for ${await provider.getPlatformOrganizationId()}`);
  } catch (error) {
    return fail(
      (error as Error).message,
      "Check PAYPROVIDER_SECRET, and whether this machine reaches the provider.",
    );
  }
}

/**
 * Whether calendars can be connected, and what must be configured at the provider, which can't be
 * checked.
 */
async function checkCalendars(): Promise<Finding> {
  const { google, microsoft } = env.CALENDARS;
  const names = [google && "Google", microsoft && "Microsoft"].filter((name) => name !== null);
  if (names.length === 0)
    return ok("CalDAV and iCal addresses (no GOOGLE_CALENDAR_…, no MICROSOFT_CALENDAR_…)");
  const summary = `CalDAV, iCal addresses, ${names.join(", ")}`;
  if (google === null || google.api_base !== undefined) return ok(summary);
  return ok(
    `${summary}. Is Google's project published ("In production")? In "Testing" each connection ends after 7 days, for 100 people at most`,
  );
}

/** Whether a stored secret can be decrypted with the configured keys. */
async function checkSecrets(): Promise<Finding> {
  const found = await pool.query<{ tenant_id: string; id: string; secret_ciphertext: Buffer }>(
    "select tenant_id, id, secret_ciphertext from webhook_subscription order by created_at desc limit 1",
  );
  const [newest] = found.rows;
  try {
    if (newest) decrypt(newest.secret_ciphertext, secretContext(newest.tenant_id, newest.id));
  } catch {
    return fail(
      "stored secrets cannot be decrypted",
      "They were encrypted with another key. Restore it, or put it into ENCRYPTION_KEY_PREVIOUS.",
    );
  }
  if (env.ENCRYPTION_KEY_PREVIOUS !== undefined)
    return warn(
      "a key rotation is in progress",
      "Run `npm run rotate-key`, then remove ENCRYPTION_KEY_PREVIOUS.",
    );
  if (isProduction)
    return ok("readable with ENCRYPTION_KEY; store a copy of it separately from the backups");
  return warn("readable", "NODE_ENV is not production, so production checks are off.");
}

async function checkBackups(): Promise<Finding> {
  const folder = join(env.DATA_DIR, "backups");
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  );
  const advice =
    "Run `npm run backup` every night (cron or a systemd timer) and copy the file to another machine.";
  if (times.length === 0) return warn(`none in ${folder}`, advice);
  const hours = Math.round((Date.now() - Math.max(...times)) / HOUR_MS);
  const summary = `the newest of ${times.length} is ${hours} h old`;
  return hours <= BACKUP_HOURS ? ok(summary) : warn(summary, advice);
}

/** Names the proxies whose client addresses the web process trusts. */
async function checkProxies(): Promise<Finding> {
  const trusted = env.TRUST_PROXY;
  const tooWide = trusted.filter(
    (entry) => /\/0$/.test(entry) || /^(true|\*|0\.0\.0\.0|::)$/.test(entry),
  );
  if (tooWide.length > 0)
    return fail(
      `${tooWide.join(", ")} in TRUST_PROXY trusts everyone`,
      "List only your own proxies. Otherwise clients can forge their address, which evades limits and falsifies the audit log.",
    );
  if (trusted.length > 0) return ok(`trusted: ${trusted.join(", ")}`);
  if (!isProduction) return ok("none trusted");
  return warn(
    "none trusted (TRUST_PROXY is not set)",
    "With a proxy in front, all visitors count as one and meet its limits together: name it, such as TRUST_PROXY=loopback.",
  );
}

async function checkFolder(): Promise<Finding> {
  const probe = join(env.DATA_DIR, `.doctor-${process.pid}`);
  try {
    await writeFile(probe, "");
    await rm(probe);
    return ok(`${env.DATA_DIR} can be written`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(
      `${env.DATA_DIR} cannot be written (${code})`,
      "Make it writable for this user, or set another DATA_DIR. Backups and logs are written there.",
    );
  }
}

async function checkDisk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(env.DATA_DIR).catch(() => statfs("."));
  const free = (bavail * bsize) / GIGABYTE;
  const summary = `${free.toFixed(1)} GB free at DATA_DIR`;
  return free >= 1
    ? ok(summary)
    : warn(summary, "Free some space: logs and backups are written there.");
}

export const settingsChecks: Check[] = [
  { name: "address", run: checkAddress },
  { name: "proxies", run: checkProxies },
  { name: "mail", run: checkMail },
  { name: "payments", run: checkPayments },
  { name: "calendars", run: checkCalendars },
  { name: "secrets", run: checkSecrets },
  { name: "backups", run: checkBackups },
  { name: "data folder", run: checkFolder },
  { name: "disk", run: checkDisk },
];
