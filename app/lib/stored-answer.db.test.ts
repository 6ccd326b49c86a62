import { beforeAll, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { createResource } from "~/domain/resources/resources.server";
import { NewResource } from "~/contract/resources";
import { makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { AppError } from "./app-error";
import { clock } from "./clock";
import { pool, transaction } from "./db.server";
import { type IdempotencyTicket } from "./idempotency.server";
import { newId } from "./ids";
import { withStoredAnswer } from "./stored-answer.server";

let owner: UserActor;
let cookie: string;
beforeAll(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
});

const make = (path: string, body: unknown, key: string) =>
  call(path, { cookie, body, headers: { "Idempotency-Key": key } });
const room = (name: string) => ({ type: "room", name });
const countOf = async (name: string) =>
  (
    await pool.query("select from resource where tenant_id = $1 and name = $2", [
      owner.tenant.id,
      name,
    ])
  ).rowCount;

test("one key creates one resource, and another body is a mismatch", async () => {
  const key = newId();
  const [first, again] = [
    await make("/api/resources", room("Once"), key),
    await make("/api/resources", room("Once"), key),
  ];
  expect([first.status, again.status, await countOf("Once")]).toEqual([201, 201, 1]);
  expect(await again.json()).toEqual(await first.json());
  const other = await make("/api/resources", room("Twice"), key);
  expect([other.status, (await json(other)).error?.code, await countOf("Twice")]).toEqual([
    409,
    "idempotency_mismatch",
    0,
  ]);
});

test("of ten concurrent calls with one key, one creates and the others get its result", async () => {
  const key = newId();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => make("/api/resources", room("At once"), key)),
  );
  const outcomes = await Promise.all(
    answers.map(async (answer) => (answer.ok ? "ok" : (await json(answer)).error!.code)),
  );
  expect(outcomes).toContain("ok");
  expect(
    outcomes.filter((outcome) => !["ok", "idempotency_in_progress"].includes(outcome)),
  ).toEqual([]);
  expect(await countOf("At once")).toBe(1);
});

test("a refusal is not stored", async () => {
  const key = newId();
  const slug = newId();
  const refused = await make("/api/resources", { ...room(slug), image_asset_id: newId() }, key);
  expect([refused.status, (await make("/api/resources", room(slug), key)).status]).toEqual([
    422, 201,
  ]);
});

test.each([
  ["/api/api-keys", { name: "Website" }, "key"],
  [
    "/api/webhooks/subscriptions",
    { url: "https://example.com/hook", events: ["booking.paid"] },
    "secret",
  ],
  ["/api/calendar-feeds", {}, "url"],
])("the secret of %s is replayed and encrypted in the database", async (path, body, name) => {
  const key = newId();
  const first = await json(await make(path, body, key));
  expect(await json(await make(path, body, key))).toEqual(first);
  const stored = await pool.query<{ body: string }>(
    "select body from idempotency_key where key like $1",
    [`%${key}`],
  );
  expect(stored.rows).toHaveLength(1);
  expect(stored.rows[0]!.body).not.toContain(String(first[name]).slice(-20));
});

test("a company is created once per key, also by concurrent calls", async () => {
  const sent = { name: "Twice asked", time_zone: "UTC", currency: "EUR" };
  const answers = await Promise.all(
    [1, 2].map(() => make("/api/auth/create-tenant", sent, "a company")),
  );
  const [one, other] = await Promise.all(answers.map(json));
  expect(answers.map(({ status, headers }) => [status, headers.get("Location")])).toEqual(
    Array(2).fill([201, "/api/tenant"]),
  );
  expect(one).toEqual(other);
  const made = await pool.query("select from tenant where name = 'Twice asked'");
  expect(made.rowCount).toBe(1);
});

// State left by a killed process or a lost response.

const ticket = (key: string): IdempotencyTicket => ({
  tenant_id: owner.tenant.id,
  route: "POST /api/resources",
  key,
  fingerprint: Buffer.alloc(32),
  answer: (result) => ({ status: 201, body: JSON.stringify(result) }),
});
const keep = <T>(key: string, work: () => Promise<T>) =>
  withStoredAnswer(ticket(key), false, work, (result) => ({
    status: 201,
    body: JSON.stringify(result),
  }));
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const makeRoom = (name: string) => createResource(owner, NewResource.parse(room(name)));
const age = (key: string, minutes: number) =>
  pool.query("update idempotency_key set created_at = $2 where key = $1", [
    key,
    new Date(clock.now() - minutes * 60_000),
  ]);

test("a call that failed before any commit can be retried", async () => {
  const broken = async () => {
    await transaction(async (db) => {
      await db.query("select 1 / 0");
    });
  };
  expect(await outcome(keep("broke", broken))).toMatch(/division by zero/);
  expect(await outcome(keep("broke", () => makeRoom("After a fault")))).toBe("done");
});

test("a committed call without a response is reported as in progress", async () => {
  let go!: () => void;
  const gate = new Promise<void>((resolve) => (go = resolve));
  let hasWritten!: () => void;
  const written = new Promise<void>((resolve) => (hasWritten = resolve));
  const slow = withStoredAnswer(
    ticket("slow answer"),
    false,
    () => makeRoom("Slow to answer"),
    async (result) => {
      hasWritten();
      await gate;
      return { status: 201, body: JSON.stringify(result) };
    },
  );
  await written;
  expect(await outcome(keep("slow answer", () => makeRoom("again")))).toBe(
    "idempotency_in_progress",
  );
  // By then the process must be gone.
  await age("slow answer", 6);
  expect(await outcome(keep("slow answer", () => makeRoom("again")))).toBe("already_exists");
  go();
  await slow;
  expect(await countOf("again")).toBe(0);
});

test.each([
  [
    "by statements",
    (name: string) =>
      transaction((db) =>
        db.query("update resource set name = $2 where tenant_id = $1", [owner.tenant.id, name]),
      ),
  ],
  ["by Prisma", (name: string) => makeRoom(name)],
])("a commit by %s whose response was lost is not repeated", async (how, write) => {
  const key = `lost ${how}`;
  const lost = async () => {
    await write(how);
    throw new Error("the answer is lost");
  };
  expect(await outcome(keep(key, lost))).toMatch(/the answer is lost/);
  expect(await outcome(keep(key, () => makeRoom("again")))).toBe("already_exists");
  expect(await countOf("again")).toBe(0);
});

test.each([
  [
    "by statements",
    () =>
      transaction((db) =>
        db.query("update resource set name = 'Too late' where tenant_id = $1", [owner.tenant.id]),
      ),
  ],
  ["by Prisma", () => makeRoom("Too late")],
])("an expired call is taken over, and can no longer commit by %s", async (how, write) => {
  let go!: () => void;
  const waits = new Promise<void>((resolve) => (go = resolve));
  let resolveStarted!: () => void;
  const hasBegun = new Promise<void>((resolve) => (resolveStarted = resolve));
  const key = `slow ${how}`;
  const slow = keep<unknown>(key, async () => {
    resolveStarted();
    await waits;
    return write();
  });
  await hasBegun;
  expect(await outcome(keep(key, () => makeRoom("Impatient")))).toBe("idempotency_in_progress");
  await age(key, 6);
  expect(await outcome(keep(key, () => makeRoom(`Taken over ${how}`)))).toBe("done");
  go();
  expect(await outcome(slow)).toBe("idempotency_in_progress");
  expect([await countOf(`Taken over ${how}`), await countOf("Too late")]).toEqual([1, 0]);
});
