// `migrate` applies pending migrations to DATABASE_URL. `migrate diff [older schema file]` prints
// the SQL from the committed migrations to prisma/schema.prisma, for the next migration.
import { PlainError, runCommand } from "./plain-error";
import { applyMigrations, diffSchema } from "./schema-engine";

await runCommand(async () => {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl)
    throw new PlainError("DATABASE_URL is not set. (`npm start` migrates its own database.)");
  const [action, olderSchemaFile] = process.argv.slice(2);
  if (action === "diff") {
    process.stdout.write(
      (await diffSchema(databaseUrl, olderSchemaFile)) || "-- The migrations match the schema.\n",
    );
    return;
  }
  if (action !== undefined)
    throw new PlainError(`Unknown argument "${action}". migrate accepts only "diff".`);
  const applied = await applyMigrations(databaseUrl);
  console.log(
    applied.length === 0
      ? "The database is up to date."
      : applied.map((name) => `Applied ${name}`).join("\n"),
  );
});
