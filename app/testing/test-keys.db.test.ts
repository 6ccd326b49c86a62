import { beforeAll, describe, expect, test } from "vitest";
import { NewApiKey } from "~/contract/api-keys";
import { operations } from "~/contract";
import type { OperationShape } from "~/contract/operation";
import { createApiKey } from "~/domain/api-keys/api-keys.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { slotsAfter } from "./booking-calls";
import { asSent, examples } from "./examples";
import { aCustomer, makeResource, makeSchedule, makeTenant, signIn } from "./factory";
import { linkCalls } from "./link-calls";
import { call, json, type Sent } from "./request";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";

// A test key reads and changes only test data. Calls every operation that accepts a key with the
// ids of live records.

let owner: UserActor;
let sample: SampleTenant;
const keys = {} as Record<"secret" | "publishable", string>;

const keyOf = async (actor: UserActor, input: object) =>
  (await createApiKey(actor, NewApiKey.parse({ name: "K", mode: "test", ...input }))).key;
const secretKeyOf = (actor: UserActor) => keyOf(actor, { kind: "secret", role: "admin" });
const publishableKeyOf = (actor: UserActor) =>
  keyOf(actor, {
    kind: "publishable",
    scopes: [
      "config:read",
      "availability:read",
      "bookings:write",
      "bookings:read",
      "verification:write",
    ],
  });

beforeAll(async () => {
  sample = await makeSampleTenant();
  owner = sample.owner;
  keys.secret = await secretKeyOf(owner);
  keys.publishable = await publishableKeyOf(owner);
});

const takesKey = ({ caller }: OperationShape) =>
  caller.kind === "key" ||
  (caller.kind === "session" && caller.secret_key && caller.role !== "owner");
const useOf = ({ caller }: OperationShape) => ("test_key" in caller ? caller.test_key : null);
const withKey = operations.filter(({ operation }) => takesKey(operation));
const chosen = (use: string | null) => withKey.filter(({ operation }) => useOf(operation) === use);

async function callAll(name: string, operation: OperationShape): Promise<Response[]> {
  const answers: Response[] = [];
  for (const { id, query, body } of examples[name]!(sample.ids)) {
    const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
    const sent: Sent = {
      method: operation.method,
      key: operation.caller.kind === "key" ? keys.publishable : keys.secret,
      ...asSent(operation, body),
    };
    answers.push(await call(`${operation.path.replace(/:\w+/, id ?? "")}${search}`, sent));
  }
  return answers;
}

/** All live data of the company. */
async function liveData(): Promise<unknown> {
  const [tenantId] = [owner.tenant.id];
  const rows = async (text: string) => (await pool.query(text, [tenantId])).rows;
  const tests = "(select id from booking where tenant_id = $1 and not livemode)";
  return {
    bookings: await rows("select * from booking where tenant_id = $1 and livemode order by id"),
    customers: await rows("select * from customer where tenant_id = $1 and livemode order by id"),
    aliases: await rows(
      "select a.* from customer_alias a join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id where a.tenant_id = $1 and c.livemode order by a.customer_id, a.name",
    ),
    payments: await rows(
      `select id, status, updated_at from payment where tenant_id = $1 and booking_id not in ${tests} order by id`,
    ),
    refunds: await rows(
      `select * from refund where tenant_id = $1 and booking_id not in ${tests} order by id`,
    ),
    events: await rows("select id from event where tenant_id = $1 and livemode order by id"),
    waiting: await rows("select * from waitlist_entry where tenant_id = $1 order by id"),
    resources: await rows(
      "select id, name, capacity, meta, active from resource where tenant_id = $1 order by id",
    ),
    schedules: await rows("select * from schedule where tenant_id = $1 order by id"),
    links: await rows("select * from booking_link where tenant_id = $1 order by id"),
    subscriptions: await rows(
      "select * from webhook_subscription where tenant_id = $1 order by id",
    ),
    widgets: await rows("select * from widget_config where tenant_id = $1 order by id"),
    users: await rows("select id, role from tenant_user where tenant_id = $1 order by id"),
    tenant: await rows("select * from tenant where id = $1"),
  };
}

const codeOf = async (response: Response) =>
  ((await json(response)) as { error?: { code: string } }).error?.code;

test("each operation that accepts a key declares its rule for test keys; only GETs may read settings", () => {
  expect(withKey.length).toBeGreaterThan(100);
  for (const { operation } of chosen("settings")) expect(operation.method).toBe("GET");
});

describe.each(chosen(null))("$name", ({ name, operation }) => {
  test("refuses a test key", async () => {
    const before = await liveData();
    for (const answer of await callAll(name, operation))
      expect([answer.status, await codeOf(answer)]).toEqual([403, "livemode_mismatch"]);
    expect(await liveData()).toEqual(before);
  });
});

describe.each(chosen("settings"))("$name", ({ name, operation }) => {
  test("answers a test key", async () => {
    for (const answer of await callAll(name, operation))
      expect([200, 404]).toContain(answer.status); // payments are off here: integration_disabled
  });
});

describe.each(chosen("test_data"))("$name", ({ name, operation }) => {
  test("hides live records from a test key and does not change them", async () => {
    const before = await liveData();
    for (const answer of await callAll(name, operation)) {
      // The message of a 404 echoes the id.
      const body = await answer.text();
      const text = answer.status === 404 ? body.replace(/"message":"[^"]*"/g, "") : body;
      for (const id of [sample.ids.booking, sample.ids.customer, sample.ids.payment])
        expect({ status: answer.status, shows: text.includes(id) }).toMatchObject({ shows: false });
      if (operation.path.includes(":id")) expect(answer.status).toBe(404);
    }
    expect(await liveData()).toEqual(before);
  });
});

test("a test key lists, merges, splits, exports and erases test customers only", async () => {
  const company = await makeTenant();
  const key = await secretKeyOf(company);
  const name = "Wim van Dijk";
  const add = async (sent: Sent) =>
    String((await json(await call("/api/customers", { ...sent, body: aCustomer(name) }))).id);
  const [one, two] = [await add({ key }), await add({ key })];
  const live = await add({ cookie: await signIn(company) });
  const path = (id: string, what: string) => `/api/customers/${id}/${what}`;
  const found = await json(await call(path(one, "duplicates"), { key }));
  const shown = JSON.stringify(found);
  expect(shown).not.toContain(live);
  const merge = (id: string, from_id: string) =>
    call(path(id, "merge"), { key, body: { from_id } });
  for (const [into, from] of [
    [one, live],
    [live, one],
  ] as const)
    expect((await merge(into, from)).status).toBe(404);
  expect((await merge(one, two)).status).toBe(200);
  expect((await call(path(two, "unmerge"), { key, body: {} })).status).toBe(200);
  const exported = await call(path(one, "export"), { key });
  expect([exported.status, (await exported.text()).includes(one)]).toEqual([200, true]);
  expect((await call(path(one, "erase"), { key, body: {} })).status).toBe(202);
  expect((await call(path(one, "erasure"), { key })).status).toBe(200);
  for (const what of ["export", "erasure", "duplicates"])
    expect([what, (await call(path(live, what), { key })).status]).toEqual([what, 404]);
  for (const what of ["erase", "unmerge"])
    expect([what, (await call(path(live, what), { key, body: {} })).status]).toEqual([what, 404]);
});

describe("a test booking", () => {
  const world = async (input: Record<string, unknown> = {}) => {
    const company = await makeTenant();
    const by = { cookie: await signIn(company) };
    const room = await makeResource(company, { capacity: 9 });
    const service = await makeSchedule(company, [room.id], input);
    const test = { secret: await secretKeyOf(company), site: await publishableKeyOf(company) };
    const live = await keyOf(company, { kind: "publishable", mode: "live" });
    return { company, by, room, service, test, live, slots: await slotsAfter(2, service.id) };
  };
  const bookBy = (key: string, slot_id: string, customer: object = aCustomer(), more = {}) =>
    call("/api/widget/booking", { key, body: { slot_id, customer, ...more } });

  test("of a live customer does not change their record", async () => {
    const { by, test: keysOf, slots } = await world();
    const customer = aCustomer("Anouk Bosch");
    const body = { slot_id: slots[0]!.id, customer };
    const live = await json(await call("/api/bookings", { ...by, body }));
    const record = async () => json(await call(`/api/customers/${String(live.customer_id)}`, by));
    const aliases = async () =>
      (
        await pool.query("select name from customer_alias where customer_id = $1", [
          live.customer_id,
        ])
      ).rows;
    const before = { ...(await record()), bookings: null };
    const other = { ...customer, name: "Mallory", phone: "+31612345678" };
    const made = await call("/api/bookings", {
      key: keysOf.secret,
      body: { slot_id: slots[1]!.id, customer: other },
    });
    expect(made.status).toBe(201);
    expect((await bookBy(keysOf.site, slots[2]!.id, other)).status).toBe(201);
    const { id } = await json(
      await call("/api/bookings", {
        key: keysOf.secret,
        body: { slot_id: slots[3]!.id, customer: aCustomer() },
      }),
    );
    const patched = await call(`/api/bookings/${String(id)}`, {
      key: keysOf.secret,
      method: "PATCH",
      body: { customer: other },
    });
    expect(patched.status).toBe(200);
    const known = { slot_id: slots[4]!.id, customer_id: live.customer_id };
    expect((await call("/api/bookings", { key: keysOf.secret, body: known })).status).toBe(404);
    const added = await call("/api/customers", { key: keysOf.secret, body: other });
    expect([added.status, await codeOf(added)]).toEqual([409, "already_exists"]);
    expect({ ...(await record()), bookings: null }).toEqual(before);
    expect(await aliases()).toEqual([]);
  });

  test("does not count towards limits of the service or the guest", async () => {
    const limits = [
      { max_per_day: 1 },
      { max_per_week: 1 },
      { max_per_month: 1 },
      { max_upcoming_per_customer: 1 },
      { max_per_week_per_customer: 1 },
    ];
    for (const limit of limits) {
      const { test: keysOf, live, service, slots } = await world(limit);
      const guest = aCustomer();
      const later = slots.filter(
        ({ starts_at }) =>
          starts_at.toISOString().slice(0, 10) === slots[0]!.starts_at.toISOString().slice(0, 10),
      );
      expect((await bookBy(keysOf.site, later[0]!.id, guest)).status).toBe(201);
      const listed = (await json(
        await call(`/api/widget/availability?schedule_id=${service.id}&include=unavailable`, {
          key: live,
        }),
      )) as unknown as { days: { slots: { id: string; reason: string | null }[] }[] };
      const shown = listed.days.flatMap((day) => day.slots).find(({ id }) => id === later[1]!.id);
      expect([limit, shown?.reason]).toEqual([limit, null]);
      const real = await bookBy(live, later[1]!.id, guest);
      expect([limit, real.status]).toEqual([limit, 201]);
      const more = await bookBy(live, later[2]!.id, guest);
      expect([limit, more.status]).toEqual([limit, 409]);
    }
  });

  test("does not use up a booking link", async () => {
    const { company, by, test: keysOf, live, service, slots } = await world();
    const { linkTo, linkNow } = linkCalls(() => ({ owner: company, key: live, ...by }));
    const link = await linkTo(service.id, { max_uses: 1 });
    const opened = { booking_link_token: link.token };
    expect((await bookBy(keysOf.site, slots[0]!.id, aCustomer(), opened)).status).toBe(201);
    expect(await linkNow(link.id)).toMatchObject({ uses: 0, state: "active" });
    expect((await bookBy(live, slots[1]!.id, aCustomer(), opened)).status).toBe(201);
    expect(await linkNow(link.id)).toMatchObject({ uses: 1, state: "used_up" });
  });

  test("is not deleted while a real payment is pending, also one from onboarding", async () => {
    for (const mark of ["livemode = false", "source = 'test'"]) {
      const { company, by, test: keysOf, slots } = await world();
      const { id } = await json(
        await call("/api/bookings", {
          key: keysOf.secret,
          body: { slot_id: slots[0]!.id, customer: aCustomer() },
        }),
      );
      await pool.query(`update booking set livemode = true where id = $1`, [id]);
      await pool.query(`update booking set ${mark} where id = $1`, [id]);
      await pool.query(
        `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, livemode)
         values ($1, $2, $3, 'payprovider', 'open', 100, 'EUR', true)`,
        [company.tenant.id, newId(), id],
      );
      const { removeTestBooking } =
        await import("~/domain/bookings/change/remove-test-booking.sql.server");
      await expect(removeTestBooking(company, String(id))).rejects.toMatchObject({
        code: "invalid_transition",
      });
      const deleted = await json(await call("/api/test-bookings", { ...by, method: "DELETE" }));
      expect(deleted.deleted).toBe(0);
      await pool.query("update payment set status = 'expired' where booking_id = $1", [id]);
      await removeTestBooking(company, String(id));
    }
  });
});
