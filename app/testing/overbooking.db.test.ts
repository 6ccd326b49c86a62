import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countSeats,
  guest,
  makeLoadTarget,
  send,
  startProcesses,
  stopProcesses,
} from "./booking-load";

// Two web and two worker processes on one database, over HTTP. Totals are read on a separate
// connection. overbooking.thorough.test.ts covers all ways to claim a seat.

beforeAll(startProcesses);
afterAll(stopProcesses);

test("fifty concurrent attempts on one seat: one 201, 409 for the rest, never a 5xx (ten rounds)", async () => {
  const { key, slots, room } = await makeLoadTarget(1);
  const hours = slots.filter((slot) => slot.minutes === 60).filter((_, index) => index % 3 === 0);
  for (const slot of hours.slice(0, 10)) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send("POST", "/api/widget/booking", key, { slot_id: slot.id, ...guest() }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.body.error?.code}`))).toEqual(
      new Set(["409 slot_unavailable"]),
    );
  }
  expect(await countSeats(room)).toEqual({ most: 1, wrong: 0 });
});

test("fifty concurrent attempts on fifty seats all succeed, thanks to the resource's lock", async () => {
  const { key, slots, room } = await makeLoadTarget(50);
  const hours = slots.filter((slot) => slot.minutes === 60).filter((_, index) => index % 3 === 0);
  for (const slot of hours.slice(0, 3)) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send("POST", "/api/widget/booking", key, { slot_id: slot.id, ...guest() }),
      ),
    );
    // Without the lock two would choose the same lane, and the constraint would refuse one although
    // others are free.
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(50);
  }
  expect(await countSeats(room)).toEqual({ most: 50, wrong: 0 });
});
