import { expect, test } from "vitest";
import { classifyPushAttempt, PUSH_DELAYS_MS } from "./push-schedule";

const HOUR = 3_600_000;

test("a booking that cannot be written is tried for days, ever more rarely, and daily from then on", () => {
  const delays = Array.from(
    { length: 12 },
    (_, index) => classifyPushAttempt("unavailable", null, index + 1, 0.5).delay_ms,
  );
  expect(delays.slice(0, PUSH_DELAYS_MS.length)).toEqual(PUSH_DELAYS_MS);
  expect(delays.slice(-3)).toEqual([24 * HOUR, 24 * HOUR, 24 * HOUR]);
  expect(PUSH_DELAYS_MS.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(72 * HOUR);
});

test("waits are spread", () => {
  expect(classifyPushAttempt("unavailable", null, 1, 0).delay_ms).toBe(22_500);
  expect(classifyPushAttempt("unavailable", null, 1, 0.999).delay_ms).toBeGreaterThan(37_000);
});

test("a provider that asks to wait is never asked sooner, holds up the calendar, and counts as no failure", () => {
  for (const random of [0, 0.5, 0.99]) {
    const { delay_ms, waits, counts } = classifyPushAttempt("rate_limited", 120_000, 1, random);
    expect(delay_ms).toBeGreaterThanOrEqual(120_000);
    expect({ waits, counts }).toEqual({ waits: "calendar", counts: false });
  }
  expect(classifyPushAttempt("rate_limited", 10 ** 12, 1, 0).delay_ms).toBe(24 * HOUR);
});

test("an account that does not open holds up its calendar; an event that is refused holds up nobody else", () => {
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
