import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ApiKeyFilter } from "~/contract/api-keys";
import { DeliveryFilter } from "~/contract/webhooks";
import { listApiKeys } from "~/domain/api-keys/api-keys.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { UserActor } from "~/domain/identity/actor";
import { attemptDelivery, claimDeliveries } from "~/domain/webhooks/deliver.server";
import { listDeliveries } from "~/domain/webhooks/deliveries.sql.server";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { pool } from "~/lib/db.server";
import { flashOf, get, post, refusalOf } from "~/testing/desk";
import { makeKey, makeSecretKey, makeTenant, makeUser } from "~/testing/factory";
import {
  makeEvents,
  makeSubscription,
  reaching,
  type Receiver,
  startReceiver,
} from "~/testing/webhook-receivers";
import * as delivery from "./deliveries/delivery/route";
import * as keys from "./keys/route";
import * as key from "./keys/key/route";
import * as newKey from "./keys/new/route";
import * as webhooks from "./webhooks/route";
import * as webhook from "./webhooks/webhook/route";
import * as replay from "./webhooks/replay/route";
import * as settings from "./webhooks/settings/route";
import * as check from "./webhooks/check/route";
import * as newWebhook from "./webhooks/new/route";

// The pages of those who connect a program, called as the browser calls them before any script.

let owner: UserActor;
let receiver: Receiver;
let status = 200;

beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(status).end(`status ${status}`));
});
afterAll(() => receiver.close());
beforeEach(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
  status = 200;
});

const W = "/dashboard/webhooks";
/** What an action answered with besides going on to another page. */
const dataOf = <T>(answer: unknown) =>
  answer as { data: T; init: { headers?: Record<string, string> } };
const isRefused = (promise: Promise<unknown>, code: number) =>
  expect(promise).rejects.toMatchObject({ status: code });

async function sendDue(): Promise<void> {
  for (const claimed of await claimDeliveries(100, 100))
    await attemptDelivery(claimed, new AbortController().signal, reaching([receiver.host]));
}

test("webhooks and keys are for admins: staff and strangers to the company see none of them", async () => {
  const staff = await makeUser(owner, "staff");
  const { id } = await makeSubscription(owner, receiver.url);
  for (const page of [webhooks, keys])
    await isRefused(get<unknown>(page, staff, "/dashboard"), 403);
  for (const page of [webhook, settings, replay]) {
    await isRefused(get<unknown>(page, staff, `${W}/${id}`, id), 403);
    await isRefused(get<unknown>(page, await makeTenant(), `${W}/${id}`, id), 404);
    await isRefused(get<unknown>(page, owner, `${W}/none`, "none"), 404);
  }
  await isRefused(post<unknown>(settings, staff, `${W}/${id}`, { intent: "delete" }, id), 403);
  await isRefused(post<unknown>(newKey, staff, "/dashboard/keys/new", {}), 403);
});

test("a webhook is made, and its secret is in that answer alone", async () => {
  const fields = {
    url: "https://hooks.example.com/in",
    events: ["booking.created", "booking.paid"],
    description: "Till",
  };
  const refused = refusalOf(
    await post<unknown>(newWebhook, owner, W, { ...fields, url: "ftp://x", events: [] }),
  );
  expect(refused.result).toMatchObject({
    error: { url: [expect.any(String)], events: ["Choose at least one event."] },
  });
  const { data, init } = dataOf<{ made: { id: string; secret: string } }>(
    await post<unknown>(newWebhook, owner, W, fields),
  );
  expect(data.made.secret).toMatch(/^whsec_/);
  expect(init.headers).toEqual({ "Cache-Control": "no-store" });
  const shown = await get(webhooks, owner, W);
  expect(shown.webhooks).toMatchObject([{ ...fields, state: { label: "Active" }, last: null }]);
  expect(JSON.stringify(shown)).not.toContain("whsec_");
});

test("a webhook is changed, rotated, turned off and on, and deleted", async () => {
  const { id } = await makeSubscription(owner, "https://hooks.example.com/in");
  const send = (fields: Record<string, string | string[]>) =>
    post<unknown>(settings, owner, `${W}/${id}/settings`, fields, id);
  const edit = { intent: "edit", url: "https://hooks.example.com/other", events: "booking.paid" };
  expect(flashOf(await send(edit)).text).toBe("Saved the webhook.");
  expect(await getSubscription(owner, id)).toMatchObject({
    url: edit.url,
    events: ["booking.paid"],
    description: null,
  });
  expect(dataOf<{ secret: string }>(await send({ intent: "rotate" })).data.secret).toMatch(
    /^whsec_/,
  );
  expect((await get(settings, owner, W, id)).both_until).not.toBeNull();
  await send({ intent: "disable" });
  expect((await get(settings, owner, W, id)).webhook.state.label).toBe("Turned off");
  expect(refusalOf(await send({ intent: "test" })).result.error[""]).toEqual([
    expect.stringContaining("disabled"),
  ]);
  await send({ intent: "enable" });
  expect((await send({ intent: "delete" })) as Response).toMatchObject({ status: 302 });
  await isRefused(get<unknown>(settings, owner, W, id), 404);
});

test("a test event that failed is seen with its answer, and sent again by one button", async () => {
  const { id } = await makeSubscription(owner, receiver.url);
  status = 503;
  const tested = (await post<unknown>(
    settings,
    owner,
    W,
    { intent: "test", type: "booking.paid" },
    id,
  )) as Response;
  const deliveryId = tested.headers.get("Location")!.split("/").at(-1)!;
  await sendDue();
  const shown = await get(delivery, owner, W, deliveryId);
  expect(shown).toMatchObject({
    type: "booking.paid",
    status: "failed",
    origin: "test",
    webhook: { id },
  });
  expect(shown.log).toMatchObject([{ answer: "HTTP 503", is_good: false, response: "status 503" }]);
  expect(shown.log[0]?.headers.join("\n")).toContain("webhook-signature: v1,");
  status = 200;
  const again = (await post<unknown>(delivery, owner, W, {}, deliveryId)) as Response;
  await sendDue();
  const replayed = again.headers.get("Location")!.split("/").at(-1)!;
  expect(await get(delivery, owner, W, replayed)).toMatchObject({
    status: "succeeded",
    origin: "replay",
    body: shown.body,
  });
  const log = await get(webhook, owner, `${W}/${id}?origin=replay&status=succeeded`, id);
  expect(log.deliveries).toMatchObject([{ id: replayed, answer: "HTTP 200", tries: "1 attempt" }]);
  expect((await get(webhook, owner, `${W}/${id}?status=lost&cursor=x`, id)).problem).not.toBeNull();
  expect((await get(check, owner, `${W}/check?delivery=${replayed}`)).sent).toMatchObject({
    body: shown.body,
  });
  await isRefused(get<unknown>(check, await makeTenant(), `${W}/check?delivery=${replayed}`), 404);
  expect((await get(webhooks, owner, W)).webhooks[0]?.last).toMatchObject({ status: "succeeded" });
});

test("a range is replayed, and its page says how far it is until all has arrived", async () => {
  const { id } = await makeSubscription(owner, receiver.url);
  await makeEvents(owner, ["booking.created"]);
  await makeEvents(owner, ["booking.created"]);
  await relayEvents(100);
  // As if the webhook had been off when they happened.
  await pool.query("delete from webhook_delivery where subscription_id = $1", [id]);
  const path = `${W}/${id}/replay`;
  const { stored, today } = await get(replay, owner, path, id);
  const wrong = await post<unknown>(replay, owner, path, { from_day: today, to_time: "10:00" }, id);
  expect(refusalOf(wrong).result.error.to_time).toBeTruthy();
  const message = flashOf(
    await post<unknown>(replay, owner, path, { from_day: stored.from_day, only_missing: "on" }, id),
  );
  expect(message.text).toBe("Replaying 2 events.");
  expect((await get(replay, owner, path, id)).replays).toMatchObject([
    { queued: 2, waiting: 2, succeeded: 0 },
  ]);
  await sendDue();
  expect((await get(replay, owner, path, id)).replays).toMatchObject([
    { queued: 2, waiting: 0, succeeded: 2 },
  ]);
  const nothing = flashOf(
    await post<unknown>(replay, owner, path, { from_day: stored.from_day, only_missing: "on" }, id),
  );
  expect(nothing.text).toBe("No events to send in this range.");
  const { data } = await listDeliveries(
    owner,
    DeliveryFilter.parse({ subscription_id: id, origin: "replay" }),
  );
  expect(data).toHaveLength(2);
});

const K = "/dashboard/keys";

test("a publishable key is made with its rights, and its text is in that answer alone", async () => {
  const fields = {
    kind: "publishable",
    name: "Shop",
    mode: "live",
    scopes: ["config:read", "bookings:write"],
  };
  const bad = refusalOf(
    await post<unknown>(newKey, owner, K, { ...fields, allowed_origins: "not an origin" }),
  );
  expect(bad.result.error).not.toEqual({});
  const origins = "https://www.example.com\nhttps://shop.example.com";
  const last_day = "2099-03-01";
  const { data, init } = dataOf<{ made: { id: string; key_text: string } }>(
    await post<unknown>(newKey, owner, K, { ...fields, allowed_origins: origins, last_day }),
  );
  expect(data.made.key_text).toMatch(/^pk_live_/);
  expect(init.headers).toEqual({ "Cache-Control": "no-store" });
  const shown = await get(keys, owner, K);
  expect(JSON.stringify(shown)).not.toContain(data.made.key_text);
  expect(shown.keys).toMatchObject([{ name: "Shop", websites: origins.split("\n") }]);
  const page = await get(key, owner, K, data.made.id);
  expect(page).toMatchObject({
    edit: "edit_publishable",
    stored: { allowed_origins: origins, last_day },
  });
});

test("a secret key is changed, rotated and revoked; the base key can be read again", async () => {
  await makeSecretKey(owner, "staff");
  const base = await makeKey(owner);
  const all = await listApiKeys(owner, ApiKeyFilter.parse({}));
  const { id } = all.data.find(({ kind }) => kind === "secret")!; // made above
  const send = (fields: Record<string, string>) => post<unknown>(key, owner, K, fields, id);
  expect(
    flashOf(await send({ intent: "edit_secret", name: "Till", last_day: "2099-01-01" })).text,
  ).toBe("Saved the key.");
  expect(await get(key, owner, K, id)).toMatchObject({
    name: "Till",
    is_secret: true,
    stored: { last_day: "2099-01-01" },
  });
  const rotated = dataOf<{ key_text: string; overlaps: boolean }>(
    await send({ intent: "rotate", overlap_hours: "24" }),
  );
  expect(rotated.data).toMatchObject({
    key_text: expect.stringMatching(/^sk_live_/),
    overlaps: true,
  });
  expect((await get(key, owner, K, id)).both_until).not.toBeNull();
  await send({ intent: "revoke" });
  expect(await get(key, owner, K, id)).toMatchObject({ edit: null, state: { tone: "quiet" } });
  const baseId = all.data.find(({ is_base }) => is_base)!.id; // made above
  expect(await get(key, owner, K, baseId)).toMatchObject({ edit: "edit_base", base_text: base });
});

test("all secret keys of a person end together", async () => {
  const admin = await makeUser(owner, "admin", { name: "Ada" });
  await makeSecretKey(admin);
  await makeSecretKey(admin, "viewer");
  expect((await get(keys, owner, K)).makers).toEqual([{ value: admin.user_id, label: "Ada" }]);
  expect(flashOf(await post<unknown>(keys, owner, K, { created_by: admin.user_id })).text).toBe(
    "Revoked 2 secret keys.",
  );
  expect((await get(keys, owner, K)).makers).toEqual([]);
});
