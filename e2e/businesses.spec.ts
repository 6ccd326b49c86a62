import type { Browser, Page } from "playwright/test";
import { statusMessage } from "./desk-page";
import { type Demo, expect, test } from "./fixtures";
import { signUp } from "./new-company";

// Two kinds of business, each set up from scratch in the dashboard up to a guest's booking.
// hours.spec.ts covers a practice.

/** The booking page, opened from the link on the widgets page. */
async function bookingPage(browser: Browser, owner: Page, demo: Demo): Promise<Page> {
  const { slug } = (await (await owner.request.get(`${demo.base_url}/api/tenant`)).json()) as {
    slug: string;
  };
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "UTC",
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(`${demo.base_url}/book/${slug}`);
  return page;
}

async function startSetUp(page: Page, kind: string, company: string, names: string): Promise<void> {
  await page.getByLabel(kind).check();
  await page.getByLabel("Company name").fill(company);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Time zone").selectOption("Europe/Lisbon");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Names").fill(names);
}

/** Id of the only service, created by the set-up. */
async function serviceOf(page: Page, demo: Demo): Promise<string> {
  const { data } = (await (await page.request.get(`${demo.base_url}/api/schedules`)).json()) as {
    data: { id: string }[];
  };
  expect(data).toHaveLength(1);
  return data[0]!.id;
}

async function book(guest: Page, name: string): Promise<void> {
  await guest.locator("[name=name]").fill(name);
  await guest.locator("[name=email]").fill(`${name.toLowerCase().replace(" ", "-")}@example.com`);
  await guest.getByRole("button", { name: "Book now" }).click();
  await expect(guest.getByText("Confirmed", { exact: true })).toBeVisible();
}

test("a padel club sells 60 and 90 minutes with evening prices, and a guest books an evening", async ({
  browser,
  demo,
  request,
}) => {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await signUp(page, request, demo);
  await startSetUp(page, "Courts and rooms", "Padel Tejo", "Court 1\nCourt 2");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name of the service").fill("Padel");
  await page.getByLabel("Price in EUR").fill("20");
  await expect(page.getByText("Guests can also book 90 minutes")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Put it on your website" })).toBeVisible();
  const id = await serviceOf(page, demo);

  await page.goto(`${demo.base_url}/dashboard/services/${id}/price`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Add peak price" }).click();
  const peak = page.getByRole("group", { name: "Peak price 1" });
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    await peak.getByLabel(day).check();
  await peak.getByLabel("From").fill("18:00");
  await peak.getByLabel("To").fill("22:00");
  await peak.getByLabel("Change").fill("+20");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(statusMessage(page)).toContainText("Saved.");

  const guest = await bookingPage(browser, page, demo);
  await guest.getByRole("link", { name: "90 minutes" }).click();
  await guest.locator("table a:not(.full)").last().click();
  await expect(guest.locator("#times")).toContainText("€30.00"); // by day
  await guest.locator("#times ul a:not(.full)").last().click(); // the last start that leaves 90 minutes
  await expect(guest.getByText("€36.00").first()).toBeVisible();
  await book(guest, "Bea Evening");
  const { data } = (await (await page.request.get(`${demo.base_url}/api/bookings`)).json()) as {
    data: {
      starts_at: string;
      ends_at: string;
      price_amount: number;
      customer: { name: string };
    }[];
  };
  const made = data.find(({ customer }) => customer.name === "Bea Evening")!;
  expect(made.price_amount).toBe(3600);
  expect(Date.parse(made.ends_at) - Date.parse(made.starts_at)).toBe(90 * 60_000);
  await guest.context().close();
  await context.close();
});

test("a yoga studio sells a weekly timetable of twelve places, and a guest books two", async ({
  browser,
  demo,
  request,
}) => {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await signUp(page, request, demo);
  await startSetUp(page, "Classes", "Yoga Tejo", "Vinyasa flow");
  await expect(page.getByLabel("How many people fit in one class?")).toHaveValue("12");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name of the class").fill("Vinyasa flow");
  await page.getByLabel("Price per person in EUR").fill("12");
  await page.getByLabel("Start times").fill("09:00, 18:30");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Put it on your website" })).toBeVisible();
  const id = await serviceOf(page, demo);

  const guest = await bookingPage(browser, page, demo);
  const address = new URL(guest.url());
  address.search = String(new URLSearchParams({ service: id, people: "2" }));
  await guest.goto(address.href);
  await guest.getByRole("link", { name: "Later week" }).click();
  const times = guest.locator(".timetable section:not(.none)").last().getByRole("link");
  await expect(times).toHaveCount(2);
  await expect(times.last()).toHaveAccessibleName(
    /^18:30 Vinyasa flow .* 12 of 12 left €12\.00 Book$/,
  );
  await times.last().click();
  await book(guest, "Two Mats");
  const { data } = (await (await page.request.get(`${demo.base_url}/api/bookings`)).json()) as {
    data: {
      starts_at: string;
      price_amount: number;
      party_size: number;
      customer: { name: string };
    }[];
  };
  const made = data.find(({ customer }) => customer.name === "Two Mats")!;
  expect([made.party_size, made.price_amount]).toEqual([2, 2400]);
  const availabilityUrl = `${demo.base_url}/api/availability?schedule_id=${id}&from=${made.starts_at.slice(0, 10)}&to=${made.starts_at.slice(0, 10)}&tz=UTC`;
  const { days } = (await (await page.request.get(availabilityUrl)).json()) as {
    days: { slots: { starts_at: string; remaining: number }[] }[];
  };
  expect(days[0]!.slots.find(({ starts_at }) => starts_at === made.starts_at)?.remaining).toBe(10);
  await guest.context().close();
  await context.close();
});
