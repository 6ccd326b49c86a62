import type {} from "../widget-element/booking-widget";
import {
  booked,
  confirm,
  days,
  expect,
  fillIn,
  page,
  press,
  SCRIPT,
  test,
  toDetails,
  widget,
  widgetWith,
} from "./widget-page";

// The widget in a dialog opened from the page or its corner.

test("the popup opens in a dialog, closes with Escape, restores focus and emits an event", async ({
  page: tab,
  service,
}) => {
  service.pages.set("/popup", {
    html: page(
      `<button>Before</button><booking-widget mode="popup" publishable-key="pk_test"></booking-widget>`,
      SCRIPT,
    ),
  });
  await tab.goto(`${service.site}/popup`);
  const launcher = widget(tab).getByRole("button", { name: "Book now" });
  await expect(launcher).toBeVisible();
  expect(service.calls).toEqual([]);
  await tab.evaluate(() => addEventListener("booking-close", () => (document.title = "closed")));
  await launcher.click();
  await expect(widget(tab).getByRole("dialog")).toBeVisible();
  await expect(days(tab).first()).toBeVisible();
  await tab.keyboard.press("Escape");
  await expect(widget(tab).getByRole("dialog")).toBeHidden();
  await expect(launcher).toBeFocused();
  await expect(tab).toHaveTitle("closed");
});

test("the floating button stays in the corner; choices and input survive closing the dialog", async ({
  page: tab,
  service,
}) => {
  service.pages.set("/floating", {
    html: page(widgetWith('mode="floating"') + "<p>Text</p>".repeat(200), SCRIPT),
  });
  await tab.goto(`${service.site}/floating`);
  const launcher = widget(tab).getByRole("button", { name: "Book now" });
  const dialog = widget(tab).getByRole("dialog");
  for (const position of [0, 2000]) {
    await tab.evaluate((position) => scrollTo(0, position), position);
    const box = (await launcher.boundingBox())!;
    const { width, height } = tab.viewportSize()!;
    expect(width - box.x - box.width).toBeLessThan(50);
    expect(height - box.y - box.height).toBeLessThan(50);
  }
  await launcher.click();
  await toDetails(tab);
  await fillIn(tab);
  await press(tab, "Close");
  await expect(launcher).toBeFocused();
  await widget(tab).evaluate((element: HTMLElementTagNameMap["booking-widget"]) => element.open());
  await expect(widget(tab).getByLabel("Name")).toHaveValue("Grace Hopper");
  await widget(tab).evaluate((element: HTMLElementTagNameMap["booking-widget"]) => element.close());
  await expect(dialog).toBeHidden();
  await launcher.click();
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  await tab.mouse.click(5, 5); // outside the dialog's content
  await expect(dialog).toBeHidden();
});
