// A killable process that applies the migrations of a folder: tsx migrate-folder.ts <database URL>
// <folder>.
import { applyMigrations } from "../commands/schema-engine";

const [databaseUrl = "", folder = ""] = process.argv.slice(2);
await applyMigrations(databaseUrl, folder);
