import type { APIRequestContext, BrowserContextOptions, Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import { openDesk, statusMessage } from "./desk-page";
import { callApi, freeDays } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";
import { mailsOf, setUp, signUp } from "./new-company";

// An owner's tasks, from sign-up to the first guest and the end of a month, at a desk and on a
// phone.

const SCREENS: Record<string, BrowserContextOptions> = {
  "at a desk": { viewport: { width: 1280, height: 900 } },
  "on a phone of 360 px": { viewport: { width: 360, height: 740 }, hasTouch: true },
};
const freeDay = freeDays();

/** A guest books the first free time on the company's website. */
async function bookOnWebsite(
  page: Page,
  demo: Demo,
  key: string,
  guest: { name: string; email: string },
) {
  const widget = page.locator("booking-widget");
  const days = widget.locator(".day[aria-disabled='false']");
  await page.goto(`${demo.host_page_url}?key=${key}`);
  await widget.getByRole("button", { name: "1 h", exact: false }).first().click(); // courts begin with 60 and 90 minutes
  await expect(widget.getByRole("button", { name: "Later days" })).toBeVisible();
  if ((await days.count()) === 0) await widget.getByRole("button", { name: "Later days" }).click();
  await days.first().click();
  await widget.locator("button.time").first().click();
  await widget.getByLabel("Name").fill(guest.name);
  await widget.getByLabel("Email").fill(guest.email);
  await widget.getByRole("button", { name: "Confirm booking" }).click();
  await expect(widget.getByRole("heading", { name: /booked/ })).toBeVisible();
}

for (const [how, options] of Object.entries(SCREENS))
  test(
    `from an empty account to the first booking on the company's website, ${how}`,
    { tag: how === "at a desk" ? "@story" : [] },
    async ({ browser, demo, request }) => {
      const page = await (await browser.newContext({ ...options, locale: "en-IE" })).newPage();
      page.on("pageerror", (error) => expect.soft(error.message).toBe(""));
      const email = await signUp(page, request, demo);
      const key = await setUp(page, "Padel Lisboa");
      const item = (name: string) => page.getByRole("listitem").filter({ hasText: name });

      await test.step("the set-up ends with the guests' view and a test booking without emails", async () => {
        await expect(
          page.locator("booking-widget").getByRole("heading", { name: "How long?" }),
        ).toBeVisible();
        await expectAccessible(page, "the end of the set-up");
        await page.getByRole("button", { name: "Create test booking" }).click();
        await page.getByRole("link", { name: "Open test booking" }).click();
        await expect(page.getByText("Test booking: no emails, no webhooks.")).toBeVisible();
        await page.getByRole("button", { name: "Remove test booking" }).click();
        await expect(statusMessage(page)).toContainText("Removed the test booking.");
      });

      await test.step("Today lists the remaining steps, which can be dismissed", async () => {
        await page.getByText(/^Set-up: \d of 7 done$/).click();
        await expect(
          item("Take a first booking").getByRole("button", { name: "Create test booking" }),
        ).toBeVisible();
        await expect(
          item("Put the calendar on your website").getByRole("link", { name: "Get the code" }),
        ).toBeVisible();
        await item("Invite your team").getByRole("button", { name: "I work alone" }).click();
        await expect(item("Invite your team")).toContainText("Skipped");
        await expectAccessible(page, "Today with its list");
      });

      await test.step("a guest books, the list shows it, and both get an email", async () => {
        const guest = { name: "Grace Hopper", email: `grace-${Date.now()}@example.com` };
        const visitor = await (await browser.newContext(options)).newPage();
        await bookOnWebsite(visitor, demo, key, guest);
        await visitor.context().close();
        await page.reload();
        await expect(page.getByText(guest.name).first()).toBeVisible();
        await page.getByText(/^Set-up: \d of 7 done$/).click();
        for (const done of ["Take a first booking", "Put the calendar on your website"])
          await expect(item(done)).toContainText("Done");
        const toOwner = async () =>
          (await mailsOf(request, demo, email)).map(({ text }) => text).join();
        await expect.poll(toOwner).toContain(guest.name);
        await expect
          .poll(async () => (await mailsOf(request, demo, guest.email)).length)
          .toBeGreaterThan(0);
      });
      await page.context().close();
    },
  );

/** A booking paid at the desk. */
async function paidBooking(request: APIRequestContext, demo: Demo, name: string): Promise<string> {
  const [slot] = (await freeDay(request, demo)).free;
  const wish = { slot_id: slot!.id, customer: { name }, notify: false };
  const { id } = await callApi<{ id: string }>(request, demo, "/api/bookings", wish);
  const paid = { status: "paid", payment_method: "offline", notify: false };
  await callApi(request, demo, `/api/bookings/${id}/status`, paid);
  return id;
}

for (const [how, options] of Object.entries(SCREENS))
  test(`an owner's month end, ${how}`, async ({ browser, demo, request }) => {
    const page = await openDesk(browser, demo, options);
    const unique = Date.now().toString(36);
    const visit = (path: string) =>
      page.goto(`${demo.base_url}/dashboard/${path}`, { waitUntil: "networkidle" });

    await test.step("figures with their lists, and one export file", async () => {
      await visit("analytics?range=30d");
      await page.locator("main dl").getByRole("link", { name: "No-shows" }).click();
      await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
      await visit("settings/data");
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download all data" }).click();
      expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    });

    await test.step("a partial refund", async () => {
      await visit(`bookings/${await paidBooking(request, demo, `Ravel ${unique}`)}`);
      await page.getByRole("link", { name: "Refund", exact: true }).click();
      await page.getByLabel(/^Amount in EUR/).fill("5");
      await page.getByRole("button", { name: "Refund €5.00" }).click();
      await expect(statusMessage(page)).toContainText(`Hand back €5.00 to Ravel ${unique}`);
    });

    await test.step("an email's text is changed and reset", async () => {
      await visit("mail/templates/booking_refunded?locale=en");
      await page.getByRole("textbox", { name: "Subject" }).fill("Your money is back");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(statusMessage(page)).toContainText("Saved the text.");
      await page.getByText("Back to the default").click();
      await page.getByRole("button", { name: "Use the default text" }).click();
      await expect(statusMessage(page)).toContainText("The default text is back.");
    });

    await test.step("a key rotation", async () => {
      await visit("keys/new?kind=secret");
      await page.getByRole("textbox", { name: "Name" }).fill(`Books ${unique}`);
      await page.getByRole("radio", { name: /^Viewer/ }).check();
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByRole("link", { name: "I’ve saved it" }).click();
      await page.locator("summary", { hasText: "Rotate key" }).click();
      await page.getByRole("button", { name: "Rotate key" }).click();
      await expect(page.getByText("Shown only once.")).toBeVisible();
      await visit("keys/new?kind=secret");
      await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(""); // what was made is no draft any more
    });

    await test.step("an invitation", async () => {
      await visit("settings/team");
      await page.getByLabel("Email").fill(`${unique}@example.com`);
      await page.getByRole("radio", { name: /^Staff/ }).check();
      await page.getByRole("button", { name: "Send invitation" }).click();
      await expect(statusMessage(page)).toContainText(`Invited ${unique}@example.com`);
    });

    await test.step("a replay of missed webhooks", async () => {
      await visit("webhooks/new");
      await page.getByLabel("Endpoint URL").fill(demo.receiver_url);
      await page.getByRole("button", { name: "Create webhook" }).click();
      const secret = await page.locator("section code").first().innerText();
      await request.post(new URL("/webhooks/secrets", demo.receiver_url).href, {
        data: { secret },
      });
      await page.getByRole("link", { name: "I’ve saved it" }).click();
      await request.post(new URL("/webhooks/behaviour", demo.receiver_url).href, {
        data: { status: 503 },
      });
      await page.locator("main").getByRole("link", { name: "Settings", exact: true }).click();
      await page.getByRole("button", { name: "Send test event" }).click();
      await expect(page.getByText("HTTP 503")).toBeVisible();
      await page.getByRole("button", { name: "Replay" }).click();
      await expect(page.getByText("HTTP 200")).toBeVisible();
      await expectAccessible(page, "a delivery that was sent again");
    });
    await page.context().close();
  });
