import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "playwright/test";
import { analyzeAtOnce } from "./accessible";
import { test as base } from "./time";
import { startWidgetService, type WidgetService } from "./widget-service";

// Shared by the widget's specs: a page of another origin with the widget, and a visitor's steps.
// widget-service.ts is its fake service.

/** A page of the website. */
export const page = (body: string, more = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Site</title>${more}</head><body>${body}</body></html>`;
export const SCRIPT = `<script src="{{service}}/widget/booking-widget.js" defer></script>`;
export const WIDGET = `<booking-widget publishable-key="pk_test" time-zone="Europe/Amsterdam"></booking-widget>`;
/** The widget with these attributes. */
export const widgetWith = (attributes: string) =>
  WIDGET.replace("<booking-widget", `<booking-widget ${attributes}`);

export const test = base.extend<{ service: WidgetService }, { shared: WidgetService }>({
  shared: [
    async ({}, use) => {
      const service = await startWidgetService();
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  service: async ({ shared, page: tab }, use) => {
    shared.reset();
    const errors: string[] = [];
    tab.on("pageerror", (error) => errors.push(String(error)));
    shared.pages.set("/", { html: page(WIDGET, SCRIPT) });
    await use(shared);
    expect(errors).toEqual([]);
  },
});
export { expect } from "playwright/test";

export const widget = (tab: Page): Locator => tab.locator("booking-widget").first();
export const open = async (tab: Page, service: WidgetService, path = "/") => {
  await tab.goto(service.site + path);
  await expect(widget(tab).getByRole("heading", { level: 2 })).toBeVisible();
};
export const days = (tab: Page) => widget(tab).locator(".day[aria-disabled='false']");
export const times = (tab: Page) => widget(tab).locator(".times-side button.time");
/** The accessible name of the focused element. */
export const focused = (tab: Page) =>
  tab.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const [label] = (active as HTMLInputElement | null)?.labels ?? [];
    return (active?.getAttribute("aria-label") ?? (label ?? active)?.textContent ?? "").trim();
  });
/** The text of the live region. */
export const status = (tab: Page) => widget(tab).locator("div[role='status']");
export const heading = (tab: Page, name: string | RegExp) =>
  widget(tab).getByRole("heading", { name });
export const press = (tab: Page, name: string | RegExp) =>
  widget(tab).getByRole("button", { name }).click();

export async function toDetails(tab: Page): Promise<void> {
  if (!(await times(tab).first().isVisible())) await days(tab).first().click();
  await times(tab).first().click();
  await expect(widget(tab).getByLabel("Name")).toBeVisible();
}
export async function fillIn(tab: Page): Promise<void> {
  await widget(tab).getByLabel("Name").fill("Grace Hopper");
  await widget(tab).getByLabel("Email", { exact: true }).fill("grace@example.com");
}
export const confirm = (tab: Page) => press(tab, "Confirm booking");
export const booked = (tab: Page) => heading(tab, "You’re booked");

/**
 * Fails if axe finds a problem; `name` describes the state. There are no frames, so legacy mode
 * saves a new tab per state.
 */
export async function examine(tab: Page, name: string): Promise<void> {
  const { violations } = await analyzeAtOnce(
    new AxeBuilder({ page: tab }).include("booking-widget"),
  );
  expect(
    violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join(" ")}`),
  ).toEqual([]);
}
