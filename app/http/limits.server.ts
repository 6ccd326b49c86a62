import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { LimitName } from "~/contract/operation";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { sharedLimiter } from "~/lib/rate-store.server";
import { type Counted as Count, MemoryCounter } from "./memory-counter";
import { networkOf } from "./network";

interface Rule {
  points: number;
  seconds: number;
  /** What is counted: one counter per user (who has none: per address), per tenant, per key, per key and address, or per address. */
  per: "user" | "tenant" | "key" | "key_ip" | "ip";
  /** Counted in Postgres, by all processes together: for what is rare and strict. */
  shared?: true;
}

/** The one table of limits. Most are counted in each process's memory: a shared counter would cost as much as a booking. */
export const limits: Record<LimitName, Rule[]> = {
  session: [{ points: 300, seconds: 60, per: "user" }],
  provider: [{ points: 1200, seconds: 60, per: "ip" }],
  // Keys that nobody has: counted before they are looked up, and taken back for one that is known.
  unknown_key: [{ points: 300, seconds: 60, per: "ip" }],
  // Calendar programs ask every few minutes; one of their servers asks for many people.
  calendar_feed: [
    { points: 30, seconds: 60, per: "key" },
    { points: 1200, seconds: 60, per: "ip" },
  ],
  guest_page: [{ points: 120, seconds: 60, per: "ip" }],
  key_read: [
    { points: 120, seconds: 60, per: "key_ip" },
    { points: 1200, seconds: 60, per: "key" },
    // A tenant can make twenty keys: together they may ask for no more than three.
    { points: 3600, seconds: 60, per: "tenant" },
  ],
  widget_booking: [
    { points: 10, seconds: 60, per: "key_ip" },
    { points: 60, seconds: 3600, per: "key_ip" },
    { points: 1200, seconds: 60, per: "tenant" },
  ],
  widget_hold: [
    { points: 20, seconds: 60, per: "key_ip" },
    { points: 120, seconds: 3600, per: "key_ip" },
    { points: 1200, seconds: 60, per: "tenant" },
  ],
  verify: [{ points: 20, seconds: 3600, per: "ip", shared: true }],
  verify_confirm: [{ points: 10, seconds: 600, per: "key_ip", shared: true }],
  send_code: [{ points: 20, seconds: 3600, per: "ip", shared: true }],
  verify_code: [{ points: 30, seconds: 600, per: "ip", shared: true }],
  create_tenant: [{ points: 10, seconds: 3600, per: "ip", shared: true }],
  upload: [{ points: 20, seconds: 3600, per: "user", shared: true }],
};

for (const name of Object.keys(env.LIMITS))
  if (!Object.hasOwn(limits, name))
    throw new Error(`LIMITS names ${name}, but there are only ${Object.keys(limits).join(", ")}.`);

const limiters = new Map(
  Object.entries(limits).map(([name, rules]) => [
    name as LimitName, // the keys of the table above
    rules.map((rule, index) =>
      withLimiter(name, index === 0 ? { ...rule, points: env.LIMITS[name] ?? rule.points } : rule),
    ),
  ]),
);

function withLimiter(name: string, rule: Rule): { rule: Rule; limiter: RateLimiterAbstract | MemoryCounter } {
  const options = { points: rule.points, duration: rule.seconds, keyPrefix: `${name}:${rule.per}:${rule.seconds}` };
  return { rule, limiter: rule.shared ? sharedLimiter(options) : new MemoryCounter(rule.points, rule.seconds) };
}

export interface Counted {
  ip: string;
  id: string;
  tenant_id?: string;
}

/** Counts one call; returns the RateLimit headers of the tightest rule. Throws rate_limited with Retry-After (seconds). */
export async function countCall(name: LimitName, who: Counted): Promise<Record<string, string>> {
  if (env.RATE_LIMITS === "off") return {};
  const ip = networkOf(who.ip);
  let tightest: Record<string, string> = {};
  let fewest = Infinity;
  for (const { rule, limiter } of limiters.get(name) ?? []) {
    const tenant = who.tenant_id ?? who.id;
    const counter = { user: who.id || ip, tenant, key: who.id, key_ip: `${who.id} ${ip}`, ip }[rule.per];
    const state = await consume(limiter, counter);
    const headers = {
      "RateLimit-Limit": String(rule.points),
      "RateLimit-Remaining": String(state.remaining),
      "RateLimit-Reset": String(Math.ceil(state.ms_before_next / 1000)),
    };
    if (state.is_over) {
      const wait = Math.max(1, Math.ceil(state.ms_before_next / 1000));
      throw new AppError("rate_limited", `Too many requests. Try again in ${wait} seconds.`, {
        headers: { ...headers, "Retry-After": String(wait) },
      });
    }
    if (state.remaining < fewest) [fewest, tightest] = [state.remaining, headers];
  }
  return tightest;
}

/**
 * Counts a key as an unknown one before it is looked up, so that whoever tries keys out is refused without a query. What is returned
 * takes that back, for a key that turns out to be known. Throws rate_limited.
 */
export async function countUnknownKey(ip: string): Promise<() => void> {
  await countCall("unknown_key", { ip, id: "" });
  return () => {
    for (const { limiter } of limiters.get("unknown_key") ?? [])
      if (limiter instanceof MemoryCounter) limiter.takeBack(networkOf(ip));
  };
}

async function consume(limiter: RateLimiterAbstract | MemoryCounter, caller: string): Promise<Count> {
  if (limiter instanceof MemoryCounter) return limiter.count(caller);
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(caller);
    return { remaining: remainingPoints, ms_before_next: msBeforeNext, is_over: false };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { remaining: 0, ms_before_next: error.msBeforeNext, is_over: true };
    throw error;
  }
}
