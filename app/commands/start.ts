// Runs everything on one machine: database, migrations, demo company, web, worker and the sandbox.
import { setTimeout as wait } from "node:timers/promises";
import { startChild, type Environment } from "./child";
import {
  loadOrCreateSecrets,
  recordChildren,
  releaseDataFolder,
  lockDataFolder,
} from "./data-folder";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres";
import { keepRunning, type SupervisedChild } from "./keep-running";
import { PlainError, runCommand } from "./plain-error";
import { prepare } from "./prepare.mjs";
import { applyMigrations } from "./schema-engine";
import {
  removeDemoFile,
  seedDemoCompany,
  standInUrls,
  writeDemoFile,
  type Demo,
} from "./start-demo";
import {
  fileIn,
  readSettings,
  requireFreePorts,
  type Settings,
  webhookHosts,
} from "./start-settings";

const READY_MS = 180_000;
const ONE_PRESS_MS = 500;
const startedAt = performance.now();
const print = (line: string) => console.log(line);

process.stdout.on("error", () => undefined); // a closed terminal must not prevent a graceful shutdown

const stopping = new AbortController();
/** Aborts the build if the rest could not be started. */
const failing = new AbortController();
const children: SupervisedChild[] = [];
let stoppedAt = 0;
let postgres: EmbeddedPostgres | undefined;

await runCommand(async () => {
  const settings = await readSettings(process.env);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => onSignal(signal));
  await lockDataFolder(settings.dataFolder, print);
  try {
    removeDemoFile(settings);
    await startEverything(settings);
    await failureOfAny();
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    failing.abort();
    await stopEverything(settings);
    print("Stopped.");
  }
});
process.exit();

async function startEverything(settings: Settings): Promise<void> {
  await requireFreePorts(settings);
  const signal = AbortSignal.any([stopping.signal, failing.signal]);
  const client = prepare(["client"], signal);
  const build = client.then((isReady) => isReady && prepare(["widget", "app"], signal));
  const [isBuilt, [env, demo]] = await Promise.all([build, startBackend(settings, client)]);
  stopping.signal.throwIfAborted();
  if (!isBuilt) throw new PlainError("The build failed (see above).");
  start(settings, "web", env);
  rememberChildren(settings);
  await Promise.race([untilReady(settings), failureOfAny()]);
  stopping.signal.throwIfAborted();

  const signInUrl = demo && `${settings.baseUrl}/demo-sign-in?token=${env.DEMO_SIGN_IN_TOKEN}`;
  writeDemoFile(settings, signInUrl, demo);
  printTable(settings, signInUrl);
}

/**
 * Starts all that needs no build: the database, with the demo company, the sandbox and the worker.
 * `client`: whether the database client could be generated.
 */
async function startBackend(
  settings: Settings,
  client: Promise<boolean>,
): Promise<[Environment, Demo | undefined]> {
  const env = environmentOf(settings, await startDatabase(settings));
  if (!(await client)) return [env, undefined];
  const demo = settings.isDemo ? await seed(settings, env) : undefined;
  stopping.signal.throwIfAborted();
  const secrets = { PUBLISHABLE_KEY: demo?.publishable_key, WEBHOOK_SECRET: demo?.webhook_secret };
  if (!settings.isProduction) start(settings, "sandbox", { ...env, ...secrets });
  start(settings, "worker", env);
  rememberChildren(settings);
  return [env, demo];
}

async function startDatabase(settings: Settings): Promise<string> {
  if (settings.databaseUrl === undefined) {
    print("Starting the database…");
    postgres = await startEmbeddedPostgres({ folder: settings.dataFolder, durable: true, print });
    stopping.signal.throwIfAborted();
  }
  const databaseUrl = settings.databaseUrl ?? postgres?.url() ?? "";
  const applied = await applyMigrations(databaseUrl);
  if (applied.length > 0)
    print(`Applied ${applied.length} migration${applied.length === 1 ? "" : "s"}.`);
  stopping.signal.throwIfAborted();
  return databaseUrl;
}

async function seed(settings: Settings, env: Environment): Promise<Demo> {
  print("Preparing the demo company…");
  const demo = await seedDemoCompany(settings, env);
  if (!demo.webhook_secret)
    print(
      "This database was seeded from another DATA_DIR, so the demo's secrets are not available here.",
    );
  return demo;
}

/** Environment variables added for child processes. */
function environmentOf(settings: Settings, databaseUrl: string): Environment {
  const secrets = loadOrCreateSecrets(settings.dataFolder);
  const common = {
    DATABASE_URL: databaseUrl,
    HOST: settings.host,
    PORT: String(settings.port),
    BASE_URL: settings.baseUrl,
    DATA_DIR: settings.dataFolder,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY || secrets.encryption_key,
  };
  if (settings.isProduction) return common;
  return {
    ...common,
    SANDBOX_URL: settings.sandboxUrl,
    HOST_PAGE_URL: settings.hostPageUrl,
    WEBHOOK_ALLOW_HOSTS: webhookHosts(process.env.WEBHOOK_ALLOW_HOSTS, settings),
    ...(process.env.PAYPROVIDER_SECRET
      ? {}
      : sandboxPayments(settings, secrets.payment_webhook_secret)),
    ...(process.env.GOOGLE_CALENDAR_CLIENT_ID
      ? {}
      : sandboxCalendars("GOOGLE", `${settings.sandboxUrl}/google`)),
    ...(process.env.MICROSOFT_CALENDAR_CLIENT_ID
      ? {}
      : sandboxCalendars("MICROSOFT", `${settings.sandboxUrl}/graph`)),
    ...(settings.isDemo ? { DEMO: "1", DEMO_SIGN_IN_TOKEN: secrets.demo_sign_in_token } : {}),
  };
}

/** Payments without credentials use the sandbox, which moves no money. */
function sandboxPayments({ sandboxUrl }: Settings, webhookSecret: string): Environment {
  return {
    PAYPROVIDER_ADAPTER: "stripe",
    PAYPROVIDER_SECRET: "sk_test_sandbox",
    PAYPROVIDER_CLIENT_ID: "ca_sandbox",
    PAYPROVIDER_WEBHOOK_SECRETS: webhookSecret,
    PAYPROVIDER_API_BASE: sandboxUrl,
  };
}

/** Calendar providers without a configured client use the sandbox. */
function sandboxCalendars(provider: "GOOGLE" | "MICROSOFT", api_base: string): Environment {
  return {
    [`${provider}_CALENDAR_CLIENT_ID`]: "sandbox",
    [`${provider}_CALENDAR_CLIENT_SECRET`]: "sandbox-secret",
    [`${provider}_CALENDAR_API_BASE`]: api_base,
  };
}

function start(settings: Settings, name: string, env: Environment): void {
  const child = keepRunning({
    name,
    start: () => startChild(name, env, fileIn(settings, `logs/${name}.log`)),
    print: print,
    changed: () => rememberChildren(settings),
  });
  children.push(child);
}

function rememberChildren(settings: Settings): void {
  try {
    recordChildren(
      settings.dataFolder,
      children.map(({ name, identity }) => ({ name, ...identity() })),
    );
  } catch (error) {
    print((error as Error).message); // a full disk must not stop running processes
  }
}

async function untilReady(settings: Settings): Promise<void> {
  const isLate = wait(READY_MS, "late" as const, { ref: false });
  for (const { name, message } of children) {
    const isReady = name === "web" ? webAnswers(settings.webUrl) : message();
    if ((await Promise.race([isReady, isLate])) === "late") {
      throw new PlainError(
        `${name} was not ready after ${READY_MS / 1000} s; see ${fileIn(settings, `logs/${name}.log`)}.`,
      );
    }
  }
}

async function webAnswers(webUrl: string): Promise<void> {
  while (!stopping.signal.aborted) {
    const answer = await fetch(`${webUrl}/readyz`, { signal: stopping.signal }).catch(() => null);
    if (answer?.status === 200) return;
    await wait(50);
  }
}

/**
 * Rejects when the database or a process that never became ready ends, or when this process is
 * asked to stop.
 */
async function failureOfAny(): Promise<never> {
  const stopRequested = new Promise<never>((_, reject) => {
    if (stopping.signal.aborted) reject(stopping.signal.reason);
    stopping.signal.addEventListener("abort", () => reject(stopping.signal.reason), { once: true });
  });
  const endings = children.map(async ({ name, failedToStart }): Promise<never> => {
    const exitReason = await failedToStart;
    throw new PlainError(`${name} ${exitReason}`.trimEnd());
  });
  const database = postgres?.ended.then((): never => {
    throw new PlainError("The database stopped unexpectedly. Stopping the rest.");
  });
  return Promise.race([stopRequested, ...endings, ...(database ? [database] : [])]);
}

async function stopEverything(settings: Settings): Promise<void> {
  for (const child of children.toReversed()) await child.stop(); // web first
  await postgres?.stop();
  children.length = 0;
  rememberChildren(settings);
  releaseDataFolder(settings.dataFolder);
}

function onSignal(signal: NodeJS.Signals): void {
  if (stopping.signal.aborted) {
    // Ctrl-C arrives twice: from the terminal, and forwarded by npm.
    if (performance.now() - stoppedAt < ONE_PRESS_MS) return;
    print("Stopping immediately.");
    for (const child of children) child.kill();
    void postgres?.stop();
    process.exit(1);
  }
  print(`\nStopping (${signal})… Press Ctrl-C again to stop immediately.`);
  stoppedAt = performance.now();
  stopping.abort(new Error("asked to stop"));
}

function printTable(settings: Settings, signInUrl: string | undefined): void {
  const standIns = standInUrls(settings);
  const rows = [
    ["Dashboard", signInUrl ?? settings.baseUrl],
    ...(settings.isProduction
      ? []
      : [
          ["Demo host page", standIns.host_page_url],
          ["Outbox", standIns.outbox_url],
          ["Webhook receiver", standIns.receiver_url],
          ["Calendars", standIns.calendars_url],
        ]),
  ];
  print(
    `\nThe Booking Service is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s).\n`,
  );
  for (const [name = "", url = ""] of rows) print(`  ${name.padEnd(18)}${url}`);
  print(`\nThe same values are in ${fileIn(settings, "demo.json")}. Ctrl-C stops everything.`);
}
