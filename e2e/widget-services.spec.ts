import type { APIRequestContext } from "playwright/test";
import { type Demo, expect, test } from "./fixtures";
import { catalogue } from "./widget-catalogue";
import { examine, page as pageWith, SCRIPT, test as visit, widgetWith } from "./widget-page";

// Services with categories, pictures, durations, any-resource booking and individual prices.

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/**
 * A service of the demo company with two durations by two people, more expensive from noon. `end`
 * removes it.
 */
async function makeService(request: APIRequestContext, demo: Demo, more = {}) {
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const post = async (path: string, data: object) => {
    const answer = await request.post(`${demo.base_url}/api/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as { id: string; token: string };
  };
  const name = `Massage ${Date.now()}`;
  const people = await Promise.all(
    ["Ines", "Jonas"].map((person) =>
      post("resources", { type: "person", name: `${person} ${name}` }),
    ),
  );
  const { id } = await post("schedules", {
    name,
    category: "Body",
    description: "Warm oil and calm hands.",
    duration_minutes: 60,
    resource_ids: people.map((person) => person.id),
    price_amount: 4000,
    currency: "EUR",
    min_notice_minutes: 0,
    rules: [{ days: EVERY_DAY, start: "08:00", end: "22:00" }],
    length_options: [{ minutes: 90, price_amount: 5500 }],
    peak_prices: [{ days: EVERY_DAY, start: "12:00", end: "00:00", percent: 20 }],
    location: { kind: "address", text: "Quay 12, Amsterdam" },
    ...more,
  });
  const end = async () => {
    const paths = [`schedules/${id}`, ...people.map((person) => `resources/${person.id}`)];
    for (const path of paths)
      await request.patch(`${demo.base_url}/api/${path}`, { headers, data: { active: false } });
  };
  return { name, id, post, end };
}

test("category, duration and anyone: the displayed price is the booking's price", async ({
  browser,
  demo,
  request,
}) => {
  const { name, id, end } = await makeService(request, demo);
  const context = await browser.newContext({ timezoneId: "Europe/Amsterdam", locale: "en-GB" });
  const tab = await context.newPage();
  await tab.goto(demo.host_page_url);
  const widget = tab.locator("booking-widget");
  const category = widget
    .locator(".category")
    .filter({ has: tab.getByText("Body", { exact: true }) });
  await expect(category).toContainText("Warm oil and calm hands.");
  // With many services in the demo, categories are folded.
  if ((await category.getAttribute("open")) === null && (await category.locator("summary").count()))
    await category.locator("summary").click();
  await widget.getByRole("button", { name: new RegExp(`^${name}.*From €40.00`) }).click();
  await expect(widget.getByRole("heading", { name: "How long?" })).toBeFocused();
  await widget.getByRole("button", { name: /^1 h 30 min.*From €55.00/ }).click();
  await widget.getByRole("button", { name: "Anyone" }).click();
  await widget.locator(".day[aria-disabled='false']").nth(1).click();
  const late = widget.getByRole("button", { name: /^13:00\s+€66.00/ });
  await expect(widget.getByRole("button", { name: /^09:00\s+€55.00/ })).toBeVisible();
  await late.click();
  const summary = widget.locator(".summary");
  for (const text of ["1 h 30 min", "€66.00", "Quay 12, Amsterdam"])
    await expect(summary).toContainText(text);
  await widget.getByLabel("Name").fill("Grace Hopper");
  await widget.getByLabel("Email").fill("grace@example.com");
  const answered = tab.waitForResponse(
    (one) => one.url().endsWith("/widget/booking") && one.request().method() === "POST",
  );
  await widget.getByRole("button", { name: "Confirm booking" }).click();
  await expect(widget.getByRole("heading", { name: /booked/ })).toBeVisible();
  const answer = await answered;
  expect(answer.request().postDataJSON()).toMatchObject({
    resource_id: "any",
    schedule_id: id,
    length_minutes: 90,
  });
  const { booking } = (await answer.json()) as {
    booking: Record<string, unknown> & { starts_at: string; ends_at: string };
  };
  expect(booking["price_amount"]).toBe(6600);
  expect(Date.parse(booking.ends_at) - Date.parse(booking.starts_at)).toBe(90 * 60_000);
  await expect(summary).toContainText("€66.00");
  await context.close();
  await end();
});

test("a booking link opens its private service, prefilled, and only once", async ({
  browser,
  demo,
  request,
}) => {
  const { name, id, post, end } = await makeService(request, demo, { private: true });
  const link = await post("booking-links", {
    schedule_id: id,
    max_uses: 1,
    customer: { name: "Ada Lovelace", email: "ada@example.com" },
  });
  const context = await browser.newContext({ timezoneId: "Europe/Amsterdam", locale: "en-GB" });
  const tab = await context.newPage();
  const widget = tab.locator("booking-widget");
  await tab.goto(demo.host_page_url);
  await expect(widget.getByRole("heading", { name: "What would you like to book?" })).toBeVisible();
  await expect(widget).not.toContainText(name);
  await widget.evaluate(
    (element, token) => element.setAttribute("booking-link", token),
    link.token,
  );
  await widget.getByRole("button", { name: /^1 h/ }).first().click();
  await widget.getByRole("button", { name: "Anyone" }).click();
  await widget.locator(".day[aria-disabled='false']").nth(1).click();
  await widget.getByRole("button", { name: /^09:00/ }).click();
  await expect(widget.getByLabel("Name")).toHaveValue("Ada Lovelace");
  await expect(widget.getByLabel("Email")).toHaveValue("ada@example.com");
  await widget.getByRole("button", { name: "Confirm booking" }).click();
  await expect(widget.getByRole("heading", { name: /booked/ })).toBeVisible();
  await widget.getByRole("button", { name: "Make another booking" }).click();
  await expect(widget.getByText("This link can’t be used any more.")).toBeVisible();
  await context.close();
  await end();
});

visit.describe("on a phone of 320 pixels", () => {
  visit.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  visit(
    "choices work by keyboard without truncation, and Back and Forward keep them",
    async ({ page: tab, service }) => {
      catalogue(service);
      await tab.goto(service.site);
      const widget = tab.locator("booking-widget");
      const fits = () => tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      const massage = widget.getByRole("button", { name: /^Massage/ });
      await expect(massage).toHaveAccessibleDescription(/^Warm oil/);
      expect(await fits()).toBe(true);
      await massage.focus();
      await tab.keyboard.press("Enter");
      await expect(widget.getByRole("heading", { name: "How long?" })).toBeFocused();
      for (const key of ["Tab", "Tab", "Enter"]) await tab.keyboard.press(key);
      await expect(widget.getByRole("heading", { name: "Who with?" })).toBeFocused();
      expect(await fits()).toBe(true);
      await tab.goBack();
      await expect(widget.getByRole("heading", { name: "How long?" })).toBeVisible();
      await tab.goForward();
      await expect(widget.getByRole("heading", { name: "Who with?" })).toBeVisible();
      for (const key of ["Tab", "Enter"]) await tab.keyboard.press(key);
      await expect(widget.locator(".day").first()).toBeVisible();
      await expect(widget.locator(".summary")).toContainText("1 h 30 min");
      await tab.reload();
      await expect(widget.locator(".day").first()).toBeVisible();
      await expect(widget.locator(".summary")).toContainText("1 h 30 min");
      const { query } = service.calls.findLast(({ path }) => path.endsWith("/availability"))!;
      expect([query.get("resource_id"), query.get("length_minutes")]).toEqual(["any", "90"]);
      expect(await fits()).toBe(true);
    },
  );
});

visit("the services part is retried if it fails to load", async ({ page: tab, service }) => {
  catalogue(service);
  await tab.route("**/booking-widget.services.*", (route) => route.abort());
  await tab.goto(service.site);
  const widget = tab.locator("booking-widget");
  await expect(widget.getByText("We can’t reach the booking service.")).toBeVisible();
  await tab.unroute("**/booking-widget.services.*");
  await widget.getByRole("button", { name: "Try again" }).click();
  await expect(widget.getByRole("heading", { name: "Body" })).toBeVisible();
});

visit("services are distinguishable in forced colours", async ({ page: tab, service }) => {
  catalogue(service);
  await tab.emulateMedia({ forcedColors: "active" });
  service.pages.set("/", { html: pageWith(widgetWith(`theme="light"`), SCRIPT) });
  await tab.goto(service.site);
  const choice = tab.locator("booking-widget").locator(".choice").first();
  await choice.waitFor();
  expect(await choice.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe(
    "solid",
  );
  await examine(tab, "services in forced colours");
});
