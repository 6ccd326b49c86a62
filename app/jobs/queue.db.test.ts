import PgBoss from "pg-boss";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pool, transaction } from "~/lib/db.server";
import { untilTrue } from "~/testing/webhook-receivers";
import { defineJob, type Job } from "./define-job";
import { type JobWorkers, startJobWorkers } from "./job-workers.server";
import { type JobPayloads, queueRules } from "./job-names";
import { loadJobs } from "./load-jobs.server";
import { enqueue, executorOf } from "./queue.server";

interface JobRow {
  state: string;
  data: unknown;
  retry_count: number;
  start_after: Date;
  output: unknown;
}
const jobs = async (name: string) =>
  (await pool.query<JobRow>("select * from pgboss.job where name = $1 order by created_on", [name]))
    .rows;

const payloadOf = (schedule_id: string): JobPayloads["slots.ensure"] => ({
  tenant_id: "t",
  schedule_id,
});
async function forgetQueue(): Promise<void> {
  await pool.query("select pgboss.create_queue('slots.ensure', '{}')");
  await pool.query("select pgboss.delete_queue('slots.ensure')");
}

let workers: JobWorkers | undefined;
const work = async (...given: Job[]) => (workers = await startJobWorkers(given));

beforeEach(() => pool.query("delete from pgboss.job"));
afterEach(async () => {
  // A claim still on its way would take a job of the next test.
  await workers?.stop(60_000);
  workers = undefined;
});

describe("queueing", () => {
  test("works before any worker has run", async () => {
    await forgetQueue();
    await enqueue("slots.ensure", payloadOf("a"));
    await enqueue("slots.ensure", payloadOf("b"));
    expect(await jobs("slots.ensure")).toMatchObject([
      { data: payloadOf("a"), state: "created" },
      { data: payloadOf("b"), state: "created" },
    ]);
  });

  test("in a transaction is discarded by a rollback", async () => {
    const failing = transaction(async (db) => {
      await enqueue("slots.ensure", payloadOf("lost"), { db });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await transaction((db) => enqueue("slots.ensure", payloadOf("kept"), { db }));
    expect(await jobs("slots.ensure")).toMatchObject([{ data: payloadOf("kept") }]);
  });

  test("a rolled-back first job does not affect the next one's queue", async () => {
    await forgetQueue();
    const failing = transaction(async (db) => {
      await enqueue("slots.ensure", payloadOf("lost"), { db });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await enqueue("slots.ensure", payloadOf("kept"));
    expect(await jobs("slots.ensure")).toMatchObject([{ data: payloadOf("kept") }]);
  });

  test("scheduled for later waits", async () => {
    const startAfter = new Date(Date.now() + 3_600_000);
    await enqueue("slots.ensure", payloadOf("later"), { startAfter });
    expect((await jobs("slots.ensure"))[0]?.start_after).toEqual(startAfter);
  });

  test("in a unique queue is deduplicated by key", async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => enqueue("retention.run", {}, { singletonKey: "a" })),
    );
    await enqueue("retention.run", {}, { singletonKey: "b" });
    expect(await jobs("retention.run")).toHaveLength(2);
  });
});

describe("a job", () => {
  test("runs with its payload and completes", async () => {
    const seen: unknown[] = [];
    await enqueue("slots.ensure", payloadOf("a"));
    await work(
      defineJob({
        name: "slots.ensure",
        concurrency: 2,
        run: async (data) => void seen.push(data),
      }),
    );
    await untilTrue(async () => (await jobs("slots.ensure"))[0]?.state === "completed");
    expect(seen).toEqual([payloadOf("a")]);
  });

  test("that throws is retried; its error is not stored in the database", async () => {
    await enqueue("slots.ensure", payloadOf("a"));
    const run = async () => Promise.reject(new TypeError("could not write to anna@example.test"));
    await work(defineJob({ name: "slots.ensure", concurrency: 1, run }));
    await untilTrue(async () => (await jobs("slots.ensure"))[0]?.state === "retry");
    const [job] = await jobs("slots.ensure");
    expect(job?.output).toEqual({ reason: "TypeError" });
    const wait = ((job?.start_after.getTime() ?? 0) - Date.now()) / 1000;
    expect(wait).toBeGreaterThan(queueRules["slots.ensure"].retryDelay - 2);
    expect(wait).toBeLessThanOrEqual(queueRules["slots.ensure"].retryDelay * 2);
  });

  test("whose worker was killed runs again after it expires", async () => {
    await enqueue("slots.ensure", payloadOf("a"));
    const killed = new PgBoss({
      db: executorOf(pool),
      supervise: false,
      schedule: false,
      migrate: false,
    });
    expect(await killed.fetch("slots.ensure")).toHaveLength(1);
    await pool.query("update pgboss.job set started_on = started_on - make_interval(secs => $1)", [
      queueRules["slots.ensure"].expireInSeconds + 1,
    ]);
    await killed.expire();
    expect(await jobs("slots.ensure")).toMatchObject([{ state: "retry" }]);
    await pool.query("update pgboss.job set start_after = now() - interval '1 second'");
    await work(defineJob({ name: "slots.ensure", concurrency: 1, run: async () => undefined }));
    await untilTrue(async () => (await jobs("slots.ensure"))[0]?.state === "completed");
    expect(await jobs("slots.ensure")).toMatchObject([{ retry_count: 1 }]);
  });

  test("finishes when the worker stops, or is released after the timeout", async () => {
    let finish = () => {};
    const started: string[] = [];
    await enqueue("slots.ensure", payloadOf("ends"));
    await enqueue("slots.ensure", payloadOf("hangs"));
    const stopped = await work(
      defineJob({
        name: "slots.ensure",
        concurrency: 2,
        run: ({ schedule_id }) => {
          started.push(schedule_id);
          return new Promise((resolve) => schedule_id === "ends" && (finish = resolve));
        },
      }),
    );
    await untilTrue(() => started.length === 2);
    workers = undefined;
    const ended = stopped.stop(300);
    finish();
    await ended;
    const rows = await jobs("slots.ensure");
    expect(
      Object.fromEntries(
        rows.map(({ data, state }) => [(data as JobPayloads["slots.ensure"]).schedule_id, state]),
      ),
    ).toEqual({
      ends: "completed",
      hangs: "retry",
    });
  });
});

describe("the jobs of this folder", () => {
  test("are discovered by file name, each with queue rules", async () => {
    const names = (await loadJobs()).map((job) => job.name);
    expect(names).toEqual(
      expect.arrayContaining(["slots.ensure", "slots.ensure_all", "retention.run"]),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(queueRules).toHaveProperty([name]);
  });

  test("with a cron line are in the schedule, and no others", async () => {
    await work();
    const old = new PgBoss({
      db: executorOf(pool),
      supervise: false,
      schedule: false,
      migrate: false,
    });
    await old.schedule("slots.ensure", "* * * * *");
    await workers?.stop(0);
    const all = (await loadJobs()).map((job) => ({ ...job, run: async () => undefined }));
    await work(...all);
    const planned = await pool.query<{ name: string; cron: string }>(
      "select name, cron from pgboss.schedule order by name",
    );
    expect(planned.rows).toEqual(
      all
        .flatMap(({ name, cron }) => (cron === undefined ? [] : [{ name, cron }]))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });
});

test("slow jobs of one company leave capacity for others", async () => {
  const started: string[] = [];
  const held = new Map<string, () => void>();
  await work(
    defineJob({
      name: "slots.ensure",
      concurrency: 4,
      per_tenant: 2,
      run: ({ tenant_id, schedule_id }) =>
        new Promise((resolve) => {
          started.push(`${tenant_id}${schedule_id}`);
          held.set(`${tenant_id}${schedule_id}`, resolve);
        }),
    }),
  );
  for (const schedule_id of ["1", "2", "3", "4", "5"])
    await enqueue("slots.ensure", { tenant_id: "slow", schedule_id });
  await enqueue("slots.ensure", { tenant_id: "other", schedule_id: "1" });
  await untilTrue(() => started.length === 3);
  expect(started).toEqual(["slow1", "slow2", "other1"]);
  held.get("slow1")!();
  await untilTrue(() => started.length === 4);
  expect(started.at(-1)).toBe("slow3");
  for (const last of ["slow2", "slow3", "slow4", "slow5", "other1"]) {
    await untilTrue(() => held.has(last));
    held.get(last)!();
  }
  await untilTrue(async () =>
    (await jobs("slots.ensure")).every(({ state }) => state === "completed"),
  );
});
