import { expect, test } from "vitest";
import { AppError } from "./app-error";
import { isDatabaseAway } from "./database-away";

const withCode = (code: string, more: object = {}) => Object.assign(new Error("said"), { code, ...more });

test.each([
  withCode("ECONNREFUSED"),
  new AggregateError([withCode("ECONNREFUSED")], "both addresses"),
  withCode("57P01"),
  withCode("57P03"),
  withCode("08006"),
  withCode("53300"),
  new Error("timeout exceeded when trying to connect"),
  new Error("Connection terminated unexpectedly"),
  new Error("Connection terminated due to connection timeout"),
  withCode("P1001"),
  withCode("P2010", { meta: { driverAdapterError: { cause: { kind: "DatabaseNotReachable" } } } }),
  new Error("wrapped", { cause: withCode("ECONNRESET") }),
])("the database is away: %s", (error) => {
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
])("the database is there: %s", (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
