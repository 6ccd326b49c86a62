import type { Page } from "playwright/test";
import {
  booked,
  confirm,
  days,
  expect,
  fillIn,
  focused,
  heading,
  open,
  page,
  SCRIPT,
  status,
  test,
  WIDGET,
  widget,
} from "./widget-page";
import { everyStep } from "./widget-journey";

// The widget by keyboard and screen reader, in other languages, on small and large screens.

test("speaks Arabic from right to left on an Arabic page, and sends the language with the booking", async ({
  page: tab,
  service,
}) => {
  service.pages.set("/ar", {
    html: page(WIDGET, SCRIPT).replace('<html lang="en">', '<html lang="ar" dir="rtl">'),
  });
  await open(tab, service, "/ar");
  await expect(widget(tab).getByRole("heading", { name: "اختر يومًا" })).toBeVisible();
  expect(await widget(tab).locator("section.root").getAttribute("dir")).toBe("rtl");
  const day = days(tab).first();
  await day.focus();
  const from = await focused(tab);
  await tab.keyboard.press("ArrowLeft");
  await expect.poll(() => focused(tab)).not.toBe(from);
  await day.click();
  await widget(tab).locator("button.time").first().click();
  await widget(tab).getByLabel("الاسم").fill("غريس");
  await widget(tab).getByLabel("البريد الإلكتروني").fill("grace@example.com");
  await widget(tab).getByRole("button", { name: "تأكيد الحجز" }).click();
  await expect(widget(tab).getByRole("heading", { name: "تم الحجز" })).toBeVisible();
  expect(service.posts("booking")[0]!.body).toMatchObject({ customer: { locale: "ar" } });
});

/** Tabs to an element by its name. */
async function tabTo(tab: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  while (!name.test(passed.at(-1) ?? "") && passed.length < 40) {
    await tab.keyboard.press("Tab");
    passed.push(await focused(tab));
  }
  expect(passed.at(-1)).toMatch(name);
}

test("books by keyboard; each step focuses its heading and announces the change", async ({
  page: tab,
  service,
}) => {
  everyStep(service);
  service.answers.clear();
  await tab.setViewportSize({ width: 390, height: 800 });
  await open(tab, service);
  const reached = async (name: string | RegExp, announcement: string | RegExp) => {
    await expect(heading(tab, name)).toBeFocused();
    await expect(status(tab)).toHaveText(announcement);
  };
  const enter = () => tab.keyboard.press("Enter");
  expect(await focused(tab)).not.toContain("What would you like"); // The page keeps the focus until the visitor comes.
  await tabTo(tab, /^Visit/);
  await enter();
  await reached("Who with?", "");
  await tabTo(tab, /^Bram/);
  await enter();
  await reached("Choose a day", /\d days? with times$/);
  await tabTo(tab, /6 times$/);
  const day = await focused(tab);
  await tab.keyboard.press("ArrowRight");
  await expect.poll(() => focused(tab)).not.toBe(day);
  await tab.keyboard.press("ArrowLeft");
  await expect.poll(() => focused(tab)).toBe(day);
  await enter();
  await reached(/^\w+day/, day);
  await tabTo(tab, /^\d\d:\d\d$/);
  await enter();
  await reached("Your details", "");
  await tabTo(tab, /^Confirm booking$/);
  await enter();
  await expect(widget(tab).getByLabel("Name")).toBeFocused();
  await expect(widget(tab).getByLabel("Name")).toHaveAccessibleDescription("Please fill this in.");
  await expect(status(tab)).toHaveText("Please correct 2 fields.");
  await tab.keyboard.type("Grace Hopper");
  await tabTo(tab, /^Email/);
  await tab.keyboard.type("grace@example.com");
  await enter();
  await reached("Check your messages", "");
  await tabTo(tab, /^Code/);
  await tab.keyboard.type("111111");
  await enter();
  await expect(status(tab)).toHaveText("Please correct one field.");
  await expect(widget(tab).getByLabel("Code")).toBeFocused();
  await tab.keyboard.press("ControlOrMeta+a");
  await tab.keyboard.type("123456");
  await enter();
  await reached("You’re booked", "");
  await tabTo(tab, /^Make another booking$/);
  await enter();
  await reached("What would you like to book?", "");
});

test("fits 320 pixels and 200 percent, with forced colours and without motion", async ({
  page: tab,
  service,
}) => {
  await tab.setViewportSize({ width: 320, height: 640 });
  await tab.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  service.pages.set("/narrow", {
    html: page(WIDGET, `<style>html{font-size:200%}body{margin:0}</style>${SCRIPT}`),
  });
  for (const path of ["/", "/narrow"]) {
    const fits = async () =>
      expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      );
    await open(tab, service, path);
    await fits();
    await days(tab).first().click();
    await expect(widget(tab).locator("button.time").first()).toBeVisible();
    await fits();
    await widget(tab).locator("button.time").first().click();
    await fillIn(tab);
    await fits();
    await confirm(tab);
    await expect(booked(tab)).toBeVisible();
    await fits();
    expect(
      await widget(tab).evaluate((element) => element.shadowRoot!.getAnimations().length),
    ).toBe(0);
    await tab.evaluate(() => sessionStorage.clear());
  }
});
