import { expect, test } from "vitest";
import type { AppError } from "./app-error";
import { FairLimiter } from "./fair-limiter";

/** Controllable tasks that run until released. */
function work() {
  let end = () => undefined as void;
  let started = false;
  const done = new Promise<void>((resolve) => (end = resolve));
  const run = () => {
    started = true;
    return done;
  };
  return { run, end: () => end(), hasBegun: () => started };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const limiterOf = (rules: ConstructorParameters<typeof FairLimiter>[0] = {}) =>
  new FairLimiter({ at_once: 4, of_one: 2, may_wait: 3, wait_ms: 60_000, ...rules });
const refusal = (read: Promise<unknown>) =>
  read.then(
    () => null,
    (error: unknown) => error as AppError,
  );

test("runs two tasks per owner and four in all; a free turn goes to the first eligible task", async () => {
  const limiter = limiterOf();
  const all = ["a", "a", "a", "b", "b", "c", "b"].map((owner) => ({ owner, ...work() }));
  const runs = all.map(({ owner, run }) => limiter.run(owner, run));
  const started = () => all.flatMap((one, index) => (one.hasBegun() ? [index] : []));
  expect(started()).toEqual([0, 1, 3, 4]);
  all[3]!.end();
  await turn();
  expect(started()).toEqual([0, 1, 3, 4, 5]); // a third of "a" would be one too many
  all[0]!.end();
  await turn();
  expect(started()).toEqual([0, 1, 2, 3, 4, 5]);
  for (const { end } of all) end();
  await Promise.all(runs);
  expect(started()).toHaveLength(7);
});

test("a full queue refuses callers with Retry-After, except responses that have started", async () => {
  const limiter = limiterOf({ may_wait: 1 });
  const all = [work(), work(), work(), work()];
  const runs = all.slice(0, 3).map(({ run }) => limiter.run("a", run));
  const refused = await refusal(limiter.run("a", () => Promise.resolve()));
  expect(refused).toMatchObject({
    code: "rate_limited",
    extra: { headers: { "Retry-After": "3" } },
  });
  const patient = limiter.run("a", all[3]!.run, true);
  for (const { end } of all) end();
  await Promise.all([...runs, patient]);
});

test("a timeout is rate_limited at the owner's limit and not_ready at the overall limit", async () => {
  const limiter = limiterOf({ wait_ms: 1 });
  const all = [work(), work(), work(), work()];
  const runs = all.map(({ run }, index) => limiter.run(index < 2 ? "a" : "b", run));
  expect(await refusal(limiter.run("a", () => Promise.resolve()))).toMatchObject({
    code: "rate_limited",
    status: 429,
  });
  expect(await refusal(limiter.run("c", () => Promise.resolve()))).toMatchObject({
    code: "not_ready",
    status: 503,
  });
  for (const { end } of all) end();
  await Promise.all(runs);
});

test("failed work releases its turn, and idle owners are forgotten", async () => {
  const limiter = limiterOf({ at_once: 1, of_one: 1, may_wait: 0 });
  const failing = work();
  const failed = limiter.run("a", () => failing.run().then(() => Promise.reject(new Error("no"))));
  expect(await refusal(limiter.run("b", () => Promise.resolve()))).toMatchObject({
    code: "rate_limited",
  });
  failing.end();
  await expect(failed).rejects.toThrow("no");
  expect(await limiter.run("a", () => Promise.resolve("next"))).toBe("next");
  expect(limiter.owners).toBe(0);
});

test("owners take turns, however long their queues", async () => {
  const limiter = new FairLimiter({ at_once: 1 });
  const order: string[] = [];
  const first = work();
  const all = [limiter.run("a", first.run)];
  for (const name of ["a1", "a2", "a3"])
    all.push(limiter.run("a", async () => void order.push(name)));
  all.push(limiter.run("b", async () => void order.push("b1")));
  first.end();
  await Promise.all(all);
  expect(order).toEqual(["a1", "b1", "a2", "a3"]);
});

test("with a limit per owner alone, owners do not wait for each other", async () => {
  const limiter = new FairLimiter({ of_one: 2 });
  const all = ["a", "a", "a", "a", "b"].map((owner) => ({ owner, ...work() }));
  const runs = all.map(({ owner, run }) => limiter.run(owner, run));
  const started = () => all.flatMap((one, index) => (one.hasBegun() ? [index] : []));
  expect(started()).toEqual([0, 1, 4]);
  all[1]!.end();
  await turn();
  expect(started()).toEqual([0, 1, 2, 4]);
  for (const { end } of all) end();
  await Promise.all(runs);
  expect(limiter.owners).toBe(0);
});
