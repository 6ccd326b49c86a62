import { expectAccessibleEverywhere } from "./accessible";
import { expect, test } from "./fixtures";

// The widget editor: changes appear in the preview and are saved.

test("changes appear in the preview and are saved; accessible, light and dark, and fits 360 px", async ({
  browser,
  demo,
}) => {
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 900 } })
  ).newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await page.goto(demo.sign_in_url);
  await page.goto(`${demo.base_url}/dashboard/widgets`);
  await page.getByLabel("Name").fill("Counter");
  await page.getByRole("button", { name: "Create widget" }).click();
  const widget = page.locator("booking-widget");
  await expect(widget).toBeVisible();
  await expectAccessibleEverywhere(page, "a widget");

  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Counter (copy)");
});
