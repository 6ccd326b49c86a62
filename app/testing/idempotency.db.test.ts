import { sentTo } from "./outbox";
import { beforeAll, expect, test } from "vitest";
import { sendMessage } from "~/domain/email/send-message.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
} from "./factory";
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
    "select id from slot where tenant_id = $1 and starts_at between now() + interval '1 day' and now() + interval '60 days' order by starts_at",
    [owner.tenant.id],
  );
  free = found.rows.map((row) => row.id);
});

const wish = () => ({ slot_id: free.pop()!, customer: aCustomer() });
const book = (body: unknown, idempotencyKey: string) =>
  call("/api/widget/booking", { key, body, headers: { "Idempotency-Key": idempotencyKey } });
const count = async () =>
  Number(
    (await pool.query("select count(*) from booking where tenant_id = $1", [owner.tenant.id]))
      .rows[0].count,
  );

test("a repeated call returns the same bytes and books once", async () => {
  const body = wish();
  const first = await book(body, "again");
  const before = await count();
  const second = await book({ customer: body.customer, slot_id: body.slot_id }, "again");
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  expect(await second.text()).toBe(await first.text());
  expect(await count()).toBe(before);
});

test("reusing a key with another body is an error", async () => {
  await book(wish(), "other body");
  const response = await book(wish(), "other body");
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: { code: "idempotency_mismatch" } });
});

test("ten concurrent calls with one key make one booking; calls during the first get a retryable error", async () => {
  const body = wish();
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(body, "at once")));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  expect(statuses).toContain(201);
  expect(await count()).toBe(before + 1);
  const waiting = answers.find((answer) => answer.status === 409);
  if (waiting)
    expect(await waiting.json()).toMatchObject({ error: { code: "idempotency_in_progress" } });
});

test("of two concurrent calls with one key for two resources, one books and the other is refused", async () => {
  const other = await makeResource(owner);
  await makeSchedule(owner, [other.id]);
  const found = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and resource_id = $2 and starts_at > now() + interval '1 day' limit 1",
    [owner.tenant.id, other.id],
  );
  const wishes = [wish(), { slot_id: found.rows[0]!.id, customer: aCustomer() }];
  const before = await count();
  const answers = await Promise.all(wishes.map((body) => book(body, "two resources")));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  const mismatch = answers.find((answer) => answer.status === 409)!;
  expect(await mismatch.json()).toMatchObject({ error: { code: "idempotency_mismatch" } });
  expect(await count()).toBe(before + 1);
  const customers = await pool.query(
    "select from customer where tenant_id = $1 and email = any($2)",
    [owner.tenant.id, wishes.map((body) => body.customer.email)],
  );
  expect(customers.rowCount).toBe(1);
});

test("a refusal is not stored, so the key can be retried", async () => {
  const body = wish();
  await book(body, "taken by this");
  const refused = await book({ ...body, customer: aCustomer() }, "tries again");
  expect(refused.status).toBe(409);
  const response = await book(wish(), "tries again");
  expect(response.status).toBe(201);
});

test("keys of different tenants do not collide", async () => {
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

test("a repeated status change is applied once with its events", async () => {
  const made = (await (await call("/api/bookings", { key: secret, body: wish() })).json()) as {
    id: string;
  };
  const cancel = () =>
    call(`/api/bookings/${made.id}/status`, {
      key: secret,
      body: { status: "cancelled" },
      headers: { "Idempotency-Key": "cancel" },
    });
  const [first, second] = [await cancel(), await cancel()];
  expect([first.status, second.status, second.headers.get("Idempotency-Replayed")]).toEqual([
    200,
    200,
    "true",
  ]);
  const events = await pool.query(
    "select type from event where booking_id = $1 order by sequence",
    [made.id],
  );
  expect(events.rows.map((row) => row.type)).toEqual([
    "booking.created",
    "booking.confirmed",
    "booking.cancelled",
  ]);
});

test("keys of different callers of one tenant do not collide", async () => {
  const body = wish();
  const other = await makeSecretKey(owner);
  const create = (by: string, sent: unknown) =>
    call("/api/bookings", { key: by, body: sent, headers: { "Idempotency-Key": "the same text" } });
  const first = await create(secret, body);
  const second = await create(other, wish());
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get("Idempotency-Replayed")).toBeNull();
  // The stored response of the other caller must not leak: this one only learns that the seat is
  // taken.
  const spied = await create(await makeSecretKey(owner), body);
  expect([spied.status, spied.headers.get("Idempotency-Replayed")]).toEqual([409, null]);
});

test("a replay repeats the Location header", async () => {
  const body = wish();
  const create = () =>
    call("/api/bookings", { key: secret, body, headers: { "Idempotency-Key": "where" } });
  const [first, again] = [await create(), await create()];
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  expect(first.headers.get("Location")).toMatch(/^\/api\/bookings\/[0-9a-f-]{36}$/);
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
});

test("a guest joins the waiting list once, however often the widget retries", async () => {
  const { slot_id, customer } = wish();
  expect((await book({ slot_id, customer }, "takes the seat")).status).toBe(201);
  const wait = (who = aCustomer()) =>
    call("/api/widget/waitlist", {
      key,
      body: { slot_id, customer: who },
      headers: { "Idempotency-Key": "waits" },
    });
  const guest = aCustomer();
  const first = await wait(guest);
  const second = await wait(guest);
  expect([first.status, second.status, second.headers.get("Idempotency-Replayed")]).toEqual([
    201,
    201,
    "true",
  ]);
  expect(await second.text()).toBe(await first.text());
  expect(await (await wait()).json()).toMatchObject({ error: { code: "idempotency_mismatch" } });
  const waiting = await pool.query("select 1 from waitlist_entry where tenant_id = $1", [
    owner.tenant.id,
  ]);
  expect(waiting.rowCount).toBe(1);
});

// From here on the widget requires a code.
test("a guest's code is sent once and exchanged once per key", async () => {
  await pool.query(
    "insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, $2, 'Default', true, $3)",
    [owner.tenant.id, newId(), { verification: "email" }],
  );
  const destination = `${newId()}@example.test`;
  const start = () =>
    call("/api/widget/verify", {
      key,
      body: { channel: "email", destination },
      headers: { "Idempotency-Key": destination },
    });
  const [first, again] = [await start(), await start()];
  expect([first.status, again.status, again.headers.get("Idempotency-Replayed")]).toEqual([
    202,
    202,
    "true",
  ]);
  const { verification_id } = (await first.json()) as { verification_id: string };
  const waiting = await pool.query<{ id: string }>("select id from message where recipient = $1", [
    destination,
  ]);
  expect(waiting.rows).toHaveLength(1);
  await sendMessage({ message_id: waiting.rows[0]!.id });
  const code = /\b\d{6}\b/.exec((await sentTo(destination))[0]!.text)![0];
  const confirm = (sent = code) =>
    call("/api/widget/verify/confirm", {
      key,
      body: { verification_id, code: sent },
      headers: { "Idempotency-Key": "confirm" },
    });
  const [token, same] = [await confirm(), await confirm()];
  expect([token.status, same.status, same.headers.get("Idempotency-Replayed")]).toEqual([
    200,
    200,
    "true",
  ]);
  expect(await same.text()).toBe(await token.text());
  expect((await confirm("000000")).status).toBe(409);
});

test("an empty key and one of 256 characters are refused", async () => {
  for (const bad of ["x".repeat(256), ""]) {
    const response = await book(wish(), bad);
    expect(response.status, JSON.stringify(bad.length)).toBe(422);
  }
});
