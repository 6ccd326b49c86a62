import type { Request } from "playwright/test";
import { expect, test } from "./fixtures";
import { setUp, signUp } from "./new-company";

// Compressed bytes that a new browser loads. A new company shows the same amount on every day;
// bookings make it depend on the day.

const IN_THREE_WEEKS = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
const PAGES = {
  "/dashboard": 145_000,
  "/dashboard/bookings": 145_000,
  [`/dashboard/calendar?date=${IN_THREE_WEEKS}`]: 178_000,
};
/** Scripts and style sheets: each one more costs a slow connection a round trip. */
const MAX_FILES = 16;
const PALETTE_LIMIT = 10_000;
/**
 * Not counted with the page: text uses the device's font until it has loaded, and it is cached
 * across releases.
 */
const FONT_LIMIT = 35_000;
/** The palette and its dependencies load after the page. */
const isOfPalette = (url: string) => /\/palette-[^/]*\.(js|css)$/.test(url);

test("first loads of the dashboard and its palette stay within their bytes", async ({
  browser,
  demo,
  request,
}) => {
  const storageState = await signedUp();
  for (const [path, most] of Object.entries(PAGES)) {
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    const finished: Request[] = [];
    let untilLoad = 0;
    page.on("requestfinished", (request) => void finished.push(request));
    page.on("load", () => void (untilLoad = finished.length));
    await page.goto(demo.base_url + path, { waitUntil: "load" });
    await page.locator("main h1").first().waitFor();
    await expect.poll(() => finished.some((request) => isOfPalette(request.url()))).toBe(true);
    const bytesOf = async (requests: Request[]) => {
      const sizes = await Promise.all(requests.map((request) => request.sizes()));
      return sizes.reduce((total, { responseBodySize }) => total + responseBodySize, 0);
    };
    const isFont = (request: Request) => request.resourceType() === "font";
    const first = await bytesOf(finished.slice(0, untilLoad).filter((request) => !isFont(request)));
    const font = await bytesOf(finished.filter(isFont));
    const files = finished
      .slice(0, untilLoad)
      .filter((request) => /\.(js|css)$/.test(request.url()));
    const palette = await bytesOf(finished.filter((request) => isOfPalette(request.url())));
    console.log(
      `${path}: ${first} bytes, ${files.length} scripts and style sheets, palette ${palette}, font ${font}`,
    );
    expect(first, path).toBeGreaterThan(10_000); // sanity check
    expect(first, path).toBeLessThanOrEqual(most);
    expect(font, path).toBeGreaterThan(0);
    expect(font, path).toBeLessThanOrEqual(FONT_LIMIT);
    expect(files.length, path).toBeLessThanOrEqual(MAX_FILES);
    expect(palette, path).toBeGreaterThan(0);
    expect(palette, path).toBeLessThanOrEqual(PALETTE_LIMIT);
    await context.close();
  }

  async function signedUp() {
    const context = await browser.newContext({ locale: "en-IE" });
    const page = await context.newPage();
    await signUp(page, request, demo);
    await setUp(page, "Padel Porto");
    const state = await context.storageState();
    await context.close();
    return state;
  }
});
