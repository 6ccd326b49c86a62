import { expect, test } from "vitest";
import { slotUnavailable } from "../../seats/claim-seats.sql.server";
import { type Candidate, tryCandidates } from "./candidates";

const two: Candidate[] = ["one", "two"].map((slot_id) => ({ slot_id, because: "least_loaded" }));

test.each([
  ["full", ["one", "two"], "full"],
  ["weekly_limit", ["one", "two"], "full"],
  ["customer_limit", ["one"], "customer_limit"],
] as const)("after %s tries %j and ends with %s", async (reason, tried, refusal) => {
  const attempts: string[] = [];
  const attempt = (candidate: Candidate) => {
    attempts.push(candidate.slot_id);
    return Promise.reject(slotUnavailable(candidate.slot_id === "one" ? reason : "full"));
  };
  await expect(tryCandidates(two, attempt)).rejects.toMatchObject({
    extra: { details: { reason: refusal } },
  });
  expect(attempts).toEqual(tried);
});
