import { aBooked } from "../widget-element/samples";
import {
  booked,
  confirm,
  days,
  expect,
  fillIn,
  heading,
  open,
  press,
  status,
  test,
  times,
  toDetails,
  widget,
} from "./widget-page";
import { everyStep, journey } from "./widget-journey";
import { firstFreeDay, problem, slotAt, startAt } from "./widget-service";

// A visitor's way through the steps: forward, back, again and twice.

test("a double submit books once, and every POST has its own key", async ({
  page: tab,
  service,
}) => {
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  await widget(tab).getByRole("button", { name: "Confirm booking" }).dblclick();
  await expect(booked(tab)).toBeVisible();
  expect(service.posts("booking")).toHaveLength(1);
  const keys = service.calls
    .filter(({ method }) => method === "POST")
    .map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(service.posts("booking")[0]!.body).toMatchObject({
    hold_token: "h1",
    customer: { time_zone: "Europe/Amsterdam" },
  });
});

test("the chosen time is held with a countdown and released on going back; a failed hold does not prevent booking", async ({
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

test("a lost race offers other times, announced and focused, and keeps the input", async ({
  page: tab,
  service,
}) => {
  await open(tab, service);
  await toDetails(tab);
  await fillIn(tab);
  const { slot_id } = service.posts("hold")[0]!.body as { slot_id: string };
  const other = slotAt(service, startAt(slot_id.replace("slot ", "").replace(/T.*/, ""), "18:00"));
  service.answers.set("booking", () =>
    problem(409, "slot_unavailable", { details: { alternatives: [other] } }),
  );
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

test("a full time leads to the waiting list", async ({ page: tab, service }) => {
  service.config = { ...service.config, steps: { ...service.config.steps, waitlist: true } };
  const date = firstFreeDay();
  const starts_at = startAt(date, "10:00");
  service.full.add(starts_at);
  await open(tab, service);
  await days(tab).first().click();
  await widget(tab).getByRole("button", { name: "Wait for 10:00" }).click();
  await expect(widget(tab).getByRole("heading", { name: "Join the waiting list" })).toBeFocused();
  await fillIn(tab);
  await widget(tab).getByRole("button", { name: "Join the waiting list" }).dblclick();
  await expect(widget(tab).getByRole("heading", { name: "You’re on the list" })).toBeVisible();
  expect(service.posts("waitlist")[0]!.body).toMatchObject({ slot_id: `slot ${starts_at}` });
  expect(service.posts("waitlist")).toHaveLength(1);
  expect(service.posts("hold")).toHaveLength(0);
});

test("browser Back goes back a step, keeps the input and the page's URL", async ({
  page: tab,
  service,
}) => {
  everyStep(service);
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.goto("about:blank");
  await open(tab, service, "/?shop=1");
  for (const { shown, on } of journey) {
    await expect(shown(tab)).toBeVisible();
    await on(tab);
  }
  await expect(heading(tab, "Check your messages")).toBeVisible();
  await tab.goBack();
  await expect(widget(tab).getByLabel("Name")).toHaveValue("Grace Hopper");
  for (const { shown } of journey.slice(0, -1).reverse()) {
    await tab.goBack();
    await expect(shown(tab)).toBeVisible();
  }
  expect(tab.url()).toBe(`${service.site}/?shop=1`);
  await tab.goBack();
  expect(tab.url()).toBe("about:blank");
  await open(tab, service);
  await journey[0]!.on(tab);
  await journey[1]!.on(tab);
  await journey[2]!.on(tab);
  await expect(times(tab).first()).toBeVisible();
  await tab.goBack();
  await expect(days(tab).first()).toBeVisible();
  await tab.goForward();
  await expect(times(tab).first()).toBeVisible();
  await widget(tab).getByRole("button", { name: "Back" }).last().click();
  await expect(days(tab).first()).toBeVisible();
});

test("leaving the page releases the held time", async ({ page: tab, service }) => {
  await open(tab, service);
  await toDetails(tab);
  await expect(widget(tab).getByRole("timer")).toBeVisible();
  await tab.goto("about:blank");
  await expect
    .poll(() => service.posts("hold/release").map(({ body }) => body))
    .toEqual([{ hold_token: "h1" }]);
});

test("a reload resumes each step and holds the time again", async ({ page: tab, service }) => {
  everyStep(service);
  await tab.setViewportSize({ width: 390, height: 800 });
  await open(tab, service);
  for (const { shown, on } of journey) {
    await expect(shown(tab)).toBeVisible();
    await tab.reload();
    await expect(shown(tab)).toBeVisible();
    await on(tab);
  }
  // The verification step needs a new code, so it starts at the details, which were kept.
  await expect(heading(tab, "Check your messages")).toBeVisible();
  await tab.reload();
  await expect(widget(tab).getByLabel("Name")).toHaveValue("Grace Hopper");
  await journey[4]!.on(tab);
  const [first, ...again] = service.posts("hold").map(({ body }) => body);
  expect(first).not.toHaveProperty("replaces");
  expect(again).toHaveLength(2);
  for (const hold of again) expect(hold).toMatchObject({ replaces: "h1" });
  await widget(tab).getByLabel("Code").fill("123456");
  await press(tab, /^Confirm$/);
  await tab.waitForURL("**/pay");
  expect(service.posts("booking")[0]!.body).toMatchObject({ hold_token: "h1" });
  await tab.goto(service.site);
  for (let reloads = 0; reloads < 2; reloads++) {
    await expect(widget(tab).getByText("You have not paid yet.")).toBeVisible();
    await tab.reload();
  }
  service.answers.set("bookings/by-session", () => ({
    status: 200,
    body: { ...aBooked().booking, status: "paid", payment_status: "paid" },
  }));
  await tab.goto(`${service.site}/?session_id=cs_1`);
  await expect(booked(tab)).toBeVisible();
  await tab.reload();
  await expect(booked(tab)).toBeVisible();
  await press(tab, "Make another booking");
  await expect(journey[0]!.shown(tab)).toBeVisible();
});

test("a hold that expires during input is shown and announced, and booking continues without it", async ({
  page: tab,
  service,
}) => {
  await tab.clock.install();
  await open(tab, service);
  await toDetails(tab);
  await expect(widget(tab).getByRole("timer")).toBeVisible();
  await fillIn(tab);
  await tab.clock.fastForward("09:05");
  await expect(status(tab)).toHaveText("Your time is held for one more minute.");
  await tab.clock.fastForward("01:00");
  const over = "Your time is no longer held. You can still book it if it is free.";
  await expect(status(tab)).toHaveText(over);
  await expect(widget(tab).locator(".hold")).toHaveText(over);
  await expect(widget(tab).getByRole("timer")).toHaveCount(0);
  await expect(widget(tab).getByLabel("Name")).toHaveValue("Grace Hopper");
  await confirm(tab);
  await expect(booked(tab)).toBeVisible();
  expect(service.posts("booking")[0]!.body).not.toHaveProperty("hold_token");
});

for (const width of [900, 360])
  test(`step numbers are stable and unique, ${width} pixels wide`, async ({
    page: tab,
    service,
  }) => {
    everyStep(service);
    const schedules = service.config.schedules.map((schedule) => ({
      ...schedule,
      requires_payment: true,
    }));
    service.config = {
      ...service.config,
      schedules,
      policy_text: "Please come five minutes early.",
    };
    await tab.setViewportSize({ width, height: 800 });
    await open(tab, service);
    await tab.evaluate(() =>
      addEventListener("booking-redirect", (event) => event.preventDefault()),
    );
    const position = async (words: string) => {
      await expect(widget(tab).locator(".progress .hidden")).toHaveText(words);
      await expect(widget(tab).locator(".progress i")).toHaveCount(6);
      await expect(widget(tab).locator(".progress .past")).toHaveCount(Number(words.split(" ")[1]));
    };
    // If there is space, the policy is next to the first steps, without an extra request.
    const policy = widget(tab).locator(".summary").getByText("Please come five minutes early.");
    await expect(policy).toBeVisible({ visible: width > 600 });
    expect(await policy.textContent()).toContain(
      "Free cancellation until 24 hours before the start.",
    );
    expect(service.calls.map(({ path }) => path)).toEqual(["/api/widget/config"]);

    await position("Step 1 of 6");
    await journey[0]!.on(tab);
    await position("Step 2 of 6");
    await journey[1]!.on(tab);
    await days(tab).first().waitFor();
    await position("Step 3 of 6");
    await days(tab).first().click();
    await times(tab).first().waitFor();
    await position("Step 3 of 6");
    await expect(policy).toBeVisible({ visible: width > 600 });
    await times(tab).first().click();
    await position("Step 4 of 6");
    await expect(policy).toHaveCount(0);
    await fillIn(tab);
    await press(tab, "Confirm booking");
    await position("Step 5 of 6");
    await widget(tab).getByLabel("Code").fill("123456");
    await press(tab, /^Confirm$/);
    await expect(heading(tab, "One step left")).toBeVisible();
    await position("Step 6 of 6");
  });
