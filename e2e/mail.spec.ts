import type { APIRequestContext } from "@playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// What a company's mails say, who gets them, and what was sent.

const TEXTS = "/dashboard/mail/templates/booking_rescheduled?locale=en";

async function outboxOf(request: APIRequestContext, demo: Demo, email: string) {
  const outbox = await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`);
  return ((await outbox.json()) as { data: { subject: string; text: string }[] }).data;
}

test("a text is previewed, tried out and saved, and its default comes back", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 900 } });
  await page.goto(demo.base_url + TEXTS, { waitUntil: "networkidle" });
  const preview = page.frameLocator("iframe");
  await expect(preview.locator("h1")).toBeVisible();
  // As on a telephone: a label of the details is not cut into letters.
  expect((await preview.locator("th").first().boundingBox())!.width).toBeGreaterThan(50);
  await page.getByLabel("Text", { exact: true }).fill("<h1>The code is 4711</h1><script>alert(1)</script>");
  await page.getByLabel("Subject").fill("See you ");
  await page.getByLabel("Subject").press("End");
  await page.getByRole("button", { name: "booking.date", exact: true }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("See you {{ booking.date }}");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(preview.getByRole("heading", { name: "The code is 4711" })).toBeVisible();
  await expect(preview.getByText(/^See you \w/)).toBeVisible();

  await page.getByRole("button", { name: "Send me a test" }).click();
  const sent = page.getByText("A test is on its way to");
  const email = (await sent.innerText()).match(/\S+@\S+(?=\.$)/)![0]; // the sentence ends with it
  const subjects = async () => (await outboxOf(page.request, demo, email)).map(({ subject }) => subject).join("\n");
  await expect.poll(subjects).toMatch(/\[Test\] See you \w/);

  await page.getByLabel("Subject").fill("{{ booking.dtae }}");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("There is no variable booking.dtae in this template.")).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(/4711/);
  await page.getByLabel("Subject").fill("See you");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved the text.")).toBeVisible();
  await expect(preview.getByRole("heading", { name: "The code is 4711" })).toBeVisible();
  await page.getByText("Back to the default").click();
  await page.getByRole("button", { name: "Use the default text" }).click();
  await expect(page.getByText("The default text is back.")).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).not.toHaveValue(/4711/);
});

test("without JavaScript a text is previewed in its frame, ticks are saved, and a mail is sent again", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await page.goto(demo.base_url + TEXTS);
  await page.getByLabel("Text", { exact: true }).fill("<h1>Bring a towel</h1>");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Bring a towel" })).toBeVisible();

  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText("A test is on its way to")).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("<h1>Bring a towel</h1>");

  await page.goto(`${demo.base_url}/dashboard/mail/who`);
  const tick = page.getByRole("checkbox", { name: "Money back: Owner" });
  await tick.check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved who gets which email.")).toBeVisible();
  await expect(tick).toBeChecked();

  await page.goto(`${demo.base_url}/dashboard/mail/log`);
  const row = page.locator("li[data-row]", { hasText: "[Test]" }).first();
  await row.getByText("Resend", { exact: true }).click();
  await row.getByRole("button", { name: "Resend message" }).click();
  await expect(page.getByText(/^Resent to/)).toBeVisible();
});

test("the pages about mail are accessible, light and dark, and fit a phone of 360 px", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  for (const path of [
    "/dashboard/mail",
    TEXTS,
    "/dashboard/mail/who",
    "/dashboard/mail/log",
    "/dashboard/mail/blocked",
  ]) {
    await page.goto(demo.base_url + path);
    await page.locator("main h1").first().waitFor();
    // The mail itself is the company's own HTML; no script runs there, so axe does not either.
    await expectAccessibleEverywhere(page, path, { exclude: "iframe" });
  }
});
