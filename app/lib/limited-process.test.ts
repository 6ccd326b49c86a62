import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LimitedProcess } from "./limited-process.server";

const folder = mkdtempSync(join(tmpdir(), "limited-"));
const script = join(folder, "script.mjs");
writeFileSync(
  script,
  `process.on("message", (task) => {
    if (task === "spin") for (;;);
    if (task === "grow") { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }
    if (task === "wait") return void setTimeout(() => process.send("waited"), 1500);
    if (task === "environment") return process.send(Object.keys(process.env).join());
    process.send(task + "!");
  });
  process.send("ready");`,
);
afterAll(() => rmSync(folder, { recursive: true }));
const limited = new LimitedProcess<string, string>({ script, milliseconds: 2000, megabytes: 24 });

test("tasks run one at a time, in order", async () => {
  expect(await Promise.all(["a", "b", "c"].map((task) => limited.run(task)))).toEqual([
    "a!",
    "b!",
    "c!",
  ]);
});

test("an endless task is killed without blocking this process, and the next task runs", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  await expect(limited.run("spin")).rejects.toMatchObject({ name: "LimitExceeded", of: "time" });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(20);
  expect(await limited.run("a")).toBe("a!");
});

test("the limit is CPU time, so a busy machine does not kill a task", async () => {
  const short = new LimitedProcess<string, string>({ script, milliseconds: 500, megabytes: 24 });
  expect(await short.run("wait")).toBe("waited");
  await expect(short.run("spin")).rejects.toMatchObject({ of: "time" });
});

test("a task that runs out of memory ends only its own process", async () => {
  const roomy = new LimitedProcess<string, string>({ script, milliseconds: 60_000, megabytes: 24 });
  await expect(roomy.run("grow")).rejects.toMatchObject({ name: "LimitExceeded", of: "memory" });
  expect(await roomy.run("a")).toBe("a!");
});

test("it does not inherit this process's environment", async () => {
  expect(await limited.run("environment")).not.toMatch(/PATH|KEY|URL/);
});

test("a script that does not start is an error at every attempt", async () => {
  const missing = new LimitedProcess({
    script: join(folder, "none.mjs"),
    milliseconds: 1000,
    megabytes: 24,
  });
  for (let tries = 0; tries < 2; tries++)
    await expect(missing.run("a")).rejects.toThrow("could not be started");
});

test("an idle child does not keep the program alive", () => {
  const program = `import { LimitedProcess } from ${JSON.stringify(resolve("app/lib/limited-process.server.ts"))};
    const limited = new LimitedProcess({ script: ${JSON.stringify(script)}, milliseconds: 60_000, megabytes: 24 });
    console.log(await limited.run("a"));`;
  const ended = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", program],
    {
      encoding: "utf8",
    },
  );
  expect(ended).toMatchObject({ status: 0, stdout: "a!\n" });
});
