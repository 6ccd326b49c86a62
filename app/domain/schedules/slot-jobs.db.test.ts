import { beforeAll, expect, test } from "vitest";
import { EnsureSlots, GenerateSlots } from "~/contract/slots";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf } from "~/lib/time";
import { outcome, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { requestHorizon, requestSlots } from "./ensure-slots.server";
import { updateSchedule } from "./schedules.server";
import { readSlotJob, runSlotJob } from "./slot-jobs.server";

const today = localDateOf(Date.now(), "UTC");
const wholeDay = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }];
let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
});

async function jobOf(answer: Awaited<ReturnType<typeof requestSlots>>) {
  if (!("job" in answer)) throw new Error("It finished within the request.");
  return answer.job;
}

test("large generations run as a job with progress, one per tenant at a time", async () => {
  const room = await makeResource(owner);
  const service = await makeSchedule(owner, [room.id], {
    duration_minutes: 30,
    rules: wholeDay,
    max_advance_days: 1,
  });
  const ask = (days: number) =>
    requestSlots(
      owner,
      GenerateSlots.parse({
        schedule_id: service.id,
        from: addDays(today, 10),
        to: addDays(today, 9 + days),
      }),
    );
  expect(await ask(41)).toMatchObject({ created: 41 * 48 });
  const job = await jobOf(await ask(60));
  expect(job).toEqual({ id: job.id, state: "waiting", done: 0, total: 2880, result: null });
  expect(await outcome(ask(60))).toBe("in_use");
  expect(await outcome(readSlotJob(await makeTenant(), job.id))).toBe("not_found");

  await runSlotJob(owner.tenant.id, job.id);
  const result = { created: 19 * 48, kept: 41 * 48, removed: 0 };
  expect(await readSlotJob(owner, job.id)).toEqual({ ...job, state: "done", done: 2880, result });
  // The queue delivers at least once.
  await runSlotJob(owner.tenant.id, job.id);
  expect(await readSlotJob(owner, job.id)).toMatchObject({ state: "done", result });

  const next = await jobOf(await ask(60));
  await pool.query("update slot_job set updated_at = now() - interval '1 hour' where id = $1", [
    next.id,
  ]);
  expect((await jobOf(await ask(60))).state).toBe("waiting");
  expect(await readSlotJob(owner, next.id)).toMatchObject({ state: "failed" });
});

test("filling all horizons becomes a job if too large for a request", async () => {
  const tenant = await makeTenant({ time_zone: "UTC" });
  const room = await makeResource(tenant);
  const offers = [30, 60].map((duration_minutes) =>
    makeSchedule(tenant, [room.id], { duration_minutes, rules: wholeDay, max_advance_days: 40 }),
  );
  const [half, whole] = [await offers[0]!, await offers[1]!];
  await pool.query("delete from slot where tenant_id = $1", [tenant.tenant.id]);
  const job = await jobOf(await requestHorizon(tenant, EnsureSlots.parse({}).schedule_id));
  await runSlotJob(tenant.tenant.id, job.id);
  expect((await slotsOf(half.id)).length).toBeGreaterThanOrEqual(41 * 48);
  expect((await slotsOf(whole.id)).length).toBeGreaterThanOrEqual(41 * 24);
});

test("a schedule with more than 60,000 upcoming slots is refused with advice", async () => {
  const room = await makeResource(owner);
  const dense = { duration_minutes: 5, rules: wholeDay, max_advance_days: 300 };
  const refused = {
    code: "validation_failed",
    extra: {
      issues: [
        { path: "max_advance_days", code: "too_big", message: expect.stringContaining("60,000") },
      ],
    },
  };
  await expect(makeSchedule(owner, [room.id], dense)).rejects.toMatchObject(refused);
  const service = await makeSchedule(owner, [room.id], { ...dense, max_advance_days: 1 });
  await expect(updateSchedule(owner, service.id, { max_advance_days: 300 })).rejects.toMatchObject(
    refused,
  );
});
