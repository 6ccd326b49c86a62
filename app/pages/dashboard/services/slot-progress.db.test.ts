import { expect, test } from "vitest";
import { EnsureSlots } from "~/contract/slots";
import { ensureSchedule, requestHorizon } from "~/domain/schedules/ensure-slots.server";
import { runSlotJob } from "~/domain/schedules/slot-jobs.server";
import { pool } from "~/lib/db.server";
import { get } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import type { UserActor } from "~/domain/identity/actor";
import * as list from "./route";
import * as part from "./tab/route";

// The bars of times that are being made, without a worker: each test does its work when it wants it done.

const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];
/** 48 a day over 60 days: more than one request makes. */
const many = {
  name: "Sauna",
  duration_minutes: 5,
  rules: daily("10:00", "14:00"),
  max_advance_days: 60,
};

const linesOf = async (actor: UserActor) => (await get(list, actor, "/dashboard/services")).making;

test("a service whose times are still being made says how much of the days ahead is ready, until all is", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const [one, two] = [await makeResource(owner), await makeResource(owner)];
  const offer = await makeSchedule(owner, [one.id, two.id], many);
  await makeSchedule(owner, [one.id], { name: "Short", max_advance_days: 5 });
  const [line, ...others] = await linesOf(owner);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ title: "Sauna", total: 100, is_under_way: true });
  // 2,000 of the 5,900 times were made before the answer.
  expect(line!.done).toBeGreaterThan(30);
  expect(line!.done).toBeLessThan(37);
  expect(line!.words).toBe(`${line!.done}% of upcoming days ready`);
  const page = {
    loader: (args: Parameters<typeof part.loader>[0]) =>
      part.loader({ ...args, params: { ...args.params, tab: "hours" } }),
  };
  const show = () => get(page, owner, `/dashboard/services/${offer.id}/hours`, offer.id);
  expect((await show()).making).toEqual([line]);
  await pool.query(
    "update schedule_resource set pending_from = null, pending_until = null where schedule_id = $1 and resource_id = $2",
    [offer.id, one.id],
  );
  expect((await linesOf(owner))[0]!.done).toBeGreaterThan(line!.done);
  await ensureSchedule(owner.tenant.id, offer.id);
  expect(await linesOf(owner)).toEqual([]);
  expect((await show()).making).toEqual([]);
});

test("what a call of the API has started has its bar, and stays for a day after its end", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const offer = await makeSchedule(owner, [(await makeResource(owner)).id], many);
  await ensureSchedule(owner.tenant.id, offer.id);
  const answer = await requestHorizon(owner, EnsureSlots.parse({}).schedule_id);
  if (!("job" in answer)) throw new Error("It was done at once.");
  const { id, total } = answer.job;
  expect(await linesOf(owner)).toMatchObject([
    { id, title: "Requested through the API", done: 0, total, is_under_way: true },
  ]);
  expect(await linesOf(await makeUser(owner, "viewer"))).toEqual([]);
  expect(await linesOf(await makeTenant())).toEqual([]);
  await pool.query("update slot_job set state = 'running', done = 1000 where id = $1", [id]);
  expect((await linesOf(owner))[0]!.words).toBe(`1,000 of ${total.toLocaleString("en")} done`);
  await pool.query("update slot_job set updated_at = now() - interval '1 hour' where id = $1", [
    id,
  ]);
  expect(await linesOf(owner)).toMatchObject([
    { icon: "warning", is_under_way: false, words: expect.stringContaining("Stopped") },
  ]);
  await runSlotJob(owner.tenant.id, id);
  expect(await linesOf(owner)).toMatchObject([
    {
      done: total,
      total,
      is_under_way: false,
      words: expect.stringMatching(/^Done: 0 created, [\d,]+ unchanged, 0 removed\.$/),
    },
  ]);
  await pool.query("update slot_job set updated_at = now() - interval '2 days' where id = $1", [
    id,
  ]);
  expect(await linesOf(owner)).toEqual([]);
});
