import type { Page } from "playwright/test";
import { guideNames } from "../app/docs/guide-pages";
import { helpNames } from "../app/docs/help-pages";
import { expectAccessibleEverywhere, OTHER_SCREENS } from "./accessible";
import { openClass, openDesk } from "./desk-page";
import { callApi } from "./desk-tools";
import { DASHBOARD, PUBLIC } from "./every-page";
import { type Demo, expect, test } from "./fixtures";
import { mailsOf, setUp, signUp } from "./new-company";

// Every page passes axe and fits the screen, wide and light and on a phone in dark mode. One
// session and one tab per group. TEST_PICTURES=<folder> saves screenshots.

for (const [group, pages] of Object.entries(DASHBOARD))
  test(`every page of ${group} is accessible and fits, wide and on a phone, light and dark`, async ({
    browser,
    demo,
  }) => {
    const page = await openDesk(browser, demo);
    const addresses = Object.values(pages).flat();
    const ofClasses = addresses.filter((address) => address.includes("{slot}"));
    const values = await recordsOf(page, demo);
    for (const address of addresses)
      if (!ofClasses.includes(address)) await look(page, demo, address, values);
    if (ofClasses.length === 0) return;
    await page.goto(`${demo.base_url}/dashboard`);
    await expectAccessibleEverywhere(page, "/dashboard", { screens: OTHER_SCREENS });
    // Class pages belong to another company; they come last, because the owner stays in it.
    const slot = await openClass(page, demo);
    for (const address of ofClasses) await look(page, demo, address, { slot });
  });

test("every public page, the guide and Help are accessible and fit", async ({
  page,
  demo,
  request,
}) => {
  const { slug } = await callApi<{ slug: string }>(request, demo, "/api/tenant");
  for (const addresses of Object.values(PUBLIC))
    for (const address of addresses) await look(page, demo, address, { slug });
  for (const path of ["/docs", ...guideNames.map((name) => `/docs/${name}`)])
    await look(page, demo, path);
  for (const path of ["/help", ...helpNames.map((name) => `/help/${name}`)])
    await look(page, demo, path);
});

test("every sign-up page and every page linked from emails is accessible and fits", async ({
  browser,
  demo,
  request,
}) => {
  const page = await (await browser.newContext({ locale: "en-IE" })).newPage();
  const founder = await signUp(page, request, demo, () =>
    expectAccessibleEverywhere(page, "the code"),
  );
  const key = await setUp(page, "Padel Faro", (step) => expectAccessibleEverywhere(page, step));
  const send = async (method: "PATCH" | "POST", path: string, data: object, headers = {}) => {
    const url = demo.base_url + path;
    const answer = await page.request.fetch(url, {
      method,
      data,
      headers: { Origin: demo.base_url, ...headers },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const linkIn = async (email: string, kind: string) => {
    const found = async () =>
      (await mailsOf(request, demo, email))
        .map(({ text }) => text.match(`\\S+/${kind}/[^\\s/?]+`)?.[0])
        .find(Boolean);
    await expect.poll(found).toBeTruthy();
    return (await found())!; // awaited above
  };

  const invited = `invited-${founder}`;
  await send("POST", "/api/users", { email: invited, role: "staff", name: "Ida Invited" });
  const { data } = (await (await page.request.get(`${demo.base_url}/api/schedules`)).json()) as {
    data: { id: string }[];
  };
  await send("PATCH", `/api/schedules/${data[0]!.id}`, { requires_approval: true }); // the set-up made it
  const times = await request.get(`${demo.base_url}/api/widget/availability`, {
    headers: { "x-publishable-key": key },
  });
  const { days } = (await times.json()) as {
    days: { slots: { id: string; bookable: boolean }[] }[];
  };
  const slot = days.flatMap(({ slots }) => slots).find(({ bookable }) => bookable)!; // the company is open
  const customer = { name: "Gea Guest", email: `guest-${founder}` };
  await send(
    "POST",
    "/api/widget/booking",
    { slot_id: slot.id, customer },
    { "x-publishable-key": key },
  );

  const links = [await linkIn(invited, "invitations"), await linkIn(customer.email, "manage")];
  for (const link of [...links, await linkIn(founder, "approvals")]) {
    await page.goto(link);
    await expectAccessibleEverywhere(page, link.split("/").at(-2)!); // a link has parts
  }
});

/** Ids of records for the URLs in every-page.ts, by placeholder. */
async function recordsOf(page: Page, demo: Demo): Promise<Record<string, string>> {
  const listed = async <T extends { id: string }>(path: string, more = "") => {
    const answer = await page.request.get(`${demo.base_url}/api/${path}?limit=2${more}`);
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: T[] }).data;
  };
  const ahead = `&status=confirmed&sort=starts_at&from=${new Date().toISOString()}`;
  const bookings = await listed<{ id: string; resource_id: string; starts_at: string }>(
    "bookings",
    ahead,
  );
  const [booking] = bookings;
  const [customer, other] = await listed("customers");
  const [delivery] = await listed("webhooks/deliveries");
  const [hours] = await listed("hours");
  return {
    booking: booking!.id, // the demo has upcoming bookings, customers and deliveries
    date: booking!.starts_at.slice(0, 10),
    resource: booking!.resource_id,
    service: demo.schedules[0]!.id,
    customer: customer!.id,
    other_customer: other!.id,
    delivery: delivery!.id,
    hours: hours?.id ?? (await makeHours(page, demo)),
    resource_group: await makeGroup(page, demo, booking!.resource_id),
  };
}

/** Creates shared hours, which the demo company lacks. */
async function makeHours(page: Page, demo: Demo): Promise<string> {
  const made = await page.request.post(`${demo.base_url}/api/hours`, {
    data: { name: "Evenings", rules: [{ days: [1], start: "18:00", end: "21:00" }] },
    headers: { Origin: demo.base_url },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return ((await made.json()) as { id: string }).id;
}

/** Creates a group of resources, which the demo company lacks. */
async function makeGroup(page: Page, demo: Demo, resource: string): Promise<string> {
  const made = await page.request.post(`${demo.base_url}/api/resource-groups`, {
    data: { name: "Rooms", resource_ids: [resource] },
    headers: { Origin: demo.base_url },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return ((await made.json()) as { id: string }).id;
}

/** Opens a URL of every-page.ts and checks the page. */
async function look(
  page: Page,
  demo: Demo,
  address: string,
  values: Record<string, string> = {},
): Promise<void> {
  const [named = "", ...words] = address
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name)
    .split(" ");
  const [kind, rest = ""] = named.split(":");
  const here = new URL(page.url()).pathname.replace(/(?<=[0-9a-f]{12})\/.*/, ""); // the record that is open, whichever part of it
  const first = page
    .locator(`main a[href^='${rest}']:not([href$='/new'],[href$='/check'])`)
    .first();
  const path =
    kind === "first" ? (await first.getAttribute("href"))! : kind === "below" ? here + rest : named; // a link that is there has one
  const answer = await page.goto(demo.base_url + path);
  expect(answer?.status(), path).toBe(path.includes("/nothing") ? 404 : 200);
  await page
    .locator(words.join(" ") || "h1")
    .first()
    .waitFor();
  // The email in the frame is the company's HTML, in which no script runs, including axe.
  await expectAccessibleEverywhere(
    page,
    path,
    path.startsWith("/dashboard/mail/templates") ? { exclude: "iframe" } : {},
  );
}
