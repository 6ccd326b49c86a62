import { expect, test } from "vitest";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { begin, flashOf, get, makeDesk, pathOf, post, refusalOf } from "~/testing/desk";
import { makeUser } from "~/testing/factory";
import { answerField } from "~/ui/new-booking/desk-state";
import * as bookings from "./bookings/route";
import * as booking from "./bookings/booking/route";
import * as newBooking from "./bookings/new/route";
import * as customer from "./customers/customer/route";

// What the desk notes down: who is here, which list a person wants to see, and which records are one person.

test("a guest is marked as arrived on the day, and as not arrived after all", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  expect((await get(booking, owner, pathOf(booked), booked.id)).arrival).toBeNull();
  await begin(booked);
  expect((await get(booking, owner, pathOf(booked), booked.id)).arrival).toBe(true);
  const fields = { intent: "arrived", arrived: "on", version: String(booked.version) };
  const done = flashOf(await post(booking, owner, pathOf(booked), fields, booked.id));
  expect(done.text).toBe("Anna Jansen has arrived.");
  const here = await get(booking, owner, pathOf(booked), booked.id);
  expect(here).toMatchObject({
    arrival: false,
    line: { arrived: expect.stringMatching(/^\d\d:\d\d/) },
  });
  expect(here.history[0]?.what).toBe("Arrived");
  await post(booking, owner, pathOf(booked), done.undo!.fields, booked.id);
  expect((await getBooking(owner, booked.id)).arrived_at).toBeNull();
  const viewer = await makeUser(owner, "viewer");
  expect((await get(booking, viewer, pathOf(booked), booked.id)).arrival).toBeNull();
});

test("a filter is kept as a view of one's own, renamed, and its deletion taken back", async () => {
  const { owner } = await makeDesk();
  const viewer = await makeUser(owner, "viewer");
  const LIST = "/dashboard/bookings";
  const send = (fields: Record<string, string | string[]>) => post(bookings, viewer, LIST, fields);
  const views = async () => (await get(bookings, viewer, LIST)).saved;
  await send({ intent: "save_view", name: "Confirmed", query: "status=confirmed" });
  const twice = await send({ intent: "save_view", name: "confirmed", query: "status=paid" });
  expect(refusalOf(twice).result.error.name).toEqual([
    "You have a view of that name. Choose another name.",
  ]);
  await send({ intent: "rename_view", was: "Confirmed", name: "Sure" });
  expect(await views()).toEqual([{ name: "Sure", query: "status=confirmed" }]);
  const deleted = flashOf(await send({ intent: "delete_view", was: "Sure" }));
  expect(await views()).toEqual([]);
  await send(deleted.undo!.fields);
  expect(await views()).toEqual([{ name: "Sure", query: "status=confirmed" }]);
  await send({ intent: "columns", column: ["price", "service"] });
  expect((await get(bookings, viewer, LIST)).columns).toEqual(["service", "price"]);
  const cancel = await send({ intent: "cancelled", id: [newId()] });
  expect(refusalOf(cancel).result.error[""]).toEqual(["Your role can’t change bookings."]);
});

test("two records of one person are compared, merged and taken apart again", async () => {
  const { owner, book } = await makeDesk();
  const [here, there] = [await book(10, "Anna Jansen"), await book(11, "Anna Jansen")];
  expect(here.customer_id).not.toBe(there.customer_id);
  await pool.query("update customer set phone = '+31612345678' where id = any($1)", [
    [here.customer_id, there.customer_id],
  ]);
  const path = `/dashboard/customers/${here.customer_id}`;
  const read = (actor: UserActor, search = "") =>
    get(customer, actor, path + search, here.customer_id);
  const send = (actor: UserActor, fields: Record<string, string>) =>
    post(customer, actor, path, fields, here.customer_id);
  const edit = {
    intent: "edit",
    name: "Anna Jansen",
    email: here.customer.email!,
    phone: "+31612345678",
  };
  const seen = String((await read(owner)).seen);
  await send(owner, { ...edit, seen, notes: "Likes the window" });
  // Who began before that is shown both, and what they typed stays.
  const late = await send(owner, { ...edit, seen, notes: "Allergic to roses" });
  expect(late).toMatchObject({
    data: { conflict: { notes: "Allergic to roses" } },
    init: { status: 409 },
  });
  expect(await read(owner)).toMatchObject({
    notes: "Likes the window",
    duplicates: [{ id: there.customer_id, about: expect.stringContaining("same phone") }],
  });
  const { merge } = await read(owner, `?merge=${there.customer_id}`);
  expect(merge?.fields.find(({ name }) => name === "email")).toMatchObject({
    here: here.customer.email,
    there: there.customer.email,
  });
  const staff = await makeUser(owner, "staff");
  expect(await read(staff, `?merge=${there.customer_id}`)).toMatchObject({
    merge: null,
    duplicates: [],
  });
  const fields = {
    intent: "merge",
    from_id: there.customer_id,
    "pick.email": "there",
    "pick.name": "here",
  };
  expect(refusalOf(await send(staff, fields)).result.error).toBeTruthy();
  const done = flashOf(await send(owner, fields));
  expect(done.text).toBe("Merged Anna Jansen into Anna Jansen.");
  expect(await read(owner)).toMatchObject({
    customer: { email: there.customer.email },
    notes: "Likes the window",
    duplicates: [],
    merged: [{ id: there.customer_id }],
  });
  expect(
    await get(customer, owner, `/dashboard/customers/${there.customer_id}`, there.customer_id),
  ).toMatchObject({
    merged_into: here.customer_id,
    may_edit: false,
  });
  await send(owner, done.undo!.fields);
  expect(await read(owner)).toMatchObject({ customer: { email: here.customer.email }, merged: [] });
});

test("answers to a service's questions are kept with the booking, by the names that the form has", async () => {
  const questions = [{ id: "racket_size", label: "Which racket?", type: "text", required: true }];
  const { owner, date, schedule } = await makeDesk({ questions });
  const NEW = "/dashboard/bookings/new";
  const { times, key } = await get(newBooking, owner, `${NEW}?q=Piet&new=1&day=${date}`);
  const fields = {
    name: "Piet",
    email: "piet@example.test",
    time: times[0]!.slot_id,
    service: schedule.id,
    key,
  };
  const answered = { ...fields, [answerField("racket_size")]: "Grip 3" };
  const booked = (await post(newBooking, owner, NEW, answered)) as Response;
  const { answers } = await getBooking(owner, booked.headers.get("Location")!.split("/").at(-1)!);
  expect(answers).toEqual([
    expect.objectContaining({ question_id: "racket_size", value: "Grip 3" }),
  ]);
});
