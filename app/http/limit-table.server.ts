import type { LimitName } from "~/contract/operation";
import { env } from "~/lib/env.server";

export interface LimitRule {
  points: number;
  seconds: number;
  /**
   * The counter: per user (per address without one), tenant, key, key and address, key and network
   * (IPv4 /24, IPv6 /64), or address.
   */
  per: "user" | "tenant" | "key" | "key_ip" | "key_network" | "ip";
  /** Counted in Postgres across all processes, for rare and strict limits. */
  shared?: true;
}

/** Most limits are counted in process memory: a shared counter would cost as much as a booking. */
const standard: Record<LimitName, LimitRule[]> = {
  session: [{ points: 300, seconds: 60, per: "user" }],
  provider: [{ points: 1200, seconds: 60, per: "ip" }],
  // Unknown keys. Counted before the lookup, and uncounted when the key turns out to be known.
  unknown_key: [{ points: 300, seconds: 60, per: "ip" }],
  // Calendar programs poll every few minutes, and one of their servers polls for many people.
  calendar_feed: [
    { points: 30, seconds: 60, per: "key" },
    { points: 1200, seconds: 60, per: "ip" },
  ],
  guest_page: [{ points: 120, seconds: 60, per: "ip" }],
  key_read: [
    { points: 120, seconds: 60, per: "key_network" },
    // Safety limits only: a few busy networks must not lock out a company's visitors.
    { points: 12_000, seconds: 60, per: "key" },
    // A tenant can create twenty keys; together they get the allowance of three.
    { points: 36_000, seconds: 60, per: "tenant" },
  ],
  widget_booking: [
    { points: 10, seconds: 60, per: "key_network" },
    { points: 60, seconds: 3600, per: "key_network" },
    { points: 1200, seconds: 60, per: "tenant" },
  ],
  widget_hold: [
    { points: 10, seconds: 60, per: "key_network" },
    { points: 120, seconds: 3600, per: "key_network" },
    { points: 1200, seconds: 60, per: "tenant" },
  ],
  // Each reads up to twelve times.
  widget_preview: [
    { points: 20, seconds: 60, per: "key_network" },
    { points: 200, seconds: 3600, per: "key_network" },
    { points: 1200, seconds: 60, per: "tenant" },
  ],
  // Each searches up to a month of starts; a visitor turns a few of its pages.
  widget_visit_times: [
    { points: 30, seconds: 60, per: "key_network" },
    { points: 300, seconds: 3600, per: "key_network" },
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
  if (!Object.hasOwn(standard, name))
    throw new Error(
      `LIMITS names ${name}, but there are only ${Object.keys(standard).join(", ")}.`,
    );

/**
 * All limits, with the LIMITS setting applied to the first rule of a row. Used for counting and for
 * the guide.
 */
export const limits = Object.fromEntries(
  Object.entries(standard).map(([name, [first, ...others]]) => [
    name,
    [{ ...first!, points: env.LIMITS[name] ?? first!.points }, ...others],
  ]),
) as Record<LimitName, LimitRule[]>;
