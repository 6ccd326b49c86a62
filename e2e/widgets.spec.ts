import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixtures";

// The editor of a widget: what is typed shows in the widget beside it, and is saved.

test("what is typed shows in the preview and is saved; accessible, light and dark, and fits 360 px", async ({
  browser,
  demo,
}) => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await page.goto(demo.sign_in_url);
  await page.goto(`${demo.base_url}/dashboard/widgets`);
  await page.getByLabel("Name").fill("Counter");
  await page.getByRole("button", { name: "Make the widget" }).click();
  const widget = page.locator("booking-widget");
  await expect(widget).toBeVisible();
  await page.locator("main details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  await page.getByLabel("Title (English)", { exact: true }).fill("Come and see us");
  await expect(widget).toContainText("Come and see us");
  await page.getByLabel("Title (Nederlands)", { exact: true }).fill("Kom langs");
  await page.getByLabel("Language").last().selectOption("nl");
  await expect(widget).toContainText("Kom langs");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("main").getByRole("status").first()).toContainText("Saved");
  await page.reload();
  await expect(widget).toContainText("Come and see us");

  await page.locator("main details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [colorScheme, id, nodes[0]?.target])).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Counter (copy)");
});
