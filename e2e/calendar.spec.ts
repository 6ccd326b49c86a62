import { aBookedDay, closePages, pathOf, wallTime } from "./calendar-tools";
import { openDesk } from "./desk-tools";
import { expect, test } from "./fixtures";

// The calendar without JavaScript.

// Each page holds an event stream, and a person has at most five.
test.afterEach(({ browser }) => closePages(browser));

test("without JavaScript the day is shown, and time can be blocked and unblocked", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await page.goto(demo.base_url + pathOf(day));
  await expect(page.locator(`[data-booking="${day.booked.id}"]`)).toBeVisible();
  await page.locator("summary", { hasText: "View and tools" }).click();
  await page.getByRole("link", { name: "Block time" }).click();
  await page.getByLabel("Block for").selectOption(day.resource_id);
  const last = day.free.at(-1)!;
  await page.getByLabel("Start time").fill(wallTime(day.booked.starts_at));
  await page.getByLabel("End time").fill(wallTime(last.ends_at));
  await page.getByRole("button", { name: "Block time" }).click();
  await expect(page.getByRole("heading", { name: "1 booking to move" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Kaat Vermeulen");
  await page.goto(demo.base_url + pathOf(day));
  await page.locator("[data-off]").click();
  await page.getByRole("button", { name: "Unblock" }).click();
  await expect(page.locator("main").getByRole("status").first()).toContainText("Unblocked.");
});
