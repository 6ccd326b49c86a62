import { test as base } from "playwright/test";

/** How far `npm test -- --at` has set the time of every process: Playwright and what it starts, except the browser. */
const AHEAD_MS = Number(process.env.FAKETIME ?? 0) * 1000;

/** The browser's environment: it stands still with that library loaded, so its pages are told the time instead. */
export const browserEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && name !== "LD_PRELOAD",
  ),
) as Record<string, string>;

/** Playwright's `test`, in whose pages it is as late as everywhere else. */
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

/** Runs in the page, before its scripts. */
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
