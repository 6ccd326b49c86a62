import { beforeEach, expect, test } from "vitest";
import { AnalyticsQuery } from "~/contract/analytics";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf } from "~/lib/time";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { readAnalytics } from "../analytics/read-analytics.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { readVisits } from "../customers/customer-visits.sql.server";
import type { UserActor } from "../identity/actor";
import { relayEvents } from "../events/relay.server";
import { bookingStep } from "./booking-steps.server";
import {
  chooseColumns,
  chooseNames,
  continueImport,
  countImport,
  keyOf,
  readImport,
  runImport,
  startImport,
  undoImport,
  unknownNames,
} from "./imports.server";
import { moveImport, rowsOfKind } from "./imports.sql.server";

const ZONE = "Europe/Amsterdam";
let owner: UserActor;
let room: { id: string };
let cut: { id: string };

beforeEach(async () => {
  owner = await makeTenant();
  room = await makeResource(owner, { name: "Room 1" });
  cut = await makeSchedule(owner, [room.id], { name: "Haircut" });
});

const start = (text: string, actor = owner) =>
  startImport(actor, { name: "bookings.csv", bytes: new TextEncoder().encode(text) }, "bookings");

/** A date so many days ahead of today, at the company. */
const day = (ahead: number) => addDays(localDateOf(Date.now(), ZONE), ahead);

interface Stored {
  status: string;
  starts_at: Date;
  customer_name: string;
  source: string;
}
async function bookings({ tenant }: UserActor = owner): Promise<Stored[]> {
  const { rows } = await pool.query<Stored>(
    "select status, starts_at, customer_name, source from booking where tenant_id = $1 order by starts_at, customer_name",
    [tenant.id],
  );
  return rows;
}
const statuses = async () => (await bookings()).map(({ status }) => status);
const count = async (table: string) => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${table} where tenant_id = $1`,
    [owner.tenant.id],
  );
  return rows[0]!.count;
};

const HEADERS = "Start,End,Service,Staff,Name,Email,Status,Price";

test("past rows become history in their end state: visits, no mails, no claims, no payments, nothing due", async () => {
  const id = await start(
    [
      HEADERS,
      "2025-03-03 10:00,2025-03-03 10:30, haircut ,ROOM 1,Anna,anna@example.test,Completed,25.00",
      "2025-03-10 10:00,2025-03-10 10:30,Haircut,Room 1,Anna,anna@example.test,Confirmed,25.00",
      "2025-03-10 10:00,2025-03-10 10:30,Haircut,Room 1,Bert,bert@example.test,No-show,25.00",
      "2025-03-11 10:00,2025-03-11 10:30,Haircut,Room 1,Cleo,,Cancelled,",
    ].join("\n"),
  );
  expect((await countImport(owner, id)).status).toMatchObject({ past: 4, upcoming: 0, problem: 0 });
  expect(await bookings()).toEqual([]);
  const { outcome } = await runImport(owner, id, "fill");
  expect(outcome).toMatchObject({ created: 4, booked: 0, refused: 0 });
  expect(await statuses()).toEqual(["completed", "completed", "no_show", "cancelled"]);
  const { rows } = await pool.query<{ customer_id: string; schedule_id: string; starts_at: Date }>(
    "select customer_id, schedule_id, starts_at from booking where tenant_id = $1 and customer_name = 'Anna' order by starts_at",
    [owner.tenant.id],
  );
  expect(rows[0]).toMatchObject({
    schedule_id: cut.id,
    starts_at: new Date("2025-03-03T09:00:00Z"), // on the company's clock
  });
  const [visits] = await readVisits(owner, [rows[0]!.customer_id]);
  expect(visits).toMatchObject({ visits: 2, last_at: new Date("2025-03-10T09:00:00Z") });
  while ((await relayEvents(100)) > 0);
  for (const table of ["claim", "event", "message", "payment"]) expect(await count(table)).toBe(0);
  expect(await rowsOfKind(keyOf(owner, id), "past", 0, 1)).toMatchObject([
    { number: 2, name: "Anna", booked: "haircut · ROOM 1", starts_at: "2025-03-03T09:00:00Z" },
  ]);
  const figures = await readAnalytics(
    owner,
    AnalyticsQuery.parse({ from: "2025-03-01", to: "2025-03-31" }),
  );
  expect(figures).toMatchObject({
    bookings_total: 4,
    by_status: { completed: 2, no_show: 1, cancelled: 1 },
  });
  const due = await pool.query<{ due: number }>(
    "select sum(price_amount - written_off_amount)::int as due from booking where tenant_id = $1",
    [owner.tenant.id],
  );
  expect(due.rows[0]!.due).toBe(0);

  expect((await undoImport(owner, id)).undone).toMatchObject({ removed: 4, changed: 0 });
  expect(await bookings()).toEqual([]);
  expect(await count("customer")).toBe(0);
});

test("upcoming rows take the normal door: claims, no mails to guests, and refusals in the rule’s words", async () => {
  const row = (date: string, time: string, end: string, name: string) =>
    `${date} ${time},${date} ${end},Haircut,Room 1,${name},${name}@example.test,,`;
  const id = await start(
    [
      HEADERS,
      row(day(8), "10:00", "11:00", "anna"),
      row(day(8), "10:30", "11:30", "bert"), // Anna is there
      row(day(8), "03:00", "04:00", "cleo"), // closed
    ].join("\n"),
  );
  expect((await countImport(owner, id)).status).toMatchObject({ upcoming: 3 });
  expect((await runImport(owner, id, "fill")).outcome).toMatchObject({ booked: 1, refused: 2 });
  expect(await bookings()).toMatchObject([
    { status: "confirmed", customer_name: "anna", source: "import" },
  ]);
  expect(await count("claim")).toBe(1);
  expect(await rowsOfKind(keyOf(owner, id), "refused", 0, 10)).toMatchObject([
    {
      number: 3,
      problem: { reason: "refused", value: "That time has just been booked by someone else." },
    },
    {
      number: 4,
      problem: { reason: "refused", value: "Outside opening hours.", why: "outside_hours" },
    },
  ]);
  while ((await relayEvents(100)) > 0);
  expect(await count("message")).toBe(0);

  expect((await undoImport(owner, id)).undone).toMatchObject({ cancelled: 1, changed: 0 });
  expect(await statuses()).toEqual(["cancelled"]);
  expect(await count("claim")).toBe(0);
  while ((await relayEvents(100)) > 0);
  expect(await count("message")).toBe(0);
  // Undone, so the same file can be imported again.
  const again = await start(`${HEADERS}\n${row(day(8), "10:00", "11:00", "anna")}`);
  expect((await runImport(owner, again, "fill")).outcome).toMatchObject({ booked: 1 });
});

test("the same file twice, and the same booking twice in a file, book once", async () => {
  const text = [
    HEADERS,
    "2025-03-03 10:00,2025-03-03 10:30,Haircut,Room 1,Anna,anna@example.test,,",
    "2025-03-03 10:00,2025-03-03 10:30,Haircut,Room 1,Anna,ANNA@example.test,,",
    "2025-03-03 10:00,2025-03-03 10:30,Haircut,Room 1,Walk-in,,,",
    `${day(8)} 10:00,${day(8)} 11:00,Haircut,Room 1,Bert,bert@example.test,,`,
  ].join("\n");
  const first = await start(text);
  expect((await countImport(owner, first)).status).toMatchObject({ repeated: 1 });
  await runImport(owner, first, "fill");
  expect(await bookings()).toHaveLength(3);
  const second = await start(text);
  expect((await countImport(owner, second)).status).toMatchObject({
    past: 0,
    upcoming: 0,
    repeated: 4,
  });
  // Checked before the first file was imported, imported after it.
  await pool.query(
    "update customer_import_row set status = case when number = 5 then 'upcoming' else 'past' end where import_id = $1 and status = 'repeated'",
    [second],
  );
  expect((await runImport(owner, second, "fill")).outcome).toMatchObject({
    created: 0,
    booked: 0,
    kept: 4,
  });
  expect(await bookings()).toHaveLength(3);
  // Someone cancels it here; the old file does not bring it back.
  const { rows } = await pool.query<{ id: string }>(
    "select id from booking where tenant_id = $1 and status = 'confirmed'",
    [owner.tenant.id],
  );
  await changeBookingStatus(owner, rows[0]!.id, { status: "cancelled", notify: false }, null);
  const third = await start(text);
  expect((await countImport(owner, third)).status).toMatchObject({ repeated: 4 });
});

test("a worker killed between a booking and its record, or two at once, book nothing twice", async () => {
  const rows = Array.from(
    { length: 6 },
    (_none, index) =>
      `${day(8)} ${10 + index}:00,${day(8)} ${11 + index}:00,Haircut,Room 1,G${index},g${index}@example.test,,`,
  );
  const past = Array.from(
    { length: 250 },
    (_none, index) =>
      `2025-03-03 10:00,2025-03-03 10:30,Haircut,Room 1,P${index},p${index}@example.test,,`,
  );
  const id = await start([HEADERS, ...rows, ...past].join("\n"));
  await moveImport(pool, keyOf(owner, id), ["draft"], "running");
  await bookingStep(owner, keyOf(owner, id), 0);
  const isBooked = "status in ('past', 'upcoming') and outcome = 'booked'";
  const { rowCount: before } = await pool.query(
    `update customer_import_row set outcome = null, customer_id = null where import_id = $1 and ${isBooked}`,
    [id],
  );
  expect(before).toBe(6);
  await Promise.all([
    continueImport(owner.tenant.id, id, owner.user_id),
    continueImport(owner.tenant.id, id, owner.user_id),
  ]);
  await continueImport(owner.tenant.id, id, owner.user_id);
  expect(await readImport(owner, id)).toMatchObject({ state: "done" });
  expect((await countImport(owner, id)).outcome).toMatchObject({
    booked: 6,
    created: 250,
    refused: 0,
    kept: 0,
  });
  expect(await bookings()).toHaveLength(256);
});

test("a large file goes on in a job after its first step, and so does its undo", async () => {
  const rows = Array.from(
    { length: 450 },
    (_none, index) => `2025-03-03 10:00,,Haircut,Room 1,P${index},p${index}@example.test,,`,
  );
  const id = await start([HEADERS, ...rows].join("\n"));
  expect((await runImport(owner, id, "fill")).outcome.created).toBe(200);
  const jobs = await pool.query<{ data: object }>(
    "select data from pgboss.job where name = 'imports.step' and state = 'created' and data ->> 'import_id' = $1",
    [id],
  );
  expect(jobs.rows).toMatchObject([{ data: { import_id: id, user_id: owner.user_id } }]);
  const go = () => continueImport(owner.tenant.id, id, owner.user_id);
  await go();
  expect(await readImport(owner, id)).toMatchObject({ state: "running" });
  await go();
  expect(await readImport(owner, id)).toMatchObject({ state: "done" });
  expect(await bookings()).toHaveLength(450);
  await undoImport(owner, id);
  await go();
  await go();
  expect(await readImport(owner, id)).toMatchObject({ state: "undone" });
  expect(await bookings()).toEqual([]);
  expect(await count("customer")).toBe(0);
});

test("an undo while the import runs stops it, and takes back what a worker had not noted", async () => {
  const rows = Array.from(
    { length: 6 },
    (_none, index) =>
      `${day(8)} ${10 + index}:00,${day(8)} ${11 + index}:00,Haircut,Room 1,G${index},g${index}@example.test,,`,
  );
  const id = await start([HEADERS, ...rows].join("\n"));
  await moveImport(pool, keyOf(owner, id), ["draft"], "running");
  const step = bookingStep(owner, keyOf(owner, id), 0);
  await expect.poll(() => bookings(), { interval: 5 }).not.toEqual([]);
  await Promise.all([undoImport(owner, id), undoImport(owner, id)]);
  await step;
  await undoImport(owner, id);
  const { outcome, undone } = await countImport(owner, id);
  expect(undone).toMatchObject({ cancelled: outcome.booked, changed: 0 });
  expect(outcome.booked).toBeGreaterThan(0);
  expect((await bookings()).every(({ status }) => status === "cancelled")).toBe(true);
  expect(await count("claim")).toBe(0);
});

test("an undo leaves bookings that were changed since, and lists them", async () => {
  const id = await start(
    [
      HEADERS,
      "2025-03-03 10:00,2025-03-03 10:30,Haircut,Room 1,Anna,anna@example.test,,",
      `${day(8)} 10:00,${day(8)} 11:00,Haircut,Room 1,Bert,bert@example.test,,`,
      `${day(8)} 12:00,${day(8)} 13:00,Haircut,Room 1,Cleo,cleo@example.test,,`,
    ].join("\n"),
  );
  await runImport(owner, id, "fill");
  const { rows } = await pool.query<{ id: string }>(
    "select id from booking where tenant_id = $1 and customer_name in ('Anna', 'Bert') order by customer_name",
    [owner.tenant.id],
  );
  for (const booking of rows) await editBooking(owner, booking.id, { notes: "by hand" });
  expect((await undoImport(owner, id)).undone).toMatchObject({
    removed: 0,
    cancelled: 1,
    changed: 2,
  });
  expect(await statuses()).toEqual(["completed", "confirmed", "cancelled"]);
  expect(await rowsOfKind(keyOf(owner, id), "stays", 0, 10)).toMatchObject([
    { number: 2, undone: "changed", booking_id: rows[0]!.id },
    { number: 3, undone: "changed", booking_id: rows[1]!.id },
  ]);
});

test("names are matched without case and spaces, others are listed once and chosen for", async () => {
  const other = await makeResource(owner, { name: "Room 2" });
  const id = await start(
    [
      HEADERS,
      "2025-03-03 10:00,2025-03-03 10:30,HAIR  CUT,Room 1,Anna,anna@example.test,,",
      "2025-03-04 10:00,2025-03-04 10:30,hair cut,Noor,Bert,bert@example.test,,",
      "2025-03-05 10:00,,haircut,noor,Cleo,cleo@example.test,,",
      "2025-03-06 10:00,,haircut,,Dora,dora@example.test,,", // the service's only one
    ].join("\n"),
  );
  expect((await countImport(owner, id)).status).toMatchObject({ past: 1, problem: 3 });
  const record = await readImport(owner, id);
  expect(await unknownNames(owner, record, "service")).toEqual({
    names: [{ name: expect.stringMatching(/^hair +cut$/i) as string, rows: 2, chosen_id: null }],
    more: 0,
  });
  expect((await unknownNames(owner, record, "resource")).names).toMatchObject([{ rows: 2 }]);
  await chooseNames(owner, id, {
    service: [{ name: "Hair Cut", id: cut.id }],
    resource: [{ name: "noor", id: other.id }],
  });
  expect((await countImport(owner, id)).status).toMatchObject({ past: 4, problem: 0 });
  const chosen = await readImport(owner, id);
  expect((await unknownNames(owner, chosen, "service")).names).toMatchObject([
    { rows: 2, chosen_id: cut.id },
  ]);
  const stranger = await makeTenant();
  const foreign = await makeResource(stranger);
  await chooseNames(owner, id, { service: [], resource: [{ name: "noor", id: foreign.id }] });
  expect((await countImport(owner, id)).status).toMatchObject({ past: 2, problem: 2 });
});

test("an ambiguous order of day and month is decided for the file, and can be changed", async () => {
  const columns = "When,Service,Staff,Name\n";
  const first = await start(
    `${columns}03/04/2025 10:00,Haircut,Room 1,Anna\n25/04/2025 10:00,Haircut,Room 1,Anna`,
  );
  await chooseColumns(owner, first, ["start", "service", "resource", "name"]);
  expect((await readImport(owner, first)).settings.order).toBe("dmy");
  expect((await countImport(owner, first)).status).toMatchObject({ past: 2 });
  await chooseColumns(owner, first, ["start", "service", "resource", "name"], "mdy");
  expect((await countImport(owner, first)).status).toMatchObject({ past: 1, problem: 1 });
  await runImport(owner, first, "fill");
  expect((await bookings())[0]!.starts_at).toEqual(new Date("2025-03-04T09:00:00Z"));
});

test("a price needs the rule of any door, and another company finds nothing of it", async () => {
  const staff = await makeUser(owner, "staff");
  const text = `${HEADERS}\n${day(8)} 10:00,${day(8)} 11:00,Haircut,Room 1,Anna,anna@example.test,,30`;
  const id = await start(text, staff);
  await runImport(staff, id, "fill");
  expect(await rowsOfKind(keyOf(owner, id), "refused", 0, 10)).toMatchObject([
    { problem: { value: "Only an owner or admin can set the price of a booking." } },
  ]);
  const stranger = await makeTenant();
  const notFound = { code: "not_found" };
  await expect(chooseNames(stranger, id, { service: [], resource: [] })).rejects.toMatchObject(
    notFound,
  );
  await expect(runImport(stranger, id, "fill")).rejects.toMatchObject(notFound);
  await expect(undoImport(stranger, id)).rejects.toMatchObject(notFound);
  // A file that names another company's resource finds none.
  const theirs = await start(text, stranger);
  expect((await countImport(stranger, theirs)).status).toMatchObject({ problem: 1 });
  expect(await bookings(stranger)).toEqual([]);
  const limited = await makeUser(owner, "staff", { resource_ids: [room.id] });
  await expect(start(text, limited)).rejects.toMatchObject({ code: "forbidden_role" });
  await continueImport(owner.tenant.id, id, limited.user_id);
});
