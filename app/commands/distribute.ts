// `distribute` distributes the tables of DATABASE_URL, the coordinator of a Citus cluster: tenant
// tables over its nodes, directory tables to every node. `distribute --dry-run` prints the SQL
// without changing anything; it needs no cluster.
import type pg from "pg";
import { type Catalogue, readCatalogue } from "./distribute/catalogue";
import { checkCluster, hasCitus, readPlaced } from "./distribute/cluster";
import { WAL_LEVEL } from "./distribute/wal-level";
import { findObstacles } from "./distribute/obstacles";
import { keysToDrop, planStatements, SESSION } from "./distribute/plan";
import { PlainError, runCommand } from "./plain-error";
import { migrationSettings } from "./session-settings";
import { connectToUsable } from "./usable-database";

const LOCK_SECONDS = 60;

await runCommand(async () => {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl)
    throw new PlainError("DATABASE_URL is not set. Set it to the cluster's coordinator.");
  const isDry = readOptions(process.argv.slice(2));
  const client = await connectToUsable(databaseUrl);
  try {
    const catalogue = await readCatalogue(client);
    const obstacles = findObstacles(catalogue);
    if (obstacles.length > 0)
      throw new PlainError(
        `A cluster cannot hold this database. Nothing was changed:\n${obstacles.join("\n")}`,
      );
    if (isDry) return printPlan(planStatements(catalogue, await placedOrNone(client)));
    if (!(await hasCitus(client)))
      throw new PlainError(
        "This database does not have Citus, so nothing was changed. Install it on every node and run `create extension citus` (app/docs/growth.md).",
      );
    await checkCluster(client);
    await place(client, catalogue);
  } finally {
    await client.end();
  }
});

function readOptions(args: string[]): boolean {
  if (args.length === 0) return false;
  if (args.length === 1 && args[0] === "--dry-run") return true;
  throw new PlainError(
    "Unknown argument. distribute accepts only --dry-run, which prints the SQL without changing anything.",
  );
}

async function placedOrNone(client: pg.ClientBase): Promise<Set<string>> {
  return (await hasCitus(client)) ? readPlaced(client) : new Set();
}

function printPlan(statements: string[]): void {
  console.log([...SESSION, ...statements].map((statement) => `${statement};`).join("\n"));
}

async function place(client: pg.ClientBase, catalogue: Catalogue): Promise<void> {
  await migrationSettings(client, LOCK_SECONDS);
  for (const setting of SESSION) await client.query(setting);
  for (const statement of planStatements(catalogue, await readPlaced(client))) {
    console.log(statement);
    await client.query(statement);
  }
  const after = await readCatalogue(client);
  const remaining = new Set(after.foreign_keys.map(({ name }) => name));
  const dropped = new Set(keysToDrop(catalogue).map(({ name }) => name));
  const lost = catalogue.foreign_keys.filter(
    ({ name }) => !remaining.has(name) && !dropped.has(name),
  );
  if (lost.length > 0)
    throw new PlainError(
      `Foreign keys were lost. Please report this: ${lost.map(({ name }) => name).join(", ")}`,
    );
  console.log(
    `${(await readPlaced(client)).size} tables are distributed, with all ${remaining.size} foreign keys.`,
  );
  const { rows } = await client.query<{ wal_level: string }>(
    "select current_setting('wal_level') as wal_level",
  );
  if (rows[0]!.wal_level !== "logical") console.log(WAL_LEVEL);
}
