import { expect, test } from "vitest";
import { relayEvents } from "~/domain/events/relay.server";
import { makeEvents, makeSubscription } from "~/testing/webhook-receivers";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { retention } from "~/lib/retention.sql";
import { tableKinds } from "~/lib/tables";
import { makeResource, makeTenant } from "~/testing/factory";
import { deleteFinishedJobs, deleteOldRows, findOld } from "./retention.sql.server";

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

test("deletes expired rows and keeps younger ones", async () => {
  const actor = await makeTenant();
  const tenant_id = actor.tenant.id;
  const subscription = await makeSubscription(actor, "https://example.com/");
  const [old = ""] = await makeEvents(actor, ["booking.created"]);
  const [young = ""] = await makeEvents(actor, ["booking.created"]);
  await relayEvents(100);
  const [unrelayed = ""] = await makeEvents(actor, ["booking.created"]);
  const age = (id: string, days: number) =>
    prisma.event.updateMany({ where: { id }, data: { created_at: ago(days) } });
  await Promise.all([age(old, 30.1), age(young, 29.9), age(unrelayed, 40)]);
  await prisma.webhookAttempt.createMany({
    data: (await prisma.webhookDelivery.findMany()).map((delivery) => ({
      tenant_id,
      id: newId(),
      delivery_id: delivery.id,
      attempt: 1,
      started_at: new Date(),
      latency_ms: 1,
    })),
  });

  const audit = (days: number) => ({
    tenant_id,
    id: newId(),
    actor: {},
    action: "x",
    entity: "x",
    at: ago(days),
  });
  await prisma.auditRow.createMany({ data: [audit(401), audit(399)] });
  const key = (name: string, days: number) => ({
    tenant_id,
    route: "x",
    key: name,
    fingerprint: new Uint8Array(1),
    created_at: ago(days),
  });
  await prisma.idempotencyKey.createMany({ data: [key("old", 1.01), key("young", 0.99)] });
  const code = (days: number) => ({
    id: newId(),
    purpose: "x",
    channel: "email",
    destination: "x",
    code_hmac: new Uint8Array(1),
    expires_at: ago(days),
  });
  await prisma.verificationCode.createMany({ data: [code(1.01), code(0.99)] });
  const channel = (expires: number, stopped: number | null) => ({
    tenant_id,
    id: newId(),
    connection_id: newId(),
    calendar_id: newId(),
    provider: "google",
    expires_at: ago(expires),
    stopped_at: stopped === null ? null : ago(stopped),
  });
  const [live, stopped] = [channel(-3, null), channel(-3, 29.9)];
  await prisma.calendarChannel.createMany({
    data: [live, stopped, channel(30.1, null), channel(-3, 30.1)],
  });

  expect(await deleteOldRows()).toMatchObject({
    event: 1,
    audit_row: 1,
    idempotency_key: 1,
    verification_code: 1,
    calendar_channel: 2,
  });
  expect((await prisma.calendarChannel.findMany()).map(({ id }) => id).sort()).toEqual(
    [live.id, stopped.id].sort(),
  );
  expect(
    (await prisma.event.findMany({ orderBy: { id: "asc" } })).map((event) => event.id),
  ).toEqual([young, unrelayed]);
  expect(await prisma.webhookDelivery.findMany()).toMatchObject([
    { event_id: young, subscription_id: subscription.id },
  ]);
  expect(await prisma.webhookAttempt.count()).toBe(1);
  expect(await prisma.idempotencyKey.findMany()).toMatchObject([{ key: "young" }]);
  expect(Object.values(await deleteOldRows()).every((count) => count === 0)).toBe(true);
});

test("deletes more rows than one batch", async () => {
  const { tenant } = await makeTenant();
  await pool.query(
    `insert into audit_row (tenant_id, id, actor, action, entity, at)
      select $1, gen_random_uuid(), '{}', 'x', 'x', now() - interval '401 days' from generate_series(1, 12000)`,
    [tenant.id],
  );
  expect(await deleteOldRows()).toMatchObject({ audit_row: 12_000 });
});

test("deletes finished jobs in steps, keeps waiting and recently failed ones", async () => {
  await pool.query("select pgboss.create_queue('slots.ensure', '{}')");
  await pool.query("delete from pgboss.job");
  const make = (state: string, hours: number, count: number) =>
    pool.query(
      `insert into pgboss.job (name, state, completed_on)
        select 'slots.ensure', $1::text::pgboss.job_state, case when $1::text <> 'created' then now() - make_interval(hours => $2) end from generate_series(1, $3)`,
      [state, hours, count],
    );
  await make("completed", 2, 2500);
  await make("completed", 0, 3);
  await make("failed", 8 * 24, 1);
  await make("failed", 6 * 24, 2);
  await make("created", 0, 1);
  expect(await deleteFinishedJobs()).toBe(2501);
  const left = await pool.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from pgboss.job group by state order by state",
  );
  expect(left.rows).toEqual([
    { state: "created", count: 1 },
    { state: "completed", count: 3 },
    { state: "failed", count: 2 },
  ]);
});

/** Column by which old rows are found, for tables with many rows per company. */
const AGES: Record<string, string> = {
  audit_row: "at",
  block: "ends_at",
  busy: "ends_at",
  calendar_left: "goes_at",
  connect_state: "expires_at",
  customer_erasure: "ended_at",
  customer_import: "created_at",
  event: "created_at",
  idempotency_key: "created_at",
  mail_usage: "day",
  manage_link_use: "window_starts_at",
  message: "created_at",
  offered_time: "day",
  provider_event: "received_at",
  provider_session: "created_at",
  rate_limit: "expire",
  reminder: "starts_at",
  resource_day: "day",
  sms_usage: "month",
  spent_sign_in: "expires_at",
  text_reminder: "starts_at",
  verification_code: "expires_at",
  verification_token: "expires_at",
  waitlist_entry: "starts_at",
};
/** Tables with few rows per company or account. */
const SMALL = ["calendar_channel", "invitation", "session", "slot_job"];

test("each table has an index for finding old rows", async () => {
  const tables = Object.entries(retention).filter(([, { nightly }]) => nightly !== undefined);
  expect([...Object.keys(AGES), ...SMALL].sort()).toEqual(tables.map(([table]) => table).sort());
  const found = await pool.query<{ table: string; columns: string[] }>(
    `select i.indrelid::regclass::text as table, array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as at (number, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = at.number order by at.place) as columns
     from pg_index i where i.indpred is null and i.indisvalid`,
  );
  for (const [table, age] of Object.entries(AGES)) {
    const named = ["tenant_id", table === "busy" ? "calendar_id" : "resource_id"];
    const isFoundBy = ({ columns }: { columns: string[] }) =>
      columns.slice(0, columns.indexOf(age)).every((column) => named.includes(column)) &&
      columns.includes(age);
    expect
      .soft(found.rows.filter((index) => index.table === table).some(isFoundBy), table)
      .toBe(true);
  }
});

test("conditions of tables without tenants can use their index", async () => {
  const client = await pool.connect();
  try {
    await client.query("set enable_seqscan = off");
    for (const [table, { nightly }] of Object.entries(retention)) {
      const kind = tableKinds[table as keyof typeof tableKinds];
      if (nightly === undefined || kind === "tenant" || !(table in AGES)) continue;
      const { text, values } = findOld({ table, ...nightly }, 5000);
      const { rows } = await client.query(`explain ${text}`, values);
      expect.soft(JSON.stringify(rows), table).toContain(`Index Cond: (${AGES[table]!} <`);
    }
  } finally {
    client.release(true);
  }
});

test("deletes exactly the expired rows of each table, of every company", async () => {
  const owner = await makeTenant();
  const { tenant } = owner;
  const room = (await makeResource(owner)).id;
  const ids = Array.from({ length: 40 }, () => newId());
  const client = await pool.connect();
  const rows: [table: string, columns: string, old: string, young: string][] = [
    [
      "waitlist_entry",
      "tenant_id, id, slot_id, resource_id, starts_at, party_size, email, customer",
      `$1, '${ids[0]}', '${ids[1]}', '${room}', now() - interval '30.1 days', 1, 'a@example.com', '{}'`,
      `$1, '${ids[2]}', '${ids[1]}', '${room}', now() - interval '29.9 days', 1, 'b@example.com', '{}'`,
    ],
    [
      "reminder",
      "tenant_id, booking_id, minutes_before, starts_at",
      `$1, '${ids[3]}', 60, now() - interval '7.1 days'`,
      `$1, '${ids[3]}', 60, now() - interval '6.9 days'`,
    ],
    [
      "manage_link_use",
      "tenant_id, booking_id, window_starts_at, uses",
      `$1, '${ids[4]}', now() - interval '25 hours', 1`,
      `$1, '${ids[5]}', now() - interval '23 hours', 1`,
    ],
    [
      "sms_usage",
      "tenant_id, month, sent",
      "$1, current_date - 401, 5",
      "$1, current_date - 399, 5",
    ],
    [
      "provider_event",
      "tenant_id, slot, event_id, received_at",
      "$1, 'payprovider', 'evt_1', now() - interval '91 days'",
      "$1, 'payprovider', 'evt_2', now() - interval '89 days'",
    ],
    [
      "provider_session",
      "tenant_id, provider, session_id, booking_id, created_at",
      `$1, 'payprovider', 'cs_1', '${ids[6]}', now() - interval '31 days'`,
      `$1, 'payprovider', 'cs_2', '${ids[6]}', now() - interval '29 days'`,
    ],
    [
      "customer_erasure",
      "tenant_id, customer_id, person, ended_at",
      `$1, '${ids[7]}', '{}', now() - interval '401 days'`,
      `$1, '${ids[8]}', '{}', null`,
    ],
    [
      "customer_import",
      "tenant_id, id, user_id, file_name, columns, created_at",
      `$1, '${ids[16]}', '${ids[17]}', 'a.csv', 1, now() - interval '7.1 days'`,
      `$1, '${ids[18]}', '${ids[17]}', 'a.csv', 1, now() - interval '6.9 days'`,
    ],
    [
      "resource_day",
      "tenant_id, resource_id, day",
      `$1, '${room}', current_date - 63`,
      `$1, '${room}', current_date - 61`,
    ],
    [
      "offered_time",
      "tenant_id, resource_id, day, seats, open",
      `$1, '${room}', current_date - 801, 1, '{}'`,
      `$1, '${room}', current_date - 799, 1, '{}'`,
    ],
    [
      "block",
      "tenant_id, id, resource_id, starts_at, ends_at, source, updated_at",
      `$1, '${ids[9]}', '${room}', now() - interval '32 days', now() - interval '31 days', 'calendar', now()`,
      `$1, '${ids[10]}', '${room}', now() - interval '32 days', now() - interval '31 days', 'staff', now()`,
    ],
    [
      "message",
      "tenant_id, id, kind, channel, audience, recipient, locale, created_at, updated_at",
      `$1, '${ids[11]}', 'x', 'email', 'customer', 'a@example.com', 'en', now() - interval '401 days', now()`,
      `$1, '${ids[12]}', 'x', 'email', 'customer', 'a@example.com', 'en', now() - interval '399 days', now()`,
    ],
    [
      "slot_job",
      "tenant_id, id, state, total, task, updated_at",
      `$1, '${ids[13]}', 'done', 1, '[]', now() - interval '31 days'`,
      `$1, '${ids[14]}', 'waiting', 1, '[]', now() - interval '31 days'`,
    ],
    [
      "connect_state",
      "tenant_id, state_hash, user_id, slot, expires_at",
      `$1, '\\x01', '${ids[15]}', 'x', now() - interval '25 hours'`,
      `$1, '\\x02', '${ids[15]}', 'x', now() - interval '23 hours'`,
    ],
  ];
  try {
    await client.query("set session_replication_role = replica"); // without the rows that these refer to
    for (const [table, columns, ...both] of rows)
      for (const values of both)
        await client.query(
          `insert into ${table} (${columns}) values (${values})`.replace("$1", `'${tenant.id}'`),
        );
    // State left by the earlier tests.
    const counts = async () =>
      Object.fromEntries(
        await Promise.all(
          rows.map(async ([table]) => [
            table,
            (await pool.query(`select from ${table} where tenant_id = $1`, [tenant.id])).rowCount,
          ]),
        ),
      );
    expect(await counts()).toEqual(Object.fromEntries(rows.map(([table]) => [table, 2])));
    expect(await deleteOldRows()).toMatchObject(
      Object.fromEntries(rows.map(([table]) => [table, 1])),
    );
    expect(await counts()).toEqual(Object.fromEntries(rows.map(([table]) => [table, 1])));
  } finally {
    client.release(true);
  }
});
