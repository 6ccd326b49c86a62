import { beforeAll, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { MergeCustomer } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import { eraseWhole, readExport } from "~/testing/erasure";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { fillAuditIds } from "../audit/fill-audit-ids.sql.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { mergeCustomer } from "../customers/merge-customers.server";
import { updateCustomer } from "../customers/update-customer.server";
import type { UserActor } from "../identity/actor";
import {
  eraseCustomer,
  resumeStalledErasures,
  readErasure,
  runErasure,
} from "./erase-customer.server";
import { eraseStep } from "./erasure-steps.server";

let owner: UserActor;
let slots: string[];
let used = 0;

beforeAll(async () => {
  owner = await makeTenant();
  const schedule = await makeSchedule(owner, [(await makeResource(owner)).id]);
  const found = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 10",
    [owner.tenant.id, schedule.id],
  );
  slots = found.rows.map(({ id }) => id);
});

const book = (customer: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  createBooking(owner, NewBooking.parse({ slot_id: slots[used++], customer, ...more }), null);

/**
 * Inserts bookings of a customer directly, each with an event that names them, because API calls
 * would be too slow.
 */
async function bookMore(id: string, count: number): Promise<void> {
  await pool.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, payment_status, starts_at, ends_at, time_zone,
        party_size, customer_id, customer_name, customer_email, source, notes)
      select b.tenant_id, gen_random_uuid(), 'M' || substr(md5(random()::text), 1, 11), b.resource_id, b.resource_name, 'completed', 'none', b.starts_at, b.ends_at,
        b.time_zone, 1, b.customer_id, b.customer_name, b.customer_email, 'dashboard', 'a trace'
      from (select * from booking where tenant_id = $1 and customer_id = $2 limit 1) b, generate_series(1, $3::int)`,
    [owner.tenant.id, id, count],
  );
  await pool.query(
    `insert into event (tenant_id, id, type, booking_id, sequence, body)
      select e.tenant_id, gen_random_uuid(), e.type, b.id, 1, e.body
      from (select * from event where tenant_id = $1 and body like '%' || $2 || '%' limit 1) e, booking b
      where b.tenant_id = $1 and b.customer_id = $2::uuid and not exists (
        select from event k where k.tenant_id = b.tenant_id and k.booking_id = b.id)`,
    [owner.tenant.id, id],
  );
}

/** Counts rows of bookings, events and the audit log that contain a text. */
async function traces(text: string): Promise<number> {
  const found = await pool.query<{ count: number }>(
    `select count(*)::int from (select to_jsonb(b)::text as t from booking b where tenant_id = $1
       union all select body from event where tenant_id = $1 union all select to_jsonb(c)::text from customer c where tenant_id = $1
       union all select to_jsonb(e)::text from customer_erasure e where tenant_id = $1
       union all select diff::text from audit_row where tenant_id = $1) t where t ilike '%' || $2 || '%'`,
    [owner.tenant.id, text],
  );
  return found.rows[0]!.count; // an aggregate
}

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

test("audit rows contain the ids of their records, and older ones are filled in", async () => {
  const booking = await book({ name: "Ida Rows" });
  await updateCustomer(owner, booking.customer_id, { name: "Ida Rowes" });
  const about = async (id: string) =>
    (
      await pool.query<{ action: string; about: string[] | null }>(
        "select action, about from audit_row where tenant_id = $1 and entity_id = $2 order by at",
        [owner.tenant.id, id],
      )
    ).rows;
  expect(await about(booking.id)).toEqual([{ action: "booking.created", about: [booking.id] }]);
  expect(await about(booking.customer_id)).toMatchObject([{ about: [booking.customer_id] }]);
  await pool.query("update audit_row set about = null where tenant_id = $1", [owner.tenant.id]);
  expect(await fillAuditIds()).toBeGreaterThan(1);
  expect(await about(booking.id)).toMatchObject([{ about: [booking.id] }]);
});

test("older audit rows without ids are found by export and erasure", async () => {
  const booking = await book({ name: "Olga Before" });
  await pool.query(
    `insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff)
      values ($1, gen_random_uuid(), '{}', 'block.created', 'block', null, $2)`,
    [owner.tenant.id, { bookings: [booking.id], reason: "for olga-trace" }],
  );
  expect(JSON.stringify((await readExport(owner, booking.customer_id))["changes"])).toContain(
    "olga-trace",
  );
  await eraseWhole(owner, booking.customer_id);
  expect(await traces("olga-trace")).toBe(0);
});

test("an export does not wait for locks, and lists each row once", async () => {
  const booking = await book({ name: "Lea Locked" });
  await bookMore(booking.customer_id, 700);
  await transaction(async (db) => {
    await db.query("select from booking where tenant_id = $1 and customer_id = $2 for update", [
      owner.tenant.id,
      booking.customer_id,
    ]);
    const copy = await readExport(owner, booking.customer_id);
    expect(copy["bookings"]).toHaveLength(701);
    const changes = copy["changes"] as { action: string }[];
    expect(changes.filter(({ action }) => action === "booking.created")).toHaveLength(1);
  });
});

test("an interrupted erasure resumes, with two workers, and completes", async () => {
  const booking = await book({ name: "Cuno Cut", email: "cuno@cut.test" });
  const id = booking.customer_id;
  await bookMore(id, 2500);
  expect((await eraseCustomer(owner, id)).erasure).toMatchObject({ state: "running", done: 0 });
  expect(await traces("cuno@cut.test")).toBeGreaterThan(2500);
  for (let step = 0; step < 2; step++) expect(await eraseStep(owner.tenant.id, id)).toBe(true);
  const versions = async () =>
    (await pool.query("select max(version) as most from booking where customer_id = $1", [id]))
      .rows[0];
  // A stalled erasure is found and queued again.
  await pool.query("delete from pgboss.job where name = 'customer.erase'");
  expect(await resumeStalledErasures()).toBe(0);
  await pool.query(
    "update customer_erasure set updated_at = now() - interval '5 minutes' where customer_id = $1",
    [id],
  );
  expect(await resumeStalledErasures()).toBe(1);
  await Promise.all([runErasure(owner.tenant.id, id), runErasure(owner.tenant.id, id)]);
  expect(await traces("cuno")).toBe(0);
  expect(await versions()).toEqual({ most: 2 });
  const { state, done, total } = await readErasure(owner, id);
  expect({ state, done }).toEqual({ state: "done", done: total });
});

test("concurrent erasures are one; other changes are refused meanwhile", async () => {
  const { customer_id: id } = await book({ name: "Tine Twice" });
  const { customer_id: other } = await book({ name: "Tine Other" });
  const both = await Promise.all([eraseCustomer(owner, id), eraseCustomer(owner, id)]);
  expect(both[0].erased_at).toBe(both[1].erased_at);
  expect(await refusal(mergeCustomer(owner, other, MergeCustomer.parse({ from_id: id })))).toBe(
    "invalid_transition",
  );
  expect(await refusal(mergeCustomer(owner, id, MergeCustomer.parse({ from_id: other })))).toBe(
    "invalid_transition",
  );
  expect(await refusal(updateCustomer(owner, id, { name: "Back" }))).toBe("invalid_transition");
  await runErasure(owner.tenant.id, id);
  expect(await traces("Tine Twice")).toBe(0);
  expect(await traces("Tine Other")).toBeGreaterThan(0);
});

test("a booking during the erasure belongs to a new customer", async () => {
  const guest = { name: "Nora Newman", email: "nora@newman.test" };
  const { customer_id: id } = await book(guest);
  await eraseCustomer(owner, id);
  await eraseStep(owner.tenant.id, id);
  const fresh = await book(guest, { notes: "by the window" });
  expect(fresh.customer_id).not.toBe(id);
  await runErasure(owner.tenant.id, id);
  const left = await pool.query(
    "select customer_name, customer_email, notes from booking where id = $1",
    [fresh.id],
  );
  expect(left.rows).toEqual([
    { customer_name: guest.name, customer_email: guest.email, notes: "by the window" },
  ]);
  expect(await refusal(book(undefined as never, { customer_id: id }))).toBe("validation_failed");
});

test("a concurrent booking and erasure leave either no trace or a new customer", async () => {
  for (let round = 0; round < 5; round++) {
    const guest = { name: `Rolf Race ${round}`, email: `rolf-${round}@race.test` };
    const { customer_id: id } = await book(guest);
    const [made] = await Promise.all([book(guest), eraseCustomer(owner, id)]);
    await runErasure(owner.tenant.id, id);
    const record = await pool.query("select name from customer where tenant_id = $1 and id = $2", [
      owner.tenant.id,
      id,
    ]);
    expect(record.rows).toEqual([{ name: "Erased" }]);
    const of = await pool.query("select customer_id, customer_name from booking where id = $1", [
      made.id,
    ]);
    const isNew = of.rows[0].customer_id !== id;
    expect(of.rows[0].customer_name).toBe(isNew ? guest.name : "Erased");
  }
});
