import { booked, days, expect, page, SCRIPT, test, widget } from "./widget-page";

// The widget behind a button of the page, or of its corner.

test("the popup opens in a dialog, closes with Escape, gives the focus back and says so", async ({
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
  expect(service.asked).toEqual([]);
  await tab.evaluate(() => addEventListener("booking-close", () => (document.title = "closed")));
  await launcher.click();
  await expect(widget(tab).getByRole("dialog")).toBeVisible();
  await expect(days(tab).first()).toBeVisible();
  await tab.keyboard.press("Escape");
  await expect(widget(tab).getByRole("dialog")).toBeHidden();
  await expect(launcher).toBeFocused();
  await expect(tab).toHaveTitle("closed");
});
