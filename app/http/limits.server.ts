import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { LimitName } from "~/contract/operation";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { sharedLimiter } from "~/lib/rate-store.server";
import { type LimitRule, limits } from "./limit-table.server";
import { type Counted as Count, MemoryCounter } from "./memory-counter";
import { networkOf, wideNetworkOf } from "./network";

const limiters = new Map(
  Object.entries(limits).map(([name, rules]) => [
    name as LimitName, // Object.entries widens the keys
    rules.map((rule) => withLimiter(name, rule)),
  ]),
);

function withLimiter(
  name: string,
  rule: LimitRule,
): { rule: LimitRule; limiter: RateLimiterAbstract | MemoryCounter } {
  const options = {
    points: rule.points,
    duration: rule.seconds,
    keyPrefix: `${name}:${rule.per}:${rule.seconds}`,
  };
  return {
    rule,
    limiter: rule.shared ? sharedLimiter(options) : new MemoryCounter(rule.points, rule.seconds),
  };
}

export interface Counted {
  ip: string;
  id: string;
  tenant_id?: string;
}

/**
 * Counts one call and returns the RateLimit headers of the tightest rule. Throws rate_limited with
 * Retry-After (seconds).
 */
export async function countCall(name: LimitName, who: Counted): Promise<Record<string, string>> {
  if (env.RATE_LIMITS === "off") return {};
  let tightest: Record<string, string> = {};
  let fewest = Infinity;
  for (const { rule, limiter } of limiters.get(name) ?? []) {
    const state = await consume(limiter, counterOf(rule, who));
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

/** Uncounts a call that was served from the cache. Only for limits counted in memory. */
export function uncountCall(name: LimitName, who: Counted): void {
  for (const { rule, limiter } of limiters.get(name) ?? [])
    if (limiter instanceof MemoryCounter) limiter.takeBack(counterOf(rule, who));
}

/** The counter's id for a caller. */
function counterOf({ per }: LimitRule, { id, tenant_id = id, ip: address }: Counted): string {
  const ip = networkOf(address);
  const counters = { user: id || ip, tenant: tenant_id, key: id, key_ip: `${id} ${ip}`, ip };
  return { ...counters, key_network: `${id} ${wideNetworkOf(ip)}` }[per];
}

/**
 * Counts a key as unknown before it is looked up, so that guessing keys is refused without a query.
 * Returns a function that uncounts it once the key turns out to be known. Throws rate_limited.
 */
export async function countUnknownKey(ip: string): Promise<() => void> {
  await countCall("unknown_key", { ip, id: "" });
  return () => {
    for (const { limiter } of limiters.get("unknown_key") ?? [])
      if (limiter instanceof MemoryCounter) limiter.takeBack(networkOf(ip));
  };
}

async function consume(
  limiter: RateLimiterAbstract | MemoryCounter,
  caller: string,
): Promise<Count> {
  if (limiter instanceof MemoryCounter) return limiter.count(caller);
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(caller);
    return { remaining: remainingPoints, ms_before_next: msBeforeNext, is_over: false };
  } catch (error) {
    if (error instanceof RateLimiterRes)
      return { remaining: 0, ms_before_next: error.msBeforeNext, is_over: true };
    throw error;
  }
}
