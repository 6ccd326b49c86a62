import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** The rules whose answer depends on colours; what the others find in the light they find in the dark. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

/** Nothing that a checker of accessibility finds, and nothing wider than the screen, as the page is now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }), what);
  await expectFits(page, what);
}

/**
 * The same on a wide screen and on a phone of 360 px, light and dark, with all that is folded away. The page is opened once and changed,
 * which takes a third of the time of opening it four times. It is left wide and light. `exclude`: what is not the page's own.
 */
export async function expectAccessibleEverywhere(page: Page, what: string, exclude?: string): Promise<void> {
  await page.locator("main details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  for (const [screen, size] of Object.entries({ wide: WIDE, phone: PHONE })) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const axe = new AxeBuilder({ page });
      if (colorScheme === "dark") axe.withRules(COLOUR_RULES);
      if (exclude !== undefined) axe.exclude(exclude);
      await expectNoViolations(axe, `${what}, ${screen}, ${colorScheme}`);
    }
    await expectFits(page, `${what}, ${screen}`);
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
}

async function expectNoViolations(axe: AxeBuilder, what: string): Promise<void> {
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes[0]?.target]),
    what,
  ).toEqual([]);
}

async function expectFits(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, what).toBeLessThanOrEqual(0);
}
