import { expect, test } from "vitest";
import { classifyPushAttempt, PUSH_DELAYS_MS } from "./push-schedule";

const HOUR = 3_600_000;

test("a failing booking is retried with back-off for days, then daily", () => {
  const delays = Array.from(
    { length: 12 },
    (_, index) => classifyPushAttempt("unavailable", null, index + 1, 0.5).delay_ms,
  );
  expect(delays.slice(0, PUSH_DELAYS_MS.length)).toEqual(PUSH_DELAYS_MS);
  expect(delays.slice(-3)).toEqual([24 * HOUR, 24 * HOUR, 24 * HOUR]);
  expect(PUSH_DELAYS_MS.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(72 * HOUR);
});

test("delays are jittered", () => {
  expect(classifyPushAttempt("unavailable", null, 1, 0).delay_ms).toBe(22_500);
  expect(classifyPushAttempt("unavailable", null, 1, 0.999).delay_ms).toBeGreaterThan(37_000);
});

test("Retry-After delays the calendar and does not count as a failure", () => {
  for (const random of [0, 0.5, 0.99]) {
    const { delay_ms, waits, counts } = classifyPushAttempt("rate_limited", 120_000, 1, random);
    expect(delay_ms).toBeGreaterThanOrEqual(120_000);
    expect({ waits, counts }).toEqual({ waits: "calendar", counts: false });
  }
  expect(classifyPushAttempt("rate_limited", 10 ** 12, 1, 0).delay_ms).toBe(24 * HOUR);
});

test("an inaccessible account delays its calendar; a refused event delays nothing else", () => {
  for (const problem of ["reconnect", "missing_scope", "admin_consent", "operator"] as const)
    expect(classifyPushAttempt(problem, null, 9, 0.5)).toMatchObject({
      waits: "calendar",
      counts: false,
      delay_ms: 900_000,
    });
  for (const problem of ["refused", "conflict", "not_found", "internal"] as const)
    expect(classifyPushAttempt(problem, null, 2, 0.5)).toMatchObject({
      waits: "push",
      counts: true,
    });
});
