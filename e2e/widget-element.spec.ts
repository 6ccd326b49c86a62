import { readFile } from "node:fs/promises";
import { expect, fillIn, heading, open, page, test, times, toDetails, widget } from "./widget-page";

// The built element behaves like any Lit element for pages and frameworks: properties, attributes,
// updates and stable nodes.

type Element = HTMLElementTagNameMap["booking-widget"];

test("the built file contains the installed version of Lit", async ({ page: tab, service }) => {
  await open(tab, service);
  const used = await tab.evaluate(() => {
    const { litHtmlVersions, litElementVersions, reactiveElementVersions } =
      globalThis as unknown as Record<string, string[]>;
    return [litHtmlVersions, litElementVersions, reactiveElementVersions];
  });
  const packages = ["lit-html", "lit-element", "@lit/reactive-element"];
  const installed = packages.map(async (name) => {
    const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8")) as {
      version: string;
    };
    return [version];
  });
  expect(used).toEqual(await Promise.all(installed));
});

test("properties set before the script loads are applied", async ({ page: tab, service }) => {
  service.pages.set("/early", { html: page("<booking-widget party-size='2'></booking-widget>") });
  await tab.goto(`${service.site}/early`);
  await widget(tab).evaluate((element: Element) => {
    Object.assign(element, { publishableKey: "pk_early", locale: "nl" });
  });
  await tab.addScriptTag({ url: `${service.origin}/widget/booking-widget.js` });
  await expect(heading(tab, "Kies een dag")).toBeVisible();
  expect(service.calls[0]!.query.get("key")).toBe("pk_early");
  expect(service.calls[0]!.query.get("party_size")).toBe("2");
  // A normal property again that reacts when set.
  await widget(tab).evaluate((element: Element) => (element.locale = "de"));
  await expect(heading(tab, "Tag auswählen")).toBeVisible();
});

test("attributes are properties; of the properties, theme and mode are attributes", async ({
  page: tab,
  service,
}) => {
  await open(tab, service);
  const seen = await widget(tab).evaluate(async (element: Element) => {
    const before = element.getAttributeNames();
    element.setAttribute("date", "2030-01-02");
    element.setAttribute("customer-name", "Ada");
    element.removeAttribute("time-zone");
    const read = [element.date, element.customerName, element.timeZone, element.publishableKey];
    Object.assign(element, { theme: "dark", mode: "inline", locale: "nl" });
    await element.updateComplete;
    const written = element.getAttributeNames().filter((name) => !before.includes(name));
    element.theme = null;
    await element.updateComplete;
    return { read, written, left: element.hasAttribute("theme") };
  });
  expect(seen.read).toEqual(["2030-01-02", "Ada", null, "pk_test"]);
  expect(seen.written).toEqual(["date", "customer-name", "theme", "mode"]);
  expect(seen.left).toBe(false);
});

test("several changes render once, and updateComplete resolves", async ({ page: tab, service }) => {
  await open(tab, service);
  await expect(times(tab).first()).toBeVisible();
  const drawn = await widget(tab).evaluate(async (element: Element) => {
    const root = element.shadowRoot!.querySelector<HTMLElement>("section.root")!;
    const scheme = () => root.style.getPropertyValue("color-scheme");
    element.theme = "dark";
    element.theme = "light";
    const before = scheme();
    const first = element.updateComplete;
    const alone = await first;
    return { before, after: scheme(), alone };
  });
  expect(drawn).toEqual({ before: "", after: "light", alone: true });
});

test("rerendering keeps nodes, focus and input", async ({ page: tab, service }) => {
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await widget(tab).getByLabel("Name").focus();
  const sameNodes = await widget(tab).evaluate(async (element: Element) => {
    const root = element.shadowRoot!;
    const input = root.activeElement as HTMLInputElement;
    element.locale = "nl";
    await new Promise<void>((resolve) => {
      const look = () =>
        root.querySelector("[lang=nl]") ? resolve() : requestAnimationFrame(look);
      look();
    });
    await element.updateComplete;
    return {
      same: root.querySelector("#name") === input,
      focused: root.activeElement === input,
      value: input.value,
    };
  });
  expect(sameNodes).toEqual({ same: true, focused: true, value: "Grace Hopper" });
  await expect(heading(tab, "Uw gegevens")).toBeVisible();
});
