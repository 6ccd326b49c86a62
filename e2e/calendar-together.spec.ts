import type { APIRequestContext, Page } from "playwright/test";
import { expectAccessible, keepPicture } from "./accessible";
import { closePages, lastMove, proposed } from "./calendar-tools";
import { callApi, openDesk } from "./desk-tools";
import { type Demo, expect, test } from "./fixtures";

// The calendar with bookings that belong together: the services of a visit, and the room they take.

// Each page holds an event stream, and a person has at most five.
test.afterEach(({ browser }) => closePages(browser));

interface Booked {
  id: string;
  starts_at: string;
  needs: { name: string }[];
}

/** Two stylists and two chairs, and a cut with a colour that needs a chair, booked as one visit. */
async function aVisit(request: APIRequestContext, demo: Demo, name: string) {
  const create = <T = { id: string }>(path: string, body: object) =>
    callApi<T>(request, demo, `/api/${path}`, body);
  const resource = (words: string, type: string) =>
    create("resources", { name: `${words} ${name}`, type });
  const [anna, ben] = [await resource("Anna", "person"), await resource("Ben", "person")];
  const chairs = [await resource("Chair 1", "room"), await resource("Chair 2", "room")];
  const group = await create("resource-groups", {
    name: `Chairs ${name}`,
    resource_ids: chairs.map(({ id }) => id),
  });
  const service = (words: string, more: object) =>
    create("schedules", {
      name: words,
      resource_ids: [anna.id, ben.id],
      private: true, // not among the services that other tests see on a website
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "07:00", end: "20:00" }],
      ...more,
    });
  const cut = await service("Cut", { duration_minutes: 30, price_amount: 2000 });
  const colour = await service("Colour", {
    duration_minutes: 60,
    price_amount: 6000,
    needs: [{ group_id: group.id, shown: true }],
  });
  const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const { bookings } = await create<{ bookings: Booked[] }>("bookings/visits", {
    starts_at: `${date}T10:00:00Z`,
    parts: [
      { schedule_id: cut.id, resource_id: anna.id },
      { schedule_id: colour.id, resource_id: ben.id },
    ],
    customer: { name: `Noa ${name}`, email: "noa.together@example.com" },
  });
  const resources = [anna, ben, ...chairs].map(({ id }) => id);
  return {
    bookings,
    path: (view: "day" | "agenda") =>
      `${demo.base_url}/dashboard/calendar?${new URLSearchParams([
        ["view", view],
        ["date", date],
        ...resources.map((id) => ["resource", id]),
      ])}`,
    now: () =>
      Promise.all(bookings.map(({ id }) => callApi<Booked>(request, demo, `/api/bookings/${id}`))),
    archive: async () => {
      for (const id of resources)
        await request.patch(`${demo.base_url}/api/resources/${id}`, {
          headers: { Authorization: `Bearer ${demo.secret_key}` },
          data: { active: false },
        });
    },
  };
}

async function drag(page: Page, from: { x: number; y: number }, x: number, y: number) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + x, from.y + y, { steps: 8 });
  await page.mouse.up();
}

test("a drag moves a visit whole, and another one changes its chair", async ({
  browser,
  demo,
  request,
}) => {
  const visit = await aVisit(request, demo, "drag");
  const [cut, colour] = visit.bookings as [Booked, Booked];
  const page = await openDesk(browser, demo, { viewport: { width: 1280, height: 1000 } });
  await page.goto(visit.path("day"), { waitUntil: "networkidle" });
  const own = (id: string) => page.locator(`[data-booking="${id}"]:not([data-need])`);
  const chair = page.locator(`[data-booking="${colour.id}"][data-need]`);
  await expect(own(cut.id)).toContainText("1/2");
  await expect(own(colour.id)).toContainText("2/2");
  await own(cut.id).scrollIntoViewIfNeeded();
  await own(cut.id).hover();
  await expect(page.locator("[data-lit]")).toHaveCount(3);
  await expectAccessible(page, "Calendar with a visit");
  await keepPicture(page, "together-day");

  const minutes = (await own(colour.id).boundingBox())!.height / 60;
  const card = (await own(cut.id).boundingBox())!;
  const start = { x: card.x + card.width / 2, y: card.y + 8 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 60 * minutes, { steps: 8 });
  await expect(page.locator("[data-proposed-part]")).toHaveCount(1);
  await keepPicture(page, "together-dragged");
  await page.mouse.up();
  await expect(proposed(page)).toContainText("Move 2 services of Noa drag");
  await expect(proposed(page)).toContainText("free");
  await proposed(page).getByRole("button", { name: "Move the visit" }).click();
  await expect(lastMove(page)).toContainText("Moved the visit of Noa drag");
  const shifts = async () =>
    (await visit.now()).map(
      ({ starts_at }, no) =>
        (Date.parse(starts_at) - Date.parse(visit.bookings[no]!.starts_at)) / 60_000,
    );
  expect(await shifts()).toEqual([60, 60]);
  await lastMove(page).getByRole("button", { name: "Undo" }).click();
  await expect(lastMove(page)).toContainText("is back");
  expect(await shifts()).toEqual([0, 0]);

  const was = (await visit.now())[1]!.needs[0]!.name;
  const box = (await chair.boundingBox())!;
  const isFirst = was === "Chair 1 drag";
  const width = Math.abs(
    (await page.locator("[data-column]").nth(3).boundingBox())!.x -
      (await page.locator("[data-column]").nth(2).boundingBox())!.x,
  );
  const to = isFirst ? width : -width;
  await drag(page, { x: box.x + box.width / 2, y: box.y + 8 }, to, 0);
  await expect(proposed(page)).toContainText(isFirst ? "Chair 2 drag" : "Chair 1 drag");
  await keepPicture(page, "together-chair");
  await proposed(page).getByRole("button", { name: "Change room" }).click();
  await expect(lastMove(page)).toContainText("Changed Noa drag to Chair");
  const after = (await visit.now())[1]!;
  expect(after.needs[0]!.name).toBe(isFirst ? "Chair 2 drag" : "Chair 1 drag");
  expect(after.starts_at).toBe(colour.starts_at);
  await visit.archive();
});

test("on a phone the drawer changes the chair", async ({ browser, demo, request }) => {
  const visit = await aVisit(request, demo, "phone");
  const [, colour] = visit.bookings as [Booked, Booked];
  const page = await openDesk(browser, demo, {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  await page.goto(visit.path("agenda"), { waitUntil: "networkidle" });
  await expect(page.locator("main")).toContainText("2/2");
  await keepPicture(page, "together-agenda");
  await page.goto(`${demo.base_url}/dashboard/bookings/${colour.id}`, {
    waitUntil: "networkidle",
  });
  const was = colour.needs[0]!.name;
  await page.locator("summary", { hasText: was }).click();
  await page.getByRole("combobox", { name: "Change to" }).scrollIntoViewIfNeeded();
  await keepPicture(page, "together-room");
  await expectAccessible(page, "A booking whose room changes");
  await page.getByRole("button", { name: "Change room" }).click();
  await expect(page.locator("main").getByRole("status").first()).toContainText(
    "Changed Noa phone to Chair",
  );
  expect((await visit.now())[1]!.needs[0]!.name).not.toBe(was);
  await visit.archive();
});
