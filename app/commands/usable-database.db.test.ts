import pg from "pg";
import { expect, test } from "vitest";
import { newId } from "~/lib/ids";
import { withDatabase } from "./database-url";
import { PlainError } from "./plain-error";
import { connectToUsable, problemOf } from "./usable-database";

const server = process.env.DIRECT_DATABASE_URL!;
const refusal = (url: string) =>
  connectToUsable(url).then(
    () => "connected",
    (error: Error) =>
      `${error instanceof PlainError ? "plainly" : "with a stack"}: ${error.message}`,
  );

test.each([
  ["not an address", "mysql://127.0.0.1/booking", /^plainly: DATABASE_URL must look like/],
  [
    "nobody there",
    "postgresql://user@127.0.0.1:1/booking",
    /^plainly: The database of DATABASE_URL cannot be reached: .+/,
  ],
  [
    "no such name",
    "postgresql://user@no-such-host.invalid/booking",
    /^plainly: .*cannot be reached: .+/,
  ],
  [
    "no such database",
    withDatabase(server, "no_such_database"),
    /^plainly: .*"no_such_database" does not exist/,
  ],
  [
    "another password",
    server.replace(/:[^:@/]+@/, ":wrong@"),
    /^plainly: .*password authentication failed/,
  ],
])("an unusable DATABASE_URL is reported in plain words: %s", async (_what, url, words) => {
  expect(await refusal(url)).toMatch(words);
});

test("a LATIN1 database is refused before anything is changed", async () => {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `latin_${newId().replaceAll("-", "")}`;
  await admin.query(
    `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  );
  expect(await refusal(withDatabase(server, name))).toMatch(/^plainly: .*LATIN1.*needs UTF8/);
  await admin.query(`drop database ${name}`);
  await admin.end();
});

test("a server that is too old is named with its version", () => {
  expect(problemOf({ number: 140_012, version: "14.12", encoding: "UTF8" })).toMatch(
    /PostgreSQL 14\.12.*needs version 15/,
  );
  expect(problemOf({ number: 150_000, version: "15.0", encoding: "UTF8" })).toBeNull();
});
