import pg from "pg";
import { expect, test } from "vitest";
import { AppError } from "./app-error";
import {
  databasePlace,
  databaseRefusal,
  isDatabaseAway,
  isNodeAway,
  whyDatabaseIsUnusable,
} from "./database-away";

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error("said"), { code, ...more });

test.each([
  withCode("ECONNREFUSED"),
  new AggregateError([withCode("ECONNREFUSED")], "both addresses"),
  withCode("57P01"),
  withCode("57P03"),
  withCode("57P05"),
  withCode("25006"),
  withCode("25P03"),
  withCode("08P01"),
  withCode("P2028"),
  withCode("08006"),
  withCode("53100"),
  withCode("53300"),
  new Error("timeout exceeded when trying to connect"),
  new Error("Connection terminated unexpectedly"),
  new Error("Connection terminated due to connection timeout"),
  withCode("P1001"),
  withCode("P2010", { meta: { driverAdapterError: { cause: { kind: "DatabaseNotReachable" } } } }),
  new Error("wrapped", { cause: withCode("ECONNRESET") }),
])("the database is unreachable: %s", (error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  withCode("23505"),
  withCode("40P01"),
  withCode("57014"),
  new AppError("provider_unavailable", "The provider does not answer."),
  new Error("said"),
  null,
  "ECONNREFUSED",
])("the database is reachable: %s", (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

test.each([
  [withCode("ECONNREFUSED"), "nothing listens there"],
  [withCode("28P01"), "the password is wrong"],
  [withCode("25006"), "it is a standby, which takes no writes"],
  [withCode("42P01"), "it has no tables yet: run `npm run migrate`"],
  [new Error("wrapped", { cause: withCode("08006") }), "the connection was cut"],
  [withCode("23505"), null],
])("explains why it is unusable: %s", (error, words) => {
  expect(whyDatabaseIsUnusable(error)).toBe(words);
});

test.each([
  [withCode("57014"), "60"],
  [new Error("Prisma's", { cause: { originalCode: "x", ...withCode("57014") } }), "60"],
  [withCode("08006"), "5"],
])("the refusal is retryable: %s", (error, seconds) => {
  expect(databaseRefusal(error)).toMatchObject({
    status: 503,
    extra: { headers: { "Retry-After": seconds } },
  });
});

test.each([
  ["08006", true], // a coordinator of one of its nodes
  ["08P01", false], // PgBouncer of its server
  ["25006", false],
])("a cluster node is unreachable: %s", (code, expected) => {
  const refusal = Object.assign(new pg.DatabaseError("said", 4, "error"), { code });
  expect(isNodeAway(refusal)).toBe(expected);
});

test("any other error is not a refusal", () => {
  expect(databaseRefusal(withCode("23505"))).toBeNull();
});

test("a database that is not set up is not retryable", () => {
  expect(isDatabaseAway(withCode("28P01"))).toBe(false);
});

test("the database's address omits the password", () => {
  expect(databasePlace("postgresql://ann:secret@db.example/booking")).toBe(
    "db.example:5432/booking",
  );
});
