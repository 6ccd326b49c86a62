import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "playwright/test";
import type { WidgetManifest } from "../widget-element/build";
import { aBooked, aDueBooking } from "../widget-element/samples";
import { test as base } from "./time";
import { startWidgetService, type WidgetService } from "./widget-service";

// Each build of the widget in a browser: the pinned single file, the module, and failing lazy
// parts.

const test = base.extend<{ service: WidgetService }>({
  service: async ({}, use) => {
    const service = await startWidgetService();
    await use(service);
    await service.stop();
  },
});

const WIDGET = `<booking-widget publishable-key="pk_test" time-zone="Europe/Amsterdam"></booking-widget>`;
const manifest = async () =>
  JSON.parse(await readFile("public/widget/manifest.json", "utf8")) as WidgetManifest;

/** Opens a page of another origin that loads the widget with `brings`. */
async function open(tab: Page, service: WidgetService, brings: string): Promise<Locator> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title>${brings}</head><body>${WIDGET}</body></html>`;
  service.pages.set("/", { html });
  await tab.goto(service.site);
  return tab.locator("booking-widget");
}

const script = (file: string, more = "") =>
  `<script src="{{service}}/widget/${file}" defer ${more}></script>`;
const days = (widget: Locator) => widget.locator(".day[aria-disabled='false']");

async function chooseTime(widget: Locator): Promise<void> {
  await days(widget).first().click();
  await widget.getByRole("button", { name: "9:00", exact: false }).first().click();
}

async function send(widget: Locator): Promise<void> {
  await widget.getByLabel("Name").fill("Grace Hopper");
  await widget.getByLabel("Email").fill("grace@example.com");
  await widget.getByRole("button", { name: "Confirm booking" }).click();
}

test("one file with an integrity value books, and loads nothing else", async ({
  page: tab,
  service,
}) => {
  const { full_hashed } = await manifest();
  const requestedPaths: string[] = [];
  tab.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  const pinned = `integrity="${full_hashed.integrity}" crossorigin="anonymous"`;
  const widget = await open(tab, service, script("booking-widget.full.js", pinned));
  await chooseTime(widget);
  await send(widget);
  await expect(widget.getByRole("heading", { name: "You’re booked" })).toBeVisible();
  expect(requestedPaths.filter((path) => path.startsWith("/widget/"))).toEqual([
    "/widget/booking-widget.full.js",
  ]);
});

test("a file with another integrity hash does not run", async ({ page: tab, service }) => {
  const { script: other } = await manifest();
  const pinned = `integrity="${other.integrity}" crossorigin="anonymous"`;
  const refused = tab.waitForEvent("console", (message) => message.text().includes("integrity"));
  const widget = await open(tab, service, script("booking-widget.full.js", pinned));
  await refused;
  expect(await widget.evaluate((element) => element.shadowRoot)).toBeNull();
});

test("the module books in another language and exports the class", async ({
  page: tab,
  service,
}) => {
  const brings = `<script type="module">import { BookingWidget } from "{{service}}/widget/booking-widget.mjs";
    document.documentElement.dataset.is = String(document.querySelector("booking-widget") instanceof BookingWidget);
    document.querySelector("booking-widget").locale = "nl";</script>`;
  const widget = await open(tab, service, brings);
  await expect(tab.locator("html")).toHaveAttribute("data-is", "true");
  await expect(widget.getByRole("heading", { name: "Kies een dag" })).toBeVisible();
  await chooseTime(widget);
  await expect(widget.getByRole("heading", { name: "Uw gegevens" })).toBeVisible();
});

test.describe("a part that fails to load shows a message and is retried", () => {
  const sentence = (widget: Locator) => widget.getByText("We can’t reach the booking service.");
  const again = (widget: Locator) => widget.getByRole("button", { name: "Try again" });
  const without = (tab: Page, part: string) =>
    tab.route(new RegExp(`/booking-widget\\.${part}\\.`), (route) => route.abort());

  test("the interactions", async ({ page: tab, service }) => {
    await without(tab, "interactions");
    const widget = await open(tab, service, script("booking-widget.js"));
    await days(widget).first().click();
    await expect(sentence(widget)).toBeVisible();
    await tab.unrouteAll();
    await again(widget).click();
    await chooseTime(widget);
    await expect(widget.getByLabel("Name")).toBeVisible();
  });

  test("the details", async ({ page: tab, service }) => {
    await without(tab, "details");
    const widget = await open(tab, service, script("booking-widget.js"));
    await chooseTime(widget);
    await expect(sentence(widget)).toBeVisible();
    await tab.unrouteAll();
    await again(widget).click();
    await send(widget);
    await expect(widget.getByRole("heading", { name: "You’re booked" })).toBeVisible();
  });

  test("the verification", async ({ page: tab, service }) => {
    service.config.verification = "email";
    await without(tab, "verify");
    const widget = await open(tab, service, script("booking-widget.js"));
    await chooseTime(widget);
    await send(widget);
    await expect(sentence(widget)).toBeVisible();
    await tab.unrouteAll();
    await again(widget).click();
    await widget.getByLabel("Code").fill("123456");
    await widget.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(widget.getByRole("heading", { name: "You’re booked" })).toBeVisible();
  });

  test("the payment", async ({ page: tab, service }) => {
    const payment = { required: true, checkout_url: `${service.site}/pay`, session_id: "cs_1" };
    const booking = aDueBooking();
    service.answers.set("booking", () => ({ status: 201, body: aBooked({ booking, payment }) }));
    await without(tab, "pay");
    const widget = await open(tab, service, script("booking-widget.js"));
    await widget.evaluate((element) =>
      element.addEventListener("booking-redirect", (event) => event.preventDefault()),
    );
    await chooseTime(widget);
    await send(widget);
    await expect(sentence(widget)).toBeVisible();
    await tab.unrouteAll();
    await again(widget).click();
    await expect(widget.getByRole("link", { name: "Pay €14.00" })).toBeVisible();
    expect(service.posts("booking")).toHaveLength(1);
  });

  test("a language falls back to English until it loads", async ({ page: tab, service }) => {
    await without(tab, "nl");
    const widget = await open(tab, service, script("booking-widget.js"));
    await widget.evaluate((element) => element.setAttribute("locale", "nl"));
    await expect(widget.getByRole("heading", { name: "Choose a day" })).toBeVisible();
    await tab.unrouteAll();
    await widget.evaluate((element) => element.setAttribute("locale", "nl-BE"));
    await expect(widget.getByRole("heading", { name: "Kies een dag" })).toBeVisible();
  });
});
