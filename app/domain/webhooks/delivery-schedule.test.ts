import { describe, expect, test } from "vitest";
import { ATTEMPT_DELAYS_MS, classifyAttempt, type Outcome } from "./delivery-schedule";

const answered = (response_code: number, retry_after_ms: number | null = null): Outcome => ({
  response_code,
  error: null,
  retry_after_ms,
});
const noAnswer: Outcome = { response_code: null, error: "timeout", retry_after_ms: null };
const MIDDLE = 0.5;

describe("the schedule", () => {
  test("is ten attempts over 75 hours and 35 minutes", () => {
    expect(ATTEMPT_DELAYS_MS).toHaveLength(10);
    const total = ATTEMPT_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
    expect(Math.floor(total / 60_000)).toBe(75 * 60 + 35);
  });

  test.each([
    [1, 5],
    [2, 5 * 60],
    [3, 30 * 60],
    [4, 2 * 3600],
    [5, 5 * 3600],
    [6, 10 * 3600],
    [7, 14 * 3600],
    [8, 20 * 3600],
    [9, 24 * 3600],
  ])("waits after failure %i for %i s, 10 % more or less at most", (attempts, seconds) => {
    const delayAt = (random: number) =>
      classifyAttempt(noAnswer, attempts, 10, random).delay_ms ?? 0;
    expect(delayAt(MIDDLE)).toBe(seconds * 1000);
    expect(delayAt(0)).toBe(seconds * 900);
    expect(delayAt(0.999_999)).toBeGreaterThan(seconds * 1099);
    expect(delayAt(0.999_999)).toBeLessThanOrEqual(seconds * 1100);
  });

  test("gives up after the tenth", () => {
    expect(classifyAttempt(noAnswer, 10, 10, MIDDLE)).toEqual({
      status: "failed",
      delay_ms: null,
      is_gone: false,
    });
  });

  test("of a test event is one attempt", () => {
    expect(classifyAttempt(answered(500), 1, 1, MIDDLE).status).toBe("failed");
    expect(classifyAttempt(answered(200), 1, 1, MIDDLE).status).toBe("succeeded");
  });
});

describe("an answer", () => {
  test.each([200, 201, 202, 204, 299])("of %i is success", (code) => {
    expect(classifyAttempt(answered(code), 1, 10, MIDDLE)).toEqual({
      status: "succeeded",
      delay_ms: null,
      is_gone: false,
    });
  });
  test.each([
    300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 409, 418, 422, 429, 451, 500, 501, 502,
    503, 504, 599,
  ])("of %i is retried", (code) =>
    expect(classifyAttempt(answered(code), 1, 10, MIDDLE)).toEqual({
      status: "pending",
      delay_ms: 5000,
      is_gone: false,
    }),
  );
  test("of 410 ends it immediately, despite Retry-After", () => {
    expect(classifyAttempt(answered(410, 1000), 1, 10, MIDDLE)).toEqual({
      status: "failed",
      delay_ms: null,
      is_gone: true,
    });
  });
  test("that was interrupted is a failure even after a 200", () => {
    expect(
      classifyAttempt({ response_code: 200, error: "timeout", retry_after_ms: null }, 1, 10, MIDDLE)
        .status,
    ).toBe("pending");
  });
});

describe("Retry-After", () => {
  test("extends the delay", () => {
    expect(classifyAttempt(answered(429, 120_000), 1, 10, MIDDLE).delay_ms).toBe(120_000);
    expect(classifyAttempt(answered(503, 3_600_000), 3, 10, MIDDLE).delay_ms).toBe(3_600_000);
  });
  test("does not shorten the delay", () => {
    expect(classifyAttempt(answered(429, 1000), 5, 10, MIDDLE).delay_ms).toBe(5 * 3_600_000);
  });
  test("is capped at 24 hours", () => {
    expect(classifyAttempt(answered(429, 1_000_000_000), 1, 10, MIDDLE).delay_ms).toBe(86_400_000);
  });
});
