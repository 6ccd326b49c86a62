import type { Page } from "playwright/test";
import { days, examine, page, SCRIPT, test, times, widget, widgetWith } from "./widget-page";
import { catalogue } from "./widget-catalogue";
import { everyStep } from "./widget-journey";
import { firstFreeDay, problem, slotAt, startAt, type WidgetService } from "./widget-service";

// Checks every state of the widget with axe: light and left to right, dark and right to left.

type State = [name: string, reach: (tab: Page, service: WidgetService) => Promise<void>];

const part = (tab: Page, selector: string) => widget(tab).locator(selector).first();
const click = (tab: Page, selector: string) => part(tab, selector).click();
const submit = (tab: Page) => click(tab, "form .primary");
async function fillIn(tab: Page): Promise<void> {
  await part(tab, "#name").fill("Grace");
  await part(tab, "#email").fill("grace@example.com");
}
/** Reloads as a new visitor with the configured responses. */
async function again(tab: Page): Promise<void> {
  await tab.evaluate(() => sessionStorage.clear());
  await tab.reload();
}
async function toDetails(tab: Page): Promise<void> {
  await click(tab, ".choice");
  await click(tab, ".choice");
  await days(tab).first().click();
  await times(tab).first().click();
  await part(tab, "#name").waitFor();
}

const states: State[] = [
  ["what", (tab) => part(tab, ".choice").waitFor()],
  [
    "which resource",
    async (tab) => {
      await click(tab, ".choice");
      await part(tab, "[data-step=which] .choice").waitFor();
    },
  ],
  [
    "day and time",
    async (tab) => {
      await click(tab, ".choice");
      await times(tab).first().waitFor();
    },
  ],
  [
    "details",
    async (tab) => {
      await times(tab).first().click();
      await part(tab, "#name").waitFor();
    },
  ],
  [
    "errors",
    async (tab) => {
      await submit(tab);
      await part(tab, ".error").waitFor();
    },
  ],
  [
    "verify",
    async (tab) => {
      await fillIn(tab);
      await part(tab, "#terms").check();
      await submit(tab);
      await part(tab, "#code").waitFor();
    },
  ],
  [
    "alternatives",
    async (tab, service) => {
      const other = slotAt(service, startAt(firstFreeDay(), "18:00"));
      service.answers.set("booking", () =>
        problem(409, "slot_unavailable", { details: { alternatives: [other] } }),
      );
      await part(tab, "#code").fill("123456");
      await submit(tab);
      await part(tab, ".notice .time").waitFor();
    },
  ],
  [
    "done",
    async (tab, service) => {
      service.answers.delete("booking");
      await click(tab, ".notice .time");
      await submit(tab);
      await part(tab, ".done").waitFor();
    },
  ],
  [
    "pay",
    async (tab, service) => {
      everyStep(service);
      service.config = { ...service.config, verification: "off", terms_url: null };
      await again(tab);
      await tab.evaluate(() =>
        addEventListener("booking-redirect", (event) => event.preventDefault()),
      );
      await toDetails(tab);
      await fillIn(tab);
      await submit(tab);
      await part(tab, "[data-step=pay] .done").waitFor();
    },
  ],
  [
    "waiting list",
    async (tab, service) => {
      service.config = { ...service.config, steps: { ...service.config.steps, waitlist: true } };
      service.full.add(startAt(firstFreeDay(), "10:00"));
      await again(tab);
      await click(tab, ".choice");
      await click(tab, ".choice");
      await days(tab).first().click();
      await click(tab, ".time.full");
      await part(tab, "#name").waitFor();
    },
  ],
  [
    "on the waiting list",
    async (tab) => {
      await fillIn(tab);
      await submit(tab);
      await part(tab, ".done").waitFor();
    },
  ],
  [
    "a month that cannot be had",
    async (tab, service) => {
      service.answers.set("availability", () => problem(500, "internal"));
      await again(tab);
      await click(tab, ".choice");
      await click(tab, ".choice");
      await part(tab, ".notice").waitFor();
    },
  ],
  [
    "no times at all",
    async (tab, service) => {
      const none = { time_zone: "Europe/Amsterdam", next_available: null, days: [] };
      service.answers.set("availability", ({ query }) => ({
        status: 200,
        body: { ...none, from: query.get("from"), to: query.get("to") },
      }));
      await click(tab, ".notice button");
      await part(tab, ".empty").waitFor();
    },
  ],
  [
    "services under categories",
    async (tab, service) => {
      service.answers.clear();
      catalogue(service);
      await again(tab);
      await part(tab, ".category .choice").waitFor();
    },
  ],
  [
    "length",
    async (tab) => {
      await click(tab, ".choice");
      await part(tab, "[data-step=length] .choice").waitFor();
    },
  ],
  [
    "anyone, with prices",
    async (tab) => {
      await click(tab, ".choice");
      await part(tab, "[data-step=which] .choice .price").waitFor();
    },
  ],
  [
    "prices of times, and the whole description",
    async (tab) => {
      await click(tab, ".choice");
      await click(tab, ".about summary");
      await days(tab).first().click();
      await part(tab, ".time small").waitFor();
    },
  ],
  [
    "a booking link that is used",
    async (tab, service) => {
      const used = {
        ...service.config,
        schedules: [],
        booking_link: { state: "used_up", customer: null },
      };
      service.answers.set("config", () => ({ status: 200, body: used }));
      await again(tab);
      await part(tab, ".empty").waitFor();
    },
  ],
  [
    "unavailable",
    async (tab, service) => {
      service.answers.set("config", () => problem(403, "insufficient_scope"));
      await again(tab);
      await part(tab, ".notice").waitFor();
    },
  ],
  openedBy("popup"),
  openedBy("floating"),
];

for (const [theme, language] of [
  ["light", "en"],
  ["dark", "ar"],
])
  test(`axe finds no problems in any state: ${theme}, ${language}`, async ({
    page: tab,
    service,
  }) => {
    everyStep(service);
    service.answers.clear();
    service.config = {
      ...service.config,
      payment: "optional",
      terms_url: "https://example.com/terms",
      policy_text: "Please come five minutes early.",
      questions: [
        { id: "a", label: "First visit?", type: "checkbox", required: false, sensitive: false },
        {
          id: "b",
          label: "Which?",
          type: "multiselect",
          options: ["One", "Two"],
          required: false,
          sensitive: false,
        },
        {
          id: "c",
          label: "Length",
          type: "select",
          options: ["Short", "Long"],
          required: false,
          sensitive: false,
        },
        { id: "d", label: "Born", type: "date", required: false, sensitive: true },
      ],
    };
    const background = `<style>body{background:${theme === "dark" ? "#000" : "#fff"}}</style>`;
    service.pages.set("/", {
      html: page(widgetWith(`theme="${theme}" locale="${language}"`), background + SCRIPT),
    });
    await tab.goto(service.site);
    for (const [name, reach] of states) {
      await reach(tab, service);
      await examine(tab, name);
    }
  });

/** The dialog of a launcher. */
function openedBy(mode: "popup" | "floating"): State {
  return [
    mode,
    async (tab, service) => {
      service.answers.clear();
      await again(tab);
      await widget(tab).evaluate((element, mode) => element.setAttribute("mode", mode), mode);
      await click(tab, "[part=launcher]");
      await part(tab, "dialog[open] .choice").waitFor();
    },
  ];
}
