import type { APIRequestContext } from "playwright/test";
import { callApi, freeDays, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// A company's emails: texts, recipients and the log.

const TEXTS = "/dashboard/mail/templates/booking_reminder?locale=en";

async function outboxOf(request: APIRequestContext, demo: Demo, email: string) {
  const outbox = await request.get(`${demo.outbox_url}.json?to=${encodeURIComponent(email)}`);
  return ((await outbox.json()) as { data: { subject: string; text: string }[] }).data;
}

test("an email is edited with named variables, previewed live, tested, saved and reset", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 900 } });
  await page.goto(demo.base_url + TEXTS, { waitUntil: "networkidle" });
  const preview = page.frameLocator("iframe");
  const subject = page.getByRole("textbox", { name: "Subject" });
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(preview.locator("h1")).toBeVisible();
  // The phone-width preview must not wrap labels by letter.
  expect((await preview.locator("th").first().boundingBox())!.width).toBeGreaterThan(50);
  await expect(text).toHaveValue(/^\[Heading\] See you soon\n\nHello \[Guest name\],/);
  await text.fill("[Heading] The code is 4711\n\n<script>alert(1)</script>");
  await expect(preview.getByRole("heading", { name: "The code is 4711" })).toBeVisible();
  await expect(preview.getByText("<script>alert(1)</script>")).toBeVisible();
  const warning = page.getByText("The manage link is missing");
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(warning).toBeHidden();
  await expect(text).toHaveValue(/\n\n\[Manage button\] Manage booking$/);

  await subject.fill("See you ");
  await subject.press("End");
  await page.getByRole("button", { name: "Date", exact: true }).click();
  await expect(subject).toHaveValue("See you [Date]");
  await subject.press("Backspace");
  await expect(subject).toHaveValue("See you ");
  await page.getByRole("button", { name: "Date", exact: true }).click();
  await expect(preview.getByText(/^See you \w/)).toBeVisible();

  await page.getByRole("button", { name: "Send me a test" }).click();
  const sent = page.getByText("A test is on its way to");
  const email = (await sent.innerText()).match(/\S+@\S+(?=\.$)/)![0]; // the sentence ends with the address
  const subjects = async () =>
    (await outboxOf(page.request, demo, email)).map((mail) => mail.subject).join("\n");
  await expect.poll(subjects).toMatch(/\[Test\] See you \w/);

  await subject.fill("{{ booking.dtae }}");
  await page.getByRole("button", { name: "Save" }).click();
  const unknown = page.getByText("There is no variable booking.dtae in this template.");
  await expect(unknown.filter({ visible: true })).toBeVisible();
  await expect(text).toHaveValue(/4711/);
  await subject.fill("See you");
  await page.getByRole("button", { name: "Edit HTML" }).click();
  await expect(page.getByRole("textbox", { name: "HTML" })).toHaveValue(
    /^<h1>The code is 4711<\/h1>/,
  );
  await page
    .getByRole("textbox", { name: "HTML" })
    .fill('<h1 id="own">The code is 4712</h1><a href="{{ links.manage }}">Go</a>');
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved the text.")).toBeVisible();
  await expect(preview.getByRole("heading", { name: "The code is 4712" })).toBeVisible();
  // HTML that is not plain text is edited as source.
  await expect(page.getByRole("textbox", { name: "HTML" })).toHaveValue(/4712/);
  await page.getByText("Back to the default").click();
  await page.getByRole("button", { name: "Use the default text" }).click();
  await expect(page.getByText("The default text is back.")).toBeVisible();
  await expect(text).not.toHaveValue(/471/);
});

test("a booking is declined from its email without signing in or JavaScript", async ({
  browser,
  demo,
  request,
}) => {
  const { free } = await freeDays()(request, demo);
  const customer = { name: "Petra Vraag", email: `petra-${Date.now()}@example.com` };
  const wish = { slot_id: free[0]!.id, status: "pending", customer };
  const { reference } = await callApi<{ reference: string }>(request, demo, "/api/bookings", wish);
  const mailOf = async () =>
    (await outboxOf(request, demo, "owner@demo.example")).find(({ text }) =>
      text.includes(`search=${reference}`),
    );
  await expect.poll(async () => (await mailOf())?.text).toContain("Decline booking");
  const link = /Decline booking\n+(\S+)/.exec((await mailOf())!.text)![1]!;

  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Decline this booking?" })).toBeVisible();
  await page.getByLabel("Reason for the guest").fill("We are away that day.");
  await page.getByRole("button", { name: "Decline booking" }).click();
  await expect(page.getByText(/^Declined by /)).toBeVisible();
  const subjects = async () =>
    (await outboxOf(request, demo, customer.email)).map(({ subject }) => subject).join();
  await expect.poll(subjects).toContain("Declined");
});

test("the overview of guest emails links to each text", async ({ browser, demo }) => {
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/mail/templates`);
  const chain = page.getByRole("region", { name: "Guest emails" });
  await expect(chain.getByRole("listitem")).toHaveCount(6);
  await chain.getByRole("link", { name: "Reminder" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reminder" })).toBeVisible();
});

test("without JavaScript a text is previewed, checkboxes are saved, and an email is resent", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo, { javaScriptEnabled: false });
  await page.goto(demo.base_url + TEXTS);
  await page.getByLabel("Text", { exact: true }).fill("<h1>Bring a towel</h1>");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "Bring a towel" }),
  ).toBeVisible();

  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText("A test is on its way to")).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("<h1>Bring a towel</h1>");

  await page.goto(`${demo.base_url}/dashboard/mail/who`);
  const tick = page.getByRole("checkbox", { name: "Refund sent: Owner" });
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
