import { beforeAll, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { NewBooking, NewWidgetBooking } from "~/contract/booking-inputs";
import { CustomerFilter, MergeCustomer } from "~/contract/customers";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { outcome, slotsOf, type SlotRow } from "~/testing/booking-calls";
import { makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { findKey } from "../api-keys/find-key.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { eraseWhole, readExport } from "~/testing/erasure";
import { eraseCustomer } from "../privacy/erase-customer.server";
import { exportCustomer } from "../privacy/export-customer.server";
import { createWidgetBooking } from "../widgets/create-widget-booking.server";
import { findDuplicates } from "./find-duplicates.sql.server";
import { getCustomer, listCustomers } from "./list-customers.sql.server";
import { mergeCustomer, unmergeCustomer } from "./merge-customers.server";
import { updateCustomer } from "./update-customer.server";

let owner: UserActor;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant();
  const room = await makeResource(owner, { capacity: 50 });
  slots = (await slotsOf((await makeSchedule(owner, [room.id])).id)).slice(10);
});

const book = (guest: Record<string, unknown>) =>
  createBooking(owner, NewBooking.parse({ slot_id: slots[0]!.id, ...guest }), null);
const guest = (name: string, more: Record<string, unknown> = {}) => ({
  customer: {
    name,
    email: `${name.toLowerCase().replace(/\W+/g, ".")}-${newId()}@example.test`,
    ...more,
  },
});
const merge = (id: string, from_id: string, take: string[] = []) =>
  mergeCustomer(owner, id, MergeCustomer.parse({ from_id, take }));
const bookingsOf = async (customer_id: string) =>
  (await listBookings(owner, BookingFilter.parse({ customer_id, sort: "created_at" }))).data.map(
    ({ id }) => id,
  );
const customersBy = async (search: string) =>
  (await listCustomers(owner, CustomerFilter.parse({ search }))).data.map(({ id }) => id);
/** Everything a merge can change. */
const stored = async (...ids: string[]) =>
  (
    await pool.query(
      `select to_jsonb(c) - 'updated_at' - 'version' as record, (select jsonb_agg(b.id order by b.id) from booking b where b.customer_id = c.id) as bookings
       from customer c where id = any($1) order by id`,
      [ids],
    )
  ).rows;

test("two records become one: in lists, figures, searches and for bookings with either address", async () => {
  const first = await book(guest("Hanna Vos"));
  const second = await book(guest("H. Vos"));
  const [id, from] = [first.customer_id, second.customer_id];
  const merged = await merge(id, from);
  expect(merged).toMatchObject({
    id,
    name: "Hanna Vos",
    bookings: { total: 2 },
    merged: [{ id: from, name: "H. Vos" }],
  });
  expect(await bookingsOf(id)).toEqual([first.id, second.id]);
  expect(await bookingsOf(from)).toEqual([]);
  expect(await customersBy("h. vos")).toEqual([id]);
  const all = (await listCustomers(owner, CustomerFilter.parse({}))).data.map(
    (customer) => customer.id,
  );
  expect(all).toContain(id);
  expect(all).not.toContain(from);
  expect(await customersBy(second.customer.email!)).toEqual([id]);
  expect(await getCustomer(owner, from)).toMatchObject({ merged_into: id, bookings: { total: 0 } });
  const key = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
  const wish = NewWidgetBooking.parse({
    slot_id: slots[1]!.id,
    customer: { name: "H. Vos", email: second.customer.email },
  });
  const { booking } = await createWidgetBooking(key, wish, null);
  expect(await bookingsOf(id)).toContain(booking.id);
  expect((await book({ customer_id: from })).customer_id).toBe(id);
  const refused = [
    () => updateCustomer(owner, from, { name: "X" }),
    () => eraseCustomer(owner, from),
    () => exportCustomer(owner, from),
  ];
  for (const work of refused) expect(await outcome<unknown>(work())).toBe("invalid_transition");
});

test("undoing restores each record, including later bookings by address", async () => {
  const first = await book(guest("Koen Smit", { phone: "+31611111111" }));
  const second = await book(guest("Koen de Smit", { phone: "+31622222222" }));
  const [id, from] = [first.customer_id, second.customer_id];
  const before = await stored(id, from);
  const merged = await merge(id, from, ["email", "phone"]);
  expect(merged).toMatchObject({
    name: "Koen Smit",
    email: second.customer.email,
    phone: "+31622222222",
  });
  expect(await unmergeCustomer(owner, from)).toMatchObject({
    name: "Koen de Smit",
    merged_into: null,
  });
  expect(await stored(id, from)).toEqual(before);
  await merge(id, from);
  const since = await book({ customer: { name: "Koen de Smit", email: second.customer.email } });
  expect(since.customer_id).toBe(id);
  await unmergeCustomer(owner, from);
  expect(await bookingsOf(from)).toEqual([second.id, since.id]);
  expect(await outcome(unmergeCustomer(owner, from))).toBe("invalid_transition");
  const log = await pool.query(
    "select action from audit_row where entity_id = $1 and entity = 'customer' order by at",
    [id],
  );
  expect(log.rows.map(({ action }) => action as string)).toEqual(
    ["merged", "unmerged", "merged", "unmerged"].map((action) => `customer.${action}`),
  );
});

test("earlier merged records come along and can be split individually", async () => {
  const [a, b, c] = [
    await book(guest("Ria A")),
    await book(guest("Ria B")),
    await book(guest("Ria C")),
  ];
  await merge(b.customer_id, a.customer_id);
  await merge(c.customer_id, b.customer_id);
  expect((await getCustomer(owner, c.customer_id)).merged).toHaveLength(2);
  expect(await bookingsOf(c.customer_id)).toEqual([a.id, b.id, c.id]);
  await unmergeCustomer(owner, b.customer_id);
  expect(await bookingsOf(b.customer_id)).toEqual([b.id]);
  expect(await bookingsOf(c.customer_id)).toEqual([a.id, c.id]);
  await unmergeCustomer(owner, a.customer_id);
  expect(await bookingsOf(a.customer_id)).toEqual([a.id]);
  expect(await outcome(merge(a.customer_id, a.customer_id))).toBe("validation_failed");
  expect(await outcome(merge(a.customer_id, newId()))).toBe("not_found");
});

test("export and erasure include merged records", async () => {
  const first = await book(guest("Lena Bos", { phone: "+31633333333" }));
  const second = await book({
    ...guest("Leentje Bos", { phone: "+31644444444" }),
    notes: "Allergic",
  });
  await merge(first.customer_id, second.customer_id);
  const copy = await readExport(owner, first.customer_id);
  expect(copy).toMatchObject({
    merged_records: [{ id: second.customer_id, email: second.customer.email }],
  });
  expect(copy["bookings"]).toHaveLength(2);
  await eraseWhole(owner, first.customer_id);
  const { rows } = await pool.query<{ all: string }>(
    `select string_agg(t::text, ' ') as all from (select to_jsonb(c)::text as t from customer c where tenant_id = $1
       union all select to_jsonb(b)::text from booking b where tenant_id = $1 union all select body from event where tenant_id = $1) t`,
    [owner.tenant.id],
  );
  for (const trace of ["Leentje", second.customer.email!, "44444444", "Lena Bos", "33333333"])
    expect(rows[0]!.all).not.toContain(trace);
  expect(await outcome(unmergeCustomer(owner, second.customer_id))).toBe("invalid_transition");
});

test("an equal phone number, or name and similar address, suggest a duplicate", async () => {
  const name = "Fenna Wiersma";
  const one = await book({
    customer: { name, email: "fenna.wiersma@example.test", phone: "+31655667788" },
  });
  const phone = await book({
    customer: { name: "F. W.", email: "fw@elsewhere.test", phone: "06-55667788" },
  });
  const like = await book({
    customer: { name: name.toUpperCase(), email: "fennawiersma@elsewhere.test" },
  });
  const bare = await book({ customer: { name } });
  await book({ customer: { name, email: "someone@else.test" } });
  const found = async () =>
    (await findDuplicates(owner, one.customer_id)).data.map(({ id, reasons }) => [
      id,
      reasons.join(),
    ]);
  expect(await found()).toEqual([
    [bare.customer_id, "same_name"],
    [like.customer_id, "same_name"],
    [phone.customer_id, "same_phone"],
  ]);
  await merge(one.customer_id, phone.customer_id);
  await eraseCustomer(owner, like.customer_id);
  expect(await found()).toEqual([[bare.customer_id, "same_name"]]);
});
