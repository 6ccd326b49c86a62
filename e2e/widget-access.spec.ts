import type { Page } from "@playwright/test";
import {
  booked,
  confirm,
  days,
  examine,
  expect,
  fillIn,
  open,
  page,
  SCRIPT,
  status,
  test,
  WIDGET,
  widget,
} from "./widget-page";

// The widget by keyboard, by ear, in other languages and on small and large screens.

test("speaks Arabic from right to left on an Arabic page, and sends the language with the booking", async ({
  page: tab,
  service,
}) => {
  service.pages.set("/ar", { html: page(WIDGET, SCRIPT).replace('<html lang="en">', '<html lang="ar" dir="rtl">') });
  await open(tab, service, "/ar");
  await expect(widget(tab).getByRole("heading", { name: "اختر يومًا" })).toBeVisible();
  expect(await widget(tab).locator("section.root").getAttribute("dir")).toBe("rtl");
  const day = days(tab).first();
  await day.focus();
  const [from, next] = [await focused(tab), (await tab.keyboard.press("ArrowLeft"), await focused(tab))];
  expect(next).not.toBe(from);
  await day.click();
  await widget(tab).locator("button.time").first().click();
  await widget(tab).getByLabel("الاسم").fill("غريس");
  await widget(tab).getByLabel("البريد الإلكتروني").fill("grace@example.com");
  await widget(tab).getByRole("button", { name: "تأكيد الحجز" }).click();
  await expect(widget(tab).getByRole("heading", { name: "تم الحجز" })).toBeVisible();
  expect(service.posts("booking")[0]!.body).toMatchObject({ customer: { locale: "ar" } });
});

test("books by keyboard alone", async ({ page: tab, service }) => {
  await tab.setViewportSize({ width: 390, height: 800 });
  await open(tab, service);
  await days(tab).first().focus();
  await tab.keyboard.press("Enter");
  await expect.poll(() => focused(tab)).toMatch(/day \d|\d/);
  await expect(status(tab)).toContainText("times");
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  await expect(widget(tab).getByRole("heading", { name: "Your details" })).toBeFocused();
  for (const text of ["Grace Hopper", "grace@example.com"]) {
    while (
      !/^(name|email)$/.test(
        await tab.evaluate(() => document.querySelector("booking-widget")!.shadowRoot!.activeElement!.id),
      )
    )
      await tab.keyboard.press("Tab");
    await tab.keyboard.type(text);
    await tab.keyboard.press("Tab");
  }
  await tab.keyboard.press("Shift+Tab");
  await tab.keyboard.press("Enter");
  await expect(booked(tab)).toBeFocused();
});

test("axe finds nothing, in every step, light and dark, from left to right and right to left", async ({
  page: tab,
  service,
}) => {
  service.config = {
    ...service.config,
    verification: "email",
    terms_url: "https://example.com/terms",
    policy_text: "Please come five minutes early.",
    questions: [
      { id: "a", label: "First visit?", type: "checkbox", required: false, sensitive: false },
      { id: "b", label: "Which?", type: "multiselect", options: ["One", "Two"], required: false, sensitive: false },
      { id: "c", label: "Length", type: "select", options: ["Short", "Long"], required: false, sensitive: false },
      { id: "d", label: "Born", type: "date", required: false, sensitive: true },
    ],
  };
  const check = async (name: string) => {
    const { violations } = await new AxeBuilder({ page: tab }).include("booking-widget").analyze();
    expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  };
  for (const theme of ["light", "dark"])
    for (const lang of ["en", "ar"]) {
      service.pages.set("/axe", {
        html: page(
          WIDGET.replace("<booking-widget", `<booking-widget theme="${theme}" locale="${lang}"`),
          `<style>body{background:${theme === "dark" ? "#000" : "#fff"}}</style>${SCRIPT}`,
        ),
      });
      await open(tab, service, "/axe");
      await check(`${theme} ${lang} day`);
      await days(tab).first().click();
      await widget(tab).locator("button.time").first().click();
      await widget(tab).locator("#name").waitFor();
      await check(`${theme} ${lang} details`);
      await widget(tab).locator("form .primary").click();
      await check(`${theme} ${lang} errors`);
      await widget(tab).locator("#name").fill("Grace");
      await widget(tab).locator("#email").fill("grace@example.com");
      await widget(tab).locator("#terms").check();
      await widget(tab).locator("form .primary").click();
      await widget(tab).locator("#code").waitFor();
      await check(`${theme} ${lang} verify`);
      await widget(tab).locator("#code").fill("123456");
      await widget(tab).locator("form .primary").click();
      await widget(tab).locator(".done").waitFor();
      await check(`${theme} ${lang} done`);
      await tab.evaluate(() => sessionStorage.clear());
    }
});

test("fits 320 pixels and 200 percent, with forced colours and without motion", async ({ page: tab, service }) => {
  await tab.setViewportSize({ width: 320, height: 640 });
  await tab.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  service.pages.set("/narrow", { html: page(WIDGET, `<style>html{font-size:200%}body{margin:0}</style>${SCRIPT}`) });
  for (const path of ["/", "/narrow"]) {
    const fits = async () =>
      expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
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
    expect(await widget(tab).evaluate((element) => element.shadowRoot!.getAnimations().length)).toBe(0);
    await tab.evaluate(() => sessionStorage.clear());
  }
});
