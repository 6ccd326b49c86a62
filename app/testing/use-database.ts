// Vitest set-up of the integration suite: each test file gets an empty, migrated database of its own, before the product's modules
// read the environment.
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, expect, inject } from "vitest";
import { withDatabase } from "../commands/database-url";
import { keepSessionSettings } from "../commands/session-settings";
import { collectStatements } from "./sent-statements";

const { serverUrl, poolerUrl, prefix, template } = inject("testDatabase");
// A pooler keeps sessions of a database that is gone: behind one, each file's has a name of its own.
const name = `${prefix}_${poolerUrl === null ? process.env.VITEST_POOL_ID : randomBytes(4).toString("hex")}`;

const client = new pg.Client({ connectionString: serverUrl });
await client.connect();
// The file that ran here before left one of the same name.
await client.query(`drop database if exists ${name} with (force)`);
await client.query(`create database ${name} template ${template}`);
await client.end();

const directUrl = withDatabase(serverUrl, name);
process.env.DATABASE_URL = poolerUrl === null ? directUrl : withDatabase(poolerUrl, name);
// What goes past the pooler: migrations.
process.env.DIRECT_DATABASE_URL = directUrl;
if (poolerUrl !== null) process.env.DATABASE_STATEMENT_NAMES = "off";
// Kept for a database by its name: a copy of the template has none yet.
const copy = new pg.Client({ connectionString: directUrl });
await copy.connect();
await keepSessionSettings(copy);
await copy.end();

const statements = collectStatements(process.cwd());
afterAll(() => {
  expect(statements.offences(), "statements that a cluster cannot run (testing/statement-rules.ts)").toEqual([]);
});
