import { callApi, freeDays } from "./desk-tools";
import { expect, test } from "./fixtures";
import { mailsOf } from "./new-company";

// A guest's actions on the script-free page linked from their email.

const freeDay = freeDays();

interface Booking {
  id: string;
  status: string;
  starts_at: string;
}

test(
  "a guest moves and cancels their booking from the emailed link",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const email = "moves-and-cancels@example.com";
    const { free } = await freeDay(request, demo);
    const customer = { name: "Mo Vesalot", email };
    const booked = await callApi<Booking>(request, demo, "/api/bookings", {
      slot_id: free[0]!.id,
      customer,
    });
    const now = () => callApi<Booking>(request, demo, `/api/bookings/${booked.id}`);
    const link = async () =>
      (await mailsOf(request, demo, email))
        .map(({ text }) => /\S+\/manage\/[^\s/?]+/.exec(text)?.[0])
        .find(Boolean) ?? "";
    await expect.poll(link).not.toBe("");

    const page = await (
      await browser.newContext({ locale: "en-GB", javaScriptEnabled: false })
    ).newPage();
    await page.goto(await link());
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Change the time" }).click();
    await page.locator("label.time").last().click();
    await page.getByRole("button", { name: "Move the booking" }).click();
    await expect(page.getByText("Your booking has moved.")).toBeVisible();
    expect((await now()).starts_at).not.toBe(booked.starts_at);

    await page.getByRole("link", { name: "Cancel booking" }).click();
    await expect(page.getByRole("heading", { name: "Cancel this booking?" })).toBeVisible();
    await page.getByLabel("Reason (optional)").fill("A cold");
    await page.getByRole("button", { name: "Yes, cancel the booking" }).click();
    await expect(page.getByText("Your booking is cancelled.")).toBeVisible();
    expect((await now()).status).toBe("cancelled");
    await expect
      .poll(
        async () => (await mailsOf(request, demo, email)).length,
        "booked, moved and cancelled are each mailed",
      )
      .toBe(3);
  },
);
