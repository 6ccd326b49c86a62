import { beforeEach, expect, test } from "vitest";
import { MAX_CONFIG_BYTES } from "~/contract/limits";
import type { UserActor } from "~/domain/identity/actor";
import { openBookingPage } from "./open-booking-page.server";
import { pool } from "~/lib/db.server";
import { type SlotRow, slotsOf } from "~/testing/booking-calls";
import { makeKey, makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { call } from "~/testing/request";
import { outcomeOf, widgetCalls } from "~/testing/widget-calls";

// The size of a widget's configuration is bounded, however many services and questions a company
// has.

let owner: UserActor;
let key: string;
let room: { id: string };
let schedule: { id: string };
let cookie: string;
let slots: SlotRow[];

beforeEach(async () => {
  owner = await makeTenant();
  [key, cookie] = [await makeKey(owner), await signIn(owner)];
  room = await makeResource(owner);
  schedule = await makeSchedule(owner, [room.id]);
  slots = await slotsOf(schedule.id);
});

const { read, bookSlot } = widgetCalls(() => ({ cookie, key, slots }));
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Adds 200 schedules, each on all the company's resources. */
const addSchedules = (more: Record<string, unknown>) =>
  pool.query(
    `with made as (insert into schedule select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()) || $2::jsonb)).*
       from schedule s, generate_series(1, 200) where s.tenant_id = $1 returning tenant_id, id)
     insert into schedule_resource (tenant_id, schedule_id, resource_id, pending_from, pending_until)
     select m.tenant_id, m.id, r.id, null, null from made m join resource r on r.tenant_id = m.tenant_id`,
    [owner.tenant.id, JSON.stringify(more)],
  );
const aQuestion = (bytes: number) => [
  { id: "size", label: "Size", type: "text", required: true, hint: "x".repeat(bytes) },
];

test("many questions are loaded per chosen service, and required when booking", async () => {
  await pool.query("update schedule set questions = $2 where id = $1", [
    schedule.id,
    JSON.stringify(aQuestion(300)),
  ]);
  expect((await read()).schedules[0]).toMatchObject({ questions: [{ id: "size" }] });
  expect((await read()).schedules[0]).not.toHaveProperty("questions_follow");
  await addSchedules({ questions: aQuestion(60_000), created_at: "2026-01-01T00:00:00Z" });
  await pool.query("update schedule set created_at = '2025-01-01' where id = $1", [schedule.id]);
  const all = await read();
  expect(bytesOf(all)).toBeLessThanOrEqual(MAX_CONFIG_BYTES);
  expect(all.schedules).toHaveLength(200);
  for (const one of all.schedules)
    expect(one).toMatchObject({ questions: [], questions_follow: true });
  const chosen = await read(`?schedule_id=${schedule.id}`);
  expect(
    chosen.schedules.filter(({ questions_follow }) => questions_follow === undefined),
  ).toMatchObject([{ id: schedule.id, questions: [{ id: "size" }] }]);
  expect(await outcomeOf(await bookSlot())).toEqual(["answers.size"]);
  expect(await outcomeOf(await bookSlot({ answers: [{ question_id: "size", value: "M" }] }))).toBe(
    201,
  );
  const page = await openBookingPage(owner.tenant.slug, null, schedule.id);
  expect(page?.config.schedules.find(({ id }) => id === schedule.id)?.questions).toMatchObject([
    { id: "size" },
  ]);
});

test("an oversized configuration drops descriptions, then the last services, but never the chosen one", async () => {
  await pool.query("update resource set description = repeat('long', 500) where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await pool.query(
    `insert into resource select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
     from resource r, generate_series(1, 199) where r.tenant_id = $1`,
    [owner.tenant.id],
  );
  const described = await read();
  expect(described.resources[0]!.description).toHaveLength(2000);
  await addSchedules({ created_at: "2026-01-01T00:00:00Z", name: "é".repeat(120) });
  await pool.query("update schedule set created_at = '2027-01-01' where id = $1", [schedule.id]);
  const last = await pool.query<{ id: string }>(
    "select id from schedule where tenant_id = $1 order by created_at, id offset 199 limit 1",
    [owner.tenant.id],
  );
  const named = await read(`?schedule_id=${last.rows[0]!.id}`);
  expect(bytesOf(named)).toBeLessThanOrEqual(MAX_CONFIG_BYTES);
  expect(named.resources[0]!.description).toBeNull();
  expect(named.schedules.length).toBeGreaterThan(10);
  expect(named.schedules.length).toBeLessThan(200);
  expect(named.schedules.map(({ id }) => id)).toContain(last.rows[0]!.id);
  const offered = new Set(named.resources.map(({ id }) => id));
  for (const { resource_ids } of named.schedules)
    for (const id of resource_ids) expect(offered.has(id)).toBe(true);
});

test("200 long descriptions are truncated, and complete for the chosen service", async () => {
  const description = "Warm water, é and calm. ".repeat(84).slice(0, 2000);
  await pool.query("update schedule set description = $2 where id = $1", [
    schedule.id,
    description,
  ]);
  expect((await read()).schedules[0]).toMatchObject({ description });
  expect((await read()).schedules[0]).not.toHaveProperty("description_follows");
  await addSchedules({ description, name: "é".repeat(60), created_at: "2026-01-01T00:00:00Z" });
  await pool.query("update schedule set created_at = '2025-01-01' where id = $1", [schedule.id]);
  const all = await read();
  expect(bytesOf(all)).toBeLessThanOrEqual(MAX_CONFIG_BYTES);
  expect(all.schedules).toHaveLength(200);
  const beginning = `${description.slice(0, 160).trimEnd()}…`;
  for (const one of all.schedules)
    expect(one).toMatchObject({ description: beginning, description_follows: true });
  const chosen = await read(`?schedule_id=${schedule.id}`);
  expect(bytesOf(chosen)).toBeLessThanOrEqual(MAX_CONFIG_BYTES);
  expect(chosen.schedules.filter(({ description_follows }) => !description_follows)).toMatchObject([
    { id: schedule.id, description },
  ]);
});

test("if still too large, only the chosen service keeps its description", async () => {
  const long = Array.from({ length: 10 }, (_, at) => ({
    minutes: 90 + at,
    price_amount: 99_999_900 + at,
  }));
  await addSchedules({
    name: "é".repeat(120),
    description: "é".repeat(2000),
    length_options: long,
    created_at: "2026-01-01T00:00:00Z",
  });
  await pool.query("update schedule set description = 'mine' where id = $1", [schedule.id]);
  await pool.query("update schedule set created_at = '2025-01-01' where id = $1", [schedule.id]);
  const config = await read(`?schedule_id=${schedule.id}`);
  expect(bytesOf(config)).toBeLessThanOrEqual(MAX_CONFIG_BYTES);
  expect(config.schedules.length).toBeGreaterThan(100);
  expect(config.schedules[0]).toMatchObject({ id: schedule.id, description: "mine" });
  for (const one of config.schedules.slice(1))
    expect(one).toMatchObject({ description: null, description_follows: true });
});

test("the questions of a service are limited to 64 kB", async () => {
  const options = Array.from({ length: 50 }, (_, at) => `${at} ${"é".repeat(110)}`);
  const questions = Array.from({ length: 20 }, (_, at) => ({
    id: `q${at}`,
    label: "Which",
    type: "select",
    options,
  }));
  const sent = { cookie, method: "PATCH" as const };
  expect(
    await outcomeOf(await call(`/api/schedules/${schedule.id}`, { ...sent, body: { questions } })),
  ).toEqual(["questions"]);
  const fewer = questions.slice(0, 5);
  expect(
    await outcomeOf(
      await call(`/api/schedules/${schedule.id}`, { ...sent, body: { questions: fewer } }),
    ),
  ).toBe(200);
});
