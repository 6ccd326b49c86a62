import { afterAll, beforeAll, expect, test } from "vitest";
import { makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { exchange, write } from "~/testing/raw-http";
import { startWeb, type WebProcess } from "~/testing/web-process";

// A person's limit in the real web process. Each loader of a page counts once.

let web: WebProcess;

beforeAll(async () => {
  web = await startWeb({
    DATABASE_URL: process.env.DATABASE_URL!,
    RATE_LIMITS: "on",
    LIMITS: "session=4,widget_visit_times=2",
  });
});
afterAll(() => web.stop());

test("a rate-limited page says when to retry, and pages and API share the counter", async () => {
  const headers = { Cookie: await signIn(await makeTenant()) };
  const get = (path: string) =>
    exchange(Number(new URL(web.url).port), write("GET", path, { headers }));
  for (let view = 0; view < 2; view++) expect((await get("/dashboard/bookings")).status).toBe(200);
  const refused = await get("/dashboard/bookings");
  expect(refused.status).toBe(429);
  expect(refused.headers).toContain("content-type: text/html; charset=utf-8");
  expect(refused.headers).toContainEqual(expect.stringMatching(/^retry-after: \d+$/));
  expect(refused.body).toMatch(/Too many requests\. Try again in \d+ seconds\./);
  expect(refused.body).toMatch(
    /<h1[^>]*>Please wait a moment<\/h1>.*<a [^>]*href=""[^>]*>.*Try again/s,
  );
  expect((await get("/dashboard/bookings.data")).status).toBe(429);
  expect((await get("/api/tenant")).status).toBe(429);
});

test("a visitor who reads the times of too many visits sees their services, and when to retry", async () => {
  const owner = await makeTenant();
  const { id: person } = await makeResource(owner);
  const [cut, colour] = [
    await makeSchedule(owner, [person], { name: "Cut" }),
    await makeSchedule(owner, [person], { name: "Colour" }),
  ];
  const get = (search: string) =>
    exchange(
      Number(new URL(web.url).port),
      write("GET", `/book/${owner.tenant.slug}?service=${cut.id}${search}`, {}),
    );
  const time = "&date=2030-01-04&time=2030-01-04T09:00:00Z";
  for (let view = 0; view < 2; view++) expect((await get(`&also=${colour.id}`)).status).toBe(200);
  for (const rest of ["", time]) {
    const refused = await get(`&also=${colour.id}${rest}`);
    expect(refused.status).toBe(429);
    expect(refused.headers).toContainEqual(expect.stringMatching(/^retry-after: \d+$/));
    expect(refused.body).toContain("Colour");
  }
  expect((await get("")).status).toBe(200);
});
