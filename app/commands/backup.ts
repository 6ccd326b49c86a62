// `backup` dumps DATABASE_URL's database to DATA_DIR/backups in pg_dump's compressed format without
// disturbing the running service. `backup --keep=14` keeps the newest fourteen.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { PlainError, runCommand } from "./plain-error";
import { findTool, runTool } from "./postgres-tools";
import { connectToUsable } from "./usable-database";

const MEGABYTE = 1024 ** 2;
const NAME = /^booking-\d{8}T\d{6}Z\.dump$/;

await runCommand(async () => {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl)
    throw new PlainError("DATABASE_URL is not set. Set it to the database to back up.");
  const keep = readKeep(process.argv.slice(2));
  const folder = join(process.env.DATA_DIR || ".data", "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const file = join(folder, `booking-${time}.dump`);
  const unfinished = `${file}.unfinished`;
  try {
    const program = findTool("pg_dump", await majorOf(databaseUrl));
    await runTool(
      program,
      ["--format=custom", "--no-owner", "--no-privileges", `--file=${unfinished}`],
      databaseUrl,
    );
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  console.log(`${file} (${(statSync(file).size / MEGABYTE).toFixed(1)} MB)`);
  console.log(
    "Its secrets are encrypted with ENCRYPTION_KEY, which the backup does not contain. Store that key separately.",
  );
  if (keep !== null) for (const old of dumpsIn(folder).slice(keep)) rmSync(join(folder, old));
});

function readKeep(args: string[]): number | null {
  if (args.length === 0) return null;
  const keep = /^--keep=([1-9]\d{0,3})$/.exec(args[0] ?? "")?.[1];
  if (args.length === 1 && keep !== undefined) return Number(keep);
  throw new PlainError(
    "Unknown argument. backup accepts only --keep=N, the number of backups to keep.",
  );
}

/** Newest first: file names start with the time. */
function dumpsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

async function majorOf(databaseUrl: string): Promise<number> {
  const client = await connectToUsable(databaseUrl);
  const found = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  await client.end();
  return Math.floor(found.rows[0]!.version / 10_000);
}
