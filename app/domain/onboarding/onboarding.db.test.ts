import sql from "sql-template-tag";
import { expect, test } from "vitest";
import type { OnboardingState } from "~/contract/onboarding";
import { startSession } from "~/domain/identity/sessions.sql.server";
import { pool, prisma, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { reserveId } from "./stored-onboarding.sql.server";

const PATH = "/api/onboarding";
const read = async (cookie: string) =>
  (await json(await call(PATH, { cookie }))) as unknown as OnboardingState;
const save = (cookie: string, step: string, data: object) =>
  call(PATH, { cookie, body: { step, data } });
const complete = (cookie: string) => call(PATH, { method: "PATCH", cookie });

const room = { type: "room", name: "Blue room" };
const hours = {
  name: "An hour",
  rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
};

async function newcomer(byProvider: boolean) {
  const data = { id: newId(), email: `new-${newId()}@example.test`, name: "Anna Jansen" };
  const account = await prisma.account.create({ data });
  if (byProvider)
    await prisma.identity.create({
      data: { issuer: "https://id.test", subject: newId(), account_id: account.id },
    });
  return {
    account,
    cookie: `session=${await startSession(account, { ip: null, user_agent: null })}`,
  };
}

test("leads step by step to the first bookable time", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  expect(await read(cookie)).toMatchObject({
    current_step: "resource",
    completed: ["company"],
    skipped: [],
  });
  expect(await json(await save(cookie, "resource", room))).toMatchObject({
    current_step: "schedule",
  });
  expect(await json(await save(cookie, "schedule", hours))).toMatchObject({
    current_step: "widget",
    completed: ["company", "resource", "schedule"],
    data: {
      resource: { name: "Blue room", capacity: 1 },
      schedule: { name: "An hour", duration_minutes: 60 },
    },
  });
  expect(await json(await save(cookie, "widget", {}))).toMatchObject({ current_step: "payments" });
  const done = await complete(cookie);
  expect(await json(done)).toMatchObject({ current_step: "done", skipped: ["payments"] });
  const answer = await json(await call("/api/widget/availability", { key: await makeKey(owner) }));
  const days = answer.days as { slots: { bookable: boolean }[] }[];
  expect(
    days.flatMap(({ slots }) => slots).filter(({ bookable }) => bookable).length,
  ).toBeGreaterThan(50);
});

test("repeating a step, also concurrently, updates what it created", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const both = await Promise.all([save(cookie, "resource", room), save(cookie, "resource", room)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await save(cookie, "resource", { ...room, name: "Red room", capacity: 3 });
  const twice = await Promise.all([
    save(cookie, "schedule", hours),
    save(cookie, "schedule", hours),
  ]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  await save(cookie, "schedule", { ...hours, duration_minutes: 30 });
  const where = { tenant_id: owner.tenant.id };
  expect(await prisma.resource.findMany({ where })).toMatchObject([
    { name: "Red room", capacity: 3 },
  ]);
  expect(await prisma.schedule.findMany({ where })).toMatchObject([{ duration_minutes: 30 }]);
});

test("repeating a step keeps later changes of the service", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  await save(cookie, "resource", room);
  await save(cookie, "schedule", hours);
  const { id } = await prisma.schedule.findFirstOrThrow({ where: { tenant_id: owner.tenant.id } });
  const changes = {
    description: "By the window",
    category: "Rooms",
    location: { kind: "jitsi", text: null },
  };
  await call(`/api/schedules/${id}`, { method: "PATCH", cookie, body: changes });
  await save(cookie, "schedule", { ...hours, duration_minutes: 30 });
  const read = async () => json(await call(`/api/schedules/${id}`, { cookie }));
  expect(await read()).toMatchObject({ ...changes, duration_minutes: 30 });
  await save(cookie, "schedule", { ...hours, description: "At the desk" });
  expect(await read()).toMatchObject({ description: "At the desk", category: "Rooms" });
});

/** Resolves when a connection waits for a lock. */
async function untilWaiting(): Promise<void> {
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await pool.query(waiting)).rowCount === 0);
}

test("of two concurrent first saves, the second updates the first's record", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  await save(cookie, "resource", room);
  const tenantId = owner.tenant.id;
  const id = await reserveId(tenantId, "schedule_id");
  const second = await transaction(async (db) => {
    const first = sql`insert into schedule (tenant_id, id, name, time_zone, rules) values (${tenantId}, ${id}, 'First', 'UTC', '[]')`;
    await db.query(first);
    const saved = save(cookie, "schedule", hours);
    await untilWaiting(); // it has read no schedule yet
    return { saved };
  });
  expect((await second.saved).status).toBe(200);
  const found = await prisma.schedule.findMany({ where: { tenant_id: tenantId } });
  expect(found).toMatchObject([{ id, name: "An hour", version: 2 }]);
});

test("it is incomplete until a guest can book, and lists what is missing", async () => {
  const cookie = await signIn(await makeTenant());
  const missing = async () => {
    const answer = await complete(cookie);
    expect(answer.status).toBe(422);
    return (await json(answer)).error;
  };
  expect(await missing()).toMatchObject({
    code: "validation_failed",
    details: { missing: ["resource", "schedule"] },
  });
  await save(cookie, "resource", room);
  expect(await missing()).toMatchObject({ details: { missing: ["schedule"] } });
});

test("existing records count, and completing is idempotent", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  await makeSchedule(owner, [(await makeResource(owner)).id]);
  expect(await read(cookie)).toMatchObject({
    completed: ["company", "resource", "schedule"],
    current_step: "widget",
  });
  expect((await complete(cookie)).status).toBe(200);
  expect((await complete(cookie)).status).toBe(200);
  const audit = await prisma.auditRow.findMany({
    where: { tenant_id: owner.tenant.id, action: "onboarding.completed" },
  });
  expect(audit).toHaveLength(1);
});

test("a schedule needs a bookable resource", async () => {
  const answer = await save(await signIn(await makeTenant()), "schedule", hours);
  expect(answer.status).toBe(422);
  expect((await json(answer)).error?.issues?.[0]?.path).toBe("step");
});

test("a new person from an identity provider gets a tenant once", async () => {
  const { account, cookie } = await newcomer(true);
  const answers = await Promise.all(Array.from({ length: 4 }, () => call(PATH, { cookie })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await read(cookie)).toMatchObject({
    current_step: "company",
    completed: [],
    data: {
      company: { name: "Anna Jansen", email: null },
      resource: null,
      schedule: null,
    },
  });
  expect(await prisma.user.findMany({ where: { account_id: account.id } })).toMatchObject([
    { role: "owner" },
  ]);
  await save(cookie, "resource", room);
  await save(cookie, "schedule", hours);
  expect((await json(await complete(cookie))).error).toMatchObject({
    details: { missing: ["company"] },
  });
  await save(cookie, "company", { name: "Salon Anna", time_zone: "Europe/Amsterdam" });
  expect((await complete(cookie)).status).toBe(200);
});

test("a new person by code creates a tenant with create-tenant", async () => {
  const { account, cookie } = await newcomer(false);
  expect((await json(await call(PATH, { cookie }))).error?.code).toBe("forbidden_role");
  expect(await prisma.user.count({ where: { account_id: account.id } })).toBe(0);
});

test("a member of a company gets no other tenant", async () => {
  const staff = await makeUser(await makeTenant(), "staff");
  await prisma.identity.create({
    data: { issuer: "https://id.test", subject: newId(), account_id: staff.account_id },
  });
  const cookie = await signIn(staff);
  expect((await call(PATH, { cookie })).status).toBe(403);
  await prisma.session.updateMany({
    where: { account_id: staff.account_id },
    data: { tenant_id: null },
  });
  expect((await call(PATH, { cookie })).status).toBe(403);
  expect(await prisma.user.count({ where: { account_id: staff.account_id } })).toBe(1);
});

test.each([
  [{ step: "done", data: {} }, "step"],
  [{ step: "resource", data: { type: "room" } }, "data.name"],
  [{ step: "resource", data: { ...room, meta: {} } }, "data.meta"],
  [
    { step: "schedule", data: { ...hours, rules: [{ days: [8], start: "09:00", end: "10:00" }] } },
    "data.rules.0.days.0",
  ],
  [{ step: "company", data: { time_zone: "Mars/Olympus" } }, "data.time_zone"],
])("refuses %j, naming %s", async (body, path) => {
  const answer = await call(PATH, { cookie: await signIn(await makeTenant()), body });
  expect(answer.status).toBe(422);
  expect((await json(answer)).error?.issues?.[0]?.path).toBe(path);
});
