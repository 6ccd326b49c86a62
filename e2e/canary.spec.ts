import type { APIRequestContext, Page } from "playwright/test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Canary, listen, NAME, TEXT, walk } from "./canary";
import { type Demo, expect, test } from "./fixtures";

// Fills every text of a company and its guests with scripts. None may run in the dashboard, the
// widget, the company's page, the guest's page or an email.

const GUEST = `canary-guest-${Date.now()}@example.com`;

type Send = <T = { id: string }>(
  method: "POST" | "PATCH" | "PUT",
  path: string,
  data: object,
) => Promise<T>;

const mailsTo = async (request: APIRequestContext, demo: Demo, email: string) => {
  const answer = await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { data: { text: string; html: string }[] }).data;
};

/** Signs up through the API as a new person. */
async function signUp(page: Page, demo: Demo): Promise<Send> {
  const send: Send = async (method, path, data) => {
    const headers = { Origin: demo.base_url };
    const answer = await page.request.fetch(demo.base_url + path, { method, headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return JSON.parse((await answer.text()) || "{}");
  };
  const email = `canary-${Date.now()}@example.com`;
  await send("POST", "/api/auth/send-code", { email });
  const code = async () =>
    (await mailsTo(page.request, demo, email))[0]?.text.match(/\b(\d{6})\b/)?.[1] ?? "";
  await expect.poll(code).not.toBe("");
  await send("POST", "/api/auth/verify-code", { email, code: await code() });
  const company = {
    name: NAME,
    slug: `canary-${Date.now()}`,
    time_zone: "Europe/Amsterdam",
    currency: "EUR",
  };
  await send("POST", "/api/auth/create-tenant", company);
  return send;
}

/** Creates one of everything with script texts; returns the visitors' input. */
async function fill(send: Send, page: Page, demo: Demo) {
  const get = async <T>(path: string) =>
    (await (await page.request.get(demo.base_url + path)).json()) as T;
  const address = {
    line1: NAME,
    line2: NAME,
    postal_code: "<b>x",
    city: NAME,
    region: NAME,
    country: "NL",
  };
  const { slug } = await send<{ slug: string }>("PATCH", "/api/tenant", { address });
  const room = await send("POST", "/api/resources", {
    type: "<svg onload=canary(8)>",
    name: NAME,
    description: TEXT,
  });
  const question = { id: "q", label: NAME, type: "text", hint: NAME };
  const choice = { id: "c", label: NAME, type: "select", options: [NAME, "other"] };
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }];
  const wanted = {
    name: NAME,
    resource_ids: [room.id],
    rules,
    min_notice_minutes: 0,
    questions: [question, choice],
  };
  const service = await send("POST", "/api/schedules", wanted);
  const words = {
    title: NAME,
    intro: TEXT.slice(0, 500),
    details_heading: NAME,
    done_heading: NAME,
    done_text: TEXT,
    closed: NAME,
  };
  const texts = { en: words, nl: words };
  await send("POST", "/api/widget-configs", {
    name: NAME,
    texts,
    policy_text: TEXT,
    questions: [{ ...question, id: "w" }],
  });
  // Email HTML is the company's own. It is only shown in the preview here, without the remote
  // images that emails may contain.
  const body = `<p>${TEXT.replace(/^.*canary\.invalid.*$/gm, "")}</p>{{ customer.name }}`;
  await send("POST", "/api/email/templates", {
    key: "booking_reminder",
    locale: "en",
    subject: "{{ customer.name }}",
    body,
  });
  await send("POST", "/api/webhooks/subscriptions", {
    url: "https://example.com/",
    events: ["booking.created"],
    description: NAME,
  });
  await send("POST", "/api/api-keys", { kind: "secret", name: NAME, role: "viewer" });
  await send("POST", "/api/users", { email: "invited@example.com", role: "viewer", name: NAME });
  await send("PATCH", "/api/users/me/preferences", {
    views: [{ page: "bookings", name: NAME.slice(0, 60), query: "status=pending" }],
  });
  const { days } = await get<{ days: { slots: { id: string; bookable: boolean }[] }[] }>(
    "/api/availability",
  );
  const slots = days.flatMap(({ slots }) => slots).filter(({ bookable }) => bookable);
  const answers = [
    { question_id: "q", value: TEXT },
    { question_id: "c", value: NAME },
    { question_id: "w", value: TEXT },
  ];
  const customer = { name: NAME, email: GUEST };
  const made = await send<{ id: string; customer_id: string }>("POST", "/api/bookings", {
    slot_id: slots[0]!.id,
    customer,
    answers,
    notes: TEXT,
  });
  await send("PATCH", `/api/customers/${made.customer_id}`, { notes: TEXT });
  await send("POST", "/api/waitlist", { slot_id: slots[0]!.id, customer });
  await send("POST", `/api/bookings/${made.id}/status`, {
    status: "cancelled",
    reason: TEXT.slice(0, 1000),
  });
  await send("POST", "/api/bookings", { slot_id: slots[1]!.id, customer, answers, notes: TEXT });
  const day = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  const block = { starts_at: `${day}T10:00:00Z`, ends_at: `${day}T11:00:00Z`, reason: NAME };
  await send("POST", "/api/blocks", { resource_id: room.id, ...block });
  const { key } = await get<{ key: string }>("/api/api-keys/base");
  return { slug, key, room, service, booking: made.id };
}

/** A website of another origin with the widget. */
async function website(demo: Demo, key: string) {
  const html = `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">
    <script src="${demo.base_url}/widget/booking-widget.js" defer></script>
    <booking-widget publishable-key="${key}"></booking-widget></html>`;
  const server = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html").end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("script texts never run", async ({ browser, demo }) => {
  test.setTimeout(1_800_000); // opens every page of the dashboard
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const { slug, key, booking } = await fill(await signUp(page, demo), page, demo);
  const site = await website(demo, key);
  const { sung }: Canary = await listen(
    context,
    [demo.base_url, site.url, demo.outbox_url].map((url) => new URL(url).origin),
  );

  await test.step("detects a page without escaping", async () => {
    const forgetful = await context.newPage();
    await forgetful.goto(`${demo.outbox_url}.json`); // a page without a policy of its own
    await forgetful.setContent(NAME + TEXT, { waitUntil: "commit" });
    await expect.poll(() => new Set(sung.map((note) => note.slice(0, 8))).size).toBeGreaterThan(2);
    await forgetful.close();
    sung.length = 0;
  });

  await test.step("dashboard", async () => {
    const seen = await walk(context, `${demo.base_url}/dashboard`, 90, async (tab, address) => {
      await tab.waitForLoadState("networkidle");
      expect(sung, address).toEqual([]);
    });
    expect(seen.length).toBeGreaterThan(30);
    await page.goto(`${demo.base_url}/dashboard/bookings/${booking}`);
    await expect(page.locator("main").getByText("{{7*7}}").first()).toBeVisible();
    await page.goto(`${demo.base_url}/dashboard/search?q=${encodeURIComponent(NAME)}`);
    expect(sung).toEqual([]);
  });

  await test.step("email preview", async () => {
    await page.goto(`${demo.base_url}/dashboard/mail/templates/booking_reminder?locale=en`, {
      waitUntil: "networkidle",
    });
    await expect(page.frameLocator("iframe").locator("body")).toContainText("{{7*7}}");
    expect(sung).toEqual([]);
  });

  await test.step("the widget, and a guest whose name is a script", async () => {
    await page.goto(site.url);
    const widget = page.locator("booking-widget");
    await expect(widget.getByText("{{7*7}}").first()).toBeVisible();
    for (const step of await widget.getByRole("button", { name: "{{7*7}}" }).all())
      await step.click();
    await widget.locator(".day[aria-disabled='false']").last().click();
    await widget.locator("button.time").last().click();
    await widget.getByLabel("Name").fill(NAME);
    await widget.getByLabel("Email", { exact: true }).fill("canary-visitor@example.com");
    expect(sung).toEqual([]);
  });

  await test.step("company page", async () => {
    await page.goto(`${demo.base_url}/book/${slug}`, { waitUntil: "networkidle" });
    await expect(page.getByText("{{7*7}}").first()).toBeVisible();
    expect(sung).toEqual([]);
  });

  await test.step("sent emails and the guest page that they link to", async () => {
    await expect
      .poll(async () => (await mailsTo(page.request, demo, GUEST)).length)
      .toBeGreaterThan(0);
    for (const mail of await mailsTo(page.request, demo, GUEST)) {
      await page.goto(`${demo.outbox_url}.json`);
      await page.setContent(mail.html, { waitUntil: "load" });
      expect(sung, mail.html).toEqual([]);
      const [manage] = /http:\/\/[^\s"<]+\/manage\/[^\s"<]+/.exec(mail.text) ?? [];
      if (manage === undefined) continue;
      await page.goto(manage, { waitUntil: "networkidle" });
      await expect(page.getByText("{{7*7}}").first()).toBeVisible();
      expect(sung).toEqual([]);
    }
  });
  site.close();
  await context.close();
});
