import type { APIRequestContext, Browser, BrowserContextOptions, Page } from "playwright/test";
import { type Demo, expect, test } from "./fixtures";

// Services: creating one with hours, the effect of new hours on bookings, and explanations of days
// without times.

async function open(
  browser: Browser,
  demo: Demo,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await page.goto(demo.sign_in_url);
  await page.goto(demo.base_url + path, { waitUntil: "networkidle" }); // the bars are painted once the page's script runs
  return page;
}

const statusMessage = (page: Page) => page.locator("main").getByRole("status").first();

/**
 * Simulates a slow connection: the next preview is answered while the page reloads after the save,
 * and the reload after it.
 */
async function answerLate(
  page: Page,
): Promise<{ requested: Promise<void>; answered: Promise<void> }> {
  const [requested, markRequested] = signal();
  const [answered, isAnswered] = signal();
  const [read, isRead] = signal();
  await page.route(/\/hours\.data/, async (route) => {
    const request = route.request();
    const isSave = request.method() === "POST" && !request.postData()!.includes("preview");
    if (isSave) return route.continue();
    const response = await route.fetch();
    if (request.method() === "POST") {
      markRequested();
      await read;
    } else {
      isRead();
      await answered;
    }
    await route.fulfill({ response }).catch(() => undefined); // the page has aborted the request
    if (request.method() === "POST") isAnswered();
  });
  return { requested, answered };
}

function signal(): [Promise<void>, () => void] {
  let give = () => {};
  return [new Promise<void>((resolve) => (give = resolve)), () => give()];
}

/** A service of one resource, hourly from 09:00 to 17:00, with a booking. */
async function makeService(request: APIRequestContext, demo: Demo, name: string) {
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const resource = { type: "room", name: `Room for ${name}` };
  const { id } = await (
    await request.post(`${demo.base_url}/api/resources`, { headers, data: resource })
  ).json();
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }];
  const data = { name, resource_ids: [id], rules, min_notice_minutes: 0 };
  const made = await (
    await request.post(`${demo.base_url}/api/schedules`, { headers, data })
  ).json();
  const free = `${demo.base_url}/api/availability?schedule_id=${made.id}`;
  const { days } = (await (await request.get(free, { headers })).json()) as {
    days: { date: string; slots: { id: string }[] }[];
  };
  const { date, slots } = days[2]!;
  const booking = {
    slot_id: slots.at(-1)!.id,
    customer: { name: "Sofie Maes", email: "sofie@example.com" },
  };
  expect(
    (await request.post(`${demo.base_url}/api/bookings`, { headers, data: booking })).ok(),
  ).toBe(true);
  return { id: made.id as string, date };
}

test("a service is made from nothing, its hours are set, and a day of it is closed", async ({
  browser,
  demo,
  request,
}) => {
  // No other test books them.
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const person = { type: "person", name: "Wanda" };
  expect(
    (await request.post(`${demo.base_url}/api/resources`, { headers, data: person })).ok(),
  ).toBe(true);
  const page = await open(browser, demo, "/dashboard");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { name: "Services", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "New service" }).click();
  await page.getByLabel("Name").fill("Head massage");
  await page.getByLabel("Duration (minutes)").fill("30");
  await page.getByLabel("Price (EUR)").fill("29,50");
  await page.getByLabel("Wanda").check();
  await page.getByRole("button", { name: "Create service" }).click();
  await expect(statusMessage(page)).toContainText("Head massage created.");
  await expect(page.getByText("30 min · €29.50")).toBeVisible();

  await page.getByRole("checkbox", { name: "Sunday" }).check();
  await page.getByLabel("Sunday from").fill("10:00");
  await page.getByLabel("Sunday to").fill("14:00");
  await expect(page.locator("#next-days ~ ol li", { hasText: "Sun" }).last()).toContainText(
    "8 times",
  );

  await page.getByRole("button", { name: "Add dates" }).click();
  await page.getByLabel("First day").fill("2031-12-24");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(statusMessage(page)).toContainText("Saved.");
  await page.reload();
  await expect(page.getByLabel("Sunday from")).toHaveValue("10:00");
  await expect(page.getByLabel("Sunday to")).toHaveValue("14:00");
  await expect(page.locator("summary", { hasText: /Dec 24|24 Dec/ })).toBeVisible();
});

test(
  "new hours are previewed; the conflicting booking is moved, and the day explains why",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const page = await open(browser, demo, "/dashboard");
    const { id, date } = await makeService(request, demo, "Sound bath");
    await page.goto(`${demo.base_url}/dashboard/services/${id}/hours`, {
      waitUntil: "networkidle",
    });
    await page.getByRole("button", { name: "Edit as text" }).click();
    await page.getByLabel("Dates, one per line").fill(`${date} 09:00-12:00`);
    await expect(page.getByRole("heading", { name: "1 booking doesn’t fit" })).toBeVisible();
    const { requested, answered } = await answerLate(page);
    await page.getByLabel("Move", { exact: true }).check();
    await expect(page.getByLabel("Email Sofie Maes about it")).toBeChecked();
    await requested;
    await page.getByRole("button", { name: "Save: move 1" }).click();
    await answered;
    await expect(statusMessage(page)).toContainText("Saved. 1 moved. Guests are emailed.");

    await page.getByRole("link", { name: "Troubleshoot" }).click();
    await page.getByLabel("Day", { exact: true }).fill(date);
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.locator("li", { hasText: "Date override" })).toContainText("09:00–12:00");
    await page.getByRole("link", { name: "Date override" }).click();
    await expect(page.getByRole("heading", { name: "Other dates" })).toBeVisible();
  },
);

test("a longer duration and a peak price appear in the preview and on the booking page", async ({
  browser,
  demo,
  request,
}) => {
  const page = await open(browser, demo, "/dashboard");
  const { id, date } = await makeService(request, demo, "Stone massage");
  await page.goto(`${demo.base_url}/dashboard/services/${id}/price`, { waitUntil: "networkidle" });
  await page.getByLabel("Price (EUR)").fill("35");
  await page.getByRole("button", { name: "Add length" }).click();
  const length = page.getByRole("group", { name: "Length 1" });
  await expect(length.getByLabel("Minutes")).toBeFocused();
  await page.keyboard.type("90");
  await length.getByLabel("Price (EUR)").fill("50");
  await page.getByRole("button", { name: "Add length" }).click();
  await page.getByRole("button", { name: "Remove length 2" }).click();
  await expect(page.getByRole("button", { name: "Add length" })).toBeFocused();

  await page.getByRole("button", { name: "Add peak price" }).click();
  const peak = page.getByRole("group", { name: "Peak price 1" });
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    await peak.getByLabel(day).check();
  await peak.getByLabel("From").fill("10:00");
  await peak.getByLabel("To").fill("12:00");
  await peak.getByLabel("Change").fill("+20");
  await expect(page.getByText(/^\w{3} 10:00 costs €42.00$/)).toBeVisible();
  await expect(page.getByText("1 h 30 min · €50.00")).toBeVisible();
  await expect(page.locator("#next-days ~ ol li").last()).toContainText("10:00 · €42.00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(statusMessage(page)).toContainText("Saved.");

  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const requested = `${demo.base_url}/api/availability?schedule_id=${id}&from=${date}&to=${date}`;
  const { days } = await (await request.get(requested, { headers })).json();
  const prices = (days[0].slots as { price_amount: number }[]).map(
    ({ price_amount }) => price_amount,
  );
  expect(prices.slice(0, 4)).toEqual([3500, 4200, 4200, 3500]);
  await page.goto(`${demo.base_url}/dashboard/bookings/new?new=1&q=Eva&service=${id}&day=${date}`);
  await expect(page.getByText("1 h 30 min", { exact: true })).toBeVisible();
  await page.getByText("1 h 30 min", { exact: true }).click();
  await expect(page.getByText("€50.00")).toBeVisible();
});

test("generating many slots shows progress that survives leaving the page", async ({
  browser,
  demo,
  request,
}) => {
  const headers = { Authorization: `Bearer ${demo.secret_key}` };
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "23:00" }];
  const make = async (path: string, data: object): Promise<string> => {
    const made = await request.post(demo.base_url + path, { headers, data });
    expect(made.status(), await made.text()).toBe(201);
    return ((await made.json()) as { id: string }).id;
  };
  // Close to the limit of slots, for several services, so that the last one is still running when
  // its page opens.
  const services: string[] = [];
  for (const name of ["Salt bath", "Salt stone", "Salt air"]) {
    const resource_ids = [await make("/api/resources", { type: "room", name: `Room for ${name}` })];
    const often = { rules, duration_minutes: 5, max_advance_days: 200 };
    services.push(await make("/api/schedules", { name, resource_ids, ...often }));
  }
  const page = await open(browser, demo, "/dashboard/services");
  const bar = page.getByRole("progressbar", { name: "Salt air" });
  const done = () =>
    bar.evaluateAll((bars) => bars.map((each) => (each as HTMLProgressElement).value));
  await expect(bar).toBeVisible();
  await expect(page.getByText(/^\d+% of upcoming days ready$/).first()).toBeVisible();
  const [before = 0] = await done();
  await page.getByRole("link", { name: "Resources" }).click();
  await expect(page.getByRole("heading", { name: "Resources", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Services" }).click();
  await expect(page.getByRole("heading", { name: "Services", level: 1 })).toBeVisible();
  const [after = 100] = await done(); // no progress: complete
  expect(after).toBeGreaterThanOrEqual(before);
  await expect(bar).toHaveCount(0, { timeout: 120_000 });
  // Removed, because other tests do not need so many.
  for (const id of services)
    expect((await request.delete(`${demo.base_url}/api/schedules/${id}`, { headers })).ok()).toBe(
      true,
    );
});

test("without JavaScript on a phone: hours are previewed, resolved and saved", async ({
  browser,
  demo,
  request,
}) => {
  const options = {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  };
  const page = await open(browser, demo, "/dashboard", options);
  const { id, date } = await makeService(request, demo, "Foot bath");
  await page.goto(`${demo.base_url}/dashboard/services/${id}/hours`);
  await page.getByRole("button", { name: "Add dates" }).click();
  await page.getByLabel("First day").fill(date);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "1 booking doesn’t fit" })).toBeVisible();
  await page.getByLabel("Cancel booking", { exact: true }).check();
  await page.getByLabel(/^Email/).uncheck();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(statusMessage(page)).toContainText("Saved. 1 cancelled. No guest is emailed.");
});
