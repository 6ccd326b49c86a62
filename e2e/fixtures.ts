import { readFileSync } from "node:fs";
import { demoFileIn } from "./stack";
import { test as base } from "./time";

/** What `npm start` writes to DATA_DIR/demo.json. */
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

/** Of the stack that this worker, or the one in whose place it came, has for itself. */
export const dataFolder = (): string =>
  (JSON.parse(process.env.DATA_FOLDERS ?? "[]") as string[])[Number(process.env.TEST_PARALLEL_INDEX)] ?? "";

/**
 * `demo`: where the running stack is and what its demo company owns. After each test the contexts that it made are closed: a page that is left
 * open goes on listening and drawing, beside all tests that follow.
 */
export const test = base.extend<{ demo: Demo; closed: void }>({
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

export { expect } from "playwright/test";
