import { beforeEach, expect, test } from "vitest";
import { book } from "~/testing/booking-calls";
import { connectAnew, makeDue, makePushWorld, moveTo, pushAll, pushOfBooking, setStatus } from "~/testing/push-world";

const world = await makePushWorld();
let next = 0;
beforeEach(() => connectAnew(world));
const freeSlot = () => world.slots[next++]!; // of many

test("a time that they chose is not written over, also when the booking moves", async () => {
  const [from, to] = [freeSlot(), freeSlot()];
  const booking = await book(world.owner, from.id);
  await pushAll(world);
  const chosen = new Date(from.starts_at.getTime() + 86_400_000 * 30);
  world.outside.moveByHand(booking.id, chosen);
  await moveTo(world, booking.id, to);
  await pushAll(world);
  expect(world.outside.ofBooking(booking.id)).toMatchObject([{ starts_at: chosen }]);
  expect(await pushOfBooking(booking.id)).toMatchObject({ outside: "moved", outside_starts_at: chosen });
});

test("nor one that they choose between our look and our write", async () => {
  const [from, to] = [freeSlot(), freeSlot()];
  const booking = await book(world.owner, from.id);
  await pushAll(world);
  const chosen = new Date(from.starts_at.getTime() + 86_400_000 * 30);
  world.outside.during = async (call) => {
    if (call !== "put") return;
    world.outside.during = async () => undefined;
    world.outside.moveByHand(booking.id, chosen);
  };
  await moveTo(world, booking.id, to);
  await pushAll(world);
  expect(await pushOfBooking(booking.id)).toMatchObject({ problem: "conflict" });
  await makeDue(world);
  await pushAll(world);
  expect(world.outside.ofBooking(booking.id)).toMatchObject([{ starts_at: chosen }]);
  expect(await pushOfBooking(booking.id)).toMatchObject({ outside: "moved", problem: null });
});

test("what they deleted is not made again", async () => {
  const booking = await book(world.owner, freeSlot().id);
  await pushAll(world);
  world.outside.deleteByHand(booking.id);
  await moveTo(world, booking.id, freeSlot());
  await pushAll(world);
  expect(world.outside.events).toEqual([]);
  expect(await pushOfBooking(booking.id)).toMatchObject({ outside: "deleted" });
});

test("what they changed is deleted all the same when its booking is off", async () => {
  const slot = freeSlot();
  const booking = await book(world.owner, slot.id);
  await pushAll(world);
  world.outside.moveByHand(booking.id, new Date(slot.starts_at.getTime() + 3_600_000));
  await setStatus(world, booking.id, "cancelled");
  await pushAll(world);
  expect(world.outside.events).toEqual([]);
});
