import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "./plain-error";

/** Where Debian-based systems keep each major version's programs. */
const SYSTEM = "/usr/lib/postgresql";

/**
 * Finds PostgreSQL's program `name` (pg_dump, pg_restore) of the server's major version or the next
 * newer one: an older pg_dump rejects a newer server. Searches PATH and Debian's directories.
 */
export function findTool(name: string, serverMajor: number): string {
  const system = existsSync(SYSTEM)
    ? readdirSync(SYSTEM).map((version) => join(SYSTEM, version, "bin"))
    : [];
  const folders = [...(process.env.PATH ?? "").split(":"), ...system].filter(
    (folder) => folder !== "",
  );
  const found = [...new Set(folders)]
    .map((folder) => ({ path: join(folder, name), major: majorOf(join(folder, name)) }))
    .filter(
      (tool): tool is { path: string; major: number } =>
        tool.major !== null && tool.major >= serverMajor,
    )
    .sort((a, b) => a.major - b.major);
  if (found[0] !== undefined) return found[0].path;
  throw new PlainError(
    `${name} ${serverMajor} or newer was not found. Install PostgreSQL's client programs (Debian: postgresql-client-${serverMajor}).`,
  );
}

function majorOf(path: string): number | null {
  if (!existsSync(path)) return null;
  const version = /\(PostgreSQL\) (\d+)/.exec(
    spawnSync(path, ["--version"], { encoding: "utf8" }).stdout ?? "",
  );
  return version === null ? null : Number(version[1]);
}

/**
 * Runs a program against `databaseUrl` without showing its password in the process list; throws a
 * PlainError with the program's message.
 */
export async function runTool(path: string, args: string[], databaseUrl: string): Promise<void> {
  const child = spawn(path, args, {
    env: { ...process.env, ...connectionOf(databaseUrl) },
    stdio: ["ignore", 2, "pipe"],
  });
  const errorOutput: Buffer[] = [];
  child.stderr!.on("data", (chunk: Buffer) => errorOutput.push(chunk));
  const status = await new Promise<number | null>((ended, failed) =>
    child.once("error", failed).once("close", ended),
  );
  if (status !== 0)
    throw new PlainError(
      Buffer.concat(errorOutput).toString().trim() || `${path} exited with status ${status}.`,
    );
}

/** A connection string as environment variables for PostgreSQL's programs. */
function connectionOf(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const sslmode = url.searchParams.get("sslmode");
  return {
    PGHOST: url.hostname,
    PGPORT: url.port || "5432",
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslmode !== null && { PGSSLMODE: sslmode }),
  };
}
