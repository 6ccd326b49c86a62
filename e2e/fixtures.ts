import type { Page } from "playwright/test";
import { readFileSync } from "node:fs";
import { demoFileIn } from "./stack";
import { test as base } from "./time";

/** The contents of DATA_DIR/demo.json, written by `npm start`. */
export type Demo = {
  base_url: string;
  sign_in_url: string;
  host_page_url: string;
  outbox_url: string;
  receiver_url: string;
  tenant_id: string;
  publishable_key: string;
  secret_key: string;
  resources: { id: string; name: string }[];
  schedules: { id: string; name: string }[];
};

/** Data folder of this worker's stack, also if the worker replaced another. */
export const dataFolder = (): string =>
  (JSON.parse(process.env.DATA_FOLDERS ?? "[]") as string[])[
    Number(process.env.TEST_PARALLEL_INDEX)
  ] ?? "";

/**
 * `demo`: addresses and data of the running stack's demo company. Contexts are closed after each
 * test, because open pages keep listening and rendering.
 */
export const test = base.extend<{ demo: Demo; closed: void }>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        if (options?.javaScriptEnabled === false) return context;
        context.on("page", (page) => {
          const goto = page.goto.bind(page);
          page.goto = async (url, options) => {
            const response = await goto(url, options);
            if (options?.waitUntil !== "commit") await untilTakenOver(page);
            return response;
          };
        });
        return context;
      };
      await use(browser);
    },
    { scope: "worker" },
  ],
  closed: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  demo: async ({}, use) => {
    await use(JSON.parse(readFileSync(demoFileIn(dataFolder()), "utf8")) as Demo);
  },
});

/** Waits for hydration before clicks: people are slower than tests. */
async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!("__remixContext" in window)) return true; // not ours, or one that has no script
    const root = Object.entries(document).find(([name]) =>
      name.startsWith("__reactContainer"),
    )?.[1] as { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } } | undefined;
    return root !== undefined && !root.stateNode.current.memoizedState.isDehydrated;
  });
  await page.evaluate(() => new Promise((done) => setTimeout(done))); // key listeners are attached right after that
}

export { expect } from "playwright/test";
