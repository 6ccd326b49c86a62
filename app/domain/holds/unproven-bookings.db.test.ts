import { beforeAll, expect, test } from "vitest";
import { NewHold } from "~/contract/holds";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { outcome, type SlotRow, slotsAfter } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { takeHold } from "./visitor-holds.server";

// Bookings with unverified email addresses occupy no more of a service's day than visitors' holds
// may.

let owner: UserActor;
let key: string;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC", takes_payments: true });
  key = await makeKey(owner);
});

/** The 60 times of a service's day. */
async function aDay(input: Record<string, unknown>): Promise<SlotRow[]> {
  const room = (await makeResource(owner)).id;
  const schedule = await makeSchedule(owner, [room], {
    time_zone: "UTC",
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "08:00", end: "18:00" }],
    max_advance_days: 5,
    duration_minutes: 10,
    ...input,
  });
  const all = await slotsAfter(1, schedule.id);
  const dayOf = ({ starts_at }: SlotRow) => starts_at.toISOString().slice(0, 10);
  return all.filter((slot) => dayOf(slot) === dayOf(all[0]!));
}
const book = (slot: SlotRow, more: Record<string, unknown> = {}) =>
  call("/api/widget/booking", {
    key,
    body: { slot_id: slot.id, customer: aCustomer(), ...more },
  });

/** Verifies an address as a guest does, with the code from the email. */
async function tokenFor(email: string): Promise<string> {
  const token = `vt_${newId()}`;
  const { key_id } = (await findKey(key, null)) as KeyActor;
  await pool.query(
    `insert into verification_token (token_hash, tenant_id, api_key_id, channel, destination, expires_at)
     values (sha256($1::bytea), $2, $3, 'email', $4, now() + interval '15 minutes')`,
    [token, owner.tenant.id, key_id, email],
  );
  return token;
}

test.each([
  ["approval", { requires_approval: true }],
  ["payment", { requires_payment: true, price_amount: 1000 }],
])(
  "unverified bookings waiting for %s take at most a tenth of a day; a verified address can still book",
  async (_, input) => {
    const day = await aDay(input);
    expect(day).toHaveLength(60);
    const taken = await Promise.all(day.slice(0, 12).map((slot) => book(slot)));
    expect(taken.filter(({ status }) => status === 201)).toHaveLength(6);
    const refused = taken.find(({ status }) => status !== 201)!;
    expect(refused.status).toBe(422);
    expect(await json(refused)).toMatchObject({
      error: { code: "verification_required", details: { channels: ["email"] } },
    });
    const widget = (await findKey(key, null)) as KeyActor;
    const holding = takeHold(widget, NewHold.parse({ slot_id: day[20]!.id }), "198.51.100.7", null);
    expect(await outcome(holding)).toBe("hold_limit");
    const customer = aCustomer();
    const wrong = await book(day[20]!, { customer, verification_token: "vt_wrong" });
    expect(await json(wrong)).toMatchObject({ error: { code: "verification_failed" } });
    const verification_token = await tokenFor(customer.email);
    expect((await book(day[20]!, { customer, verification_token })).status).toBe(201);
    // Expired holds no longer count. The verified booking's time is no longer free: a tenth of 59
    // is five.
    await pool.query(
      "update booking set expires_at = now() where id = any (select id from booking where slot_id = any($1::uuid[]) and is_proven = false limit 2)",
      [day.map(({ id }) => id)],
    );
    expect((await book(day[30]!)).status).toBe(201);
    expect((await book(day[31]!)).status).toBe(422);
  },
);

test("an approved booking counts like a verified one", async () => {
  const day = await aDay({ requires_approval: true, requires_payment: true, price_amount: 1000 });
  for (const slot of day.slice(0, 6)) expect((await book(slot)).status).toBe(201);
  const booked = await pool.query<{ id: string }>(
    "select id from booking where slot_id = any($1::uuid[]) limit 2",
    [day.map(({ id }) => id)],
  );
  expect((await book(day[6]!)).status).toBe(422);
  // A tenth of the remaining 58 times is five.
  for (const { id } of booked.rows)
    await changeBookingStatus(owner, id, { status: "confirmed", notify: true }, null);
  expect((await book(day[6]!)).status).toBe(201);
});

test("a company accepts a limited number of unverified bookings per day", async () => {
  const day = await aDay({});
  expect((await book(day[0]!)).status).toBe(201);
  const isBeyond = async (most: number) =>
    (
      await pool.query(
        "select is_beyond_unproven(tenant_id, booking, $2) as beyond from booking where slot_id = $1",
        [day[0]!.id, most],
      )
    ).rows[0].beyond;
  const made = await pool.query("select from booking where tenant_id = $1 and is_proven = false", [
    owner.tenant.id,
  ]);
  expect(await isBeyond(made.rowCount!)).toBe(true);
  expect(await isBeyond(made.rowCount! + 1)).toBe(false);
});
