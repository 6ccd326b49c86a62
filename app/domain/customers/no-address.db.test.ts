import { beforeAll, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { BookingPatch, NewBooking } from "~/contract/booking-inputs";
import { CustomerFilter } from "~/contract/customers";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { outcome, slotsOf, type SlotRow } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { createBooking } from "../bookings/place/create-booking.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import { queueReminders } from "../email/reminders.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { eraseWhole, readExport } from "~/testing/erasure";
import { eraseCustomer } from "../privacy/erase-customer.server";
import { getCustomer, listCustomers } from "./list-customers.sql.server";
import { updateCustomer } from "./update-customer.server";

// Guests who book by phone may have no email address.

let owner: UserActor;
let viewer: UserActor;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant();
  viewer = await makeUser(owner, "viewer");
  const room = await makeResource(owner, { capacity: 50 });
  slots = (await slotsOf((await makeSchedule(owner, [room.id])).id)).slice(10);
});

const bookFor = (guest: Record<string, unknown>, actor = owner) =>
  createBooking(actor, NewBooking.parse({ slot_id: slots[0]!.id, ...guest }), null);
const phone = "+31612345678";

test("each guest without an address has a separate record, searchable by name and phone", async () => {
  const first = await bookFor({ customer: { name: "Dirk Mulder", phone } });
  const second = await bookFor({ customer: { name: "Greet Mulder", email: null } });
  expect(first.customer).toMatchObject({ name: "Dirk Mulder", email: null, phone });
  expect(second.customer_id).not.toBe(first.customer_id);
  const found = async (search: string, actor = owner) => [
    ...(await listCustomers(actor, CustomerFilter.parse({ search }))).data.map(
      (customer) => customer.id,
    ),
    ...(await listBookings(actor, BookingFilter.parse({ search }))).data.map(
      (booking) => booking.id,
    ),
  ];
  expect(await found("dirk mul")).toEqual([first.customer_id, first.id]);
  expect(await found("12345678")).toEqual([first.customer_id, first.id]);
  expect(await found("dirk mul", viewer)).toEqual([first.customer_id, first.id]);
  expect(await getCustomer(viewer, first.customer_id)).toMatchObject({ email: null, phone: "…78" });
});

test("a known guest is chosen by id without changing the record", async () => {
  const first = await bookFor({
    customer: { name: "Riet Smit", phone, locale: "nl", time_zone: "Asia/Tokyo" },
  });
  const again = await bookFor({ customer_id: first.customer_id });
  expect(again).toMatchObject({
    customer_id: first.customer_id,
    customer: first.customer,
    time_zone: "Asia/Tokyo",
  });
  expect((await getCustomer(owner, first.customer_id)).bookings.total).toBe(2);
  const aliases = await pool.query("select 1 from customer_alias where customer_id = $1", [
    first.customer_id,
  ]);
  expect(aliases.rowCount).toBe(0);
});

test("the guest is either typed or chosen; unknown and erased ones are refused", async () => {
  const slot_id = slots[0]!.id;
  const customer = { name: "Anna" };
  expect(NewBooking.safeParse({ slot_id }).error?.issues[0]?.path).toEqual(["customer"]);
  expect(NewBooking.safeParse({ slot_id, customer, customer_id: newId() }).success).toBe(false);
  expect(await outcome(bookFor({ customer_id: newId() }))).toBe("not_found");
  const { customer_id } = await bookFor({ customer });
  const limited = await makeUser(owner, "staff", {
    resource_ids: [(await makeResource(owner)).id],
  });
  expect(await outcome(bookFor({ customer_id }, limited))).toBe("not_found");
  await eraseCustomer(owner, customer_id);
  expect(await outcome(bookFor({ customer_id }))).toBe("validation_failed");
});

test("the guest gets no email or reminder; the company is notified as usual", async () => {
  const booking = await bookFor({ customer: { name: "Cor Bos", phone } });
  while ((await relayEvents(100)) > 0);
  const dayBefore = new Date(Date.parse(booking.starts_at) - 86_000_000);
  await pool.query(
    "update booking set created_at = $2::timestamptz - interval '7 days' where id = $1",
    [booking.id, dayBefore],
  );
  while ((await queueReminders(dayBefore)) > 0);
  const reminded = await pool.query("select 1 from reminder where booking_id = $1", [booking.id]);
  expect(reminded.rowCount).toBe(1);
  const sent = await pool.query(
    "select audience from message where booking_id = $1 and audience = 'customer'",
    [booking.id],
  );
  expect(sent.rows).toEqual([]);
  const event = await pool.query<{ body: string }>("select body from event where booking_id = $1", [
    booking.id,
  ]);
  expect(JSON.parse(event.rows[0]!.body)).toMatchObject({
    data: { booking: { customer: { email: null, phone } } },
  });
});

test("a correction without an address keeps the guest, and a new address is stored", async () => {
  const booking = await bookFor({ customer: { name: "Jan Vos", phone } });
  const edit = (patch: Record<string, unknown>) =>
    editBooking(owner, booking.id, BookingPatch.parse(patch));
  const corrected = await edit({ customer: { name: "Jan de Vos", phone } });
  expect(corrected).toMatchObject({
    customer_id: booking.customer_id,
    customer: { name: "Jan de Vos", email: null },
  });
  const email = `jan-${newId()}@example.test`;
  await updateCustomer(owner, booking.customer_id, { email });
  const next = await bookFor({ customer: { name: "Jan de Vos", email } });
  expect(next.customer_id).toBe(booking.customer_id);
  const found = await listCustomers(owner, CustomerFilter.parse({ search: "jan vos" }));
  expect(found.data.map(({ id }) => id)).toEqual([booking.customer_id]);
  expect(await updateCustomer(owner, booking.customer_id, { email: null })).toMatchObject({
    email: null,
  });
  const byFormer = await listCustomers(owner, CustomerFilter.parse({ search: email }));
  expect(byFormer.data.map(({ id }) => id)).toEqual([booking.customer_id]);
});

test("export and erasure affect only this guest", async () => {
  const deleted = await bookFor({
    customer: { name: "Piet Kok", phone: "+31699999999" },
    notes: "Allergic",
  });
  const other = await bookFor({
    customer: { name: "Toos Kok", phone: "+31688888888" },
    notes: "By the window",
  });
  const copy = await readExport(owner, deleted.customer_id);
  expect(copy.customer).toMatchObject({ name: "Piet Kok", email: null });
  expect(copy.bookings).toMatchObject([{ id: deleted.id, notes: "Allergic" }]);
  await eraseWhole(owner, deleted.customer_id);
  const left = await pool.query<{ id: string; customer_name: string; notes: string | null }>(
    "select id, customer_name, notes from booking where id = any($1) order by id",
    [[deleted.id, other.id]],
  );
  expect(left.rows).toEqual([
    { id: deleted.id, customer_name: "Erased", notes: null },
    { id: other.id, customer_name: "Toos Kok", notes: "By the window" },
  ]);
});
