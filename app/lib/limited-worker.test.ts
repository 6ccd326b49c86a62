import { expect, test } from "vitest";
import { LimitedWorker } from "./limited-worker.server";

const source = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", (task) => {
    if (task === "spin") for (;;);
    if (task === "grow") { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }
    parentPort.postMessage(task + "!");
  });
  parentPort.postMessage("ready");
`;
const script = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const worker = new LimitedWorker<string, string>({ script, milliseconds: 2000, megabytes: 24 });

test("tasks are answered one after the other, in their order", async () => {
  expect(await Promise.all(["a", "b", "c"].map((task) => worker.run(task)))).toEqual(["a!", "b!", "c!"]);
});

test("a task that never ends is ended, this thread goes on meanwhile, and the next task is answered", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  await expect(worker.run("spin")).rejects.toMatchObject({ name: "Overrun", of: "time" });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(20);
  expect(await worker.run("a")).toBe("a!");
});

test("a task that takes all memory ends its own thread only", async () => {
  const roomy = new LimitedWorker<string, string>({ script, milliseconds: 60_000, megabytes: 24 });
  await expect(roomy.run("grow")).rejects.toMatchObject({ name: "Overrun", of: "memory" });
  expect(await roomy.run("a")).toBe("a!");
});
