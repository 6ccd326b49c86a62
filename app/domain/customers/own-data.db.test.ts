import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { hasMeta } from "~/lib/has-meta.sql";
import { newId } from "~/lib/ids";
import { slotsOf, type SlotRow } from "~/testing/booking-calls";
import { eraseWhole, readExport } from "~/testing/erasure";
import {
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json, type Sent } from "~/testing/request";
import type { UserActor } from "../identity/actor";

// Integrators' own data: meta on records, searches by it, and creating customers.

let owner: UserActor;
let key: string;
let slots: SlotRow[];
let room: string;

beforeAll(async () => {
  owner = await makeTenant();
  key = await makeSecretKey(owner);
  room = (await makeResource(owner, { capacity: 50 })).id;
  slots = (await slotsOf((await makeSchedule(owner, [room])).id)).slice(10);
});

interface Row {
  id: string;
  name: string;
  email: string | null;
  meta: unknown;
}
async function send(path: string, sent: Sent = {}): Promise<Row & Record<string, unknown>> {
  const answer = await call(path, { key, ...sent });
  expect(answer.status, path).toBeLessThan(300);
  return (await json(answer)) as Row & Record<string, unknown>;
}
async function idsOf(path: string, sent: Sent = {}): Promise<string[]> {
  const { data } = (await send(path, sent)) as unknown as { data: Row[] };
  return data.map(({ id }) => id);
}
const status = async (path: string, sent: Sent = {}) => (await call(path, { key, ...sent })).status;
const bookWith = (meta: unknown) =>
  send("/api/bookings", { body: { slot_id: slots[0]!.id, customer: { name: "Guest" }, meta } });

describe.each(["bookings", "customers", "schedules", "resources"])("meta on %s", (noun) => {
  const list = `/api/${noun}`;
  const make = (meta: unknown, more: Record<string, unknown> = {}) => {
    const rules = [{ days: [1], start: "09:00", end: "10:00" }];
    const bodies: Record<string, Record<string, unknown>> = {
      customers: { name: "Guest" },
      schedules: { name: "Service", resource_ids: [room], rules, max_advance_days: 2 },
      resources: { name: "Room", type: "room" },
    };
    return noun === "bookings"
      ? bookWith(meta)
      : send(list, { body: { ...bodies[noun], meta, ...more } });
  };

  test("rows are found by text, numbers and booleans, several keys combined", async () => {
    const one = await make({ order: "A-1", shop: 7, gift: true, note: { deep: "x" } });
    const two = await make({ order: "A-2", shop: 7 });
    await make({});
    expect(one.meta).toEqual({ order: "A-1", shop: 7, gift: true, note: { deep: "x" } });
    expect(await idsOf(`${list}?meta[order]=A-1`)).toEqual([one.id]);
    expect((await idsOf(`${list}?meta[shop]=7`)).sort()).toEqual([one.id, two.id].sort());
    expect(await idsOf(`${list}?meta%5Bshop%5D=7&meta%5Border%5D=A-2`)).toEqual([two.id]);
    expect(await idsOf(`${list}?meta[gift]=true`)).toEqual([one.id]);
    for (const none of [
      "order]=a-1",
      "order]=",
      "shop]=8",
      "note]=x",
      "deep]=x",
      "order]=%25",
      "shop]=1e999",
    ])
      expect(await idsOf(`${list}?meta[${none}`), none).toEqual([]);
    expect(await send(`${list}?meta[shop]=7&include=total&limit=1`)).toMatchObject({
      page: { total: 2 },
    });
  });

  test("another company's rows are not found", async () => {
    await make({ [owner.tenant.id]: "mine" });
    const other = await makeSecretKey(await makeTenant());
    expect(await idsOf(`${list}?meta[${owner.tenant.id}]=mine`, { key: other })).toEqual([]);
  });

  test("invalid filters are refused before any work", async () => {
    const many = Array.from({ length: 6 }, (_, index) => `meta[k${index}]=1`).join("&");
    const twice = "meta[a]=1&meta[a]=2";
    for (const bad of [
      many,
      twice,
      "meta[a]=%00",
      `meta[a]=${"x".repeat(501)}`,
      `meta[${"k".repeat(65)}]=1`,
      "meta=1",
    ])
      expect(await status(`${list}?${bad}`), bad).toBe(422);
  });

  test("a change replaces it, within limits", async () => {
    const { id } = await make({ a: 1 });
    const patched = await send(`${list}/${id}`, { method: "PATCH", body: { meta: { b: [2] } } });
    expect(patched.meta).toEqual({ b: [2] });
    expect((await send(`${list}/${id}`)).meta).toEqual({ b: [2] });
    const large = { body: { meta: { a: "x".repeat(17_000) } }, method: "PATCH" as const };
    expect(await status(`${list}/${id}`, large)).toBe(422);
  });
});

test("a booking is found by its reference in any spelling", async () => {
  const { id, reference } = (await bookWith({})) as unknown as { id: string; reference: string };
  const written = `${reference.slice(0, 4)}-${reference.slice(4)}`;
  for (const typed of [reference, written, written.toLowerCase(), ` ${written} `])
    expect(await idsOf(`/api/bookings?reference=${encodeURIComponent(typed)}`), typed).toEqual([
      id,
    ]);
  expect(await idsOf("/api/bookings?reference=00000000")).toEqual([]);
  for (const bad of [reference.slice(0, 7), "", "K7QF-2M9!"])
    expect(await status(`/api/bookings?reference=${encodeURIComponent(bad)}`), bad).toBe(422);
});

test("similar letters are read as digits: O is 0, I and L are 1", async () => {
  const { id } = await bookWith({});
  await pool.query("update booking set reference = '0011ABCD' where id = $1", [id]);
  expect(await idsOf("/api/bookings?reference=OoIl-abcd")).toEqual([id]);
});

describe("POST /api/customers", () => {
  const path = "/api/customers";

  test("creates a customer with a Location", async () => {
    const body = {
      name: "Rosa Blom",
      email: "Rosa@Example.test ",
      phone: "+31612345678",
      notes: "Window seat",
    };
    const answer = await call(path, { key, body });
    expect(answer.status).toBe(201);
    const made = (await json(answer)) as unknown as Row;
    expect(made).toMatchObject({ ...body, email: "rosa@example.test", meta: {} });
    expect(answer.headers.get("Location")).toBe(`/api/customers/${made.id}`);
    expect(await send(`${path}/${made.id}`)).toMatchObject({
      name: "Rosa Blom",
      bookings: { total: 0 },
    });
    const noted = await pool.query(
      "select diff from audit_row where action = 'customer.created' and entity_id = $1",
      [made.id],
    );
    expect(noted.rows).toEqual([{ diff: {} }]);
  });

  test("a customer with a known address is updated instead of duplicated", async () => {
    const email = `${newId()}@example.test`;
    const first = await send(path, {
      body: { name: "Bo Smit", email, phone: "+31611111111", meta: { a: 1 } },
    });
    const again = await call(path, {
      key,
      body: { name: "Bo de Smit", email: email.toUpperCase() },
    });
    expect(again.status).toBe(200);
    expect(again.headers.get("Location")).toBeNull();
    expect(await json(again)).toMatchObject({
      id: first.id,
      name: "Bo de Smit",
      email,
      phone: "+31611111111",
      meta: { a: 1 },
    });
    expect(await idsOf(`${path}?search=bo smit`)).toEqual([first.id]);
    const booked = await send("/api/bookings", {
      body: { slot_id: slots[0]!.id, customer: { name: "Bo", email } },
    });
    expect(booked["customer_id"]).toBe(first.id);
  });

  test("concurrent calls with one address create one; without an address, one each", async () => {
    const email = `${newId()}@example.test`;
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(path, { body: { name: "Twin", email } })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const others = await Promise.all([1, 2].map(() => send(path, { body: { name: "Nobody" } })));
    expect(new Set(others.map(({ id }) => id)).size).toBe(2);
  });

  test("with an Idempotency-Key it is done once, and answered with what was answered", async () => {
    const headers = { "Idempotency-Key": newId() };
    const body = { name: "Once" };
    const first = await call(path, { key, headers, body });
    const second = await call(path, { key, headers, body });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await second.text()).toBe(await first.text());
    expect(await status(path, { headers, body: { name: "Other" } })).toBe(409);
    const known = {
      headers: { "Idempotency-Key": newId() },
      body: { name: "K", email: `${newId()}@example.test` },
    };
    await send(path, { body: known.body });
    expect([await status(path, known), await status(path, known)]).toEqual([200, 200]);
  });

  test("a merged record's address updates its customer", async () => {
    const [to, from] = [
      await send(path, { body: { name: "To" } }),
      await send(path, { body: { name: "From" } }),
    ];
    const email = `${newId()}@example.test`;
    await send(`${path}/${from.id}`, { method: "PATCH", body: { email } });
    await send(`${path}/${to.id}/merge`, { body: { from_id: from.id } });
    const known = await send(path, { body: { name: "To and from", email } });
    expect(known).toMatchObject({ id: to.id, name: "To and from", email: null });
  });

  test("is refused for resource-limited people, who would not see the customer", async () => {
    const some = await signIn(await makeUser(owner, "staff", { resource_ids: [room] }));
    const refused = await call(path, { cookie: some, body: { name: "Guest" } });
    expect((await json(refused)).error?.code).toBe("forbidden_role");
  });
});

test("viewers neither see nor search a customer's meta", async () => {
  const { id } = await send("/api/customers", {
    body: { name: "Hidden", meta: { member: "M-1" } },
  });
  const cookie = await signIn(await makeUser(owner, "viewer"));
  expect((await json(await call(`/api/customers/${id}`, { cookie }))).meta).toEqual({});
  const found = await json(await call("/api/customers?meta[member]=M-1", { cookie }));
  expect(found["data"]).toEqual([]);
});

test("meta is exported and erased", async () => {
  const { id } = await send("/api/customers", {
    body: { name: "Eva", meta: { passport: "X-42" } },
  });
  expect(JSON.stringify(await readExport(owner, id))).toContain("X-42");
  await eraseWhole(owner, id);
  expect((await send(`/api/customers/${id}`)).meta).toEqual({});
  expect(await idsOf("/api/customers?meta[passport]=X-42")).toEqual([]);
});

test("a value is found among many tenants' rows by its index", async () => {
  const tenants = await Promise.all([makeTenant(), makeTenant()]);
  for (const { tenant } of tenants)
    await pool.query(
      `insert into customer (tenant_id, id, name, meta)
       select $1, gen_random_uuid(), 'Guest', jsonb_build_object('shop', 'all', 'order', n::text) from generate_series(1, 3000) n`,
      [tenant.id],
    );
  await pool.query("analyze customer");
  const { id } = tenants[0]!.tenant;
  const condition = hasMeta("c", id, { shop: "all", order: "7" });
  const statement = sql`explain select c.* from customer c where c.tenant_id = ${id}::uuid and ${condition}`;
  const { rows } = await pool.query<Record<"QUERY PLAN", string>>(statement);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(
    "Bitmap Index Scan on customer_meta",
  );
});
