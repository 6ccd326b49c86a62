import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "../bookings/place/create-booking.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { clock } from "~/lib/clock";
import { newId } from "~/lib/ids";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { type LiveChange, watchChanges } from "./watch-changes.server";

async function aCompany() {
  const owner = await makeTenant({ time_zone: "UTC" });
  const room = await makeResource(owner);
  await makeSchedule(owner, [room.id]);
  const starts_at = `${new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T10:00:00Z`;
  const book = () =>
    createBooking(
      owner,
      NewBooking.parse({ resource_id: room.id, starts_at, customer: aCustomer() }),
      null,
    );
  return { owner, room, book };
}

/** Collects a watcher's changes: `until` resolves with the first one that fits. */
function listen(actor: UserActor) {
  const changes: LiveChange[] = [];
  let look = () => {};
  const send = (change: LiveChange) => {
    changes.push(change);
    look();
  };
  const stop = watchChanges({ ...actor, session_id: newId() }, send, () => undefined);
  const until = (fits: (change: LiveChange) => boolean) =>
    new Promise<LiveChange>((done) => {
      look = () => {
        const found = changes.find(fits);
        if (found) done(found);
      };
      look();
    });
  return { changes, until, stop };
}

/**
 * Resolves when the watcher has polled once since `actor` started: it has seen a change of the
 * actor's own resource.
 */
async function started(actor: UserActor) {
  const probe = listen(actor);
  let isSeen = false;
  const seen = probe.until(() => true).then(() => (isSeen = true));
  while (!isSeen) {
    await makeResourceSlots(actor);
    await Promise.race([seen, new Promise((next) => setTimeout(next, 50))]);
  }
  probe.stop();
}

const makeResourceSlots = async (actor: UserActor) =>
  makeSchedule(actor, [(await makeResource(actor)).id]);

test("a booking is reported to its company: first that seats changed, then its id with the event", async () => {
  const { owner, book } = await aCompany();
  const other = await makeTenant();
  const [ours, theirs] = [listen(owner), listen(other)];
  await started(owner);
  const booked = await book();
  await ours.until(({ bookings }) => bookings.length === 0);
  await relayEvents(100);
  expect(await ours.until(({ bookings }) => bookings.length > 0)).toEqual({
    bookings: [booked.id],
  });
  expect(theirs.changes).toEqual([]);
  ours.stop();
  theirs.stop();
});

test("resource-limited people do not get ids of other bookings", async () => {
  const { owner, book } = await aCompany();
  const elsewhere = await makeResource(owner, { name: "Elsewhere" });
  const staff = await makeUser(owner, "staff", { resource_ids: [elsewhere.id] });
  const [all, some] = [listen(owner), listen(staff)];
  await started(owner);
  const booked = await book();
  await relayEvents(100);
  await all.until(({ bookings }) => bookings.includes(booked.id));
  expect(some.changes.flatMap(({ bookings }) => bookings)).toEqual([]);
  all.stop();
  some.stop();
});

test("watchers get nothing after they stopped", async () => {
  const { owner, book } = await aCompany();
  const [left, stays] = [listen(owner), listen(owner)];
  await started(owner);
  left.stop();
  const before = left.changes.length;
  await book();
  await relayEvents(100);
  await stays.until(({ bookings }) => bookings.length > 0);
  expect(left.changes).toHaveLength(before);
  stays.stop();
});
