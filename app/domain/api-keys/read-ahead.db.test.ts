import { beforeEach, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call, json } from "~/testing/request";

// From its second call on, what a key's call reads first travels along with the look at the key itself.

let owner: UserActor;
let key: string;
let room: { id: string };

beforeEach(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
  room = await makeResource(owner);
  await makeSchedule(owner, [room.id]);
});

const look = (headers: Record<string, string> = {}, more = "") =>
  call(`/api/widget/availability?resource_id=${room.id}&tz=UTC${more}`, { key, headers });
const book = (slot_id: string) => call("/api/widget/booking", { key, body: { slot_id, customer: aCustomer() } });

async function freeSlots(): Promise<string[]> {
  const answer = (await json(await look())) as unknown as { days: { slots: { id: string }[] }[] };
  return answer.days.flatMap(({ slots }) => slots.map(({ id }) => id));
}

test("the second call answers what the first did, and sees what has changed since", async () => {
  const first = await look();
  const second = await look();
  expect(await second.text()).toBe(await first.text());
  const tag = { "If-None-Match": first.headers.get("ETag") ?? "" };
  expect((await look(tag)).status).toBe(304);
  const free = await freeSlots();
  expect((await book(free[0]!)).status).toBe(201);
  expect((await book(free[1]!)).status).toBe(201);
  expect((await look(tag)).status).toBe(200);
  expect(await freeSlots()).toEqual(free.slice(2));
});

test("a key that was revoked or has lost its scope since its last call is refused, and nothing is booked", async () => {
  const [slot] = await freeSlots();
  await pool.query("update api_key set scopes = '{availability:read}' where tenant_id = $1", [owner.tenant.id]);
  expect(await json(await book(slot!))).toMatchObject({ error: { code: "insufficient_scope" } });
  await pool.query("update api_key set revoked_at = now() where tenant_id = $1", [owner.tenant.id]);
  expect(await json(await look())).toMatchObject({ error: { code: "invalid_key" } });
  expect(await json(await book(slot!))).toMatchObject({ error: { code: "invalid_key" } });
  expect((await pool.query("select 1 from booking where tenant_id = $1", [owner.tenant.id])).rowCount).toBe(0);
});

test("who calls comes before what is wrong with the call, known key or not", async () => {
  expect((await look()).status).toBe(200);
  expect((await look({}, "&party_size=none")).status).toBe(422);
  await pool.query("update api_key set revoked_at = now() where tenant_id = $1", [owner.tenant.id]);
  expect((await look({}, "&party_size=none")).status).toBe(401);
  expect(
    (await call("/api/widget/booking", { key, raw: "{", headers: { "Content-Type": "application/json" } })).status,
  ).toBe(401);
});
