// Import before anything that reads the environment: starts the stage of docs/growth.md as this
// process's database. null if a component is not installed.
import { pathOfTool } from "../../commands/test-tools.mjs";
import { applyMigrations } from "../../commands/schema-engine";
import { startPatroniStage } from "./patroni-stage";

const isInstalled = (["postgres", "pgbouncer", "patroni", "etcd"] as const).every(
  (name) => pathOfTool(name) !== null,
);

export const ownStage = isInstalled ? await startPatroniStage() : null;

if (ownStage !== null) {
  await applyMigrations(await ownStage.directUrl());
  process.env.DATABASE_URL = process.env.DIRECT_DATABASE_URL = ownStage.url;
  process.env.DATABASE_STATEMENT_NAMES = "off"; // Debian's PgBouncer is older than 1.21
}
