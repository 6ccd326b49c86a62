import type { APIRequestContext, Browser, BrowserContextOptions, Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import { type Demo, expect, test } from "./fixtures";

// The company's booking page: anyone can book and pay there, with or without scripts, on any screen
// and in any of its languages.

const PAID = "Colour consultation";

/** URL of the demo company's page. */
async function pageOf(demo: Demo, request: APIRequestContext): Promise<string> {
  const answer = await request.get(`${demo.base_url}/api/tenant`, {
    headers: { Authorization: `Bearer ${demo.secret_key}` },
  });
  return `${demo.base_url}/book/${((await answer.json()) as { slug: string }).slug}`;
}

async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-GB",
    javaScriptEnabled: false,
    ...options,
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const days = (page: Page) => page.locator("table a:not(.full)");
const times = (page: Page) => page.locator("#times ul a:not(.full)");

/** Follows links to the form: the last displayed day with times, and its first time. */
async function chooseTime(page: Page, service: string | RegExp): Promise<void> {
  await page.getByRole("link", { name: service }).click();
  await days(page).last().click();
  await times(page).first().click();
}

async function fillIn(page: Page, name: string): Promise<void> {
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=email]").fill(`${name.toLowerCase().replace(/\W/g, "-")}@example.com`);
}

test("a visitor without JavaScript books by links and one form, and the owner sees it", async ({
  browser,
  demo,
  request,
}) => {
  const page = await open(browser, await pageOf(demo, request));
  await expect(page.getByRole("heading", { level: 1, name: /^Book with / })).toBeVisible();
  await chooseTime(page, /^Haircut/);
  await page.goBack();
  await times(page).last().click();
  await fillIn(page, "Ada Plain");
  await page.getByRole("button", { name: "Book now" }).click();
  await expect(
    page.getByText("Thank you. We have sent you an email with the details."),
  ).toBeVisible();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  const reference = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
  const found = await request.get(
    `${demo.base_url}/api/bookings?search=${reference.replace("-", "")}`,
    {
      headers: { Authorization: `Bearer ${demo.secret_key}` },
    },
  );
  expect(await found.json()).toMatchObject({
    data: [{ customer: { name: "Ada Plain" }, source: "widget" }],
  });
  await page.context().close();
});

test("a visitor without JavaScript books from the week of all classes", async ({
  browser,
  demo,
}) => {
  const page = await open(browser, `${demo.base_url}/book/saffron-yoga`);
  const timetable = page.locator(".timetable");
  const filter = (name: string) =>
    page.getByRole("navigation", { name: "Which class?" }).getByRole("link", { name, exact: true });
  const free = (name: string) =>
    timetable.getByRole("link", { name: new RegExp(`${name} .* of 12 left .* Book$`) });
  await expect(page.getByRole("heading", { name: "Which class?" })).toBeVisible();
  await page.getByRole("link", { name: "Later week" }).click();
  await expect(timetable.locator("section")).toHaveCount(7);
  for (const name of ["Sunrise flow", "Hatha", "Vinyasa"])
    await expect(free(name).first()).toBeVisible();

  const week = page.url();
  await filter("Hatha").click();
  await expect(filter("Hatha")).toHaveAttribute("aria-current", "true");
  await expect(timetable.getByRole("link", { name: "Vinyasa" })).toHaveCount(0);
  await filter("All classes").click();
  // The filters keep the week.
  await expect(page).toHaveURL(new RegExp(new URL(week).searchParams.get("date")!));

  await free("Vinyasa").last().click();
  await page.goBack();
  const chosen = free("Hatha").last();
  const [time] = (await chosen.innerText()).split("\n");
  await chosen.click();
  await fillIn(page, "Lotus Plain");
  await page.getByRole("button", { name: "Book now" }).click();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(page.getByText("Hatha · Lotus room")).toBeVisible();
  await expect(page.locator(".when")).toContainText(time!.trim());
  await page.context().close();
});

test("a visitor without JavaScript joins the waiting list of a full time", async ({
  browser,
  demo,
  request,
}) => {
  const page = await open(browser, await pageOf(demo, request));
  await page.getByRole("link", { name: /^Haircut/ }).click();
  await page.getByRole("link", { name: "Noor", exact: true }).click();
  await days(page).last().click();
  const day = page.url();
  const [time] = (await times(page).first().innerText()).split(/\s/); // the price is below
  await times(page).first().click();
  await fillIn(page, "Comes First");
  await page.getByRole("button", { name: "Book now" }).click();
  await expect(
    page.getByText("Thank you. We have sent you an email with the details."),
  ).toBeVisible();
  await page.goto(day);
  await expect(page.getByRole("heading", { name: "Full: join the waiting list" })).toBeVisible();
  await page.getByRole("link", { name: `Wait for ${time}` }).click();
  await fillIn(page, "Waits Patiently");
  await page.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(page.getByText("You are on the waiting list.")).toBeVisible();
  await expect(page.getByText("Your place in line: 1")).toBeVisible();
  await page.context().close();
});

test("with scripts the widget replaces the links, starts with the choices so far and obeys the page's policy", async ({
  browser,
  demo,
  request,
}) => {
  const address = await pageOf(demo, request);
  const refused: string[] = [];
  const page = await open(browser, address, { javaScriptEnabled: true });
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.reload();
  const widget = page.locator("booking-widget");
  await expect(widget.getByRole("button", { name: /^Haircut/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Haircut/ })).toBeHidden();
  const { id } = demo.schedules.find(({ name }) => name === "Haircut")!;
  await page.goto(`${address}?service=${id}`);
  await widget.getByRole("button", { name: /^Noor/ }).click();
  await widget.locator(".day[aria-disabled='false']").first().waitFor();
  expect(refused).toEqual([]);
  await page.context().close();
});

test("a visitor whose script does not load can book without it", async ({
  browser,
  demo,
  request,
}) => {
  const page = await open(browser, "about:blank", { javaScriptEnabled: true });
  await page.route("**/widget/**", (route) => route.abort());
  await page.goto(await pageOf(demo, request));
  const delays = await page.evaluate(() =>
    document.getAnimations().map((animation) => animation.effect?.getTiming().delay),
  );
  expect(delays).toEqual([400]); // milliseconds until the links appear
  await chooseTime(page, /^Haircut/);
  await expect(page.getByRole("heading", { name: "Your details" })).toBeVisible();
  await page.context().close();
});

test("an unknown company is a 404 page", async ({ browser, demo }) => {
  const page = await open(browser, `${demo.base_url}/book/nobody-at-all`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.context().close();
});

const steps: [string, (page: Page) => Promise<void>][] = [
  ["services", async () => undefined],
  ["days", (page) => page.locator(".offer").first().click()],
  ["times", (page) => days(page).last().click()],
  ["details", (page) => times(page).first().click()],
  [
    "refused details",
    async (page) => {
      // The browser's validation would prevent the service's.
      await page.locator("[name=name]").fill("A");
      await page.locator("[name=email]").fill("a@b");
      await page.locator("button[value=book]").click();
    },
  ],
];

for (const [language, colorScheme] of [
  ["en", "light"],
  ["ar", "dark"],
] as const)
  test(`each step passes axe and fits 320 pixels: ${language}, ${colorScheme}`, async ({
    browser,
    demo,
    request,
  }) => {
    const address = `${await pageOf(demo, request)}?lang=${language}`;
    // axe needs scripts, so the widget's script is blocked instead.
    const page = await open(browser, "about:blank", {
      javaScriptEnabled: true,
      viewport: { width: 320, height: 700 },
      colorScheme,
    });
    await page.route("**/widget/**", (route) => route.abort());
    await page.goto(address);
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    for (const [name, go] of steps) {
      await go(page);
      await expect(page.locator("booking-widget > .card")).toBeVisible();
      await expectAccessible(page, name);
    }
    await page.context().close();
  });

/** Books a paid service up to the checkout, without JavaScript. */
async function toCheckout(
  browser: Browser,
  demo: Demo,
  request: APIRequestContext,
  name: string,
): Promise<Page> {
  const page = await open(browser, await pageOf(demo, request));
  await expect(page.getByText("Test mode: no real money moves.")).toBeVisible();
  await chooseTime(page, new RegExp(`^${PAID}`));
  await fillIn(page, name);
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByText("Test mode: no real money moves.")).toBeVisible();
  await expect(page.getByText("€25.00")).toBeVisible();
  expect(new URL(page.url()).origin).not.toBe(demo.base_url);
  return page;
}

test("a guest who pays returns to a paid booking", async ({ browser, demo, request }) => {
  const page = await toCheckout(browser, demo, request, "Pays At Once");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Confirmed and paid")).toBeVisible();
  await expect(page.getByText("Test mode: no real money moves.")).toBeVisible();
  await page.context().close();
});

test("going back after payment shows the paid booking; another browser sees its status", async ({
  browser,
  demo,
  request,
}) => {
  const page = await toCheckout(browser, demo, request, "Goes Back");
  const checkout = new URL(page.url());
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Confirmed and paid")).toBeVisible();
  // Back past the expired checkout to the form; the restored page may come in between.
  await expect(async () => {
    await page.goBack();
    expect(new URL(page.url()).pathname).toMatch(/^\/book\//);
  }).toPass();
  await expect(page.getByText("Confirmed and paid")).toBeVisible();
  await page.getByRole("link", { name: "Make another booking" }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${PAID}`) })).toBeVisible();
  await page.context().close();
  const session = checkout.pathname.split("/").at(-1)!;
  for (const javaScriptEnabled of [false, true]) {
    const other = await open(browser, `${await pageOf(demo, request)}?session_id=${session}`, {
      javaScriptEnabled,
    });
    await expect(
      javaScriptEnabled
        ? other.getByText("your payment has arrived")
        : other.getByText("Confirmed and paid"),
    ).toBeVisible();
    await other.context().close();
  }
});

test("after a declined card, going back shows the unpaid booking and leads to the same checkout", async ({
  browser,
  demo,
  request,
}) => {
  const page = await toCheckout(browser, demo, request, "Turns Back");
  const checkout = page.url();
  await page.getByRole("button", { name: "Fail: the card is declined" }).click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(page.getByText("Waiting for payment")).toBeVisible();
  await page.getByRole("link", { name: /^Pay €/ }).click();
  await expect(page).toHaveURL(checkout);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Confirmed and paid")).toBeVisible();
  await page.context().close();
});

test("a guest who closes the checkout can pay later, and the email links to the paid booking", async ({
  browser,
  demo,
  request,
}) => {
  const page = await toCheckout(browser, demo, request, "Closes The Tab");
  const checkout = page.url();
  await page.close();
  const mailed = async () => {
    const answer = await request.get(`${demo.outbox_url}.json?to=closes-the-tab@example.com`);
    const { data } = (await answer.json()) as { data: { text: string }[] };
    return /\S+\/manage\/[^\s/?]+/.exec(data[0]?.text ?? "")?.[0] ?? "";
  };
  const own = await open(browser, checkout);
  await own.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(own.getByText("Confirmed and paid")).toBeVisible();
  await expect.poll(mailed).not.toBe("");
  await own.goto(await mailed());
  await expect(own.getByText("Confirmed and paid")).toBeVisible();
  await own.context().close();
});

test("with JavaScript the widget leads to the checkout, and the way back says that it is paid", async ({
  browser,
  demo,
  request,
}) => {
  const page = await open(browser, await pageOf(demo, request), { javaScriptEnabled: true });
  const widget = page.locator("booking-widget");
  await widget.getByRole("button", { name: new RegExp(`^${PAID}`) }).click();
  const open_days = widget.locator(".day[aria-disabled='false']");
  await open_days.first().waitFor();
  await widget.getByRole("button", { name: "Later days" }).click();
  await open_days.last().click();
  await widget.locator("button.time").first().click();
  await widget.getByLabel("Name").fill("Widget Payer");
  await widget.getByLabel("Email").fill("widget-payer@example.com");
  await widget.getByRole("button", { name: /payment|pay|Confirm/i }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(widget.getByText("your payment has arrived")).toBeVisible();
  await page.context().close();
});

test("an owner connects the payment account in two clicks and returns to the set-up", async ({
  browser,
  demo,
  request,
}) => {
  const page = await open(browser, `${demo.base_url}/sign-in`, { javaScriptEnabled: true });
  const email = `payee-${Date.now()}@example.com`;
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  const mailed = async () => {
    const answer = await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`);
    const { data } = (await answer.json()) as { data: { text: string }[] };
    return data[0]?.text.match(/\b(\d{6})\b/)?.[1] ?? "";
  };
  await expect.poll(mailed).not.toBe("");
  await page.getByLabel("Code").fill(await mailed());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Courts and rooms").check();
  await page.getByLabel("Company name").fill("Padel Payments");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Names").fill("Court 1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name of the service").fill("Tennis");
  await page.getByLabel(/^Price in/).fill("18,50");
  await page.getByLabel("Guests pay online when they book").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I added it" }).click();
  await expect(page.getByRole("heading", { name: "Get paid online" })).toBeVisible();
  await expect(page.getByText(/^Tennis can.t be booked online: it requires payment/)).toBeVisible();
  await expectAccessible(page, "payments, not connected");
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "Almost there: connect payments" })).toBeVisible();
  await expectAccessible(page, "the end of the set-up, without payments");
  await page.getByRole("link", { name: "Connect payment account" }).click();
  await page.getByRole("link", { name: "Connect account" }).click();
  await page.getByRole("button", { name: "Connect: Demo account" }).click();
  await expect(page.getByText("Connected to")).toBeVisible();
  await expectAccessible(page, "payments, connected");
  await page.getByRole("button", { name: "Finish set-up" }).click();
  await expect(
    page.getByRole("heading", { name: "Padel Payments is open for bookings" }),
  ).toBeVisible();
  await expect(page.getByText("requires payment")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to dashboard" }).click();
  await expect(page.getByText("Test mode: no real money moves.")).toBeVisible();
  await page.context().close();
});
