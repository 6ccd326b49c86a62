import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type Locator, type Page } from "@playwright/test";
import type * as ReactPackage from "react";
import type * as ReactDomPackage from "react-dom/client";
import { startWidgetService, type WidgetService } from "./widget-service";

// The widget on pages of another origin, in every state: see widget-service.ts for what answers it.

const STRICT =
  "default-src 'none'; script-src {{service}}; connect-src {{service}}; img-src {{service}}; style-src 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";
const page = (body: string, more = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Site</title>${more}</head><body>${body}</body></html>`;
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

test("books under a strict policy with trusted types, from the script and its parts alone", async ({
  page: tab,
  service,
}) => {
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

test("the first view is two requests: the script and the configuration", async ({ page: tab, service }) => {
  const asked: string[] = [];
  tab.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(tab, service);
  await expect(days(tab).first()).toBeVisible();
  await tab.waitForLoadState("networkidle");
  expect(asked.filter((path) => path !== "/" && path !== "/favicon.ico")).toEqual([
    "/widget/booking-widget.js",
    "/api/widget/config",
  ]);
});

test("asks nobody but the service, keeps no cookie, and keeps nothing about the visitor", async ({
  page: tab,
  service,
  context,
}) => {
  const origins = new Set<string>();
  tab.on("request", (request) => origins.add(new URL(request.url()).origin));
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  expect([...origins].sort()).toEqual([service.site, service.origin].sort());
  expect(await context.cookies()).toEqual([]);
  const kept = await tab.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toMatch(/grace|hopper/i);
});

test("a double submit books once, and every POST has a key of its own", async ({ page: tab, service }) => {
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await widget(tab).getByRole("button", { name: "Confirm booking" }).dblclick();
  await expect(booked(tab)).toBeVisible();
  expect(service.posts("booking")).toHaveLength(1);
  const keys = service.asked.filter(({ method }) => method === "POST").map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(service.posts("booking")[0]!.body).toMatchObject({
    hold_token: "h1",
    customer: { time_zone: "Europe/Amsterdam" },
  });
});

test("the chosen time is held and counted down, given back on the way back, and no hold never stops a booking", async ({
  page: tab,
  service,
}) => {
  await open(tab, service);
  await toDetails(tab);
  await expect(widget(tab).getByRole("timer")).toHaveText(/^(10:00|9:5\d)$/);
  await widget(tab).getByRole("button", { name: "Back" }).last().click();
  await expect.poll(() => service.posts("hold/release").length).toBe(1);
  service.answers.set("hold", () => ({ status: 404, body: null }));
  await toDetails(tab);
  await fillIn(tab);
  await expect(widget(tab).getByRole("timer")).toHaveCount(0);
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
});

test("a lost race offers other times, announced and focused, and keeps what was typed", async ({
  page: tab,
  service,
}) => {
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  const { slotAt, problem } = await import("./widget-service");
  const { slot_id } = service.posts("hold")[0]!.body as { slot_id: string };
  const other = slotAt(service, slot_id.replace("slot ", "").replace(/T.*/, "T17:00:00Z"));
  service.answers.set("booking", () => problem(409, "slot_unavailable", { details: { alternatives: [other] } }));
  await confirm(tab);
  const notice = widget(tab).locator(".notice");
  await expect(notice).toBeFocused();
  await expect(notice).toContainText("someone just booked");
  service.answers.delete("booking");
  await notice.locator("button.time").click();
  await expect(widget(tab).getByRole("heading", { name: "Your details" })).toBeFocused();
  await expect(status(tab)).toContainText("chosen");
  await expect(widget(tab).getByLabel("Name")).toHaveValue("Grace Hopper");
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  await expect(status(tab)).toHaveText("");
});

test("an address is proved by a code: sent, wrong, sent again, right", async ({ page: tab, service }) => {
  service.config = { ...service.config, verification: "email" };
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(widget(tab).getByRole("heading", { name: "Check your messages" })).toBeFocused();
  await expect(widget(tab).getByText("grace@example.com")).toBeVisible();
  await widget(tab).getByLabel("Code").fill("111111");
  await tab.keyboard.press("Enter");
  await expect(widget(tab).getByText("This code is not right.")).toBeVisible();
  await expect(widget(tab).getByLabel("Code")).toBeFocused();
  await widget(tab).getByRole("button", { name: "Send a new code" }).click();
  await expect(status(tab)).toHaveText("We sent a new code.");
  expect(service.posts("verify")).toHaveLength(2);
  await widget(tab).getByLabel("Code").fill("123 456");
  await tab.keyboard.press("Enter");
  await expect(booked(tab)).toBeVisible();
  expect(service.posts("booking")[0]!.body).toMatchObject({ verification_token: "vt1" });
});

test("leads to the checkout, shows on the way back that it is paid, and says so to the page", async ({
  page: tab,
  service,
}) => {
  const priced = {
    ...service.config.schedules[0]!,
    price_amount: 1400,
    currency: "EUR",
    requires_payment: true,
    max_party_size: 6,
  };
  service.config = { ...service.config, schedules: [priced], sandbox: true };
  const { aBooked } = await import("../widget-element/samples");
  const pending = {
    ...aBooked().booking,
    status: "pending" as const,
    pending_reason: "payment" as const,
    payment_status: "open" as const,
  };
  service.pages.set("/pay", { html: page("<h1>Checkout</h1>") });
  service.answers.set("booking", () => ({
    status: 201,
    body: {
      booking: pending,
      manage_url: `${service.origin}/m`,
      payment: { required: true, checkout_url: `${service.site}/pay`, session_id: null },
    },
  }));
  await open(tab, service);
  await widget(tab).getByLabel("How many people?").selectOption("3");
  await toDetails(tab);
  await expect(widget(tab).locator(".summary")).toContainText("3 × €14.00 = €42.00");
  await expect(widget(tab).getByText("Test mode")).toBeVisible();
  await fillIn(tab);
  await widget(tab).getByRole("button", { name: "Continue to payment" }).click();
  await tab.waitForURL("**/pay");
  expect(service.posts("booking")[0]!.body).toMatchObject({ party_size: 3, return_url: `${service.site}/` });

  await tab.goto(service.site);
  await expect(widget(tab).getByText("You have not paid yet.")).toBeVisible();
  await expect(widget(tab).getByRole("link", { name: "Pay now" })).toHaveAttribute("href", `${service.site}/pay`);

  let looks = 0;
  service.answers.set("bookings/by-session", () => ({
    status: 200,
    body: looks++ ? { ...pending, status: "paid", pending_reason: null, payment_status: "paid" } : pending,
  }));
  await tab.addInitScript(() => addEventListener("booking-paid", (event) => (document.title = `paid ${event.type}`)));
  await tab.goto(`${service.site}/?session_id=cs_1`);
  await expect(booked(tab)).toBeVisible();
  await expect(widget(tab).getByText("your payment has arrived")).toBeVisible();
  await expect(tab).toHaveTitle("paid booking-paid");
});

test("a full time leads to the waiting list", async ({ page: tab, service }) => {
  service.config = { ...service.config, steps: { ...service.config.steps, waitlist: true } };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const date =
    new Date(tomorrow).getUTCDay() === 0 ? new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10) : tomorrow;
  service.full.add(`${date}T09:00:00Z`);
  await open(tab, service);
  await days(tab).first().click();
  await widget(tab).getByRole("button", { name: "Wait for 10:00" }).click();
  await expect(widget(tab).getByRole("heading", { name: "Join the waiting list" })).toBeFocused();
  await fillIn(tab);
  await widget(tab).getByRole("button", { name: "Join the waiting list" }).click();
  await expect(widget(tab).getByRole("heading", { name: "You’re on the list" })).toBeVisible();
  expect(service.posts("waitlist")[0]!.body).toMatchObject({ slot_id: `slot ${date}T09:00:00Z` });
  expect(service.posts("hold")).toHaveLength(0);
});

test("the back button of the browser leads back a step, and the page's address stays", async ({
  page: tab,
  service,
}) => {
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.goto("about:blank");
  await open(tab, service, "/?shop=1");
  await toDetails(tab);
  await tab.goBack();
  await expect(widget(tab).locator("button.time").first()).toBeVisible();
  await tab.goBack();
  await expect(days(tab).first()).toBeVisible();
  expect(tab.url()).toBe(`${service.site}/?shop=1`);
  await tab.goForward();
  await expect(widget(tab).locator("button.time").first()).toBeVisible();
  await widget(tab).getByRole("button", { name: "Back" }).last().click();
  await expect(days(tab).first()).toBeVisible();
});

test("a reload in each step resumes there, with the time still held", async ({ page: tab, service }) => {
  await tab.setViewportSize({ width: 390, height: 800 });
  await open(tab, service);
  await days(tab).first().click();
  await tab.reload();
  await expect(widget(tab).locator("button.time").first()).toBeVisible();
  await widget(tab).locator("button.time").first().click();
  await expect(widget(tab).getByRole("timer")).toBeVisible();
  await tab.reload();
  await expect(widget(tab).getByLabel("Name")).toHaveValue("");
  await expect(widget(tab).getByRole("timer")).toBeVisible();
  expect(service.posts("hold")).toHaveLength(1);
  await fillIn(tab);
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  await tab.reload();
  await expect(booked(tab)).toBeVisible();
  await widget(tab).getByRole("button", { name: "Make another booking" }).click();
  await expect(days(tab).first()).toBeVisible();
});

test("offline, refused and broken answers in each step: a sentence, and a retry that keeps what was typed", async ({
  page: tab,
  service,
}) => {
  const { problem } = await import("./widget-service");
  service.answers.set("config", () => problem(503, "not_ready"));
  await tab.goto(service.site);
  await expect(widget(tab).getByText("Something went wrong on our side.")).toBeVisible();
  service.answers.clear();
  await widget(tab).getByRole("button", { name: "Try again" }).click();
  await expect(days(tab).first()).toBeVisible();

  service.answers.set("availability", () => problem(500, "internal"));
  // The month after this one is known beforehand.
  for (let turns = 0; turns < 2; turns++) await widget(tab).getByRole("button", { name: "Next month" }).click();
  await expect(widget(tab).locator(".notice").first()).toBeVisible();
  service.answers.clear();
  await widget(tab).getByRole("button", { name: "Try again" }).first().click();
  await expect(widget(tab).locator(".notice")).toHaveCount(0);
  await toDetails(tab);
  await fillIn(tab);

  service.answers.set("booking", () => problem(429, "rate_limited", {}, { "retry-after": "2" }));
  await confirm(tab);
  await expect(widget(tab).getByText("very busy")).toBeVisible();
  service.answers.clear();
  await widget(tab).getByRole("button", { name: "Try again", exact: true }).click();
  await expect(booked(tab)).toBeVisible();
  const [first, second] = service.posts("booking");
  expect(first!.headers["idempotency-key"]).toBe(second!.headers["idempotency-key"]);
});

test("offline while sending says so, and goes on when the connection is back", async ({
  page: tab,
  service,
  context,
}) => {
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await context.setOffline(true);
  await confirm(tab);
  await expect(widget(tab).getByText("could not reach")).toBeVisible();
  await context.setOffline(false);
  await widget(tab).getByRole("button", { name: "Try again" }).click();
  await expect(booked(tab)).toBeVisible();
});

test("nothing of the host page reaches in, whatever its style sheets say", async ({ page: tab, service }) => {
  const hostile = `<style>html{font-size:62.5%;text-indent:3em;white-space:pre;text-shadow:2px 2px red;letter-spacing:1em;text-transform:uppercase;line-height:4;word-spacing:1em;text-align:right;visibility:visible;cursor:wait}*{margin:9px!important;font-family:fantasy!important}button,h2,h3,input{background:red!important;border:9px solid lime!important}</style>`;
  const look = () =>
    widget(tab).evaluate((element) => {
      const heading = element.shadowRoot!.querySelector("h2")!;
      const style = getComputedStyle(heading);
      const names = [
        "fontSize",
        "textIndent",
        "whiteSpace",
        "textShadow",
        "letterSpacing",
        "textTransform",
        "lineHeight",
        "wordSpacing",
        "textAlign",
        "fontFamily",
        "backgroundColor",
        "margin",
        "cursor",
      ] as const;
      return names.map((name) => `${name} ${style[name]}`);
    });
  await open(tab, service);
  const plain = await look();
  service.pages.set("/hostile", { html: page(WIDGET, hostile + SCRIPT) });
  await open(tab, service, "/hostile");
  expect(await look()).toEqual(plain);
});

test("a dark system on a page that is light stays light; a page that is dark by its scheme is followed", async ({
  page: tab,
  service,
}) => {
  const background = () =>
    widget(tab).evaluate((element) => getComputedStyle(element.shadowRoot!.querySelector(".card")!).backgroundColor);
  await tab.emulateMedia({ colorScheme: "dark" });
  await open(tab, service);
  expect(await background()).toBe("rgb(255, 255, 255)");
  service.pages.set("/dark", { html: page(WIDGET, `<style>:root{color-scheme:light dark}</style>${SCRIPT}`) });
  await open(tab, service, "/dark");
  expect(await background()).toBe("rgb(21, 23, 28)");
});

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

test("two widgets on one page book each their own", async ({ page: tab, service }) => {
  service.pages.set("/two", { html: page(WIDGET + WIDGET.replace("pk_test", "pk_other"), SCRIPT) });
  await open(tab, service, "/two");
  const second = tab.locator("booking-widget").nth(1);
  await second.locator(".day[aria-disabled='false']").first().click();
  await expect(second.locator("button.time").first()).toBeVisible();
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  await expect(second.locator("button.time").first()).toBeVisible();
  expect(service.posts("booking")[0]!.headers["x-publishable-key"]).toBe("pk_test");
});

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

test("a frame that may not store, go back or navigate still books", async ({ page: tab, service }) => {
  service.pages.set("/frame", {
    html: page(`<iframe sandbox="allow-scripts allow-forms" src="/" width="900" height="900"></iframe>`),
  });
  await tab.goto(`${service.site}/frame`);
  const inside = tab.frameLocator("iframe").locator("booking-widget");
  await inside.locator(".day[aria-disabled='false']").first().click();
  await inside.locator("button.time").first().click();
  await inside.getByLabel("Name").fill("Grace Hopper");
  await inside.getByLabel("E-mail").fill("grace@example.com");
  await inside.getByRole("button", { name: "Confirm booking" }).click();
  await expect(inside.getByRole("heading", { name: "You’re booked" })).toBeVisible();
});

test("a draft is shown, and nothing is asked of the service and nothing booked", async ({ page: tab, service }) => {
  const config = JSON.stringify({ ...service.config, tenant: { ...service.config.tenant, name: "Draft" } });
  service.pages.set("/preview", {
    html: page(
      `<booking-widget></booking-widget><script>document.querySelector("booking-widget").preview={config:${config}}</script>`,
      SCRIPT,
    ),
  });
  await open(tab, service, "/preview");
  await expect(widget(tab).getByText("Draft", { exact: true })).toBeVisible();
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  expect(service.asked).toEqual([]);
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

test("stays flat in memory after being added and removed fifty times", async ({ page: tab, service }) => {
  await open(tab, service);
  const client = await tab.context().newCDPSession(tab);
  const cycle = (count: number) =>
    tab.evaluate(async (count) => {
      for (let i = 0; i < count; i++) {
        const element = document.body.appendChild(document.createElement("booking-widget"));
        element.setAttribute("publishable-key", "pk_test");
        await new Promise((resolve) => element.addEventListener("booking-ready", resolve, { once: true }));
        element.remove();
      }
    }, count);
  const nodes = async () => {
    await client.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await client.send("Memory.getDOMCounters");
    return nodes + jsEventListeners;
  };
  await cycle(3);
  const before = await nodes();
  await cycle(50);
  expect(await nodes()).toBeLessThan(before * 1.2);
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

test("says in plain words what only the owner of the page can mend, across the whole card", async ({
  page: tab,
  service,
}) => {
  const { problem } = await import("./widget-service");
  service.answers.set("config", () => problem(403, "insufficient_scope"));
  await tab.goto(service.site);
  await expect(widget(tab).getByText("Online booking is not available here at the moment.")).toBeVisible();
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

test("a booking to be paid where nobody can be paid online says who tells how", async ({ page: tab, service }) => {
  const { aBooked } = await import("../widget-element/samples");
  const booking = { ...aBooked().booking, status: "pending" as const, pending_reason: "payment" as const };
  service.answers.set("booking", () => ({ status: 201, body: { ...aBooked(), booking } }));
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await confirm(tab);
  await expect(widget(tab).getByText("Noord will tell you how to pay.")).toBeVisible();
});

test("a wished day without times is said to have none, and the next one is shown", async ({ page: tab, service }) => {
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
  await expect(widget(tab).getByText(/^There are no times on Sunday/)).toBeVisible();
});

test("a chosen day keeps its times while another month is looked at, and clocks of both zones are told", async ({
  page: tab,
  service,
}) => {
  service.pages.set("/zone", { html: page(WIDGET.replace("Europe/Amsterdam", "America/New_York"), SCRIPT) });
  await open(tab, service, "/zone");
  await days(tab).first().click();
  const shown = await widget(tab).locator("button.time").allInnerTexts();
  expect(shown[0]).toMatch(/^03:00\s+09:00$/);
  await widget(tab).getByRole("button", { name: "Next month" }).click();
  await expect(widget(tab).locator("button.time")).toHaveCount(shown.length);
  await widget(tab).locator("button.time").first().click();
  await expect(widget(tab).locator(".summary")).toContainText("Amsterdam: 09:00");
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

test("a React page adds, changes and removes it", async ({ page: tab, service }) => {
  service.pages.set("/react", { html: page(`<div id="app"></div>`, SCRIPT) });
  await tab.goto(`${service.site}/react`);
  for (const name of ["react", "react-dom"])
    await tab.addScriptTag({ path: `node_modules/${name}/umd/${name}.development.js` });
  const show = (props: object | null) =>
    tab.evaluate((props) => {
      const { React, ReactDOM } = window as unknown as {
        React: typeof ReactPackage;
        ReactDOM: typeof ReactDomPackage;
      };
      const holder = window as unknown as { root?: ReturnType<typeof ReactDOM.createRoot> };
      holder.root ??= ReactDOM.createRoot(document.querySelector("#app")!);
      holder.root.render(
        props && React.createElement(React.StrictMode, null, React.createElement("booking-widget", props)),
      );
    }, props);
  await show({ "publishable-key": "pk_test" });
  await expect(days(tab).first()).toBeVisible();
  await show({ "publishable-key": "pk_test", locale: "nl" });
  await expect(widget(tab).getByRole("heading", { name: "Kies een dag" })).toBeVisible();
  await show(null);
  await expect(tab.locator("booking-widget")).toHaveCount(0);
  await show({ "publishable-key": "pk_test" });
  await expect(days(tab).first()).toBeVisible();
});
