import { AxeBuilder } from "@axe-core/playwright";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { expect } from "./fixtures";

/**
 * Each page is checked on these two, which cover each size, each colour scheme and each rule once,
 * in half the time of all four pairs.
 */
const SCREENS = [
  { size: { width: 1280, height: 900 }, colorScheme: "light" },
  { size: { width: 360, height: 740 }, colorScheme: "dark" },
] as const;
/** The other two, for one page with every part of the frame. */
export const OTHER_SCREENS = [
  { size: SCREENS[0].size, colorScheme: "dark" },
  { size: SCREENS[1].size, colorScheme: "light" },
] as const;
interface Screen {
  size: { width: number; height: number };
  colorScheme: "light" | "dark";
}
type Screens = readonly Screen[];

/** Fails if axe finds a problem or the page is wider than the screen. */
export async function expectAccessible(page: Page, label: string): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }), label);
  await expectFits(page, label);
}

/**
 * Checks the page wide and light, and at 360 px in dark mode, with everything expanded. The page is
 * opened once, and left wide and light. `exclude`: selectors of content that is not ours.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  label: string,
  { exclude, screens = SCREENS }: { exclude?: string; screens?: Screens } = {},
): Promise<void> {
  await page
    .locator("main details")
    .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  for (const { size, colorScheme } of screens) {
    await showOn(page, { size, colorScheme });
    const axe = new AxeBuilder({ page });
    if (exclude !== undefined) axe.exclude(exclude);
    await keepPicture(page, `${label} ${size.width} ${colorScheme}`);
    await expectNoViolations(axe, `${label}, ${size.width} px, ${colorScheme}`);
    await expectFits(page, `${label}, ${size.width} px`);
  }
  await showOn(page, SCREENS[0]);
}

async function showOn(page: Page, { size, colorScheme }: Screen): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  // Colours in transition belong to neither scheme.
  await page.evaluate(() => {
    for (const running of document.getAnimations())
      if (running.effect?.getComputedTiming().endTime !== Infinity) running.finish();
  });
}

/** Saves a screenshot to the folder TEST_PICTURES, if set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.TEST_PICTURES;
  if (folder)
    await page.screenshot({
      path: join(folder, `${name.replace(/\W+/g, "-").replace(/^-/, "")}.png`),
    });
}

async function expectNoViolations(axe: AxeBuilder, label: string): Promise<void> {
  const { violations, incomplete } = await analyzeAtOnce(axe);
  // A frame of another origin, which axe cannot enter.
  const unseen = incomplete.filter(({ id }) => id === "frame-tested");
  expect(
    [...violations, ...unseen].map(({ id, nodes }) => [id, nodes[0]?.target]),
    label,
  ).toEqual([]);
}

/**
 * Runs all rules in a third of the time: within the page, without descriptions of passing elements.
 */
export const analyzeAtOnce = (axe: AxeBuilder) =>
  axe
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();

async function expectFits(page: Page, label: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, label).toBeLessThanOrEqual(0);
}
