import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NewBooking } from "~/contract/bookings";
import { createBooking } from "~/domain/bookings/create-booking.server";
import { sweepHolds } from "~/domain/bookings/expire-holds.server";
import { payBooking } from "~/domain/bookings/pay-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeSecretKey, makeTenant } from "./factory";
import { startWeb, type WebProcess } from "./web-process";

// Two web processes on one database, over HTTP, in every way that takes a seat, at the same time. Sums are read by a connection of their own.

const CLIENTS = 200;
const LOAD_SECONDS = 60;
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
let webs: WebProcess[] = [];

beforeAll(async () => {
  const env = { DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" };
  webs = [await startWeb(env), await startWeb(env)];
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await Promise.all(webs.map((web) => web.stop()));
});

interface Answer {
  status: number;
  body: { id?: string; booking?: { id: string }; error?: { code: string; details?: unknown } };
}

let turn = 0;
function send(method: string, path: string, key: string, body: unknown): Promise<Answer> {
  const url = new URL(path, webs[turn++ % webs.length]!.url);
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const outgoing = request(url, { method, agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify(body));
  });
}

interface Offered {
  owner: UserActor;
  room: string;
  key: string;
  secret: string;
  slots: { id: string; schedule_id: string; starts_at: Date; minutes: number }[];
}

/** One resource that three schedules (30, 60 and 90 minutes) offer at the same times. */
async function offered(capacity: number): Promise<Offered> {
  const owner = await makeTenant({ policy: { waitlist_offer_minutes: 15 } });
  const room = await makeResource(owner, { capacity });
  for (const duration_minutes of [30, 60, 90])
    await makeSchedule(owner, [room.id], { duration_minutes, step_minutes: 30 });
  const found = await pool.query<Offered["slots"][number]>(
    `select id, schedule_id, starts_at, (extract(epoch from ends_at - starts_at) / 60)::int as minutes from slot
     where tenant_id = $1 and starts_at > now() + interval '2 days' order by starts_at`,
    [owner.tenant.id],
  );
  return { owner, room: room.id, key: await makeKey(owner), secret: await makeSecretKey(owner), slots: found.rows };
}

/** The most seats of a resource in use at any one instant, and slots whose cached count is not what the claims say: one snapshot. */
async function audit(room: string): Promise<{ most: number; wrong: number }> {
  const found = await pool.query<{ most: number; wrong: number }>(
    `select coalesce((select max((select count(*) from claim d where d.resource_id = c.resource_id
         and d.starts_at <= c.starts_at and d.ends_at > c.starts_at))
       from claim c where c.resource_id = $1), 0)::int as most,
       (select count(*)::int from slot s where s.resource_id = $1 and s.taken <> (select count(distinct c.lane) from claim c
         where c.resource_id = s.resource_id and c.lane < s.capacity and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from)) as wrong`,
    [room],
  );
  return found.rows[0]!;
}

const guest = () => ({ customer: aCustomer() });

test("fifty attempts on one seat at the same time, twenty rounds: one 201 each, 409 for the rest, never a 5xx", async () => {
  const { key, slots, room } = await offered(1);
  const hours = slots.filter((slot) => slot.minutes === 60).filter((_, index) => index % 3 === 0);
  for (const slot of hours.slice(0, 20)) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send("POST", "/api/widget/booking", key, { slot_id: slot.id, ...guest() })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.body.error?.code}`))).toEqual(
      new Set(["409 slot_unavailable"]),
    );
  }
  expect(await audit(room)).toEqual({ most: 1, wrong: 0 });
}, 600_000);

test.each([1, 5, 50])(
  "in every way at the same time, %i seats are never more than that",
  async (capacity) => {
    const { owner, key, secret, slots, room } = await offered(capacity);
    const first = slots[0]!.starts_at.getTime();
    const near = slots.filter((slot) => slot.starts_at.getTime() < first + 4 * 3_600_000);
    const far = slots.filter((slot) => slot.minutes === 30 && slot.starts_at.getTime() > first + 86_400_000);
    const wish = (slot_id: string, status?: string) =>
      NewBooking.parse({ slot_id, ...guest(), ...(status && { status }) });
    const elsewhere = await Promise.all(far.slice(0, 40).map((slot) => createBooking(owner, wish(slot.id), null)));
    const late = await Promise.all(
      far.slice(40, 60).map((slot) => createBooking(owner, wish(slot.id, "pending"), null)),
    );
    await makeLate(
      late.map((booking) => booking.id),
      near,
    );
    const any = () => near[Math.floor(Math.random() * near.length)]!.id;
    const paid: Promise<string>[] = late.map((booking) =>
      transaction((db) => payBooking(db, { kind: "system", tenant: owner.tenant, request_id: null }, booking.id)).then(
        () => "paid",
        (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
      ),
    );
    const bookings = Array.from({ length: CLIENTS }, (_, index) => {
      const moved = elsewhere[index % elsewhere.length]!;
      if (index % 4 === 0) return send("POST", "/api/bookings", secret, { slot_id: any(), ...guest() });
      if (index % 4 === 1) return send("PATCH", `/api/bookings/${moved.id}`, secret, { slot_id: any() });
      if (index % 8 === 2)
        return send("POST", "/api/bookings", secret, { slot_id: any(), status: "pending", ...guest() }).then((made) =>
          made.body.id ? send("POST", `/api/bookings/${made.body.id}/status`, secret, { status: "confirmed" }) : made,
        );
      return send("POST", "/api/widget/booking", key, { slot_id: any(), ...guest() });
    });
    const answers = await Promise.all(bookings);
    const outcomes = await Promise.all(paid);
    expect(answers.filter((answer) => ![200, 201, 409].includes(answer.status))).toEqual([]);
    expect(outcomes.every((outcome) => outcome === "paid" || outcome === "slot_unavailable")).toBe(true);
    // Somebody got a seat, by any of the ways.
    expect(answers.some((answer) => answer.status < 300) || outcomes.includes("paid")).toBe(true);
    const { most, wrong } = await audit(room);
    expect(most).toBeLessThanOrEqual(capacity);
    expect(wrong).toBe(0);
  },
  600_000,
);

/** Bookings whose hold ended and whose money comes only now, all for times that everybody wants. */
async function makeLate(ids: string[], near: Offered["slots"]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const slot = near[index % near.length]!;
    await pool.query("delete from claim where booking_id = $1", [id]);
    await pool.query(
      `update booking set status = 'expired', starts_at = s.starts_at, ends_at = s.ends_at, slot_id = s.id, schedule_id = s.schedule_id
       from slot s where booking.id = $1 and s.id = $2`,
      [id, slot.id],
    );
  }
  await pool.query(
    `update slot s set taken = (select count(distinct lane) from claim c where c.resource_id = s.resource_id and c.lane < s.capacity
       and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from) where s.resource_id = (select resource_id from booking where id = $1)`,
    [ids[0]],
  );
}

test(`${LOAD_SECONDS} seconds of booking, cancelling, moving and lapsing leave no instant with a seat too many`, async () => {
  const capacity = 3;
  const { key, secret, slots, room } = await offered(capacity);
  const first = slots[0]!.starts_at.getTime();
  const near = slots.filter((slot) => slot.starts_at.getTime() < first + 8 * 3_600_000);
  const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const made: string[] = [];
  const statuses = new Map<number, number>();
  const end = performance.now() + LOAD_SECONDS * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const dice = Math.random();
      const id = any(made);
      const answer =
        dice < 0.5 || id === undefined
          ? await send("POST", "/api/widget/booking", key, { slot_id: any(near).id, ...guest() })
          : dice < 0.75
            ? await send("POST", `/api/bookings/${id}/status`, secret, { status: "cancelled" })
            : await send("PATCH", `/api/bookings/${id}`, secret, { slot_id: any(near).id });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.body.booking) made.push(answer.body.booking.id);
      if (made.length > 300) made.splice(0, 100);
    }
  };
  const lapse = async () => {
    while (performance.now() < end) {
      // Some bookings become holds that have just ended: the sweep and the next booking race for their seats.
      await pool.query(
        `with lapsed as (update booking set status = 'pending', expires_at = clock_timestamp() where id = any(
           select id from booking where resource_id = $1 and status = 'confirmed' limit 2 for update skip locked) returning id)
         update claim set lapses_at = clock_timestamp() where booking_id in (select id from lapsed)`,
        [room],
      );
      await sweepHolds();
    }
  };
  let snapshots = 0;
  let worst = 0;
  const watch = async () => {
    while (performance.now() < end) {
      const next = performance.now() + 50;
      worst = Math.max(worst, (await audit(room)).most);
      snapshots += 1;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
  };
  await Promise.all([...Array.from({ length: 16 }, client), lapse(), watch()]);
  expect([...statuses.keys()].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  expect(worst).toBeLessThanOrEqual(capacity);
  expect(snapshots).toBeGreaterThan(10);
  expect(await audit(room)).toMatchObject({ wrong: 0 });
}, 600_000);
