import { beforeAll, describe, expect, test } from "vitest";
import { BookingStatus } from "~/contract/bookings";
import { pool } from "~/lib/db.server";
import { book, slotsAfter } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeSecretKey, makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../../identity/actor";

// Every status listed as allowed is then tried: the same call with that status must succeed.

let owner: UserActor;
let slot: string;
const keys: Record<string, string> = {};

beforeAll(async () => {
  owner = await makeTenant();
  const hall = await makeResource(owner, { capacity: 500 });
  const schedule = await makeSchedule(owner, [hall.id], { price_amount: 1000, currency: "EUR" });
  slot = (await slotsAfter(3, schedule.id))[0]!.id;
  for (const role of ["staff", "admin"] as const) keys[role] = await makeSecretKey(owner, role);
});

const set = (id: string, values: string) =>
  pool.query(`update booking set ${values} where id = $1`, [id]);
const HOURS_AGO = "starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours'";
const WEEKS_AGO = "starts_at = now() - interval '15 days', ends_at = now() - interval '14 days'";

const change = async (key: string, id: string, body: object) => {
  const answer = await call(`/api/bookings/${id}/status`, {
    key,
    body: { notify: false, ...body },
  });
  const { error } = (await json(answer)) as unknown as {
    error?: { code: string; details?: { allowed: string[] } };
  };
  return { status: answer.status, error };
};
const paid = { status: "paid", payment_method: "offline" };
const make = async (...steps: (object | string)[]): Promise<string> => {
  const { id } = await book(owner, slot);
  for (const step of steps)
    if (typeof step === "string") await set(id, step);
    else expect((await change(keys.admin!, id, step)).status).toBe(200);
  return id;
};

/** One factory per state a booking can be in; each call makes a new booking. */
const states: Record<string, () => Promise<string>> = {
  "waits for approval": () =>
    make("status = 'pending', pending_reason = 'approval', expires_at = now() + interval '1 day'"),
  "hold has lapsed": () =>
    make(
      "status = 'pending', pending_reason = 'payment', expires_at = now() - interval '1 minute'",
    ),
  "is confirmed and ahead": () => make(),
  "is confirmed and over": () => make(HOURS_AGO),
  "is paid and ahead": () => make(paid),
  "is paid and over": () => make(paid, HOURS_AGO),
  "is paid and cost nothing": () =>
    make("status = 'paid', payment_status = 'paid', price_amount = 0"),
  "is completed": () => make(HOURS_AGO, { status: "completed" }),
  "is completed and paid": () => make(paid, HOURS_AGO, { status: "completed" }),
  "was completed weeks ago": () => make("status = 'completed'", WEEKS_AGO),
  "was paid and completed weeks ago": () => make(paid, "status = 'completed'", WEEKS_AGO),
  "was missed": () => make(HOURS_AGO, { status: "no_show" }),
  "is cancelled": () => make({ status: "cancelled" }),
  "is cancelled with money left": () =>
    make(paid, { status: "cancelled", refund: { mode: "none" } }),
  "has expired": () => make("status = 'expired', pending_reason = null, expires_at = null"),
  "is refunded": () => make(paid, { status: "refunded" }),
};

describe.each(["staff", "admin"])("for %s", (role) => {
  test.each(Object.keys(states))(
    "accepts the listed statuses for a booking that %s",
    async (name) => {
      const makeState = states[name]!;
      let refused = 0;
      for (const more of [{}, { payment_method: "offline" }]) {
        let id = await makeState();
        for (const status of BookingStatus.options) {
          const { status: answer, error } = await change(keys[role]!, id, { status, ...more });
          if (answer === 200) id = await makeState();
          if (error?.code !== "invalid_transition") continue;
          refused += 1;
          for (const allowed of error.details!.allowed) {
            const taken = await change(keys[role]!, await makeState(), {
              status: allowed,
              ...more,
            });
            expect([name, status, more, allowed, taken.status, taken.error?.code]).toEqual([
              name,
              status,
              more,
              allowed,
              200,
              undefined,
            ]);
          }
        }
      }
      expect(refused).toBeGreaterThan(0);
    },
  );
});

test("accepts a role that a user may keep", async () => {
  const cookie = await signIn(owner);
  const give = async (role: string) => {
    const answer = await call(`/api/users/${owner.user_id}`, {
      cookie,
      method: "PATCH",
      body: { role },
    });
    return { ...(await json(answer)), status: answer.status } as unknown as {
      status: number;
      error: { code: string; details: { allowed: string[] } };
    };
  };
  const { error } = await give("staff");
  expect(error.code).toBe("invalid_transition");
  for (const role of error.details.allowed) expect((await give(role)).status).toBe(200);
});
