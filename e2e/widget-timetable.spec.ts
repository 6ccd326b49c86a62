import { aResource, aSchedule } from "../widget-element/samples";
import type { Availability } from "../widget-element/wire";
import {
  booked,
  confirm,
  days,
  examine,
  expect,
  fillIn,
  heading,
  open,
  page,
  press,
  SCRIPT,
  test,
  times,
  widget,
  widgetWith,
} from "./widget-page";
import { firstFreeDay, problem, slotAt, startAt, type WidgetService } from "./widget-service";

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
  await expect(first).toHaveAccessibleName(/^09:00 Vinyasa 1 h 12 of 12 left £18\.00 Book now$/);
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

/** A studio of three classes; Yin is given by Mila or Noor, the others by Mila. */
function studio(service: WidgetService): void {
  const people = { type: "person", capacity: 12 };
  const resources = [
    aResource({ id: "mila", name: "Mila", ...people }),
    aResource({ id: "noor", name: "Noor", ...people }),
  ];
  const one = { price_amount: 1800, currency: "GBP", max_party_size: 4 };
  const schedules = [
    aSchedule({ id: "vinyasa", name: "Vinyasa", resource_ids: ["mila"], ...one }),
    aSchedule({ id: "yin", name: "Yin", resource_ids: ["mila", "noor"], ...one }),
    aSchedule({ id: "hatha", name: "Hatha", resource_ids: ["mila"], ...one }),
  ];
  const steps = { ...service.config.steps, waitlist: true };
  service.config = { ...service.config, resources, schedules, steps };
  const HOURS: [schedule: string, resource: string, hour: string][] = [
    ["hatha", "mila", "11:00"],
    ["vinyasa", "mila", "09:00"],
    ["vinyasa", "mila", "18:30"],
    ["yin", "mila", "20:00"],
    ["yin", "noor", "20:00"],
  ];
  service.answers.set("availability", ({ query }) => {
    const [from, to] = [query.get("from")!, query.get("to")!];
    const [schedule, resources] = [query.get("schedule_id"), query.getAll("resource_id")];
    const days: Availability["days"] = [];
    for (let date = from; date <= to; date = dayAfter(date)) {
      const slots = HOURS.filter(
        ([its, by]) =>
          date >= firstFreeDay() &&
          (schedule === null || its === schedule) &&
          (resources.includes("any") || resources.includes(by)),
      ).map(([its, by, hour]) =>
        slotAt(service, startAt(date, hour), {
          id: `slot ${startAt(date, hour)}`,
          schedule_id: its,
          resource_id: by,
          capacity: 12,
          remaining: by === "noor" ? 9 : 4,
          ...one,
          ...(service.full.has(startAt(date, hour)) && { remaining: 0 }),
        }),
      );
      const isAll = query.get("include") === "unavailable";
      days.push({
        date,
        state: slots.length ? "open" : "closed",
        slots: slots.filter(({ bookable }) => isAll || bookable),
      });
    }
    const next = days.flatMap(({ slots }) => slots)[0]?.starts_at ?? null;
    const body: Availability = {
      time_zone: query.get("tz")!,
      from,
      to,
      next_available: next,
      days,
    };
    return { status: 200, body };
  });
}

const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

test("all classes share a week with filters, read at once, and one press leads to the form", async ({
  page: tab,
  service,
}) => {
  studio(service);
  service.full.add(startAt(firstFreeDay(), "11:00"));
  await tab.setViewportSize({ width: 1280, height: 900 });
  await open(tab, service);
  await expect(heading(tab, "Which class?")).toBeVisible();
  const timetable = widget(tab).locator(".timetable");
  const names = timetable.locator(".class-day:not(.none)").first().locator(".class-name bdi");
  await expect(names).toHaveText(["Vinyasa", "Hatha", "Vinyasa", "Yin"]);
  await expect(
    timetable.getByRole("button", { name: /^20:00 Yin .* 9 of 12 left £18\.00 Book now$/ }).first(),
  ).toBeVisible();
  await expect(
    timetable.getByRole("button", { name: /^11:00 Hatha .*Full: join the waiting list$/ }),
  ).toHaveCount(1);
  const reads = () => service.calls.filter(({ path }) => path.endsWith("/availability")).length;
  expect(reads()).toBe(1);
  await examine(tab, "timetable of all classes");

  const chip = (name: string) => widget(tab).getByRole("button", { name, exact: true });
  await expect(chip("All classes")).toHaveAttribute("aria-pressed", "true");
  await chip("Hatha").click();
  await expect(names).toHaveText(["Hatha"]);
  await chip("All classes").click();
  await widget(tab).getByLabel("Who with?").selectOption("Noor");
  await expect(names).toHaveText(["Yin"]);
  expect(reads()).toBe(1);

  await press(tab, "Later days");
  await press(tab, "Earlier days");
  await timetable
    .getByRole("button", { name: /^20:00 Yin/ })
    .first()
    .click();
  await expect(heading(tab, "Your details")).toBeFocused();
  await fillIn(tab);
  await press(tab, "Confirm booking · Pay at Noord");
  await expect(booked(tab)).toBeVisible();
  const [call] = service.posts("booking");
  expect(call!.body.slot_id).toBe(`slot ${startAt(firstFreeDay(), "20:00")}`);
});

test("Back from the details of a class leads to the week of all classes, as it was", async ({
  page: tab,
  service,
}) => {
  studio(service);
  await open(tab, service);
  const timetable = widget(tab).locator(".timetable");
  const week = widget(tab).locator(".month-bar h4");
  const noor = widget(tab).getByLabel("Who with?");
  await press(tab, "Later days");
  await noor.selectOption("Noor");
  const shown = await week.innerText();
  const chosen = timetable.getByRole("button", { name: /^20:00 Yin/ }).nth(2);
  const isAsItWas = async () => {
    await expect(heading(tab, "Which class?")).toBeVisible();
    await expect(week).toHaveText(shown);
    await expect(noor).toHaveValue("noor");
    await expect(timetable.getByRole("button", { name: /^20:00 Yin/ })).toHaveCount(7);
    await expect(chosen).toBeFocused();
  };
  await chosen.click();
  await expect(heading(tab, "Your details")).toBeFocused();
  await press(tab, "Back");
  await isAsItWas();
  // The browser's buttons take the same way.
  await chosen.click();
  await expect(heading(tab, "Your details")).toBeFocused();
  await tab.goBack();
  await isAsItWas();
  await tab.goForward();
  await expect(heading(tab, "Your details")).toBeFocused();
  await press(tab, "Back");
  await isAsItWas();
});

test("Back from a class whose times start later leads to the same days", async ({
  page: tab,
  service,
}) => {
  studio(service);
  // Hatha's calendar begins two days later than the others'.
  for (const schedule of service.config.schedules)
    if (schedule.id === "hatha") schedule.min_notice_minutes = 3 * 24 * 60;
  await open(tab, service);
  const week = widget(tab).locator(".month-bar h4");
  const shown = await week.innerText();
  await widget(tab)
    .getByRole("button", { name: /^11:00 Hatha/ })
    .last()
    .click();
  await expect(heading(tab, "Your details")).toBeFocused();
  await press(tab, "Back");
  await expect(week).toHaveText(shown);
});

for (const [locale, colorScheme] of [
  ["en", "light"],
  ["ar", "dark"],
] as const)
  test(`the week of all classes on a phone of 390 pixels, ${locale}, ${colorScheme}`, async ({
    page: tab,
    service,
  }) => {
    studio(service);
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize({ width: 390, height: 840 });
    const html = page(widgetWith(`locale="${locale}"`), SCRIPT);
    service.pages.set("/", { html });
    await open(tab, service);
    await expect(widget(tab).locator(".timetable").getByRole("button").first()).toBeVisible();
    await examine(tab, `all classes ${locale} ${colorScheme}`);
    const over = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });

test("without times of all classes, or the timetable's script, there is a list of them", async ({
  page: tab,
  service,
}) => {
  studio(service);
  service.answers.set("availability", () => problem(500, "internal_error"));
  await open(tab, service);
  await expect(widget(tab).getByRole("button", { name: /Hatha/ })).toBeVisible();
  await expect(widget(tab).locator(".timetable")).toHaveCount(0);
});
