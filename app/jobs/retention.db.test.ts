import { expect, test } from "vitest";
import { relayEvents } from "~/domain/events/relay.server";
import { makeEvents, makeSubscription } from "~/testing/webhook-receivers";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant } from "~/testing/factory";
import { deleteFinishedJobs, deleteOldRows } from "./retention.sql.server";

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

test("what is past its time goes, what is younger stays", async () => {
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
    ...{ tenant_id, id: newId(), connection_id: newId(), calendar_id: newId(), provider: "google" },
    ...{ expires_at: ago(expires), stopped_at: stopped === null ? null : ago(stopped) },
  });
  const [live, stopped] = [channel(-3, null), channel(-3, 29.9)];
  await prisma.calendarChannel.createMany({
    data: [live, stopped, channel(30.1, null), channel(-3, 30.1)],
  });

  expect(await deleteOldRows()).toMatchObject({
    ...{ event: 1, audit_row: 1, idempotency_key: 1, verification_code: 1, calendar_channel: 2 },
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

test("more rows than a batch all go", async () => {
  const { tenant } = await makeTenant();
  await pool.query(
    `insert into audit_row (tenant_id, id, actor, action, entity, at)
      select $1, gen_random_uuid(), '{}', 'x', 'x', now() - interval '401 days' from generate_series(1, 12000)`,
    [tenant.id],
  );
  expect(await deleteOldRows()).toMatchObject({ audit_row: 12_000 });
});

test("finished jobs go in steps, those that wait or failed lately stay", async () => {
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
