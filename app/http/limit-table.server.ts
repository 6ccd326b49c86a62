import type { LimitName } from "~/contract/operation";
import { env } from "~/lib/env.server";

export interface LimitRule {
  points: number;
  seconds: number;
  /** What is counted: one counter per user (who has none: per address), per tenant, per key, per key and address, per key and network (IPv4: /24, IPv6: /64), or per address. */
  per: "user" | "tenant" | "key" | "key_ip" | "key_network" | "ip";
  /** Counted in Postgres, by all processes together: for what is rare and strict. */
  shared?: true;
}

/** Most are counted in each process's memory: a shared counter would cost as much as a booking. */
const standard: Record<LimitName, LimitRule[]> = {
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
    { points: 120, seconds: 60, per: "key_network" },
    // Guards alone: what few networks use up must not keep a company's visitors out.
    { points: 12_000, seconds: 60, per: "key" },
    // A tenant can make twenty keys: together they may ask for no more than three.
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

/** The one table of limits, with the numbers that LIMITS sets for the first rule of a row: what is counted, and what the guide shows. */
export const limits = Object.fromEntries(
  Object.entries(standard).map(([name, [first, ...others]]) => [
    name,
    [{ ...first!, points: env.LIMITS[name] ?? first!.points }, ...others], // no row is empty
  ]),
) as Record<LimitName, LimitRule[]>; // the rows of the table above
