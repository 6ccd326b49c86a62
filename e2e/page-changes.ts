import type { Page } from "playwright/test";

// How long a page change takes, as a person sees it: from the press of a link until the router rests and the picture is drawn.

export interface Change {
  page: string;
  ms: number;
}

/** Follows each link of the navigation in turn; the times in the order of the navigation. Begins on another page than the first. */
export async function walkNavigation(page: Page): Promise<Change[]> {
  const links = await page
    .locator("nav a[href^='/dashboard']:visible")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")!)); // as the selector says
  const changes: Change[] = [];
  for (const href of new Set(links.filter((href) => !/\/(search|new)$/.test(href))))
    changes.push({ page: href, ms: await timeOfPress(page, `nav a[href="${href}"]:visible`) });
  return changes;
}

/** Presses what `selector` finds; ms from the press to the picture of the address that it leads to, with what opens over the page. */
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

/** The value below which `share` of the times lie, ms. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
