import { beforeEach, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeKey, makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { widgetCalls } from "~/testing/widget-calls";

// Services as the widget gets them: order, descriptions, lengths, prices and resources.

let owner: UserActor;
let key: string;
let cookie: string;
let anna: { id: string };
let bram: { id: string };

beforeEach(async () => {
  owner = await makeTenant();
  [key, cookie] = [await makeKey(owner), await signIn(owner)];
  anna = await makeResource(owner, { type: "person" });
  bram = await makeResource(owner, { type: "person" });
});

const { make, read } = widgetCalls(() => ({ cookie, key, slots: [] }));
const offer = (name: string, more: Record<string, unknown> = {}) =>
  makeSchedule(owner, [anna.id], { name, ...more });
const names = async () => (await read()).schedules.map(({ name }) => name);

test("services are grouped by category in order of the first, then by position and creation", async () => {
  await offer("Beard", { position: 5 });
  await offer("Cut", { position: 2, category: "Hair" });
  await offer("Nails", { position: 1, category: "Hands" });
  await offer("Colour", { position: 3, category: "Hair" });
  await offer("Wash", { position: 3, category: "Hair" });
  await offer("Massage", { position: 4, category: "Hands" });
  expect(await names()).toEqual(["Nails", "Massage", "Cut", "Colour", "Wash", "Beard"]);
});

test("private services are hidden without changing the order", async () => {
  await offer("Staff", { private: true, category: "Hair" });
  await offer("Nails", { category: "Hands" });
  await offer("Cut", { category: "Hair" });
  expect(await names()).toEqual(["Nails", "Cut"]);
});

test("includes the service's public details: an address, but no link", async () => {
  const image_asset_id = newId();
  await offer("Cut", {
    description: "With a wash.",
    category: "Hair",
    location: { kind: "address", text: "Quay 1" },
  });
  await offer("Call", {
    position: 1,
    location: { kind: "video_url", url: "https://meet.example/secret" },
  });
  const response = await read();
  expect(response.schedules).toMatchObject([
    {
      description: "With a wash.",
      category: "Hair",
      image_url: null,
      location: { kind: "address", text: "Quay 1" },
    },
    { description: null, category: null, location: { kind: "video_url", text: null } },
  ]);
  expect(JSON.stringify(response)).not.toContain("secret");
  await pool.query("update schedule set image_asset_id = $2 where tenant_id = $1", [
    owner.tenant.id,
    image_asset_id,
  ]);
  expect((await read()).schedules[0]!.image_url).toMatch(
    new RegExp(`/uploads/${owner.tenant.id}/${image_asset_id}$`),
  );
});

test("durations, prices and resources follow from the widget's resources", async () => {
  await makeSchedule(owner, [anna.id, bram.id], {
    name: "Cut",
    duration_minutes: 60,
    price_amount: 4000,
    length_options: [{ minutes: 90, price_amount: 5500 }],
    resource_terms: [{ resource_id: bram.id, price_amount: 3500 }],
    peak_prices: [{ days: [6], start: "08:00", end: "12:00", percent: 20 }],
  });
  const [both] = (await read()).schedules;
  expect(both).toMatchObject({
    anyone: true,
    price_amount: 4000,
    price_from: 3500,
    base_price_from: 3500,
  });
  expect(both!.length_options).toEqual([{ minutes: 90, price_amount: 5500, price_from: 5500 }]);
  expect(both!.resource_terms).toMatchObject([
    { resource_id: anna.id, price_amount: 4000, base_price_from: 4000 },
    { resource_id: bram.id, price_amount: 3500, base_price_from: 3500 },
  ]);
  expect(both).not.toHaveProperty("peak_prices");
  await make({ resource_ids: [anna.id] });
  expect((await read()).schedules).toMatchObject([
    { anyone: false, price_amount: 4000, price_from: 4000, resource_terms: [] },
  ]);
});

test("times are included for a requested duration, not if it is still to be chosen", async () => {
  const { id } = await offer("Cut", { length_options: [{ minutes: 90, price_amount: null }] });
  const configWith = (more = "") => read(`?include=availability&schedule_id=${id}${more}`);
  expect((await configWith()).availability).toBeUndefined();
  const unknown = await configWith("&length_minutes=75");
  expect([unknown.schedules.length, unknown.availability]).toEqual([1, undefined]);
  const answer = async (minutes: number) =>
    (
      await call(`/api/widget/availability?schedule_id=${id}&length_minutes=${minutes}`, { key })
    ).json();
  for (const minutes of [60, 90])
    expect((await configWith(`&length_minutes=${minutes}`)).availability).toEqual(
      await answer(minutes),
    );
});

test("responses for booking links are not cached, because a booking may use them up", async () => {
  const { id } = await offer("Cut", { private: true });
  const made = await json(
    await call("/api/booking-links", { cookie, body: { schedule_id: id, max_uses: 1 } }),
  );
  const age = async (query: string) =>
    (await call(`/api/widget/config${query}`, { key })).headers.get("Cache-Control");
  expect(await age("")).toBe("private, max-age=30");
  expect(await age(`?booking_link_token=${String(made["token"])}`)).toBe("private, max-age=0");
});

test("the response is stable until a service changes", async () => {
  const { id } = await offer("Cut");
  const ask = (tag = "") => call("/api/widget/config", { key, headers: { "If-None-Match": tag } });
  const tag = (await ask()).headers.get("ETag")!;
  expect((await ask(tag)).status).toBe(304);
  for (const body of [
    { category: "Hair" },
    { description: "With a wash." },
    { length_options: [{ minutes: 90, price_amount: 1 }] },
  ]) {
    const before = (await ask()).headers.get("ETag")!;
    expect((await call(`/api/schedules/${id}`, { cookie, method: "PATCH", body })).status).toBe(
      200,
    );
    expect((await ask(before)).status).toBe(200);
  }
});
