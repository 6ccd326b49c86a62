import { once } from "node:events";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures";
import { makeDataFolder, type Stack, startStack, stopAll } from "./stack";

// The first start seeds the demo, which is slow, so all tests use its data.
let folder = "";
let first: Stack;
test.beforeAll(async () => {
  folder = makeDataFolder();
  first = await startStack(folder);
  await first.stop();
});
test.afterEach(stopAll);
test.afterAll(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

test("a second start keeps all data, and secrets are readable only by their owner", async () => {
  expect(first.process.exitCode).toBe(0);
  for (const name of ["demo.json", "demo-secrets.json", "postgres.json", "secrets.json"]) {
    expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
  }
  const second = await startStack(folder);
  const { tenant_id, publishable_key, secret_key, resources, schedules } = first.demo;
  expect(second.demo).toMatchObject({
    tenant_id,
    publishable_key,
    secret_key,
    resources,
    schedules,
  });
  await second.stop();
});

test("a second concurrent start is refused without harm", async () => {
  const running = await startStack(folder);
  await expect(startStack(folder)).rejects.toThrow(`already runs on ${folder}`);
  expect((await fetch(`${running.demo.base_url}/readyz`)).status).toBe(200);
  await running.stop();
});

test("the next start cleans up after a killed run", async () => {
  const killed = await startStack(folder);
  killed.process.kill("SIGKILL");
  await once(killed.process, "exit");
  const next = await startStack(folder);
  expect(next.output()).toContain("The database of a killed run is still running");
  expect(next.demo.secret_key).toBe(killed.demo.secret_key);
  await next.stop();
});
