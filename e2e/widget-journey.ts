import type { Locator, Page } from "playwright/test";
import { aBooked, aDueBooking, aResource, aSchedule } from "../widget-element/samples";
import { confirm, days, expect, fillIn, heading, page, press, times, widget } from "./widget-page";
import type { WidgetService } from "./widget-service";

/**
 * Two services of two resources, on a phone where each step is a separate screen; booked, with
 * payment due.
 */
export function everyStep(service: WidgetService): void {
  const resources = ["Anna", "Bram"].map((name) => aResource({ id: name, name, type: "person" }));
  const schedules = ["Visit", "Long visit"].map((name) =>
    aSchedule({ id: name, name, resource_ids: resources.map(({ id }) => id) }),
  );
  service.config = { ...service.config, resources, schedules, verification: "email" };
  service.pages.set("/pay", { html: page("<h1>Checkout</h1>") });
  service.answers.set("booking", () => ({
    status: 201,
    body: aBooked({
      booking: aDueBooking(),
      payment: { required: true, checkout_url: `${service.site}/pay`, session_id: "cs_1" },
    }),
  }));
}

/** A step: what shows that it is reached, and what leads to the next. */
export interface Stage {
  shown: (tab: Page) => Locator;
  on: (tab: Page) => Promise<void>;
}

/** Steps of that visitor up to verification. */
export const journey: Stage[] = [
  {
    shown: (tab) => heading(tab, "What would you like to book?"),
    on: (tab) => press(tab, /^Visit/),
  },
  { shown: (tab) => heading(tab, "Who with?"), on: (tab) => press(tab, "Bram") },
  { shown: (tab) => days(tab).first(), on: (tab) => days(tab).first().click() },
  { shown: (tab) => times(tab).first(), on: (tab) => times(tab).first().click() },
  {
    shown: (tab) => widget(tab).getByLabel("Name"),
    on: async (tab) => {
      await expect(widget(tab).getByRole("timer")).toBeVisible();
      await fillIn(tab);
      await confirm(tab);
    },
  },
];
