import { expect, test } from "vitest";
import { relayEvents } from "~/domain/events/relay.server";
import type { UserActor } from "~/domain/identity/actor";
import { get, makeDesk } from "~/testing/desk";
import { makeUser } from "~/testing/factory";
import { makeSubscription } from "~/testing/webhook-receivers";
import * as booking from "./route";

test("a booking's page shows an admin what webhooks were told of it", async () => {
  const { owner, book } = await makeDesk();
  await makeSubscription(owner, "https://hooks.example.test/", [
    "booking.created",
    "booking.confirmed",
  ]);
  const [booked, other] = [await book(10), await book(11)];
  await relayEvents(100);
  const read = async (actor: UserActor, { id }: { id: string }) =>
    (await get(booking, actor, `/dashboard/bookings/${id}`, id)).deliveries;
  expect((await read(owner, booked)).map(({ type, status }) => [type, status])).toEqual([
    ["booking.confirmed", "pending"],
    ["booking.created", "pending"],
  ]);
  const ids = async (of: { id: string }) => (await read(owner, of)).map(({ id }) => id);
  expect(await ids(booked)).not.toEqual(await ids(other));
  expect(await read(await makeUser(owner, "staff"), booked)).toEqual([]);
});
