import { beforeAll, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeSecretKey, makeTenant } from "./factory";
import { call } from "./request";

let owner: UserActor;
let key: string;
let secret: string;
let free: string[];

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeKey(owner);
  secret = await makeSecretKey(owner);
  const room = await makeResource(owner);
  await makeSchedule(owner, [room.id]);
  const found = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and starts_at > now() + interval '1 day'",
    [owner.tenant.id],
  );
  free = found.rows.map((row) => row.id);
});

const wish = () => ({ slot_id: free.pop()!, customer: aCustomer() });
const book = (body: unknown, idempotencyKey: string) =>
  call("/api/widget/booking", { key, body, headers: { "Idempotency-Key": idempotencyKey } });
const count = async () =>
  Number((await pool.query("select count(*) from booking where tenant_id = $1", [owner.tenant.id])).rows[0].count);

test("the same call again answers the same bytes and books once", async () => {
  const body = wish();
  const first = await book(body, "again");
  const before = await count();
  const second = await book({ customer: body.customer, slot_id: body.slot_id }, "again");
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  expect(await second.text()).toBe(await first.text());
  expect(await count()).toBe(before);
});

test("the same key with another body is a mistake, and says so", async () => {
  await book(wish(), "other body");
  const response = await book(wish(), "other body");
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: { code: "idempotency_mismatch" } });
});

test("ten at once with one key make one booking; who meets the first while it runs is told to come back", async () => {
  const body = wish();
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(body, "at once")));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  expect(statuses).toContain(201);
  expect(await count()).toBe(before + 1);
  const waiting = answers.find((answer) => answer.status === 409);
  if (waiting) expect(await waiting.json()).toMatchObject({ error: { code: "idempotency_in_progress" } });
});

test("a refusal is not kept: the same key may try again", async () => {
  const body = wish();
  await book(body, "taken by this");
  const refused = await book({ ...body, customer: aCustomer() }, "tries again");
  expect(refused.status).toBe(409);
  const response = await book(wish(), "tries again");
  expect(response.status).toBe(201);
});

test("another tenant's key of the same text is another key", async () => {
  await book(wish(), "shared text");
  const other = await makeTenant();
  const room = await makeResource(other);
  await makeSchedule(other, [room.id]);
  const slot = await pool.query(
    "select id from slot where tenant_id = $1 and starts_at > now() + interval '1 day' limit 1",
    [other.tenant.id],
  );
  const response = await call("/api/widget/booking", {
    key: await makeKey(other),
    body: { slot_id: slot.rows[0].id, customer: aCustomer() },
    headers: { "Idempotency-Key": "shared text" },
  });
  expect(response.status).toBe(201);
});

test("a status change under a key happens once and writes its events once", async () => {
  const made = (await (await call("/api/bookings", { key: secret, body: wish() })).json()) as { id: string };
  const cancel = () =>
    call(`/api/bookings/${made.id}/status`, {
      key: secret,
      body: { status: "cancelled" },
      headers: { "Idempotency-Key": "cancel" },
    });
  const [first, second] = [await cancel(), await cancel()];
  expect([first.status, second.status, second.headers.get("Idempotency-Replayed")]).toEqual([200, 200, "true"]);
  const events = await pool.query("select type from event where booking_id = $1 order by sequence", [made.id]);
  expect(events.rows.map((row) => row.type)).toEqual(["booking.created", "booking.confirmed", "booking.cancelled"]);
});

test("a key of 256 characters or none is refused", async () => {
  for (const bad of ["x".repeat(256), ""]) {
    const response = await book(wish(), bad);
    expect(response.status, JSON.stringify(bad.length)).toBe(422);
  }
});
