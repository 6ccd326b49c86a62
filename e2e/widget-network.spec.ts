import {
  booked,
  confirm,
  days,
  expect,
  fillIn,
  open,
  page,
  press,
  SCRIPT,
  test,
  times,
  toDetails,
  WIDGET,
  widget,
} from "./widget-page";
import { problem } from "./widget-service";

// What the widget asks for, and what it does without an answer.

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

test("offline, refused and broken answers in each step: a sentence, and a retry that keeps what was typed", async ({
  page: tab,
  service,
}) => {
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
