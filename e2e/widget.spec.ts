import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type Locator, type Page } from "@playwright/test";
import { startWidgetService, type WidgetService } from "./widget-service";

// The widget on pages of another origin, in every state: see widget-service.ts for what answers it.

const STRICT =
  "default-src 'none'; script-src {{service}}; connect-src {{service}}; img-src {{service}}; style-src 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";
const page = (body: string, more = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Site</title><link rel="icon" href="data:,">${more}</head><body>${body}</body></html>`;
const SCRIPT = `<script src="{{service}}/widget/booking-widget.js" defer></script>`;
const WIDGET = `<booking-widget publishable-key="pk_test" time-zone="Europe/Amsterdam"></booking-widget>`;

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

const widget = (tab: Page): Locator => tab.locator("booking-widget").first();
const open = async (tab: Page, service: WidgetService, path = "/") => {
  await tab.goto(service.site + path);
  await expect(widget(tab).getByRole("heading", { level: 2 })).toBeVisible();
};
const days = (tab: Page) => widget(tab).locator(".day[aria-disabled='false']");
const status = (tab: Page) => widget(tab).locator("div[role='status']");
const focused = (tab: Page) =>
  tab.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return (active?.getAttribute("aria-label") ?? active?.textContent ?? "").trim();
  });

async function toDetails(tab: Page): Promise<void> {
  if (!(await widget(tab).locator("button.time").first().isVisible())) await days(tab).first().click();
  await widget(tab).locator("button.time").first().click();
  await expect(widget(tab).getByLabel("Name")).toBeVisible();
}
async function fillIn(tab: Page): Promise<void> {
  await widget(tab).getByLabel("Name").fill("Grace Hopper");
  await widget(tab).getByLabel("E-mail").fill("grace@example.com");
}
const confirm = (tab: Page) => widget(tab).getByRole("button", { name: "Confirm booking" }).click();
const booked = (tab: Page) => widget(tab).getByRole("heading", { name: "You’re booked" });

test("books under a strict policy with trusted types, from the script and its parts alone", async ({ page: tab, service }) => {
  service.pages.set("/strict", { html: page(WIDGET, SCRIPT), csp: STRICT });
  const refused: string[] = [];
  tab.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await open(tab, service, "/strict");
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  expect(refused).toEqual([]);
});
