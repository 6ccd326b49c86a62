import type { Page } from "playwright/test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { testEnvironment } from "../app/testing/environment";
import { expect, test } from "./fixtures";

// The developer guide from a reader's view: its commands work, and it is readable.

/** Commands of a page in displayed order. */
async function commandsOf(page: Page): Promise<string> {
  const blocks = await page.locator("pre code.language-sh").allTextContents();
  expect(blocks.length).toBeGreaterThan(5);
  return blocks.join("\n");
}

test(
  "the quick start, run as written, books a time and receives a verifiable webhook",
  { tag: "@story" },
  async ({ page, request, demo }) => {
    await page.goto(`${demo.base_url}/docs/quick-start`);
    const folder = mkdtempSync(join(tmpdir(), "booking-quick-start-"));
    try {
      const bash = spawn("bash", ["-euo", "pipefail", "-c", await commandsOf(page)], {
        cwd: folder,
        env: { ...testEnvironment(), SECRET_KEY: demo.secret_key, RECEIVER: process.env.RECEIVER },
      });
      const ended = once(bash, "close");
      const [stdout, failed] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
      expect(await ended, `${stdout}\n${failed}`).toEqual([0, null]);

      const [, reference] = /^Booked: (\w{8}), confirmed$/m.exec(stdout) ?? [];
      expect(stdout).toContain(`Verified: booking.cancelled of ${reference}`);
      expect(readdirSync(folder)).toEqual([]);

      const headers = { Authorization: `Bearer ${demo.secret_key}` };
      const found = await request.get(`${demo.base_url}/api/bookings?search=${reference}`, {
        headers,
      });
      expect(await found.json()).toMatchObject({ data: [{ reference, status: "cancelled" }] });
      const left = await request.get(`${demo.base_url}/api/webhooks/subscriptions`, { headers });
      expect(await left.text()).not.toContain("Quick start");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("navigation leads from the start page to the fields of an operation", async ({
  page,
  demo,
}) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(demo.base_url) && !url.startsWith("data:")) outside.push(url);
  });
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  await page.goto(demo.base_url);
  await page.getByRole("link", { name: "Developers" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Build on Booking Service");
  await page.getByRole("link", { name: "API reference" }).first().click();
  await page.getByRole("link", { name: "POST /api/bookings", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("POST /api/bookings");
  await expect(page.locator("main")).toContainText("Idempotency-Key");
  await page.getByRole("link", { name: "All operations" }).click();
  await expect(page.locator("#bookings-title")).toBeVisible();
  expect(outside).toEqual([]);
  expect(refused).toEqual([]);
});

test("code blocks can be copied, and pages link to the next", async ({ page, context, demo }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${demo.base_url}/docs/webhooks`, { waitUntil: "networkidle" }); // buttons work once the page's script runs
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("curl -X POST");
  await page
    .getByRole("navigation", { name: "Previous and next page" })
    .getByRole("link", { name: "Payments" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
  await expect(page.getByRole("button", { name: "Copied" })).toHaveCount(0);
});

test("everything is readable without JavaScript and on a phone", async ({ browser, demo }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`${demo.base_url}/docs`);
  await page.locator("main").getByRole("link", { name: "Errors" }).click();
  await expect(page.getByRole("cell", { name: "slot_unavailable", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  await page.getByText("All pages").click();
  await page
    .getByRole("navigation", { name: "All pages" })
    .getByRole("link", { name: "Limits", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Limits");
  await page.goto(`${demo.base_url}/developers/reference`);
  await page.getByRole("link", { name: "POST /api/bookings", exact: true }).click();
  await expect(
    page.getByRole("cell", { name: "customer.email", exact: true }).first(),
  ).toBeVisible();
  await expect(page.getByText("curl -X POST")).toBeVisible();
  for (const path of ["/docs/nothing", "/developers/reference?operation=nothing"])
    expect((await page.goto(demo.base_url + path))?.status()).toBe(404);
});
