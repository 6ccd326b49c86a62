import sql, { join, raw, type Sql } from "sql-template-tag";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { createBooking } from "../bookings/place/create-booking.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { findPerson } from "../privacy/find-person.sql.server";
import { runErasure } from "../privacy/erase-customer.server";
import { inTenant, isMessageOf, type Person } from "./about-person.sql";
import { impersonalTables, type PersonalTable, personalTables } from "./personal-data.sql";

const MARK = "unmistakable";
const GUEST = { name: `${MARK} name`, email: `${MARK}@guest.test`, phone: "+31698765432" };
const HOLDS_MARK = `~* '${MARK}|98765432'`;

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Every text column of the database, as schema.table without "public.". */
async function textColumns(): Promise<Column[]> {
  const found = await pool.query<Column>(
    `select case c.table_schema when 'public' then '' else c.table_schema || '.' end || c.table_name as table,
        c.column_name as column, c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')
        and not exists (select 1 from pg_inherits i where i.inhrelid = (c.table_schema || '.' || c.table_name)::regclass)
      order by 1, 2`,
  );
  return found.rows;
}

test("every text and JSON column is classified as personal or not", async () => {
  const listed = [
    ...personalTables.flatMap(({ table, personal, impersonal }) =>
      [...personal, ...impersonal].map((name) => [table, name]),
    ),
    ...Object.entries(impersonalTables).flatMap(([table, names]) =>
      names.map((name) => [table, name]),
    ),
  ].map(([table, name]) => `${table}.${name}`);
  expect((await textColumns()).map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    [...listed].sort(),
  );
});

/** A guest with a row in every table that can contain guests' data. */
async function aKnownGuest(owner: UserActor) {
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string; starts_at: Date }>(
    "select id, starts_at from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 10 limit 5",
    [owner.tenant.id, schedule.id],
  );
  const slot = slots.rows[0]!;
  const booked = await call("/api/bookings", {
    cookie: await signIn(owner),
    headers: { "Idempotency-Key": newId() },
    body: { slot_id: slot.id, customer: GUEST, notes: MARK, meta: { crm: MARK } },
  });
  const { id: booking, customer_id: customer } = (await json(booked)) as {
    id: string;
    customer_id: string;
  };
  const stranger = await createBooking(
    owner,
    NewBooking.parse({ slot_id: slots.rows[1]!.id, customer: aCustomer("Bert"), notes: "stays" }),
    null,
  );
  await makeKey(owner);
  const add = (text: string, values: unknown[] = []) =>
    pool.query(text, [owner.tenant.id, ...values]);
  const { rows } = await add("select id from api_key where tenant_id = $1 limit 1");
  await add(
    `insert into webhook_subscription (tenant_id, id, url, events, secret_ciphertext) values ($1, gen_random_uuid(), 'https://a.test', '{}', '')`,
  );
  while ((await relayEvents(100)) > 0);
  await add(
    `insert into webhook_delivery (tenant_id, id, event_id, subscription_id)
      select e.tenant_id, gen_random_uuid(), e.id, s.id from event e join webhook_subscription s on s.tenant_id = e.tenant_id
      where e.tenant_id = $1 and e.booking_id = $2`,
    [booking],
  );
  await add(
    `insert into webhook_attempt (tenant_id, id, delivery_id, attempt, started_at, latency_ms)
      select d.tenant_id, gen_random_uuid(), d.id, 1, now(), 1 from webhook_delivery d join event e on e.id = d.event_id
      where d.tenant_id = $1 and e.booking_id = $2`,
    [booking],
  );
  // An email to the owner (found by booking), one to the guest (by address), an SMS (by number),
  // and the event of another booking that names the guest.
  await add(
    `insert into message (tenant_id, id, kind, channel, audience, recipient, locale, booking_id)
      values ($1, gen_random_uuid(), 'booking_created', 'email', 'owner', 'owner@salon.test', 'en', $2),
        ($1, gen_random_uuid(), 'verification_code', 'sms', 'customer', '+31698765432', 'en', null),
        ($1, gen_random_uuid(), 'verification_code', 'email', 'customer', '${MARK.toUpperCase()}@guest.test', 'en', null)`,
    [booking],
  );
  await add(
    `update event set body = jsonb_set(body::jsonb, '{data,booking,customer}', $3::jsonb)::text
      where tenant_id = $1 and booking_id = $2`,
    [stranger.id, { id: customer, name: GUEST.name, email: GUEST.email, phone: GUEST.phone }],
  );
  await add(
    `insert into waitlist_entry (tenant_id, id, slot_id, resource_id, starts_at, party_size, email, customer)
      values ($1, gen_random_uuid(), $2, $3, $4, 1, $5, $6), ($1, gen_random_uuid(), $2, $3, $4, 1, 'else@guest.test', $6)`,
    [slot.id, room.id, slot.starts_at, GUEST.email, GUEST],
  );
  await add(
    `insert into booking_link (tenant_id, id, schedule_id, customer)
      values ($1, gen_random_uuid(), $2, $3), ($1, gen_random_uuid(), $2, $3::jsonb - 'email')`,
    [schedule.id, GUEST],
  );
  for (const [channel, destination] of [
    ["email", GUEST.email],
    ["sms", "+31698765432"],
  ]) {
    await add(
      `insert into verification_code (tenant_id, id, purpose, channel, destination, code_hmac, expires_at)
        values ($1, gen_random_uuid(), 'widget', $2, $3, '', now())`,
      [channel, destination],
    );
    await add(
      `insert into verification_token (tenant_id, token_hash, api_key_id, channel, destination, expires_at)
        values ($1, uuid_send(gen_random_uuid()), $2, $3, $4, now())`,
      [rows[0].id, channel, destination],
    );
  }
  await add(
    `insert into payment (tenant_id, id, booking_id, provider, amount, currency, success_url, cancel_url)
      values ($1, gen_random_uuid(), $2, 'payprovider', 100, 'EUR', 'https://site.test/thanks?guest=${MARK}', 'https://site.test/?guest=${MARK}')`,
    [booking],
  );
  await add(
    `insert into receipt (tenant_id, id, year, no, booking_id, payment_id, amount, tax_amount, currency, guest_name, document, created_at)
      values ($1, gen_random_uuid(), 2027, 1, $2, gen_random_uuid(), 100, 0, 'EUR', $3, '{}', now())`,
    [booking, GUEST.name],
  );
  await add(
    "insert into email_suppression (tenant_id, address, reason) values ($1, $2, 'bounced')",
    [GUEST.email],
  );
  await add(
    "insert into customer_alias (tenant_id, customer_id, name, email) values ($1, $2, 'x', 'x@guest.test')",
    [customer],
  );
  await add(
    "insert into customer_import (tenant_id, id, user_id, file_name, columns) values ($1, gen_random_uuid(), gen_random_uuid(), 'a.csv', 1)",
  );
  await add(
    `insert into customer_import_row (tenant_id, id, import_id, number, cells, email, problem)
      select tenant_id, gen_random_uuid(), id, 2, '[]', $2, '{}' from customer_import where tenant_id = $1`,
    [GUEST.email],
  );
  await add(
    `insert into booking_series (tenant_id, id, rrule, time_zone, if_taken, request, state, created_by)
      values ($1, gen_random_uuid(), 'FREQ=WEEKLY;COUNT=2', 'UTC', 'skip', $2, 'running', '{}')`,
    [{ customer: GUEST }],
  );
  await pool.query("insert into pgboss.job (name, data) values ('message.send', $1)", [
    { tenant_id: owner.tenant.id, to: GUEST.email },
  ]);
  await pool.query(
    `insert into pgboss.archive (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, expire_in, created_on, keep_until)
      select id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, expire_in, created_on, keep_until
      from pgboss.job where data ->> 'to' = $1`,
    [GUEST.email],
  );
  return { booking, customer, stranger: stranger.id };
}

/** Columns by which the person is found, or that contain structured data. */
const GIVEN =
  /\.(email|customer_email|phone|customer_phone|destination|recipient|address|body|data|key|customer|request)$/;

/** All rows of a table about a person, however they are found. */
async function whereAbout({ isAbout, lookups = [] }: PersonalTable, person: Person): Promise<Sql> {
  const ids = async (query: Sql) =>
    (await pool.query<{ id: string }>(query)).rows.map(({ id }) => id);
  const { tenant_id, customer_ids } = person;
  const records = await ids(
    sql`select id from booking where tenant_id = ${tenant_id} and customer_id = any(${customer_ids}::uuid[])`,
  );
  const messages = await ids(
    sql`select t.id from message t where ${inTenant(person, isMessageOf("t", person))}`,
  );
  const found = lookups.map((lookup) =>
    lookup.isAbout(person, lookup.by === "records" ? [...customer_ids, ...records] : messages),
  );
  return join(
    [...(isAbout === undefined ? [] : [isAbout(person)]), ...found].map((one) => sql`(${one})`),
    " or ",
  );
}

/** Writes the mark into every other personal column of the person's rows. */
async function plantMarks(owner: UserActor, customer: string): Promise<void> {
  const found = await pool.query("select * from customer where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    customer,
  ]);
  const person = await findPerson(pool, found.rows[0]);
  const types = new Map(
    (await textColumns()).map(({ table, column, type }) => [`${table}.${column}`, type]),
  );
  for (const table of personalTables) {
    const free = table.personal.filter((column) => !GIVEN.test(`${table.table}.${column}`));
    for (const column of free) {
      const value =
        types.get(`${table.table}.${column}`) === "jsonb"
          ? `'{"customer": "${MARK}", "free": "${MARK}"}'`
          : `'${MARK}'`;
      const where = await whereAbout(table, person);
      await pool.query(
        sql`update ${raw(table.table)} t set ${raw(column)} = ${raw(value)} where ${where}`,
      );
    }
  }
}

const holdMark = async (table: string) =>
  (
    await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where to_jsonb(t)::text ${HOLDS_MARK}`,
    )
  ).rows;

test("markers in every personal column are exported, and gone after erasure", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const { customer, stranger } = await aKnownGuest(owner);
  await plantMarks(owner, customer);
  for (const { table } of personalTables)
    expect(await holdMark(table), `${table} before`).not.toEqual([]);

  const exported = (await json(
    await call(`/api/customers/${customer}/export`, { cookie }),
  )) as Record<string, unknown>;
  for (const table of personalTables)
    expect(JSON.stringify(exported[table.export.name]), table.table).toMatch(
      new RegExp(`${MARK}|98765432`, "i"),
    );
  expect(JSON.stringify(exported)).not.toContain("owner@salon.test");

  expect((await call(`/api/customers/${customer}/erase`, { cookie, method: "POST" })).status).toBe(
    202,
  );
  await runErasure(owner.tenant.id, customer);
  const tables = [...new Set((await textColumns()).map(({ table }) => table))];
  for (const table of tables) expect(await holdMark(table), `${table} after`).toEqual([]);

  const messages = await pool.query(
    "select recipient, status from message where tenant_id = $1 and audience = 'owner'",
    [owner.tenant.id],
  );
  expect(messages.rows).toContainEqual({ recipient: "owner@salon.test", status: "suppressed" });
  const other = await pool.query("select notes, customer_name from booking where id = $1", [
    stranger,
  ]);
  expect(other.rows).toEqual([{ notes: "stays", customer_name: "Bert" }]);
});

test("a contact shared with another customer is kept for that customer", async () => {
  const owner = await makeTenant();
  const { customer } = await aKnownGuest(owner);
  await pool.query(
    "insert into customer (tenant_id, id, email, name, phone) values ($1, gen_random_uuid(), 'partner@guest.test', 'Partner', '+31698765432')",
    [owner.tenant.id],
  );
  const found = await pool.query("select * from customer where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    customer,
  ]);
  const person = await findPerson(pool, found.rows[0]);
  expect(person.phones).toEqual([]);
  const waitlist = personalTables.find(({ table }) => table === "waitlist_entry")!;
  const left = await pool.query(
    sql`select 1 from waitlist_entry t where ${await whereAbout(waitlist, person)}`,
  );
  expect(left.rows).toHaveLength(1);
});
