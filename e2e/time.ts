import { test as base } from "playwright/test";

/**
 * Offset set by `npm test -- --at` for every process (Playwright and its children) except the
 * browser.
 */
const AHEAD_MS = Number(process.env.FAKETIME ?? 0) * 1000;

/** Browsers hang with that library loaded, so their pages get the time from a script instead. */
export const browserEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && name !== "LD_PRELOAD",
  ),
) as Record<string, string>;

/** Playwright's `test` with the shifted time in its pages. */
export const test = base.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      if (AHEAD_MS !== 0)
        browser.newContext = async (options) => {
          const context = await open(options);
          await context.addInitScript(setAhead, AHEAD_MS);
          return context;
        };
      await use(browser);
    },
    { scope: "worker" },
  ],
});

/** Runs in the page before its scripts. */
function setAhead(ahead: number): void {
  const Real = Date;
  window.Date = new Proxy(Real, {
    construct: (_, given: [], target) =>
      Reflect.construct(
        Real,
        given.length === 0 ? [Real.now() + ahead] : given,
        target as typeof Real,
      ) as Date,
    get: (_, name) => (name === "now" ? () => Real.now() + ahead : Reflect.get(Real, name)),
  });
}
