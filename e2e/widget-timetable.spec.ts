import { aResource, aSchedule } from "../widget-element/samples";
import {
  booked,
  confirm,
  days,
  examine,
  expect,
  fillIn,
  heading,
  open,
  press,
  test,
  times,
  widget,
} from "./widget-page";
import { firstFreeDay, startAt, type WidgetService } from "./widget-service";

// Services with several places at a few fixed times are shown as a week of classes.

function classes(service: WidgetService): void {
  const resources = [aResource({ id: "mat", type: "class", name: "Vinyasa", capacity: 12 })];
  const schedules = [
    aSchedule({
      id: "vinyasa",
      name: "Vinyasa",
      resource_ids: ["mat"],
      price_amount: 1800,
      currency: "GBP",
      max_party_size: 4,
    }),
  ];
  const steps = { ...service.config.steps, waitlist: true };
  service.config = { ...service.config, resources, schedules, steps };
  service.capacity = 12;
}

test("a week of classes says what is left and what it costs, and one press leads to the form", async ({
  page: tab,
  service,
}) => {
  classes(service);
  const full = startAt(firstFreeDay(), "10:00");
  service.full.add(full);
  await tab.setViewportSize({ width: 1280, height: 900 });
  await open(tab, service);
  const timetable = widget(tab).locator(".timetable");
  await expect(timetable.locator(".class-day")).toHaveCount(7);
  const first = timetable.getByRole("button").first();
  await expect(first).toHaveAccessibleName(
    /^09:00 Vinyasa 1 hr?.* 12 of 12 left £18\.00 Book now$/,
  );
  await expect(
    timetable.getByRole("button", { name: /^10:00 .*Full: join the waiting list$/ }),
  ).toBeVisible();
  await examine(tab, "timetable");
  const week = await widget(tab).locator(".month-bar h4").innerText();
  await press(tab, "Later days");
  await expect(widget(tab).locator(".month-bar h4")).not.toHaveText(week);
  await press(tab, "Earlier days");
  await expect(widget(tab).locator(".month-bar h4")).toHaveText(week);
  await first.click();
  await expect(heading(tab, "Your details")).toBeFocused();
  await tab.goBack();
  await expect(timetable).toBeVisible();
  await first.click();
  await fillIn(tab);
  await press(tab, "Confirm booking · Pay at Noord");
  await expect(booked(tab)).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`a timetable on a phone of 320 pixels is a list of days, ${colorScheme}`, async ({
    page: tab,
    service,
  }) => {
    classes(service);
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize({ width: 320, height: 740 });
    await open(tab, service);
    const buttons = widget(tab).locator(".timetable").getByRole("button");
    await expect(buttons.first()).toBeVisible();
    await examine(tab, `timetable ${colorScheme}`);
    const over = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });

test("without the timetable's script, and with many times a day, there is the calendar", async ({
  page: tab,
  service,
}) => {
  classes(service);
  await tab.route(/booking-widget\.timetable\./, (route) => route.abort());
  await open(tab, service);
  await days(tab).first().click();
  await times(tab).first().click();
  await fillIn(tab);
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
});
