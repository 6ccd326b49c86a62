// Vitest set-up of the integration suite: each test file gets an empty, migrated database of its own, before the product's modules
// read the environment.
import pg from "pg";
import { afterAll, expect, inject } from "vitest";
import { withDatabase } from "../commands/database-url";
import { keepSessionSettings } from "../commands/session-settings";
import { collectStatements } from "./sent-statements";

const { serverUrl, prefix, template } = inject("testDatabase");
const name = `${prefix}_${process.env.VITEST_POOL_ID}`;

const client = new pg.Client({ connectionString: serverUrl });
await client.connect();
// The file that ran here before left one of the same name.
await client.query(`drop database if exists ${name} with (force)`);
await client.query(`create database ${name} template ${template}`);
await client.end();

process.env.DATABASE_URL = withDatabase(serverUrl, name);
// Kept for a database by its name: a copy of the template has none yet.
const copy = new pg.Client({ connectionString: process.env.DATABASE_URL });
await copy.connect();
await keepSessionSettings(copy);
await copy.end();

const statements = collectStatements(process.cwd());
afterAll(() => {
  expect(statements.offences(), "statements that a cluster cannot run (testing/statement-rules.ts)").toEqual([]);
});
