import type { APIRequestContext, Page } from "playwright/test";
import { expectAccessibleEverywhere } from "./accessible";
import { callApi, freeDays, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";
import { countPresses } from "./count-presses";

// A personal calendar at the Google stand-in, from connecting to disconnecting.

const TOM = "tom@example.com";
const BUSY = "Busy (Linde de Vries’s calendar)";
const freeDay = freeDays();

/** The stand-in's control API. */
function outside(request: APIRequestContext, demo: Demo) {
  const control = `${new URL(demo.outbox_url).origin}/google/control`;
  const calendar = `${control}/calendars/${encodeURIComponent(TOM)}/events`;
  const post = async (url: string, data: object) =>
    expect((await request.post(url, { data })).ok()).toBe(true);
  return {
    add: (starts_at: string, ends_at: string) =>
      post(calendar, {
        summary: "Dentist",
        start: { dateTime: starts_at },
        end: { dateTime: ends_at },
      }),
    /** Starts of the bookings written there. */
    starts: async () => {
      const events = (await (await request.get(calendar)).json()) as {
        summary?: string;
        start: { dateTime?: string };
      }[];
      const ours = events.filter(
        ({ summary }) => !["Dentist", "School run"].includes(summary ?? ""),
      );
      return ours.map(({ start }) => new Date(start.dateTime ?? 0).toISOString());
    },
    revoke: async () => {
      await post(`${control}/revoke`, { account: TOM });
      await post(`${control}/expire-tokens`, {});
    },
  };
}

/** Consents on the provider's page with all boxes ticked or none. */
async function agree(page: Page, boxes: "all" | "none" = "all", account = TOM): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign in to a calendar (test)" })).toBeVisible();
  if (boxes === "none")
    for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  await page.getByRole("button", { name: `Continue as ${account}` }).click();
  await page.waitForURL(/\/dashboard\/settings\/calendars/);
}

/** Reloads until `look` passes, because jobs read and write in the background. */
const until = (page: Page, look: () => Promise<void>) =>
  expect(async () => {
    await page.reload();
    await look();
  }).toPass();

test(
  "a calendar is connected, blocks time, receives bookings, breaks, is reconnected and disconnected",
  { tag: "@story" },
  async ({ browser, demo, request }) => {
    const page = await openDesk(browser, demo);
    const { date, resource_id, resource, free } = await freeDay(request, demo);
    const [taken, booked, later] = [free[0]!, free.at(-1)!, free.at(-3)!];
    const google = outside(request, demo);
    await google.add(taken.starts_at, taken.ends_at);
    const list = `${demo.base_url}/dashboard/settings/calendars`;

    await test.step("without the boxes a missing permission is reported and can be granted", async () => {
      await page.goto(list);
      await page.getByRole("link", { name: "Connect Google Calendar" }).click();
      await agree(page, "none");
      await expect(page.getByRole("alert")).toContainText("A box was left unticked");
      await page
        .locator("li", { hasText: TOM })
        .getByRole("link", { name: "Choose again" })
        .click();
      await agree(page);
      await expect(
        page.locator("main").getByText("Connected", { exact: true }).first(),
      ).toBeVisible();
    });

    await test.step("the demo member's calendar has been read", async () => {
      const mila = page.locator("li", { hasText: "Mila" });
      await page.goto(list);
      await until(page, () => expect(mila).toContainText(/Read \d/, { timeout: 1000 }));
      await page.getByRole("link", { name: new RegExp(TOM) }).click();
    });

    await test.step("choosing the calendar shows its busy time", async () => {
      const row = page.locator("li", { hasText: "Main calendar" });
      await row.getByLabel("For").selectOption(resource);
      await row.getByRole("button", { name: "Add calendar" }).click();
      await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
      await expectAccessibleEverywhere(page, "a connected calendar");
      await page.goto(
        `${demo.base_url}/dashboard/calendar?view=day&date=${date}&resources=${resource_id}`,
      );
      await until(page, () => expect(page.getByText(BUSY).first()).toBeVisible({ timeout: 1000 }));
    });

    await test.step("guests cannot book that time", async () => {
      const answer = await request.post(`${demo.base_url}/api/widget/booking`, {
        headers: {
          Authorization: `Bearer ${demo.publishable_key}`,
          Origin: new URL(demo.host_page_url).origin,
        },
        data: {
          slot_id: taken.id,
          party_size: 1,
          customer: { name: "Ada", email: "ada@example.com" },
        },
      });
      expect([
        answer.status(),
        ((await answer.json()) as { error: { code: string } }).error.code,
      ]).toEqual([409, "slot_unavailable"]);
    });

    await test.step("a booking is written to it and updated when moved", async () => {
      await page.goto(list);
      await page.getByRole("link", { name: new RegExp(TOM) }).click();
      await page.getByLabel("Write the resource’s bookings to this calendar").check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Receives bookings")).toBeVisible();
      const wish = { slot_id: booked.id, customer: { name: "Grace Hopper" }, notify: false };
      const { id } = await callApi<{ id: string }>(request, demo, "/api/bookings", wish);
      await page.goto(`${demo.base_url}/dashboard/bookings/${id}`);
      await until(page, () =>
        expect(page.getByText("Written to Linde de Vries’s calendar")).toBeVisible({
          timeout: 1000,
        }),
      );
      await expect.poll(google.starts).toContain(new Date(booked.starts_at).toISOString());
      const moved = await request.patch(`${demo.base_url}/api/bookings/${id}`, {
        headers: { Authorization: `Bearer ${demo.secret_key}` },
        data: { slot_id: later.id, notify: false },
      });
      expect(moved.ok(), await moved.text()).toBe(true);
      await expect.poll(google.starts).toContain(new Date(later.starts_at).toISOString());
      expect(await google.starts()).not.toContain(new Date(booked.starts_at).toISOString());
    });

    await test.step("an account with revoked access is reported and reconnected", async () => {
      await google.revoke();
      await page.goto(list);
      const row = page.locator("li", { hasText: TOM });
      await row.getByRole("button", { name: "Read again" }).click();
      await until(page, () => expect(row.getByText("Reconnect")).toBeVisible({ timeout: 1000 }));
      await row.getByRole("link", { name: "Connect again" }).click();
      await agree(page);
      await page.goto(list);
      await expect(row.getByText("Connected", { exact: true })).toBeVisible();
      await expect(page.locator("li", { hasText: TOM })).toHaveCount(1);
    });

    await test.step("disconnecting deletes its bookings there and frees its time", async () => {
      await page.getByRole("link", { name: new RegExp(TOM) }).click();
      await page.locator("summary", { hasText: "Disconnect account" }).click();
      await page.getByLabel("Delete future ones").check();
      await page.getByRole("button", { name: "Disconnect account" }).click();
      await page.waitForURL(list);
      await expect.poll(google.starts).not.toContain(new Date(later.starts_at).toISOString());
      await page.goto(
        `${demo.base_url}/dashboard/calendar?view=day&date=${date}&resources=${resource_id}`,
      );
      await until(page, () => expect(page.getByText(BUSY)).toHaveCount(0, { timeout: 1000 }));
    });
  },
);

test("an account's calendars are changed together with one Save in five clicks", async ({
  browser,
  demo,
}) => {
  const page = await openDesk(browser, demo);
  await page.goto(`${demo.base_url}/dashboard/settings/calendars`);
  await page.getByRole("link", { name: "Connect Google Calendar" }).click();
  await agree(page, "all", "anna@example.com");
  const rowOf = (name: string) =>
    page.locator("li", { has: page.locator("summary", { hasText: name }) });
  for (const name of ["Anna", "Team"]) {
    const offered = page.locator("li", { hasText: name });
    await offered.getByRole("button", { name: "Add calendar" }).click();
    await expect(rowOf(name)).toBeVisible();
  }
  const [anna, team] = [rowOf("Anna"), rowOf("Team")];
  const press = countPresses(page);
  await press.click(anna.locator("summary"));
  await press.click(anna.getByLabel("Show to staff only"));
  await press.click(team.locator("summary"));
  await team.getByLabel("Buffer before (minutes)").fill("15");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toHaveCount(1);
  await press.click(save);
  await expect(anna.locator("summary")).toContainText("Shown to staff only");
  await expect(team.locator("summary")).toContainText("Buffer 15/0 min");
  expect(press.count()).toBeLessThanOrEqual(5);

  await page.locator("summary", { hasText: "Disconnect account" }).click();
  await page.getByRole("button", { name: "Disconnect account" }).click();
  await page.waitForURL(/\/settings\/calendars$/);
});
