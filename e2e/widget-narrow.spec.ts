import { aResource, aSchedule } from "../widget-element/samples";
import {
  booked,
  days,
  expect,
  fillIn,
  heading,
  open,
  press,
  test,
  times,
  widget,
} from "./widget-page";

// Words longer than the screen break, in every step, on a phone of 320 pixels.

const LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenanprobe";

test("long words break in each step, 320 pixels wide", async ({ page: tab, service }) => {
  const resources = ["Anna", "Bram"].map((name) =>
    aResource({ id: name, name: `${name}${LONG}`, type: "person", description: LONG }),
  );
  const schedules = ["Visit", "Stay"].map((name) =>
    aSchedule({
      id: name,
      name: `${name}${LONG}`,
      category: LONG,
      description: `${LONG} ${LONG}`,
      resource_ids: resources.map(({ id }) => id),
      price_amount: 123_456_700,
      currency: "EUR",
      location: { kind: "address", text: LONG },
    }),
  );
  service.config = {
    ...service.config,
    tenant: {
      ...service.config.tenant,
      name: LONG,
      email: `${LONG}@example.com`,
      phone: "+31 20 1234567",
    },
    resources,
    schedules,
    policy_text: LONG,
  };
  await tab.setViewportSize({ width: 320, height: 800 });
  await open(tab, service);
  const fits = async (step: string) => {
    const over = await widget(tab).evaluate((element) =>
      [...element.shadowRoot!.querySelectorAll("*")]
        .filter((one) => !one.closest(".hidden") && one.getBoundingClientRect().right > innerWidth)
        .map(({ tagName, className }) => `${tagName} ${String(className)}`),
    );
    expect(over, step).toEqual([]);
  };
  await fits("services");
  await press(tab, /^Visit/);
  await expect(heading(tab, "Who with?")).toBeVisible();
  await fits("people");
  await press(tab, /^Bram/);
  await days(tab).first().click();
  await times(tab).first().waitFor();
  await fits("times");
  await times(tab).first().click();
  await fillIn(tab);
  await fits("details");
  await press(tab, /^Confirm booking/);
  await expect(booked(tab)).toBeVisible();
  await fits("done");
});
