import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LimitName } from "~/contract/operation";
import { startSession } from "~/domain/identity/sessions.sql.server";
import { prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import {
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { formOf } from "~/testing/upload";
import { honestImages } from "~/testing/image-parts";
import { call, json } from "~/testing/request";
import { limits } from "./limit-table.server";
import { type Counted, countCall } from "./limits.server";
import { requireActor, requireVisitor } from "./page.server";

beforeEach(() => {
  env.RATE_LIMITS = "on";
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  env.RATE_LIMITS = "off";
  vi.useRealTimers();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000 + 1);
/** A caller with unused counters. */
const someone = (): Counted => ({ ip: `address ${newId()}`, id: newId() });
const count = (times: number, name: LimitName, who: Counted) =>
  Promise.all(Array.from({ length: times }, () => countCall(name, who)));

/** Headers of the refusal; throws if the call is accepted. */
async function refusal(name: LimitName, who: Counted): Promise<Record<string, string>> {
  const error = await countCall(name, who).then(
    () => ({ code: "accepted" }),
    (thrown: unknown) =>
      thrown as { code: string; status: number; extra: { headers: Record<string, string> } },
  );
  expect(error).toMatchObject({ code: "rate_limited", status: 429 });
  return "extra" in error ? error.extra.headers : {};
}

const table: [LimitName, points: number, seconds: number, per: string][] = [
  ["session", 300, 60, "user"],
  ["provider", 1200, 60, "ip"],
  ["unknown_key", 300, 60, "ip"],
  ["calendar_feed", 30, 60, "key"],
  ["guest_page", 120, 60, "ip"],
  ["key_read", 120, 60, "key_network"],
  ["widget_booking", 10, 60, "key_network"],
  ["widget_hold", 10, 60, "key_network"],
  ["widget_preview", 20, 60, "key_network"],
  ["widget_visit_times", 30, 60, "key_network"],
  ["verify", 20, 3600, "ip"],
  ["verify_confirm", 10, 600, "key_ip"],
  ["send_code", 20, 3600, "ip"],
  ["verify_code", 30, 600, "ip"],
  ["create_tenant", 10, 3600, "ip"],
  ["upload", 20, 3600, "user"],
];

test("covers every limit", () => {
  expect(table.map(([name]) => name).sort()).toEqual(Object.keys(limits).sort());
});

test("addresses of one network count as one visitor of a key", async () => {
  const id = newId();
  await count(60, "key_read", { id, ip: "203.0.113.7" });
  await count(60, "key_read", { id, ip: "::ffff:203.0.113.250" });
  await refusal("key_read", { id, ip: "203.0.113.99" });
  await countCall("key_read", { id, ip: "203.0.114.7" });
  await count(120, "key_read", { id, ip: "2001:db8:7:8::1" });
  await refusal("key_read", { id, ip: "2001:db8:7:8:9:a:b:c" });
});

test("cached responses are not counted", async () => {
  const owner = await makeTenant();
  await makeSchedule(owner, [(await makeResource(owner)).id]);
  const key = await makeKey(owner);
  for (const path of ["/api/widget/config", "/api/widget/availability"]) {
    const read = async (headers: Record<string, string> = {}) => call(path, { key, headers });
    const first = await read();
    const left = Number(first.headers.get("RateLimit-Remaining"));
    for (let time = 0; time < 5; time++) expect((await read()).status).toBe(200);
    const etag = first.headers.get("ETag")!;
    for (let time = 0; time < 5; time++)
      expect((await read({ "If-None-Match": etag })).status).toBe(304);
    expect(Number((await read()).headers.get("RateLimit-Remaining"))).toBe(left - 1);
  }
  const read = async (people: number) =>
    call(`/api/widget/availability?party_size=${people}`, { key });
  const left = Number((await read(2)).headers.get("RateLimit-Remaining"));
  expect(Number((await read(3)).headers.get("RateLimit-Remaining"))).toBe(left - 1);
});

test.each([
  ["/api/widget/visits/times", "30"],
  ["/api/widget/series/preview", "20"],
])("%s has a limit of its own", async (path, points) => {
  const key = await makeKey(await makeTenant());
  const { headers } = await call(path, { key, body: {} });
  expect(headers.get("RateLimit-Limit")).toBe(points);
});

describe.each(table)("%s: %i in %i seconds per %s", (name, points, seconds, per) => {
  test("counts down, refuses the next call, and resets after the window", async () => {
    const who = someone();
    for (let left = points - 1; left >= 0; left--) {
      const headers = await countCall(name, who);
      expect(headers).toMatchObject({
        "RateLimit-Limit": String(points),
        "RateLimit-Remaining": String(left),
      });
      expect(Number(headers["RateLimit-Reset"])).toBe(seconds);
    }
    later(seconds / 2);
    const headers = await refusal(name, who);
    expect(headers).toMatchObject({
      "RateLimit-Limit": String(points),
      "RateLimit-Remaining": "0",
    });
    expect(headers["Retry-After"]).toBe(headers["RateLimit-Reset"]);
    expect(Math.abs(Number(headers["Retry-After"]) - seconds / 2)).toBeLessThanOrEqual(1);
    later(seconds / 2);
    expect(await countCall(name, who)).toMatchObject({ "RateLimit-Remaining": String(points - 1) });
  });

  test("counts callers separately", async () => {
    const who = someone();
    await count(points, name, who);
    const isRefused = (other: Counted) =>
      countCall(name, other).then(
        () => false,
        () => true,
      );
    expect({
      from_another_address: await isRefused({ ...someone(), id: who.id }),
      from_another_caller: await isRefused({ ...someone(), ip: who.ip }),
    }).toEqual({
      from_another_address: per === "user" || per === "key",
      from_another_caller: per === "ip",
    });
    await refusal(name, who);
  });
});

test("a key is limited to 12,000 reads a minute over all networks; ten networks cannot exhaust it", async () => {
  const id = newId();
  for (let from = 0; from < 10; from++) {
    await count(120, "key_read", { id, ip: `${from}` });
    await refusal("key_read", { id, ip: `${from}` });
  }
  await countCall("key_read", { id, ip: "another" });
  for (let from = 10; from < 100; from++)
    await count(from === 99 ? 119 : 120, "key_read", { id, ip: `${from}` });
  const headers = await refusal("key_read", { id, ip: "another" });
  expect(headers["RateLimit-Limit"]).toBe("12000");
  await countCall("key_read", someone());
});

test("a tenant's keys together are limited to 36,000 reads a minute", async () => {
  const tenant_id = newId();
  for (let key = 0; key < 3; key++) {
    const id = newId();
    for (let from = 0; from < 100; from++)
      await count(120, "key_read", { id, tenant_id, ip: `${from}` });
  }
  const headers = await refusal("key_read", { ...someone(), tenant_id });
  expect(headers["RateLimit-Limit"]).toBe("36000");
  await countCall("key_read", { ...someone(), tenant_id: newId() });
});

test("IPv6 addresses of one /64 are one caller", async () => {
  await count(20, "send_code", { id: "", ip: "2001:db8:7:8::1" });
  await refusal("send_code", { id: "", ip: "2001:db8:7:8:9:a:b:c" });
  await countCall("send_code", { id: "", ip: "2001:db8:7:9::1" });
});

test("an address is limited to 60 bookings an hour", async () => {
  const who = someone();
  for (let minute = 0; minute < 6; minute++) {
    await count(10, "widget_booking", who);
    later(60);
  }
  const headers = await refusal("widget_booking", who);
  expect(headers["RateLimit-Limit"]).toBe("60");
  expect(Number(headers["Retry-After"])).toBeGreaterThan(3000);
  later(3600);
  await countCall("widget_booking", who);
});

test("callers without an id are counted by address", async () => {
  await count(300, "session", { id: "", ip: "first" });
  await refusal("session", { id: "", ip: "first" });
  await countCall("session", { id: "", ip: "second" });
});

test("nothing is counted if limits are off", async () => {
  env.RATE_LIMITS = "off";
  expect(await count(400, "session", { id: "anybody", ip: "" })).toEqual(Array(400).fill({}));
});

describe("a call that is refused", () => {
  const expectRefused = async (response: Response) => {
    expect([response.status, (await json(response)).error?.code]).toEqual([429, "rate_limited"]);
    for (const name of ["Retry-After", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"])
      expect(response.headers.get(name)).toMatch(/^\d+$/);
  };

  test("of a person changes nothing; earlier responses report the remaining calls", async () => {
    const owner = await makeTenant();
    const cookie = await signIn(owner);
    const create = () => call("/api/resources", { cookie, body: { type: "room", name: "Room" } });
    const first = await create();
    expect([first.status, first.headers.get("RateLimit-Remaining")]).toEqual([201, "299"]);
    await count(299, "session", { id: owner.user_id, ip: "" });
    await expectRefused(await create());
    expect(await prisma.resource.count({ where: { tenant_id: owner.tenant.id } })).toBe(1);
  });

  test("with a file keeps no file", async () => {
    const owner = await makeTenant();
    await count(20, "upload", { id: owner.user_id, ip: "" });
    const raw = formOf({ bytes: (await honestImages()).png });
    await expectRefused(
      await call("/api/upload", { method: "POST", cookie: await signIn(owner), raw }),
    );
    expect(await prisma.asset.count({ where: { tenant_id: owner.tenant.id } })).toBe(0);
  });

  test("with unknown keys is refused before the lookup, and known keys are not counted", async () => {
    const owner = await makeTenant();
    const key = await makeKey(owner);
    const ask = (text: string) => call("/api/widget/config", { key: text });
    await count(299, "unknown_key", { id: "", ip: "" });
    for (let time = 0; time < 5; time++) expect((await ask(key)).status).toBe(200);
    const guess = `pk_live_${"a".repeat(40)}`;
    expect((await ask(guess)).status).toBe(401);
    await expectRefused(await ask(guess));
    await expectRefused(await ask(key));
    await expectRefused(await call("/api/tenant", { key: `sk_live_${"a".repeat(40)}` }));
    later(60);
    expect((await ask(key)).status).toBe(200);
  });

  test("of a calendar program must wait a minute, and gets no calendar data", async () => {
    const owner = await makeTenant();
    const made = await json(
      await call("/api/calendar-feeds", { cookie: await signIn(owner), body: {} }),
    );
    const url = String(made["url"]);
    const { loader } = await import("~/pages/public/calendar/feed");
    const token = url.slice(url.lastIndexOf("/") + 1);
    const read = () => loader({ request: new Request(url), params: { token }, context: {} });
    for (let time = 0; time < 30; time++) expect((await read()).status).toBe(200);
    const refused = await read();
    expect([refused.status, refused.headers.get("Cache-Control")]).toEqual([429, "no-store"]);
    expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
    later(60);
    expect((await read()).status).toBe(200);
  });

  test("of a widget books nothing, and its page can read the error", async () => {
    const owner = await makeTenant();
    await makeSchedule(owner, [(await makeResource(owner)).id]);
    const key = await makeKey(owner);
    const { id } = await prisma.apiKey.findFirstOrThrow({ where: { tenant_id: owner.tenant.id } });
    await count(10, "widget_booking", { id, ip: "" });
    const response = await call("/api/widget/booking", {
      key,
      body: {},
      headers: { Origin: "https://www.example.com" },
    });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://www.example.com");
    expect(response.headers.get("Access-Control-Expose-Headers")).toContain("retry-after");
    await expectRefused(response);
    expect(await prisma.booking.count({ where: { tenant_id: owner.tenant.id } })).toBe(0);
  });
});

describe("a rate-limited page", () => {
  const ask = (cookie: string, page: typeof requireActor | typeof requireVisitor = requireActor) =>
    page(new Request(`${env.BASE_URL}/dashboard/bookings`, { headers: { Cookie: cookie } })).then(
      () => null,
      (thrown: unknown) => (thrown instanceof Response ? thrown : Promise.reject(thrown as Error)),
    );

  test("says when to retry", async () => {
    const owner = await makeTenant();
    const cookie = await signIn(owner);
    await count(299, "session", { id: owner.user_id, ip: "" });
    expect(await ask(cookie)).toBeNull();
    const refused = await ask(cookie);
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(refused?.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await refused?.text()).toBe(
      `Too many requests. Try again in ${refused?.headers.get("Retry-After")} seconds.`,
    );
    later(60);
    expect(await ask(cookie)).toBeNull();
  });

  test("shares the counter with the person's API calls", async () => {
    const owner = await makeTenant();
    const cookie = await signIn(owner);
    await ask(cookie);
    const answer = await call("/api/tenant", { cookie });
    expect(answer.headers.get("RateLimit-Remaining")).toBe("298");
    await count(298, "session", { id: owner.user_id, ip: "" });
    expect((await ask(cookie))?.status).toBe(429);
    expect((await call("/api/tenant", { cookie })).status).toBe(429);
    expect(await ask(await signIn(await makeUser(owner, "viewer")))).toBeNull();
  });

  test("is also counted for a person without a company", async () => {
    const account = await prisma.account.create({
      data: { id: newId(), email: `${newId()}@example.test` },
    });
    const cookie = `session=${await startSession(account, { ip: null, user_agent: null })}`;
    await count(299, "session", { id: account.id, ip: "" });
    expect(await ask(cookie, requireVisitor)).toBeNull();
    expect((await ask(cookie, requireVisitor))?.status).toBe(429);
  });

  test("always redirects signed-out visitors to sign in", async () => {
    for (let time = 0; time < 301; time++)
      expect((await ask(""))?.headers.get("Location")).toMatch(/^\/sign-in/);
  });
});
