import { describe, expect, it } from "vitest";
import { problemOf, retryAfterSeconds } from "./problem-of";

const now = Date.parse("2027-01-04T09:00:00Z");
const body = (code: string, more = {}) => ({
  error: { code, message: "A sentence.", request_id: "r1", ...more },
});

describe("the kind of a problem", () => {
  it.each([
    [429, "rate_limited", "busy"],
    [409, "idempotency_in_progress", "busy"],
    [409, "slot_unavailable", "taken"],
    [409, "hold_expired", "refused"],
    [422, "validation_failed", "invalid"],
    [422, "outside_booking_window", "refused"],
    [401, "invalid_key", "refused"],
    [404, "not_found", "refused"],
    [500, "internal", "failed"],
    [503, "not_ready", "failed"],
  ])("%i %s is %s", (status, code, kind) =>
    expect(problemOf(status, body(code), null, now).kind).toBe(kind),
  );

  it.each([
    ["a page instead of an answer", 502, null, "failed", "http_502"],
    ["a success without content", 200, null, "failed", "http_200"],
    ["an error in another format", 400, { message: "no" }, "refused", "http_400"],
  ])("parses %s", (_, status, answer, kind, code) => {
    expect(problemOf(status, answer, null, now)).toMatchObject({ kind, code });
  });

  it("includes issues, alternatives and the request id", () => {
    const issues = [{ path: "customer.email", code: "invalid", message: "No." }];
    const details = { alternatives: [{ id: "slot" }], amount: 8000, deposit_amount: null };
    expect(problemOf(409, body("slot_unavailable", { issues, details }), null, now)).toMatchObject({
      message: "A sentence.",
      issues,
      ...details,
      request_id: "r1",
    });
  });
});

describe("retry delay", () => {
  it.each([
    ["12", 12],
    ["0", 0],
    ["Mon, 04 Jan 2027 09:00:30 GMT", 30],
    ["Mon, 04 Jan 2027 08:00:00 GMT", 0],
    ["999999", 3600],
    ["soon", null],
    [null, null],
  ])("Retry-After %j is %j seconds", (header, seconds) =>
    expect(retryAfterSeconds(header, now)).toBe(seconds),
  );

  it("defaults to a short delay", () => {
    expect(problemOf(429, body("rate_limited"), null, now).retry_after_seconds).toBe(5);
    expect(problemOf(409, body("idempotency_in_progress"), null, now).retry_after_seconds).toBe(1);
  });
});
