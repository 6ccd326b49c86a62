import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { pushCalendar } from "~/domain/calendars/push.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool, prisma } from "~/lib/db.server";
import { slotsAfter, type SlotRow } from "./booking-calls";
import { makeResource, makeSchedule, makeTenant } from "./factory";
import { connectCalendar, OutsideAccount } from "./outside-calendar";

/**
 * A company with two resources for one service, and a calendar of the first that receives its
 * bookings.
 */
export interface PushWorld {
  owner: UserActor;
  room: { id: string };
  other: { id: string };
  slots: SlotRow[];
  otherSlots: SlotRow[];
  outside: OutsideAccount;
  calendar_id: string;
  connection_id: string;
}

export async function makePushWorld(): Promise<PushWorld> {
  const owner = await makeTenant();
  const [room, other] = [await makeResource(owner), await makeResource(owner)];
  const location = { kind: "address", text: "Dam 1" };
  const offer = await makeSchedule(owner, [room.id, other.id], { name: "Massage", location });
  const slots = await slotsAfter(2, offer.id, room.id);
  const otherSlots = await slotsAfter(2, offer.id, other.id);
  const none = { calendar_id: "", connection_id: "" };
  return { owner, room, other, slots, otherSlots, outside: new OutsideAccount(), ...none };
}

/** Replaces the account with a new one. */
export async function connectAnew(world: PushWorld): Promise<void> {
  await pool.query("delete from calendar_connection where tenant_id = $1", [world.owner.tenant.id]);
  world.outside = new OutsideAccount();
  Object.assign(
    world,
    await connectCalendar(world.owner, { resource_id: world.room.id, external_id: "c1" }),
  );
}

/** Relays events and runs these calendars' jobs. */
export async function pushAll(world: PushWorld, ...calendars: string[]): Promise<void> {
  await relayAll();
  for (const calendar of calendars.length > 0 ? calendars : [world.calendar_id])
    await pushCalendar(world.owner.tenant.id, calendar, world.outside.find);
}
export async function relayAll(): Promise<void> {
  while ((await relayEvents(100)) > 0);
}

export const pushesOfBooking = (booking_id: string) =>
  prisma.calendarPush.findMany({ where: { booking_id } });
export const pushOfBooking = async (booking_id: string) => (await pushesOfBooking(booking_id))[0]!; // of a booking that has one
/**
 * Makes the next attempt due: earlier than now, which the column rounds to a millisecond that may
 * be ahead.
 */
export const makeDue = ({ owner }: PushWorld) =>
  pool.query(
    "update calendar_push set next_at = now() - interval '1 second' where tenant_id = $1",
    [owner.tenant.id],
  );
export const moveTo = ({ owner }: PushWorld, id: string, slot: SlotRow) =>
  editBooking(owner, id, BookingPatch.parse({ slot_id: slot.id }));
export const setStatus = ({ owner }: PushWorld, id: string, status: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status }), null);
export const spanOf = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) => ({
  starts_at,
  ends_at,
});
