import type { APIRequestContext, Page } from "playwright/test";
import { expectAccessible, keepPicture } from "./accessible";
import { callApi } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// A guest books adults, children and a baby, in the widget and without JavaScript.

interface Booked {
  price_amount: number;
  party_size: number;
  party: { kind: string; count: number }[];
}

const KINDS = [
  { id: "adult", name: "Adult", price_amount: null },
  { id: "child", name: "Child (4–12)", price_amount: 1000 },
  { id: "baby", name: "Baby", price_amount: 0, takes_seat: false },
];

/** A boat for eight that is open every day. */
async function aBoat(request: APIRequestContext, demo: Demo, name: string) {
  const { slug } = await callApi<{ slug: string }>(request, demo, "/api/tenant");
  const { id } = await callApi<{ id: string }>(request, demo, "/api/resources", {
    name,
    type: "equipment",
    capacity: 8,
  });
  const service = await callApi<{ id: string }>(request, demo, "/api/schedules", {
    name: `Tour on ${name}`,
    resource_ids: [id],
    duration_minutes: 60,
    price_amount: 2000,
    person_kinds: KINDS,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
  });
  return {
    address: `${demo.base_url}/book/${slug}?service=${service.id}`,
    bookings: async () =>
      (
        await callApi<{ data: Booked[] }>(
          request,
          demo,
          `/api/bookings?schedule_id=${service.id}&sort=starts_at`,
        )
      ).data,
    change: (data: object) =>
      request.patch(`${demo.base_url}/api/schedules/${service.id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data,
      }),
    archive: () =>
      request.patch(`${demo.base_url}/api/resources/${id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { active: false },
      }),
  };
}

const SCREENS = [
  { name: "1280", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "390", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

const FAMILY = {
  price_amount: 5000,
  party_size: 3,
  party: [
    { kind: "adult", count: 2 },
    { kind: "child", count: 1 },
    { kind: "baby", count: 1 },
  ],
};

async function fillIn(page: Page, name: string): Promise<void> {
  await page.locator("[name=name]").fill("Greta Family");
  await page.locator("[name=email]").fill(`greta-family-${name}@example.com`);
}

for (const { name, ...screen } of SCREENS)
  test(`without JavaScript the price of a family is shown before it is booked, ${name} px wide`, async ({
    browser,
    demo,
    request,
  }) => {
    const boat = await aBoat(request, demo, `boat ${name}`);
    const context = await browser.newContext({
      ...screen,
      locale: "en-GB",
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto(boat.address);
    await page.getByRole("link", { name: "Later week" }).click();
    await page.locator(".timetable").getByRole("link", { name: /Book$/ }).first().click();
    const people = page.getByRole("group", { name: "People" });
    await people.getByRole("spinbutton", { name: "Adult · €20.00" }).fill("2");
    await people.getByRole("spinbutton", { name: "Child (4–12) · €10.00" }).fill("1");
    await people.getByRole("spinbutton", { name: "Baby · Free" }).fill("1");
    await fillIn(page, name);
    const book = page.getByRole("button", { name: /^Book now/ });
    await book.click();
    await expect(page.getByText("Below is the price for everyone.")).toBeVisible();
    await expect(people).toContainText("€50.00");
    await people.scrollIntoViewIfNeeded();
    await keepPicture(page, `book-people-${name}`);
    await book.click();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    expect(await boat.bookings()).toMatchObject([FAMILY]);
    await context.close();
    await boat.archive();
  });

for (const { name, ...screen } of SCREENS)
  test(`the widget counts the people by kind and adds up their price, ${name} px wide`, async ({
    browser,
    demo,
    request,
  }) => {
    const boat = await aBoat(request, demo, `yacht ${name}`);
    const context = await browser.newContext({ ...screen, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(boat.address);
    const widget = page.locator("booking-widget");
    await widget.locator("button.class:not(.full)").last().click();
    const people = widget.getByRole("group", { name: "How many people?" });
    const adults = people.getByRole("spinbutton", { name: "Adult · €20.00" });
    await expect(adults).toHaveValue("1");
    await people.getByText("+", { exact: true }).first().click();
    await expect(adults).toHaveValue("2");
    await people.getByRole("spinbutton", { name: "Child (4–12) · €10.00" }).fill("1");
    await people.getByRole("spinbutton", { name: "Baby · Free" }).press("ArrowUp");
    await expect(people.getByRole("status")).toHaveText("Total €50.00");
    await widget.locator("#name").fill("Greta Family");
    await widget.locator("#email").fill(`greta-yacht-${name}@example.com`);
    await expectAccessible(page, "Widget with kinds of people");
    await people.scrollIntoViewIfNeeded();
    await keepPicture(page, `widget-people-${name}`);
    await widget.locator("form button.primary").click();
    await expect(widget.locator("[part=done]")).toBeVisible();
    await keepPicture(page, `widget-people-done-${name}`);
    expect(await boat.bookings()).toMatchObject([FAMILY]);
    await context.close();
    await boat.archive();
  });

test("nobody with a seat is refused at the people, and a price that rose is shown", async ({
  browser,
  demo,
  request,
}) => {
  const boat = await aBoat(request, demo, "ferry");
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(boat.address);
  const widget = page.locator("booking-widget");
  await widget.locator("button.class:not(.full)").last().click();
  const people = widget.getByRole("group", { name: "How many people?" });
  const count = (name: RegExp) => people.getByRole("spinbutton", { name });
  await count(/^Adult/).fill("0");
  await count(/^Baby/).fill("1");
  await widget.locator("#name").fill("Greta Nobody");
  await widget.locator("#email").fill("greta-nobody@example.com");
  const book = widget.locator("form button.primary");
  await book.click();
  await expect(people).toContainText("Please fill this in.");
  await expect(count(/^Adult/)).toBeFocused();
  await count(/^Child/).fill("2");
  await expect(people).not.toContainText("Please fill this in.");
  await boat.change({ person_kinds: KINDS.map((kind) => ({ ...kind, price_amount: 1500 })) });
  await book.click();
  await widget.getByRole("button", { name: "Continue for €45.00" }).click();
  await book.click();
  await expect(widget.locator("[part=done]")).toBeVisible();
  expect(await boat.bookings()).toMatchObject([{ price_amount: 4500, party_size: 2 }]);
  await context.close();
  await boat.archive();
});
