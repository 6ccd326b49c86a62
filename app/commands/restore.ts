// `restore FILE` restores a backup into the empty database of DATABASE_URL, migrates it to this
// version, and audits the result.
import { existsSync } from "node:fs";
import { secretContext } from "~/domain/webhooks/subscription-row";
import { decrypt } from "~/lib/crypto.server";
import { auditDatabase, RULE_COUNT } from "./audit-database";
import { PlainError, runCommand } from "./plain-error";
import { findTool, runTool } from "./postgres-tools";
import { applyMigrations } from "./schema-engine";
import { connectToUsable } from "./usable-database";

await runCommand(async () => {
  const databaseUrl = process.env.DATABASE_URL;
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0)
    throw new PlainError("restore needs one argument, the backup file.");
  if (!existsSync(file)) throw new PlainError(`There is no file ${file}.`);
  if (!databaseUrl)
    throw new PlainError("DATABASE_URL is not set. Set it to the empty database to restore into.");
  const program = findTool("pg_restore", await majorOfEmpty(databaseUrl));
  const whole = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"];
  await runTool(program, [...whole, `--dbname=${databaseName(databaseUrl)}`, file], databaseUrl);
  const applied = await applyMigrations(databaseUrl);
  console.log(
    applied.length === 0
      ? "The backup has this version's schema."
      : `Applied ${applied.length} migrations.`,
  );
  await check(databaseUrl);
});
process.exit();

function databaseName(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
}

/** A database that isn't empty is left alone: the backup would be mixed with its contents. */
async function majorOfEmpty(databaseUrl: string): Promise<number> {
  const client = await connectToUsable(databaseUrl);
  const found = await client.query<{ version: number; tables: number }>(
    `select current_setting('server_version_num')::int as version,
       (select count(*)::int from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as tables`,
  );
  await client.end();
  const { version, tables } = found.rows[0]!;
  if (tables > 0)
    throw new PlainError(
      "The database of DATABASE_URL is not empty. Create a new one and use that. Nothing was changed.",
    );
  return Math.floor(version / 10_000);
}

async function check(databaseUrl: string): Promise<void> {
  const client = await connectToUsable(databaseUrl);
  const violations = await auditDatabase(client);
  for (const { rule, broken: rows } of violations)
    console.error(`Violated: ${rule} (${rows} rows).`);
  const counted = await client.query<{ bookings: number; companies: number }>(
    "select (select count(*)::int from booking) as bookings, (select count(*)::int from tenant) as companies",
  );
  const secrets = await client.query<{ tenant_id: string; id: string; secret_ciphertext: Buffer }>(
    "select tenant_id, id, secret_ciphertext from webhook_subscription",
  );
  await client.end();
  const { bookings, companies } = counted.rows[0]!;
  console.log(
    `${companies} companies, ${bookings} bookings; ${RULE_COUNT - violations.length} of ${RULE_COUNT} rules hold.`,
  );
  const unreadable = secrets.rows.filter((row) => !isReadable(row)).length;
  console.log(
    `${secrets.rows.length - unreadable} of ${secrets.rows.length} stored secrets are readable with ENCRYPTION_KEY.`,
  );
  if (unreadable > 0)
    throw new PlainError("Set ENCRYPTION_KEY to the key used when the backup was made.");
  if (violations.length > 0)
    throw new PlainError("The backup contains inconsistent data. Please report this.");
}

function isReadable(row: { tenant_id: string; id: string; secret_ciphertext: Buffer }): boolean {
  try {
    decrypt(row.secret_ciphertext, secretContext(row.tenant_id, row.id));
    return true;
  } catch {
    return false;
  }
}
