import { Temporal } from "temporal-polyfill";
import {
  confirm,
  days,
  expect,
  fillIn,
  open,
  page,
  SCRIPT,
  test,
  times,
  toDetails,
  WIDGET,
  widget,
} from "./widget-page";
import { firstFreeDay, problem, slotAt, startAt } from "./widget-service";

// Displayed days, times and zones are correct, and missing times are explained.

test("errors that only the page's owner can fix fill the card", async ({ page: tab, service }) => {
  service.answers.set("config", () => problem(403, "insufficient_scope"));
  await tab.goto(service.site);
  await expect(widget(tab).getByText("Online booking isn’t available right now.")).toBeVisible();
  await expect(widget(tab)).not.toContainText("Words for those");
  expect((await widget(tab).locator(".notice").boundingBox())!.width).toBeGreaterThan(600);
  service.answers.clear();
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  const issues = [{ path: "website", code: "invalid", message: "Leave this empty." }];
  service.answers.set("booking", () => problem(422, "validation_failed", { issues }));
  await confirm(tab);
  await expect(widget(tab).locator(".notice")).toBeFocused();
  await expect(widget(tab).getByText("This cannot be booked as asked.")).toBeVisible();
  await expect(widget(tab)).not.toContainText("Leave this empty");
});

test("a requested day without times is announced, and the next one shown", async ({
  page: tab,
  service,
}) => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000);
  const sunday = [1, 2, 3, 4, 5, 6, 7]
    .map(day)
    .find((date) => date.getUTCDay() === 0)!
    .toISOString()
    .slice(0, 10);
  service.pages.set("/date", {
    html: page(WIDGET.replace("<booking-widget", `<booking-widget date="${sunday}"`), SCRIPT),
  });
  await open(tab, service, "/date");
  await expect(widget(tab).getByText("There are no times on Sunday")).toBeVisible();
});

test("a chosen day keeps its times while browsing, and both zones' clocks are shown", async ({
  page: tab,
  service,
}) => {
  service.pages.set("/zone", {
    html: page(WIDGET.replace("Europe/Amsterdam", "America/New_York"), SCRIPT),
  });
  await open(tab, service, "/zone");
  await days(tab).first().click();
  const shown = await times(tab).allInnerTexts();
  // For some weeks in spring and autumn the difference is five hours.
  const there = Temporal.Instant.from(startAt(firstFreeDay(), "09:00")).toZonedDateTimeISO(
    "America/New_York",
  );
  const inNewYork = there.toPlainTime().toString({ smallestUnit: "minute" });
  expect(shown[0]!.split(/\s+/)).toEqual([inNewYork, "09:00"]);
  await widget(tab).getByRole("button", { name: "Later days" }).click();
  await expect(times(tab)).toHaveCount(shown.length);
  await times(tab).first().click();
  const summary = widget(tab).locator(".summary");
  await expect(summary).toContainText("Europe/Amsterdam");
  await expect(summary).toContainText("09:00–10:00");
  await expect(summary).toContainText(`New York: ${inNewYork}`);
});

test("times that fail to load in another zone show an error, not endless loading", async ({
  page: tab,
  service,
}) => {
  await open(tab, service);
  await days(tab).first().click();
  service.answers.set("availability", () => problem(500, "internal"));
  await widget(tab).getByLabel("Time zone").selectOption("UTC");
  await expect(widget(tab).locator(".times .notice")).toBeVisible();
  await expect(widget(tab).locator(".times")).not.toContainText(/Loading|No times/);
  service.answers.clear();
  await widget(tab).locator(".times").getByRole("button", { name: "Try again" }).click();
  await expect(times(tab).first()).toBeVisible();
  await expect(widget(tab).locator(".times h3")).toBeFocused();
});

test("both 02:00 of the autumn clock change are distinguishable", async ({
  page: tab,
  service,
}) => {
  const date = "2027-10-31";
  await tab.clock.setFixedTime(`${date.slice(0, 8)}30T10:00:00Z`);
  const slots = ["T23:00:00Z", "T00:00:00Z", "T01:00:00Z", "T02:00:00Z"].map((time, index) =>
    slotAt(service, `${index ? date : "2027-10-30"}${time}`),
  );
  const availability = {
    time_zone: "Europe/Amsterdam",
    from: "2027-10-30",
    to: date,
    next_available: slots[0]!.starts_at,
    days: [{ date, state: "open" as const, slots }],
  };
  service.answers.set("config", () => ({ status: 200, body: { ...service.config, availability } }));
  await open(tab, service);
  await days(tab).first().click();
  await expect(times(tab)).toHaveText(["01:00", "02:00 GMT+2", "02:00 GMT+1", "03:00"]);
  await times(tab).nth(1).click();
  await expect(widget(tab).locator(".summary")).toContainText("02:00 GMT+2 – 02:00 GMT+1");
});
