import { Agent } from "node:http";
import { expect } from "vitest";
import { sweepHolds } from "~/domain/bookings/change/expire-holds.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
} from "./factory";
import { seededRandom } from "./seeded-random";
import { callJson } from "./json-call";
import { startWeb, type WebProcess } from "./web-process";
import { startWorkerProcess, type WorkerProcess } from "./worker-process";

// Two web and two worker processes on one database, and the load sent over HTTP.

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
let webs: WebProcess[] = [];
let workers: WorkerProcess[] = [];

export async function startProcesses(): Promise<void> {
  const env = { DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" };
  webs = [await startWeb(env), await startWeb(env)];
  workers = [await startWorkerProcess("127.0.0.1"), await startWorkerProcess("127.0.0.1")];
}

export async function stopProcesses(): Promise<void> {
  agent.destroy();
  await Promise.all([
    ...webs.map((web) => web.stop()),
    ...workers.map((worker) => worker.kill("SIGTERM")),
  ]);
}

export interface Answer {
  status: number;
  body: { id?: string; booking?: { id: string }; error?: { code: string; details?: unknown } };
}

let turn = 0;

/** Alternates between the web processes. */
export function send(method: string, path: string, key: string, body: unknown): Promise<Answer> {
  const url = new URL(path, webs[turn++ % webs.length]!.url);
  return callJson<Answer["body"]>(agent, url, { method, key, body });
}

export interface LoadTarget {
  owner: UserActor;
  room: string;
  key: string;
  secret: string;
  slots: { id: string; schedule_id: string; starts_at: Date; minutes: number }[];
}

/** One resource that three schedules (30, 60 and 90 minutes) offer at the same times. */
export async function makeLoadTarget(capacity: number): Promise<LoadTarget> {
  const owner = await makeTenant({ policy: { waitlist_offer_minutes: 15 } });
  const room = await makeResource(owner, { capacity });
  for (const duration_minutes of [30, 60, 90])
    await makeSchedule(owner, [room.id], { duration_minutes, step_minutes: 30 });
  const found = await pool.query<LoadTarget["slots"][number]>(
    `select id, schedule_id, starts_at, (extract(epoch from ends_at - starts_at) / 60)::int as minutes from slot
     where tenant_id = $1 and starts_at > now() + interval '2 days' order by starts_at`,
    [owner.tenant.id],
  );
  return {
    owner,
    room: room.id,
    key: await makeKey(owner),
    secret: await makeSecretKey(owner),
    slots: found.rows,
  };
}

/**
 * The most seats of a resource in use at one instant, and slots whose cached count differs from the
 * claims, in one snapshot.
 */
export async function countSeats(room: string): Promise<{ most: number; wrong: number }> {
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

export const guest = () => ({ customer: aCustomer() });

/**
 * Sixteen clients book, cancel, move and let holds expire, `calls` times in all; `seed` determines
 * the requests (their interleaving is up to the machine). Checks that every response is expected,
 * that no instant is overbooked, and that the bookings match what clients were told. Returns how
 * many calls succeeded.
 */
export async function randomLoad(seed: number, calls: number): Promise<number> {
  const capacity = 3;
  const { key, secret, slots, room } = await makeLoadTarget(capacity);
  const first = slots[0]!.starts_at.getTime();
  const near = slots.filter((slot) => slot.starts_at.getTime() < first + 8 * 3_600_000);
  const made: string[] = [];
  const confirmedIds = new Set<string>();
  const statuses = new Map<number, number>();
  let left = calls;
  const client = async (_: unknown, index: number) => {
    const random = seededRandom(seed + index);
    const any = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
    while (left-- > 0) {
      const dice = random();
      const id = any(made);
      const answer =
        dice < 0.5 || id === undefined
          ? await send("POST", "/api/widget/booking", key, { slot_id: any(near).id, ...guest() })
          : dice < 0.75
            ? await send("POST", `/api/bookings/${id}/status`, secret, { status: "cancelled" })
            : await send("PATCH", `/api/bookings/${id}`, secret, { slot_id: any(near).id });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.body.booking) {
        made.push(answer.body.booking.id);
        confirmedIds.add(answer.body.booking.id);
      }
      if (made.length > 300) made.splice(0, 100);
    }
  };
  const lapse = async () => {
    while (left > 0) {
      // Turns some bookings into expired holds: the sweep and the next booking race for their
      // seats.
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
    while (left > 0) {
      worst = Math.max(worst, (await countSeats(room)).most);
      snapshots += 1;
    }
  };
  await Promise.all([...Array.from({ length: 16 }, client), lapse(), watch()]);
  expect([...statuses.keys()].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  expect(worst).toBeLessThanOrEqual(capacity);
  expect(snapshots).toBeGreaterThan(10);
  expect(await countSeats(room)).toMatchObject({ wrong: 0 });
  const bookings_ = await pool.query<{ id: string }>(
    "select id from booking where resource_id = $1",
    [room],
  );
  expect(new Set(bookings_.rows.map(({ id }) => id))).toEqual(confirmedIds);
  return (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0);
}
