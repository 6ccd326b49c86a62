import type { Browser, BrowserContextOptions, Page } from "playwright/test";
import { type Demo, expect, test } from "./fixtures";

// Settings of a company: keys, people and webhooks, with and without JavaScript.

async function open(
  browser: Browser,
  demo: Demo,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
  await page.goto(demo.sign_in_url);
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  return page;
}

const statusMessage = (page: Page) => page.locator("main").getByRole("status").first();
const secretOf = (page: Page) => page.locator("section code").first().innerText();

test("without JavaScript a key is created, rotated and revoked, and someone is invited", async ({
  browser,
  demo,
}) => {
  const page = await open(browser, demo, { javaScriptEnabled: false });
  await page.goto(`${demo.base_url}/dashboard/keys/new?kind=secret`);
  await page.getByRole("textbox", { name: "Name" }).fill("Till");
  await page.getByRole("radio", { name: /^Viewer/ }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const first = await secretOf(page);
  const asks = (key: string) =>
    page.request.get(`${demo.base_url}/api/tenant`, {
      headers: { Authorization: `Bearer ${key}` },
    });
  expect((await asks(first)).status()).toBe(200);
  await page.getByRole("link", { name: "I’ve saved it" }).click();
  await page.locator("summary", { hasText: "Rotate key" }).click();
  await page.getByLabel("Old key").selectOption("0");
  await page.getByRole("button", { name: "Rotate key" }).click();
  const second = await secretOf(page);
  expect([(await asks(first)).status(), (await asks(second)).status()]).toEqual([401, 200]);
  await page.getByRole("link", { name: "I’ve saved it" }).click();
  await page.getByText("Revoke", { exact: true }).click();
  await page.getByRole("button", { name: "Revoke Till" }).click();
  await expect(statusMessage(page)).toContainText("Revoked");
  expect((await asks(second)).status()).toBe(401);

  await page.goto(`${demo.base_url}/dashboard/settings/team`);
  const email = "new.colleague@example.com";
  await page.getByLabel("Email").fill(email);
  await page.getByRole("radio", { name: /^Staff/ }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(statusMessage(page)).toContainText(`Invited ${email}`);
  const mails = async () => {
    const outbox = await page.request.get(
      `${demo.outbox_url}.json?to=${encodeURIComponent(email)}`,
    );
    return ((await outbox.json()) as { data: { text: string }[] }).data
      .map(({ text }) => text)
      .join();
  };
  await expect.poll(mails).toContain("/invitations/");
});

test("the policy's example updates while typing", async ({ browser, demo }) => {
  const page = await open(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/settings/policy`, { waitUntil: "networkidle" });
  await page.getByRole("radio", { name: /^In steps/ }).check();
  await page.getByLabel("Step 1: hours before the start").fill("24");
  await page.getByLabel("Step 1: refund in percent").fill("50");
  await expect(page.locator("output")).toContainText(
    /Cancelled 30 h before: .21\.00 of .42\.00 refunded\./,
  );
});

test("on a phone: a webhook is created, and its failed delivery is viewed, replayed and verified", async ({
  browser,
  demo,
}) => {
  const page = await open(browser, demo, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto(`${demo.base_url}/dashboard/webhooks/new`);
  await page.getByLabel("Endpoint URL").fill(demo.receiver_url);
  await page.getByRole("checkbox", { name: /booking\.paid/ }).uncheck();
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await secretOf(page);
  expect(secret).toMatch(/^whsec_/);
  await page.request.post(new URL("/webhooks/secrets", demo.receiver_url).href, {
    data: { secret },
  });
  await page.request.post(new URL("/webhooks/behaviour", demo.receiver_url).href, {
    data: { status: 503 },
  });
  await page.getByRole("link", { name: "I’ve saved it" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("HTTP 503")).toBeVisible();
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText("HTTP 200")).toBeVisible();

  await page.getByRole("link", { name: "Check signature" }).click();
  const check = page.getByRole("button", { name: "Check signature" });
  const found = page.locator("main li[data-verdict]");
  await page.getByLabel("Signing secret").fill(secret);
  await check.click();
  await expect(found.filter({ hasText: "Signature" })).toContainText("Correct");
  await page.getByLabel("Body").press("End");
  await page.getByLabel("Body").pressSequentially("x");
  await check.click();
  await expect(found.filter({ hasText: "Body" })).toContainText("isn’t the one we sent");
  expect(page.url()).not.toContain("whsec_");
});
