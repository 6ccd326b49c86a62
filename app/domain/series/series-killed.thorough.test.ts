import { afterEach, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import {
  aCustomer,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
} from "~/testing/factory";
import { untilTrue } from "~/testing/webhook-receivers";
import { startWeb, type WebProcess } from "~/testing/web-process";
import { continueSeries } from "./book-series.server";

let web: WebProcess | undefined;

afterEach(async () => {
  await web?.stop();
});

test(
  "a process killed within a series of 52 leaves a plan that is finished, with nothing twice",
  { timeout: 240_000 },
  async () => {
    const owner = await makeTenant({ time_zone: "UTC" });
    const room = await makeResource(owner);
    const schedule = await makeSchedule(owner, [room.id], {
      time_zone: "UTC",
      max_advance_days: 60,
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "10:00" }],
    });
    const first = await pool.query<{ starts_at: Date }>(
      "select min(starts_at) as starts_at from slot where schedule_id = $1 and starts_at > now() + interval '1 day'",
      [schedule.id],
    );
    web = await startWeb({});
    const key = await makeSecretKey(owner, "admin");
    const request = fetch(`${web.url}/api/bookings/series`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        resource_id: room.id,
        schedule_id: schedule.id,
        starts_at: first.rows[0]!.starts_at.toISOString(),
        customer: aCustomer(),
        repeat: { rrule: "FREQ=DAILY;COUNT=52", if_taken: "skip" },
      }),
    }).catch(() => null);
    const count = async () => {
      const found = await pool.query<{ count: number }>(
        "select count(*)::int from booking where schedule_id = $1",
        [schedule.id],
      );
      return found.rows[0]!.count;
    };
    await untilTrue(async () => (await count()) >= 5);
    process.kill(web.pid, "SIGKILL");
    await request;
    expect(await count()).toBeLessThan(52);
    const series = await pool.query<{ id: string; state: string }>(
      "select id, state from booking_series where tenant_id = $1",
      [owner.tenant.id],
    );
    expect(series.rows).toEqual([{ id: expect.any(String), state: "running" }]);
    const job = await pool.query("select from pgboss.job where name = 'series.continue'");
    expect(job.rowCount).toBe(1);

    await continueSeries(owner.tenant.id, series.rows[0]!.id);
    expect(await count()).toBe(52);
    const dates = await pool.query(
      "select from booking where schedule_id = $1 group by starts_at having count(*) > 1",
      [schedule.id],
    );
    expect(dates.rowCount).toBe(0);
  },
);
