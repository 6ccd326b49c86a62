import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { SchedulePatch } from "~/contract/schedules";
import { addDays, localDateOf } from "~/lib/time";
import { outcome, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { deleteResource } from "../resources/resources.server";
import { planChange } from "./plan-change.server";
import { saveChange } from "./save-schedule.server";
import { createSchedule, getSchedule, updateSchedule } from "./schedules.server";

const ZONE = "Europe/Amsterdam";
const today = localDateOf(Date.now(), ZONE);
const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];

let owner: UserActor;
beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

const setUpService = async () =>
  makeSchedule(owner, [(await makeResource(owner)).id], {
    max_advance_days: 5,
    rules: daily("09:00", "12:00"),
  });
const plan = async (id: string, patch: Record<string, unknown>) =>
  planChange(owner, await getSchedule(owner, id), SchedulePatch.parse(patch));

/** Counts the reads of each table during `work`. */
async function readsOf(work: () => Promise<unknown>) {
  const sent = vi.spyOn(pg.Client.prototype, "query"); // called once per statement, also through a pool
  await work();
  const texts = (sent.mock.calls as unknown[][]).map(([statement]) =>
    typeof statement === "string" ? statement : (statement as { text: string }).text,
  );
  sent.mockRestore();
  const reads = (table: string) => {
    const isRead = new RegExp(
      String.raw`^\s*select\b.*\bfrom\s+("public"\.)?"?${table}"?(?![\w."])`,
      "is",
    );
    return texts.filter((text) => isRead.test(text)).length;
  };
  return { schedule: reads("schedule"), booking: reads("booking"), slot: reads("slot") };
}

test("a save reads its schedule, outside bookings and the slot limit once", async () => {
  const { id } = await setUpService();
  const patch = SchedulePatch.parse({ rules: daily("10:00", "13:00") });
  const once = { schedule: 1, booking: 1, slot: 1 };
  expect(await readsOf(() => updateSchedule(owner, id, { ...patch, dry_run: true }))).toEqual(once);
  expect(await readsOf(() => updateSchedule(owner, id, patch))).toEqual(once);
});

test("a previewed plan is saved without planning again and returns the stored record", async () => {
  const { id } = await setUpService();
  const change = await plan(id, {
    rules: daily("10:00", "13:00"),
    name: "Later",
    valid_to: addDays(today, 4),
  });
  let saved;
  const reads = await readsOf(async () => (saved = await saveChange(owner, change)));
  expect(reads).toEqual({ schedule: 0, booking: 0, slot: 0 });
  expect(saved).toEqual({
    ...(await getSchedule(owner, id)),
    dry_run: false,
    outside_bookings: [],
  });
  expect(await slotsOf(id)).not.toEqual([]);
});

test("returns the stored record; an existing id is refused", async () => {
  const { resource_ids } = await setUpService();
  const {
    id: former,
    version: _version,
    created_at: _at,
    updated_at: _then,
    ...input
  } = await setUpService();
  const { pending_until_filled: _pending, ...rest } = input;
  const fields = {
    ...rest,
    overrides: [],
    resource_ids: [...rest.resource_ids, ...resource_ids].toReversed(),
  };
  const made = await createSchedule(owner, fields);
  expect(made).toEqual(await getSchedule(owner, made.id));
  const before = await getSchedule(owner, former);
  expect(await outcome(createSchedule(owner, { ...fields, name: "Again" }, former))).toBe(
    "already_exists",
  );
  expect(await getSchedule(owner, former)).toEqual(before);
  // Another company's id is unknown here.
  const other = await makeTenant({ time_zone: ZONE });
  const theirs = { ...fields, resource_ids: [(await makeResource(other)).id] };
  expect(await createSchedule(other, theirs, former)).toMatchObject({
    id: former,
    name: fields.name,
  });
  expect(await getSchedule(owner, former)).toEqual(before);
});

test("after a concurrent save it is planned again, so that no change is lost", async () => {
  const { id } = await setUpService();
  const change = await plan(id, { name: "Mine" });
  await updateSchedule(owner, id, { duration_minutes: 30 });
  expect(await saveChange(owner, change)).toMatchObject({
    name: "Mine",
    duration_minutes: 30,
    version: 3,
  });
  expect(await getSchedule(owner, id)).toMatchObject({
    name: "Mine",
    duration_minutes: 30,
    version: 3,
  });
});

test("combined changes are validated, and an outdated version is a conflict", async () => {
  const { id } = await setUpService();
  const before = await plan(id, { valid_from: addDays(today, 3) });
  const seen = await plan(id, { name: "Mine", version: 1 });
  await updateSchedule(owner, id, { valid_to: addDays(today, 2) });
  expect(await outcome(saveChange(owner, before))).toBe("validation_failed");
  expect(await outcome(saveChange(owner, seen))).toBe("version_conflict");
  expect(await getSchedule(owner, id)).toMatchObject({
    valid_from: null,
    valid_to: addDays(today, 2),
    version: 2,
  });
});

test("a concurrently deleted resource stays deleted", async () => {
  const remaining = await makeResource(owner);
  const deleted = await makeResource(owner);
  const { id } = await makeSchedule(owner, [remaining.id, deleted.id], { max_advance_days: 2 });
  const change = await plan(id, { name: "Mine" });
  const both = await plan(id, { resource_ids: [remaining.id, deleted.id], name: "Both" });
  await deleteResource(owner, deleted.id);
  expect(await saveChange(owner, change)).toMatchObject({
    name: "Mine",
    resource_ids: [remaining.id],
  });
  expect(await getSchedule(owner, id)).toMatchObject({
    name: "Mine",
    resource_ids: [remaining.id],
  });
  expect(await outcome(saveChange(owner, both))).toBe("validation_failed");
});

test("an undefined field is unchanged", async () => {
  const { id } = await setUpService();
  await updateSchedule(owner, id, { max_per_day: 3 });
  await updateSchedule(owner, id, { name: "Mine", max_per_day: undefined });
  expect(await getSchedule(owner, id)).toMatchObject({ name: "Mine", max_per_day: 3 });
});
