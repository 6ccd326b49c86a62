import { beforeAll, expect, test } from "vitest";
import { NewHold } from "~/contract/holds";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { outcome, type SlotRow, slotsAfter } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { takeHold } from "./visitor-holds.server";

// The limit on holds across a service's day; each hold comes from a different address.

let owner: UserActor;
let key: string;
let widget: KeyActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
  key = await makeKey(owner);
  widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
});

const hold = (slot: SlotRow) =>
  takeHold(widget, NewHold.parse({ slot_id: slot.id }), `198.51.100.7/${newId()}`, null);
const dayOf = ({ starts_at }: SlotRow) => starts_at.toISOString().slice(0, 10);
const isHeld = (result: unknown) => typeof result === "object";
const daily = (start: string, end: string) => ({
  time_zone: "UTC",
  rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }],
  max_advance_days: 5,
});

/**
 * The times of the first whole day from the day after tomorrow on, and the first of the day after
 * it.
 */
async function timesOfOneDay(resourceIds: string[], input: Record<string, unknown>) {
  const all = await slotsAfter(1, (await makeSchedule(owner, resourceIds, input)).id);
  const first = dayOf(all[0]!);
  return {
    day: all.filter((slot) => dayOf(slot) === first),
    next: all.find((slot) => dayOf(slot) > first)!,
  };
}

test("all visitors together can hold a tenth of a service's free times per day", async () => {
  const room = (await makeResource(owner)).id;
  const { day, next } = await timesOfOneDay([room], {
    ...daily("08:00", "18:00"),
    duration_minutes: 10,
  });
  expect(day).toHaveLength(60);
  const results = await Promise.all(day.map((slot) => outcome(hold(slot))));
  expect(results.filter(isHeld)).toHaveLength(6);
  expect(results.filter((result) => result === "hold_limit")).toHaveLength(54);
  const body = { slot_id: day[results.indexOf("hold_limit")]!.id, customer: aCustomer() };
  expect((await call("/api/widget/booking", { key, body })).status).toBe(201);
  expect(isHeld(await outcome(hold(next)))).toBe(true);
  await pool.query(
    "update hold set expires_at = clock_timestamp() - interval '1 second', first_at = first_at - interval '1 hour'",
  );
  expect(isHeld(await outcome(hold(day[results.lastIndexOf("hold_limit")]!)))).toBe(true);
});

test("the allowance is per service and day over all resources, at least three times", async () => {
  const rooms = [];
  for (let n = 0; n < 6; n++) rooms.push((await makeResource(owner)).id);
  const { day } = await timesOfOneDay(rooms, { ...daily("10:00", "12:00"), duration_minutes: 60 });
  expect(day).toHaveLength(12);
  const results = await Promise.all(
    rooms.map((id) => outcome(hold(day.find((slot) => slot.resource_id === id)!))),
  );
  expect(results.filter(isHeld)).toHaveLength(3);
  expect(results.filter((result) => result === "hold_limit")).toHaveLength(3);
});
