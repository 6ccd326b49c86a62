import { expect, test } from "vitest";
import { readSettings, webhookHosts } from "./start-settings";

test("by default everything is on loopback, with the sandbox on the next two ports", async () => {
  expect(await readSettings({})).toMatchObject({
    isDemo: true,
    databaseUrl: undefined,
    baseUrl: "http://127.0.0.1:3000",
    hostPageUrl: "http://127.0.0.1:3001/",
    sandboxUrl: "http://127.0.0.1:3002",
  });
});

test("HOST=0.0.0.0 is still reached through loopback, and BASE_URL is kept", async () => {
  const settings = await readSettings({
    HOST: "0.0.0.0",
    PORT: "80",
    BASE_URL: "https://book.example",
  });
  expect(settings).toMatchObject({
    host: "0.0.0.0",
    webUrl: "http://127.0.0.1:80",
    baseUrl: "https://book.example",
  });
});

test("production has no demo", async () => {
  expect((await readSettings({ NODE_ENV: "production" })).isDemo).toBe(false);
});

test.each([
  [{ PORT: "http" }, /PORT is "http"/],
  [{ PORT: "65535" }, /PORT is "65535"/],
  [{ SEED: "all" }, /SEED is "all"/],
  [{ PORT: "0", HOST: "192.0.2.1" }, /no such address/],
])("%j is refused in plain words", async (env, message) => {
  await expect(readSettings(env)).rejects.toThrow(message);
});

test("the receiver's host is added to WEBHOOK_ALLOW_HOSTS, which stays", async () => {
  const settings = await readSettings({});
  expect(webhookHosts(undefined, settings)).toBe("127.0.0.1:3002");
  expect(webhookHosts("shop.test,localhost:9000", settings)).toBe(
    "shop.test,localhost:9000,127.0.0.1:3002",
  );
});
