import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { NewCustomer } from "~/contract/customers";
import { pool } from "~/lib/db.server";
import { eraseWhole, readExport } from "~/testing/erasure";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { createBooking } from "../bookings/place/create-booking.server";
import { addCustomer } from "../customers/add-customer.server";
import { updateCustomer } from "../customers/update-customer.server";
import type { UserActor } from "../identity/actor";
import {
  chooseColumns,
  countImport,
  discardImport,
  keyOf,
  readImport,
  runImport,
  startImport,
  undoImport,
} from "./imports.server";
import { latestImports, rowsOfKind } from "./imports.sql.server";
import { csvText } from "~/lib/csv-text.server";
import { customerColumns } from "../customers/customer-row";
import { exportCustomers } from "../customers/list-customers.sql.server";
import { CustomerFilter } from "~/contract/customers";

const fileOf = (text: string) => ({ name: "guests.csv", bytes: new TextEncoder().encode(text) });
const start = (owner: UserActor, text: string) => startImport(owner, fileOf(text));
const add = (owner: UserActor, fields: object) =>
  addCustomer(owner, NewCustomer.parse(fields), null) as Promise<{ id: string }>;

async function customersOf({ tenant }: UserActor) {
  const { rows } = await pool.query<Record<string, string | null>>(
    "select name, email, phone, notes from customer where tenant_id = $1 order by name",
    [tenant.id],
  );
  return rows;
}

const NO_STATUS = { new: 0, existing: 0, repeated: 0, problem: 0, past: 0, upcoming: 0 };
const NO_OUTCOME = { created: 0, filled: 0, kept: 0, booked: 0, refused: 0 };
const NO_UNDONE = { removed: 0, restored: 0, booked: 0, changed: 0, cancelled: 0 };

/** 480 good rows, and 20 whose address is none, spread over the file. */
const fiveHundred = () =>
  [
    "Name,Email,Phone",
    ...Array.from({ length: 500 }, (_none, index) =>
      index % 25 === 7
        ? `Guest ${index},guest ${index} at example,`
        : `Guest ${index},guest-${index}@example.test,+3161${String(index).padStart(7, "0")}`,
    ),
  ].join("\n");

test("500 rows with 20 bad ones: a dry run writes nothing, the import adds the others, an undo removes them", async () => {
  const owner = await makeTenant();
  const id = await start(owner, fiveHundred());
  const { status } = await countImport(owner, id);
  expect(status).toEqual({ ...NO_STATUS, new: 480, problem: 20 });
  expect(await customersOf(owner)).toEqual([]);
  const problems = await rowsOfKind(keyOf(owner, id), "problem", 0, 100);
  expect(problems).toHaveLength(20);
  expect(problems[0]).toMatchObject({
    number: 9, // the headers are row 1
    problem: { field: "email", reason: "invalid", value: "guest 7 at example" },
  });

  expect((await runImport(owner, id, "fill")).outcome).toEqual({ ...NO_OUTCOME, created: 480 });
  expect(await customersOf(owner)).toHaveLength(480);
  expect((await undoImport(owner, id)).undone).toMatchObject({
    removed: 480,
    booked: 0,
    changed: 0,
  });
  expect(await customersOf(owner)).toEqual([]);
  const audit = await pool.query<{ action: string; diff: object }>(
    "select action, diff from audit_row where tenant_id = $1 order by at",
    [owner.tenant.id],
  );
  expect(audit.rows).toEqual([
    {
      action: "customers.imported",
      diff: { created: 480, filled: 0, kept: 0, problems: 20 },
    },
    {
      action: "customers.import_undone",
      diff: { removed: 480, restored: 0, booked: 0, changed: 0 },
    },
  ]);
});

const KNOWN = [
  "Name,Email,Phone,Notes",
  "Anna J.,ANNA@example.test,0611111111,likes windows", // by address: number and note are filled in
  "Bert,bert@example.test,06 2222 2222,", // by number: Bert had no address
  "Cleo,cleo.new@example.test,+31633333333,", // the same number, another address: somebody else
  "Dora,,0644444444,", // new
  "Dora,dora@example.test,+31 6 4444 4444,tall", // the same person in the file
].join("\r\n");

async function withKnown() {
  const owner = await makeTenant();
  await add(owner, { name: "Anna", email: "anna@example.test" });
  await add(owner, { name: "Bert", phone: "+31622222222", notes: "regular" });
  await add(owner, { name: "Cleo", email: "cleo@example.test", phone: "+31633333333" });
  return owner;
}

test("customers who exist are found by address and number, get what they lack, and get it taken back", async () => {
  const owner = await withKnown();
  const before = await customersOf(owner);
  const id = await start(owner, KNOWN);
  expect((await countImport(owner, id)).status).toEqual({
    ...NO_STATUS,
    new: 2,
    existing: 2,
    repeated: 1,
  });
  const repeated = await rowsOfKind(keyOf(owner, id), "repeated", 0, 10);
  expect(repeated).toMatchObject([{ number: 6, same_number: 5 }]);
  expect((await runImport(owner, id, "fill")).outcome).toEqual({
    ...NO_OUTCOME,
    created: 2,
    filled: 2,
    kept: 1,
  });
  expect(await customersOf(owner)).toEqual([
    { name: "Anna", email: "anna@example.test", phone: "0611111111", notes: "likes windows" },
    { name: "Bert", email: "bert@example.test", phone: "+31622222222", notes: "regular" },
    { name: "Cleo", email: "cleo@example.test", phone: "+31633333333", notes: null },
    { name: "Cleo", email: "cleo.new@example.test", phone: "+31633333333", notes: null },
    { name: "Dora", email: "dora@example.test", phone: "0644444444", notes: "tall" },
  ]);
  expect((await undoImport(owner, id)).undone).toEqual({ ...NO_UNDONE, removed: 2, restored: 2 });
  expect(await customersOf(owner)).toEqual(before);
});

test("rows with only a name, or without a number, repeat nobody", async () => {
  const owner = await makeTenant();
  const id = await start(owner, "Name,Email,Phone\nEmil,,\nEmil,,\nFinn,finn@example.test,\n");
  expect((await countImport(owner, id)).status).toMatchObject({ new: 3, repeated: 0 });
  expect((await runImport(owner, id, "fill")).outcome).toMatchObject({ created: 3 });
});

test("customers who exist stay as they are if that is chosen; the same file again adds nobody", async () => {
  const owner = await withKnown();
  const id = await start(owner, KNOWN);
  expect((await runImport(owner, id, "skip")).outcome).toEqual({
    ...NO_OUTCOME,
    created: 2,
    kept: 3,
  });
  const after = await customersOf(owner);
  expect(after).toContainEqual({
    name: "Anna",
    email: "anna@example.test",
    phone: null,
    notes: null,
  });
  const again = await start(owner, KNOWN);
  expect((await countImport(owner, again)).status).toMatchObject({ new: 0 });
  expect((await runImport(owner, again, "skip")).outcome).toMatchObject({ created: 0 });
  expect(await customersOf(owner)).toEqual(after);
});

test("an undo leaves customers who were booked or changed since, and says why", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const id = await start(
    owner,
    "Name,Email\nAnna,anna@example.test\nBert,bert@example.test\nCleo,cleo@example.test\n",
  );
  await runImport(owner, id, "fill");
  const { rows } = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 10 limit 1",
    [owner.tenant.id, schedule.id],
  );
  const customer = { name: "Anna", email: "anna@example.test" };
  await createBooking(owner, NewBooking.parse({ slot_id: rows[0]!.id, customer }), null);
  const bert = await pool.query<{ id: string }>(
    "select id from customer where tenant_id = $1 and name = 'Bert'",
    [owner.tenant.id],
  );
  await updateCustomer(owner, bert.rows[0]!.id, { notes: "came by" });
  expect((await undoImport(owner, id)).undone).toEqual({
    ...NO_UNDONE,
    removed: 1,
    booked: 1,
    changed: 1,
  });
  expect((await customersOf(owner)).map(({ name }) => name)).toEqual(["Anna", "Bert"]);
  expect(await rowsOfKind(keyOf(owner, id), "stays", 0, 10)).toMatchObject([
    { number: 2, undone: "booked", customer_name: "Anna" },
    { number: 3, undone: "changed", customer_name: "Bert" },
  ]);
});

test("a form sent twice, at the same time or again, imports and undoes once", async () => {
  const owner = await makeTenant();
  const id = await start(owner, fiveHundred());
  await Promise.all([runImport(owner, id, "fill"), runImport(owner, id, "fill")]);
  expect((await runImport(owner, id, "fill")).outcome.created).toBe(480);
  expect(await customersOf(owner)).toHaveLength(480);
  await Promise.all([undoImport(owner, id), undoImport(owner, id)]);
  expect((await undoImport(owner, id)).undone.removed).toBe(480);
  expect(await customersOf(owner)).toEqual([]);
  const { rows } = await pool.query("select from audit_row where tenant_id = $1", [
    owner.tenant.id,
  ]);
  expect(rows).toHaveLength(2);
  await expect(runImport(owner, id, "fill")).rejects.toMatchObject({ code: "invalid_transition" });
  await expect(chooseColumns(owner, id, [])).rejects.toMatchObject({ code: "invalid_transition" });
});

test("other columns are checked again, from what the file says", async () => {
  const owner = await makeTenant();
  const id = await start(owner, "Wer,Wo\nAnna,anna@example.test\n");
  expect((await countImport(owner, id)).status).toMatchObject({ new: 0, problem: 1 });
  await chooseColumns(owner, id, ["name", "email"]);
  expect((await countImport(owner, id)).status).toMatchObject({ new: 1, problem: 0 });
  await runImport(owner, id, "fill");
  expect(await customersOf(owner)).toMatchObject([{ name: "Anna", email: "anna@example.test" }]);
});

test("our own export comes back into another company, formulas as text", async () => {
  const owner = await makeTenant();
  await add(owner, {
    name: "Anna",
    email: "anna@example.test",
    phone: "+31612345678",
    locale: "nl",
    time_zone: "Europe/Amsterdam",
    notes: "=1+1",
  });
  await add(owner, { name: "Bert" });
  let text = "";
  const pages = await exportCustomers(owner, CustomerFilter.parse({}));
  for await (const piece of csvText(customerColumns, pages, "Europe/Amsterdam")) text += piece;
  const other = await makeTenant();
  const id = await start(other, text);
  await runImport(other, id, "fill");
  expect(await customersOf(other)).toEqual(await customersOf(owner));
});

test("another company has none of it, and people limited to some resources import nothing", async () => {
  const owner = await makeTenant();
  const id = await start(owner, "Name\nAnna\n");
  const stranger = await makeTenant();
  const notFound = { code: "not_found" };
  await expect(readImport(stranger, id)).rejects.toMatchObject(notFound);
  await expect(runImport(stranger, id, "fill")).rejects.toMatchObject(notFound);
  await expect(undoImport(stranger, id)).rejects.toMatchObject(notFound);
  await expect(chooseColumns(stranger, id, ["name"])).rejects.toMatchObject(notFound);
  await expect(discardImport(stranger, id)).rejects.toMatchObject(notFound);
  expect(await rowsOfKind(keyOf(stranger, id), "problem", 0, 10)).toEqual([]);
  expect((await countImport(stranger, id)).status.new).toBe(0);
  await runImport(owner, id, "fill");
  expect(await latestImports(stranger.tenant.id, 10)).toEqual([]);
  expect(await customersOf(stranger)).toEqual([]);
  const limited = await makeUser(owner, "staff", {
    resource_ids: [(await makeResource(owner)).id],
  });
  await expect(start(limited, "Name\nBert\n")).rejects.toMatchObject({ code: "forbidden_role" });
  await expect(undoImport(limited, id)).rejects.toMatchObject({ code: "forbidden_role" });
});

test("a file that was not imported goes with the person’s next one, or when it is deleted", async () => {
  const owner = await makeTenant();
  const first = await start(owner, "Name\nAnna\n");
  const second = await start(owner, "Name\nBert\n");
  await expect(readImport(owner, first)).rejects.toMatchObject({ code: "not_found" });
  await discardImport(owner, second);
  const left = await pool.query("select from customer_import_row where tenant_id = $1", [
    owner.tenant.id,
  ]);
  expect(left.rowCount).toBe(0);
});

test("an erased guest is in no row of a file, and in the export until then", async () => {
  const owner = await makeTenant();
  const id = await start(
    owner,
    "Name,Email,Phone\nAnna,anna@example.test,06 1234 5678\nBert,bert@example.test,\n",
  );
  await runImport(owner, id, "fill");
  const { rows } = await pool.query<{ id: string }>(
    "select id from customer where tenant_id = $1 and name = 'Anna'",
    [owner.tenant.id],
  );
  const anna = rows[0]!.id;
  expect(await readExport(owner, anna)).toMatchObject({
    imported_rows: [{ cells: ["Anna", "anna@example.test", "06 1234 5678"] }],
  });
  await eraseWhole(owner, anna);
  const left = await pool.query<{ text: string }>(
    "select to_jsonb(r)::text as text from customer_import_row r where tenant_id = $1",
    [owner.tenant.id],
  );
  expect(left.rows).toHaveLength(2); // the headers, and Bert
  expect(JSON.stringify(left.rows)).not.toMatch(/anna/i);
  expect((await undoImport(owner, id)).undone).toMatchObject({ removed: 1 });
});
