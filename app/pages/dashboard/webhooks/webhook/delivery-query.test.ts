import { expect, test } from "vitest";
import { readDeliveryQuery } from "./delivery-query";

const ID = "019aa0c4-6c00-7000-8000-000000000001";
const read = (address: string) => readDeliveryQuery(new URLSearchParams(address), ID);

test("days are the API's: the company's own, the last one to its end", () => {
  const { filter, given } = read("from=2026-03-10&to=2026-03-10&status=failed&type=");
  expect(filter).toMatchObject({
    subscription_id: ID,
    status: ["failed"],
    from: "2026-03-10",
    to: "2026-03-10",
  });
  expect(given).toEqual({ from: "2026-03-10", to: "2026-03-10", status: "failed" });
});

test("what cannot be used is left out and said", () => {
  const { filter, given, problem } = read("status=lost&origin=test&from=soon");
  expect(filter).toMatchObject({ origin: ["test"] });
  expect(filter.status).toBeUndefined();
  expect(given).toEqual({ origin: "test" });
  expect(problem).not.toBeNull();
});
