import { afterAll, beforeAll, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { payBooking } from "./pay-booking";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import {
  countSeats,
  guest,
  type LoadTarget,
  makeLoadTarget,
  randomLoad,
  send,
  startProcesses,
  stopProcesses,
} from "./booking-load";
import { seededRandom } from "./seeded-random";

// Uses every way to claim a seat concurrently, with the processes of overbooking.db.test.ts.
// random-load.proof.test.ts runs a minute of random load.

const CLIENTS = 200;

beforeAll(startProcesses);
afterAll(stopProcesses);

test.each([1, 5, 50])(
  "%i seats are never oversold by any mix of concurrent requests",
  async (capacity) => {
    const { owner, key, secret, slots, room } = await makeLoadTarget(capacity);
    const first = slots[0]!.starts_at.getTime();
    const near = slots.filter((slot) => slot.starts_at.getTime() < first + 4 * 3_600_000);
    const far = slots.filter(
      (slot) => slot.minutes === 30 && slot.starts_at.getTime() > first + 86_400_000,
    );
    const wish = (slot_id: string, status?: string) =>
      NewBooking.parse({ slot_id, ...guest(), ...(status && { status }) });
    const elsewhere: string[] = [];
    for (const slot of far.slice(0, 40))
      elsewhere.push((await createBooking(owner, wish(slot.id), null)).id);
    const late: string[] = [];
    for (const slot of far.slice(40, 60))
      late.push((await createBooking(owner, wish(slot.id, "pending"), null)).id);
    await makeLate(late, near);
    const random = seededRandom(capacity);
    const any = () => near[Math.floor(random() * near.length)]!.id;
    const outcomes: string[] = [];
    // Five at a time: more would wait for this process's own connections.
    const payLate = async (ids: string[]) => {
      for (const id of ids) outcomes.push(await pay(owner, id));
    };
    const paid = Array.from({ length: 5 }, (_, lane) =>
      payLate(late.filter((_id, index) => index % 5 === lane)),
    );
    const bookings = Array.from({ length: CLIENTS }, (_, index) => {
      const moved = elsewhere[index % elsewhere.length]!;
      if (index % 4 === 0)
        return send("POST", "/api/bookings", secret, { slot_id: any(), ...guest() });
      if (index % 4 === 1)
        return send("PATCH", `/api/bookings/${moved}`, secret, { slot_id: any() });
      if (index % 8 === 2)
        return send("POST", "/api/bookings", secret, {
          slot_id: any(),
          status: "pending",
          ...guest(),
        }).then((made) =>
          made.body.id
            ? send("POST", `/api/bookings/${made.body.id}/status`, secret, { status: "confirmed" })
            : made,
        );
      return send("POST", "/api/widget/booking", key, { slot_id: any(), ...guest() });
    });
    const answers = await Promise.all(bookings);
    await Promise.all(paid);
    expect(answers.filter((answer) => ![200, 201, 409].includes(answer.status))).toEqual([]);
    expect(outcomes.every((outcome) => outcome === "paid" || outcome === "slot_unavailable")).toBe(
      true,
    );
    // At least one request claimed a seat.
    expect(answers.some((answer) => answer.status < 300) || outcomes.includes("paid")).toBe(true);
    const { most: maxSeats, wrong } = await countSeats(room);
    expect(maxSeats).toBeLessThanOrEqual(capacity);
    expect(wrong).toBe(0);
  },
  600_000,
);

/** "paid", or the error's code. */
async function pay(owner: LoadTarget["owner"], id: string): Promise<string> {
  try {
    await transaction((db) =>
      payBooking(db, { kind: "system", tenant: owner.tenant, request_id: null }, id),
    );
    return "paid";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Bookings whose hold ended and whose money comes only now, all for times that everybody wants. */
async function makeLate(ids: string[], near: LoadTarget["slots"]): Promise<void> {
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

test("a short random load of booking, cancelling, moving and expiring never oversells", async () => {
  expect(await randomLoad(20_261_121, 400)).toBeGreaterThan(100);
});
