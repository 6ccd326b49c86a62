import { beforeAll, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { aCustomer, makeTenant } from "~/testing/factory";
import { type FairWorld, makeFairWorld, sharesOf, startsOfHalves } from "~/testing/fair-shares";
import { seededRandom } from "~/testing/seeded-random";
import type { UserActor } from "../../identity/actor";
import { createBooking } from "./create-booking.server";

// fair-shares.thorough.test.ts runs 10,000 bookings with the same counters.

let owner: UserActor;
beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
});

const bookAnyone = ({ schedule_id }: FairWorld, at: Date) =>
  createBooking(
    owner,
    NewBooking.parse({
      resource_id: "any",
      schedule_id,
      starts_at: at.toISOString(),
      customer: aCustomer(),
    }),
    null,
  );

test("300 bookings in random order give each of five their fair share, within one", async () => {
  const world = await makeFairWorld(owner, 4);
  const random = seededRandom(24);
  for (let n = 0; n < 300; n++)
    await bookAnyone(world, world.starts[Math.floor(random() * world.starts.length)]!);
  const shares = await sharesOf(world);
  expect(shares.reduce((sum, { booked }) => sum + booked, 0)).toBe(300);
  for (const { booked, share } of shares) expect(Math.abs(booked - share)).toBeLessThanOrEqual(1);
});

test("a newcomer never exceeds their share, and the others do not wait for them to catch up", async () => {
  const world = await makeFairWorld(owner, 4, { newcomer: true });
  const random = seededRandom(7);
  for (const [n, start] of startsOfHalves(world, 150, random).entries()) {
    await bookAnyone(world, start);
    if (n % 10 !== 9) continue;
    const newcomer = (await sharesOf(world)).at(-1)!; // five
    expect(newcomer.booked).toBeLessThan(newcomer.share + 1);
  }
  expect((await sharesOf(world)).at(-1)!.booked).toBeGreaterThan(10);
});
