import type { Page } from "playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { countPresses } from "./count-presses";
import { openDesk } from "./desk-page";
import { type Demo, expect, test } from "./fixtures";

/** 480 good rows of Calendly's columns, and 20 with an address that is none. */
const fileOf = (name: string) => {
  const rows = Array.from({ length: 500 }, (_none, index) =>
    index % 25 === 7
      ? `Host,${name} ${index},${name}-${index} at example`
      : `Host,${name} ${index},${name}-${index}@example.test`,
  );
  const text = ["User Name,Invitee Name,Invitee Email", ...rows].join("\r\n");
  return { name: "invitees.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
};

async function toImport(page: Page, demo: Demo) {
  await page.goto(`${demo.base_url}/dashboard/customers`);
  const press = countPresses(page);
  await press.click(page.getByRole("link", { name: "Import", exact: true }));
  await expect(page.getByRole("heading", { name: "Import", exact: true })).toBeVisible();
  return press;
}

const figure = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd");

for (const [name, viewport] of [
  ["Wide", { width: 1280, height: 900 }],
  ["Phone", { width: 390, height: 844 }],
] as const)
  test(
    `500 rows with 20 bad ones are imported with three presses, and undone with one: ${name}`,
    { tag: "@story" },
    async ({ browser, demo }) => {
      const page = await openDesk(browser, demo, { viewport });
      const press = await toImport(page, demo);
      await page.getByLabel("CSV file").setInputFiles(fileOf(name));
      await press.click(page.getByRole("button", { name: "Preview import" }));
      await expect(page.getByRole("heading", { name: "invitees.csv" })).toBeVisible();
      await expect(figure(page, "New customers")).toHaveText("480");
      await expect(figure(page, "Problems")).toHaveText("20");
      await expect(page.locator("[data-row]")).toHaveCount(20);
      await expect(page.locator("[data-row]").first()).toContainText(`${name}-7 at example`);
      await expect(page.getByLabel("Invitee Email")).toHaveValue("email");
      await expect(page.getByLabel("User Name")).toHaveValue("none");
      if (name === "Wide") await expectAccessibleEverywhere(page, "import preview");

      await press.click(page.getByRole("button", { name: "Import 480 customers" }));
      await expect(figure(page, "Added")).toHaveText("480");
      expect(press.count()).toBeLessThanOrEqual(3);
      if (name === "Wide") await expectAccessibleEverywhere(page, "import done");
      await page.getByRole("button", { name: "Undo import" }).click();
      await expect(figure(page, "Removed")).toHaveText("480");
    },
  );

/** A free time of a service with a resource, some days ahead. */
async function freeTime(page: Page, demo: Demo, service: string, resource: string) {
  const schedule_id = demo.schedules.find(({ name }) => name === service)!.id; // the demo has it
  const resource_id = demo.resources.find(({ name }) => name === resource)!.id;
  const query = new URLSearchParams({ schedule_id, resource_id });
  const listed = await page.request.get(`${demo.base_url}/api/availability?${query}`);
  const { days } = (await listed.json()) as { days: { slots: { starts_at: string }[] }[] };
  return days.slice(4).flatMap(({ slots }) => slots)[0]!.starts_at; // the demo's days aren't all full
}

/** Calendly's columns: past ones with two hosts, one to come, and one in the night. */
function bookingsFile(name: string, upcoming: string) {
  const headers =
    "User Name,Invitee Name,Invitee Email,Event Type Name,Start Date & Time,End Date & Time,Canceled";
  const past = Array.from({ length: 30 }, (_none, index) => {
    const host = index < 5 ? "Noor el Amrani" : "noor";
    const date = `2025-03-${String(index + 1).padStart(2, "0")}`;
    return `${host},${name} ${index},${name}-b${index}@example.test,Haircut,${date} 09:30 am,${date} 10:00 am,${index === 7}`;
  });
  const at = (from: string) =>
    `noor,${name} Next,${name}-next@example.test,Haircut,${from},${new Date(Date.parse(from) + 30 * 60_000).toISOString()},false`;
  const night = `${upcoming.slice(0, 10)}T01:00:00Z`;
  const text = [headers, ...past, at(upcoming), at(night)].join("\r\n");
  return { name: "events.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

for (const [name, viewport] of [
  ["Wide", { width: 1280, height: 900 }],
  ["Phone", { width: 390, height: 844 }],
] as const)
  test(
    `bookings of another product are imported with five presses, and undone with one: ${name}`,
    { tag: "@story" },
    async ({ browser, demo }) => {
      const page = await openDesk(browser, demo, { viewport });
      const upcoming = await freeTime(page, demo, "Haircut", "Noor");
      const press = await toImport(page, demo);
      await press.click(page.getByLabel("Bookings"));
      await page.getByLabel("CSV file").setInputFiles(bookingsFile(name, upcoming));
      await press.click(page.getByRole("button", { name: "Preview import" }));
      await expect(figure(page, "Past")).toHaveText("25");
      await expect(figure(page, "Upcoming")).toHaveText("2");
      await expect(figure(page, "Problems")).toHaveText("5");
      await expect(page.getByLabel("Event Type Name")).toHaveValue("service");
      if (name === "Wide") await expectAccessibleEverywhere(page, "booking import preview");
      const names = page.locator("form").filter({ hasText: "Leave these rows out" });
      await names.getByLabel("Noor el Amrani").selectOption("Noor");
      await press.click(names.getByRole("button", { name: "Update preview" }));
      await expect(figure(page, "Past")).toHaveText("30");

      await press.click(page.getByRole("button", { name: "Import 32 bookings" }));
      await expect(figure(page, "Added to history")).toHaveText("30");
      await expect(figure(page, "Booked")).toHaveText("1");
      await expect(figure(page, "Refused")).toHaveText("1");
      await expect(page.locator("[data-row]")).toHaveCount(1);
      await expect(page.locator("[data-row]")).toContainText("Outside opening hours.");
      expect(press.count()).toBeLessThanOrEqual(5);
      if (name === "Wide") await expectAccessibleEverywhere(page, "booking import done");
      await page.getByRole("button", { name: "Undo import" }).click();
      await expect(figure(page, "Removed")).toHaveText("30");
      await expect(figure(page, "Cancelled")).toHaveText("1");
    },
  );

test("without JavaScript bookings are previewed month first, imported and undone", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await toImport(page, demo);
  await page.getByLabel("Bookings").check();
  const text = "When;Name;Service;Staff;Minutes\n03/04/2025 10:00;Plain Anna;Haircut;Noor;30\n";
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "plain.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Preview import" }).click();
  await expect(figure(page, "Problems")).toHaveText("1");
  await page.getByLabel("When").selectOption("start");
  await page.getByRole("button", { name: "Update preview" }).click();
  await expect(figure(page, "Past")).toHaveText("1");
  await expect(page.locator("[data-row]")).toContainText("3 Apr 2025");
  await page.getByLabel("Dates such as 03/04/2026").selectOption("mdy");
  await page.getByRole("button", { name: "Update preview" }).click();
  await expect(page.locator("[data-row]")).toContainText("4 Mar 2025");
  await page.getByRole("button", { name: "Import 1 booking" }).click();
  await expect(figure(page, "Added to history")).toHaveText("1");
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(figure(page, "Removed")).toHaveText("1");
});

test("without JavaScript a file is previewed by other columns, imported and undone", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await toImport(page, demo);
  const text = "Who;Where\nPlain Anna;plain-anna@example.test\nPlain Bert;at home\n";
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "plain.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Preview import" }).click();
  await expect(figure(page, "Problems")).toHaveText("2");
  await page.getByLabel("Who").selectOption("name");
  await page.getByLabel("Where").selectOption("email");
  await page.getByRole("button", { name: "Update preview" }).click();
  await expect(figure(page, "New customers")).toHaveText("1");
  await page.getByRole("button", { name: "Import 1 customer" }).click();
  await expect(figure(page, "Added")).toHaveText("1");
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(figure(page, "Removed")).toHaveText("1");
});

test("a new customer is added, and one who is known is said with a link", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/customers`);
  const add = async () => {
    await page.getByRole("link", { name: "New customer" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Nova Nieuw");
    await page.getByLabel("Email").fill("nova.nieuw@example.test");
    await page.getByLabel("Notes").fill("Window seat");
    await page.getByRole("button", { name: "Add customer" }).click();
  };
  await add();
  await expect(page.getByRole("heading", { name: "Nova Nieuw" })).toBeVisible();
  await expect(page.getByText("Window seat").first()).toBeVisible();
  await page.goto(`${demo.base_url}/dashboard/customers`);
  await add();
  await expect(page.getByRole("alert")).toContainText("A customer with this email already exists.");
  await expectAccessibleEverywhere(page, "new customer, known");
  await page.getByRole("alert").getByRole("link", { name: "Nova Nieuw" }).click();
  await expect(page.getByRole("heading", { name: "Nova Nieuw" })).toBeVisible();
});
