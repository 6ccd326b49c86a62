import type { Page } from "playwright/test";

// Measures page changes as perceived: from clicking a link until the router is idle and the page is
// painted.

export interface Change {
  page: string;
  ms: number;
}

/**
 * Follows each navigation link in order and returns the times. Must start on another page than the
 * first.
 */
export async function walkNavigation(page: Page): Promise<Change[]> {
  const links = await page
    .locator("nav a[href^='/dashboard']:visible")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")!)); // as the selector says
  const changes: Change[] = [];
  for (const href of new Set(links.filter((href) => !/\/(search|new)$/.test(href))))
    changes.push({ page: href, ms: await timeOfPress(page, `nav a[href="${href}"]:visible`) });
  return changes;
}

/** Clicks `selector`; returns ms until the target page is painted, including what opens over it. */
export async function timeOfPress(page: Page, selector: string): Promise<number> {
  await page.evaluate(() => {
    const { router, from } = { router: window.__remixRouter, from: location.href };
    const measured = new Promise<number>((done) => {
      const wait = (pressed: number) => {
        const isOpening =
          new URLSearchParams(location.search).has("booking") &&
          !document.querySelector("dialog article");
        if (router.state.navigation.state !== "idle" || location.href === from || isOpening)
          return void requestAnimationFrame(() => wait(pressed));
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - pressed)));
      };
      addEventListener("pointerdown", () => wait(performance.now()), { once: true, capture: true });
    });
    Object.assign(window, { measured });
  });
  await page.locator(selector).first().click();
  return page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured);
}

/** Percentile of the times, ms. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
