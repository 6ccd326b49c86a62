import { createHmac, randomUUID } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express, { type Router } from "express";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { hostPage } from "./host-page";
import { outbox } from "./outbox";
import { receiver } from "./receiver";

const folder = mkdtempSync(join(tmpdir(), "booking-sandbox-"));
afterAll(() => rmSync(folder, { recursive: true }));

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

async function serve(router: Router): Promise<string> {
  const server = express().use(router).listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
}

const post = (url: string, body: string, headers = {}) =>
  fetch(url, { method: "POST", body, headers });
const json = { "content-type": "application/json" };

test("the host page contains only the widget's script and element", async () => {
  const url = await serve(hostPage("http://service.test", "pk_test_demo"));
  const text = await (await fetch(url)).text();
  expect(text).toContain(
    '<script src="http://service.test/widget/booking-widget.js" defer></script>',
  );
  expect(text).toContain('<booking-widget publishable-key="pk_test_demo"></booking-widget>');
  expect(text).not.toContain("{{");
});

test("the host page takes a key from its URL, escaped, and explains a missing one", async () => {
  const url = await serve(hostPage("http://service.test", undefined));
  expect(await (await fetch(`${url}/?key=${encodeURIComponent('"><b>')}`)).text()).toContain(
    "&quot;&gt;&lt;b&gt;",
  );
  expect(await (await fetch(url)).text()).toContain("There is no demo company");
});

function writeMessage(message: object): void {
  mkdirSync(join(folder, "outbox"), { recursive: true });
  writeFileSync(join(folder, "outbox", `${randomUUID()}.json`), JSON.stringify(message));
}

test("the outbox lists messages newest first, by recipient, and shows HTML in a frame without scripts", async () => {
  const mail = {
    channel: "email",
    subject: "Your <code>",
    html: '<p class="a">Hello</p>',
    text: "Open https://book.test/m/1 now",
  };
  writeMessage({ id: "old", to: "ada@example.com", created_at: "2027-01-01T00:00:00Z", ...mail });
  writeMessage({ id: "new", to: "bob@example.com", created_at: "2027-01-02T00:00:00Z", ...mail });
  writeFileSync(join(folder, "outbox", "half.json"), '{"id":');
  const url = await serve(outbox(join(folder, "outbox")));
  const idsAt = async (path: string) => {
    const { data } = (await (await fetch(url + path)).json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  };
  expect(await idsAt("/outbox.json")).toEqual(["new", "old"]);
  expect(await idsAt("/outbox.json?to=ADA@example.com")).toEqual(["old"]);
  expect(await (await fetch(`${url}/outbox`)).text()).toContain("Your &lt;code&gt;");
  const shown = await (await fetch(`${url}/outbox/old`)).text();
  expect(shown).toContain("&lt;p class=&quot;a&quot;&gt;Hello");
  expect(shown).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(shown).toContain('<a href="https://book.test/m/1">');
  expect((await fetch(`${url}/outbox/none`)).status).toBe(404);
});

let file = "";
beforeEach(() => (file = join(folder, `${randomUUID()}.jsonl`)));

async function receivedAt(url: string) {
  const { data } = (await (await fetch(`${url}/webhooks.json`)).json()) as {
    data: Record<string, unknown>[];
  };
  return data;
}

test("the receiver verifies signatures over the raw body", async () => {
  const url = await serve(await receiver(file, ["whsec_one"]));
  const body = '{ "type": "booking.paid" }';
  const signature = createHmac("sha256", "whsec_one").update(body).digest("hex");
  await post(`${url}/webhooks`, body, {
    "x-booking-signature": signature,
    "x-booking-event": "booking.paid",
    ...json,
  });
  await post(`${url}/webhooks/receive`, body, {
    "x-booking-signature": signature.replace(/^./, "x"),
    ...json,
  });
  expect(await receivedAt(url)).toMatchObject([
    { event: "", verified: false, body },
    { event: "booking.paid", verified: true, standard_verified: false, body },
  ]);
});

test("the receiver accepts another subscription's secret", async () => {
  const url = await serve(await receiver(file, []));
  await post(`${url}/webhooks/secrets`, JSON.stringify({ secret: "whsec_two" }), json);
  await post(`${url}/webhooks`, "x", {
    "x-booking-signature": createHmac("sha256", "whsec_two").update("x").digest("hex"),
  });
  expect(await receivedAt(url)).toMatchObject([{ verified: true }]);
});

test("the receiver fails as often as configured, then succeeds", async () => {
  const url = await serve(await receiver(file, []));
  await post(
    `${url}/webhooks/behaviour`,
    JSON.stringify({ status: 503, delay_ms: 1, times: 2 }),
    json,
  );
  const statuses = [];
  for (const body of ["a", "b", "c"]) statuses.push((await post(`${url}/webhooks`, body)).status);
  expect(statuses).toEqual([503, 503, 200]);
});

test("the receiver keeps deliveries across a restart", async () => {
  const before = await serve(await receiver(file, []));
  await post(`${before}/webhooks`, "first");
  await post(`${before}/webhooks`, "second");
  const after = await serve(await receiver(file, []));
  expect(await receivedAt(after)).toMatchObject([{ body: "second" }, { body: "first" }]);
  expect(await (await fetch(`${after}/webhooks`)).text()).toContain("second");
});

test("an incomplete line of a killed receiver is skipped", async () => {
  await post(`${await serve(await receiver(file, []))}/webhooks`, "whole");
  appendFileSync(file, readFileSync(file, "utf8").slice(0, 40));
  const after = await serve(await receiver(file, []));
  await post(`${after}/webhooks`, "next");
  expect(await receivedAt(after)).toMatchObject([{ body: "next" }, { body: "whole" }]);
  expect(await receivedAt(await serve(await receiver(file, [])))).toHaveLength(2);
});
