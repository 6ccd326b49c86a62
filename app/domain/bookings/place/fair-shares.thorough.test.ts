import { beforeAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { type FairWorld, makeFairWorld, sharesOf, startsOfHalves } from "~/testing/fair-shares";
import { seededRandom } from "~/testing/seeded-random";
import type { UserActor } from "../../identity/actor";
import { findCandidates } from "./find-candidates.sql.server";

// 10,000 assignments with the counters that bookings maintain, but without inserting bookings
// (fair-shares.db.test.ts does that).

let owner: UserActor;
beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
});

/** Assigns the booking to the first candidate. */
async function choose({ schedule_id }: FairWorld, starts_at: Date): Promise<void> {
  const [first] = await findCandidates(pool, owner, {
    schedule_id,
    starts_at,
    party_size: 1,
    guest: null,
  });
  await pool.query(
    "select add_booked($1, s.resource_id, s.occupies_from, s.occupies_to, 1) from slot s where s.tenant_id = $1 and s.id = $2",
    [owner.tenant.id, first!.slot_id],
  );
}

test("10,000 bookings over five people with different hours and weights: each within one booking of their share", async () => {
  const world = await makeFairWorld(owner, 500);
  const random = seededRandom(24);
  for (let n = 1; n <= 10_000; n++) {
    await choose(world, world.starts[Math.floor(random() * world.starts.length)]!);
    if (n % 1000 !== 0) continue;
    for (const { booked, share } of await sharesOf(world))
      expect(Math.abs(booked - share)).toBeLessThanOrEqual(1);
  }
});

test("of 10,000 bookings a newcomer never exceeds their share, rounded up", async () => {
  const world = await makeFairWorld(owner, 500, { newcomer: true });
  const random = seededRandom(7);
  for (const [n, start] of startsOfHalves(world, 10_000, random).entries()) {
    await choose(world, start);
    if (n % 100 !== 99) continue;
    const newcomer = (await sharesOf(world)).at(-1)!; // five
    expect(newcomer.booked).toBeLessThan(newcomer.share + 1);
  }
  for (const { booked, share } of await sharesOf(world))
    expect(Math.abs(booked - share)).toBeLessThanOrEqual(1);
});
