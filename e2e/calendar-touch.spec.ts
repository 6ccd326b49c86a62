import { aBookedDay, closePages, openDay, proposed, startOf, wayTo } from "./calendar-tools";
import { openDesk } from "./desk-tools";
import { expect, test } from "./fixtures";

// The calendar by touch.

// Each page holds an event stream, and a person has at most five.
test.afterEach(({ browser }) => closePages(browser));

test("touch: a long press lifts a card, an earlier movement scrolls", async ({
  browser,
  demo,
  request,
}) => {
  const day = await aBookedDay(request, demo);
  const page = await openDesk(browser, demo, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await openDay(page, demo, day);
  const { from, to } = await wayTo(page, day, day.free[1]!);
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", point?: { x: number; y: number }) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  await send("touchStart", from);
  await send("touchMove", { x: from.x, y: from.y + 40 });
  await send("touchEnd");
  await expect(page.locator("[data-proposal]")).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  const again = await wayTo(page, day, day.free[1]!);
  await send("touchStart", again.from);
  await expect(page.locator("[data-proposal]")).toBeVisible(); // it was lifted
  for (const part of [0.25, 0.5, 0.75, 1])
    await send("touchMove", { x: again.from.x, y: again.from.y + (to.y - from.y) * part });
  await send("touchEnd");
  await proposed(page).getByRole("button", { name: /^Move/ }).tap();
  await expect.poll(() => startOf(request, demo, day.booked)).toBe(day.free[1]!.starts_at);
});
