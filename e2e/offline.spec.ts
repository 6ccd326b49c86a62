import { expectAccessible } from "./accessible";
import { findBooking, openDesk, statusMessage } from "./desk-page";
import { expect, test } from "./fixtures";

// A tablet that goes offline keeps the page and its input, and reports it.

test("offline, no link, key or form leaves the page, and input is sent after reconnecting", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo);
  const booking = await findBooking(page, demo);
  await page.goto(`${demo.base_url}${booking}?show=edit`, { waitUntil: "networkidle" });
  const address = page.url();
  const note = page.getByRole("textbox", { name: "Note" });
  const alert = page.getByRole("alert").filter({ hasText: "Nothing you typed is lost" });
  await note.fill("Comes with a dog");

  await page.context().setOffline(true);
  await expect(alert).toContainText("You’re offline.");
  await expect(page.getByText(/^Updated .*, offline$/).last()).toBeVisible();
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await expect(alert).toContainText("Try again when you’re back online.");
  await page.getByRole("link", { name: "New booking" }).first().click();
  await page.getByRole("button", { name: "Save" }).click();
  await note.evaluate((field) => field.blur());
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(address);
  await expect(note).toHaveValue("Comes with a dog");
  await expect(page.getByRole("dialog", { name: "Unsaved changes" })).toHaveCount(0);
  await expectAccessible(page, "without a connection");

  await page.context().setOffline(false);
  await expect(alert).toHaveCount(0);
  await expect(note).toHaveValue("Comes with a dog");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(statusMessage(page)).toContainText("Saved the booking");
});

test("a form that validates while typing keeps its input", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  const hours = `${demo.base_url}/dashboard/services/${demo.schedules[0]!.id}/hours`;
  await page.goto(hours, { waitUntil: "networkidle" });
  await page.context().setOffline(true);
  await page.getByLabel("Sunday to", { exact: true }).fill("12:00");
  await expect(page.getByText("Try again when you’re back online.")).toBeVisible();
  await expect(page.getByLabel("Sunday to", { exact: true })).toHaveValue("12:00");
  await page.context().setOffline(false);
  await page.getByLabel("Sunday to", { exact: true }).fill("13:00");
  await expect(page.locator("#next-days ~ ol li", { hasText: "Sun" }).last()).toContainText(
    "times",
  );
});

test("a page that fails to load offers a retry", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  await page.route(/customers\.data/, (route) => route.abort());
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
  await expectAccessible(page, "a page that was not fetched");
  await page.unroute(/customers\.data/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
});
