import { sentTo } from "~/testing/outbox";
import { beforeEach, expect, test } from "vitest";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { sendMessage } from "~/domain/email/send-message.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { pool } from "~/lib/db.server";
import { book } from "~/testing/booking-calls";
import { aCustomer } from "~/testing/factory";
import { connectCalendar } from "~/testing/outside-calendar";
import {
  connectAnew,
  makeDue,
  makePushWorld,
  moveTo,
  pushAll,
  pushOfBooking,
  relayAll,
} from "~/testing/push-world";
import { pushCalendar } from "./push.server";

const world = await makePushWorld();
const { owner } = world;
const scheduleId = world.slots[0]!.schedule_id;
let next = 0;
const freeSlot = () => world.slots[next++]!; // of many
const LINK = "https://meet.google.com/abc";
const isDone = async (id: string) => {
  const { done_version, wanted_version } = await pushOfBooking(id);
  return done_version === wanted_version;
};
const linkOf = async (id: string) => (await getBooking(owner, id)).location;

beforeEach(async () => {
  await connectAnew(world);
  await updateSchedule(owner, scheduleId, {
    location: { kind: "online_meeting", text: null, url: null },
  });
});

test("a booking's meeting link is stored once created, and its email waits for it", async () => {
  const customer = aCustomer();
  const booking = await book(owner, freeSlot().id, { customer });
  world.outside.meeting = () => "pending";
  await pushAll(world);
  expect(world.outside.ofBooking(booking.id)).toMatchObject([{ wanted: { location: null } }]);
  expect(await linkOf(booking.id)).toEqual({ kind: "online_meeting", text: null, url: null });
  expect(await isDone(booking.id)).toBe(false);
  const mails = await pool.query<{ id: string }>(
    "select id from message where booking_id = $1 and recipient = $2",
    [booking.id, customer.email],
  );
  const [mail] = mails.rows;
  await expect(sendMessage({ message_id: mail!.id })).rejects.toThrow(/waits for the link/);

  world.outside.meeting = () => ({ url: LINK });
  await makeDue(world);
  await pushAll(world);
  expect(await linkOf(booking.id)).toEqual({ kind: "online_meeting", text: null, url: LINK });
  await pushAll(world); // the event about the link
  expect(await isDone(booking.id)).toBe(true);
  expect(world.outside.ofBooking(booking.id)).toHaveLength(1);
  await sendMessage({ message_id: mail!.id });
  expect((await sentTo(customer.email!))[0]!.html).toContain(LINK);
  const events = await pool.query(
    "select 1 from event where booking_id = $1 and type = 'booking.updated'",
    [booking.id],
  );
  expect(events.rowCount).toBe(1);
});

test("a meeting that is never created is given up, and the event stays", async () => {
  const booking = await book(owner, freeSlot().id);
  world.outside.meeting = () => "pending";
  await pushAll(world);
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await isDone(booking.id)).toBe(false);
    await makeDue(world);
    await pushCalendar(owner.tenant.id, world.calendar_id, world.outside.find);
  }
  expect(await isDone(booking.id)).toBe(true);
  expect(await linkOf(booking.id)).toMatchObject({ url: null });
});

test("another resource's calendar creates a new meeting; without a calendar the link is removed", async () => {
  const second = await connectCalendar(owner, {
    resource_id: world.other.id,
    external_id: "c2",
    connection_id: world.connection_id,
  });
  world.outside.meeting = () => ({ url: LINK });
  const slot = freeSlot();
  const booking = await book(owner, slot.id);
  await pushAll(world);
  world.outside.meeting = () => null;
  const there = world.otherSlots.find(({ starts_at }) => +starts_at === +slot.starts_at)!;
  await moveTo(world, booking.id, there);
  await pushAll(world, world.calendar_id, second.calendar_id);
  expect(await linkOf(booking.id)).toMatchObject({ url: null });
  world.outside.meeting = () => ({ url: `${LINK}2` });
  await moveTo(world, booking.id, slot);
  await pushAll(world, second.calendar_id, world.calendar_id);
  expect(await linkOf(booking.id)).toMatchObject({ url: `${LINK}2` });
});

test("switching a service to meetings adds links to upcoming bookings, switching back hides them", async () => {
  await updateSchedule(owner, scheduleId, {
    location: { kind: "address", text: "Dam 1", url: null },
  });
  world.outside.meeting = () => ({ url: LINK });
  const booking = await book(owner, freeSlot().id);
  await pushAll(world);
  expect(await linkOf(booking.id)).toMatchObject({ kind: "address", url: null });
  await updateSchedule(owner, scheduleId, {
    location: { kind: "online_meeting", text: null, url: null },
  });
  await pushAll(world);
  expect(await linkOf(booking.id)).toMatchObject({ url: LINK });
  await updateSchedule(owner, scheduleId, { location: { kind: "phone", text: null, url: null } });
  await relayAll();
  expect(await linkOf(booking.id)).toEqual({ kind: "phone", text: null, url: null });
});
