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
  test,
  times,
  toDetails,
  widget,
} from "./widget-page";
import { everyStep, journey, type Stage } from "./widget-journey";
import { problem } from "./widget-service";

// The widget's requests, and its behaviour without responses.

/** A part's path without its content hash. */
const withoutHash = (path: string) => path.replace(/\.[0-9a-f]{12}\.js$/, ".js");

test("the first view loads the script, the configuration and the services part; interactive parts follow", async ({
  page: tab,
  service,
}) => {
  const requested: string[] = [];
  tab.on("request", (request) => requested.push(withoutHash(new URL(request.url()).pathname)));
  const isAnswering = tab.waitForRequest(/booking-widget\.details\./);
  await open(tab, service);
  await expect(days(tab).first()).toBeVisible();
  await isAnswering;
  await tab.waitForLoadState("networkidle");
  expect(requested.filter((path) => path !== "/" && path !== "/favicon.ico")).toEqual([
    "/widget/booking-widget.js",
    "/api/widget/config",
    "/widget/booking-widget.services.js",
    "/widget/booking-widget.interactions.js",
    "/widget/booking-widget.details.js",
  ]);
  // The first click waits for no part: payment is loaded while the form is filled in.
  requested.length = 0;
  await toDetails(tab);
  expect(requested.filter((path) => /interactions|details|services/.test(path))).toEqual([]);
});

test("contacts only the service, sets no cookie and stores nothing about the visitor", async ({
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
  const storage = await tab.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(storage).not.toMatch(/grace|hopper/i);
});

test("errors in each step show a message, and a retry keeps the input", async ({
  page: tab,
  service,
}) => {
  service.answers.set("config", () => problem(503, "not_ready"));
  await tab.goto(service.site);
  await expect(widget(tab).getByText("Something went wrong on our side.")).toBeVisible();
  service.answers.clear();
  await expect(days(tab).first()).toBeVisible(); // retried automatically

  service.answers.set("availability", () => problem(500, "internal"));
  // The next four weeks are prefetched.
  for (let turns = 0; turns < 2; turns++)
    await widget(tab).getByRole("button", { name: "Later days" }).click();
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

test("offline in each step shows a message, and a retry keeps choices and input", async ({
  page: tab,
  service,
  context,
}) => {
  everyStep(service);
  await tab.setViewportSize({ width: 390, height: 800 });
  let isAway = true;
  await tab.route(/booking-widget\.interactions\./, (route) =>
    isAway ? route.abort() : route.continue(),
  );
  await open(tab, service);
  const sentence = widget(tab).getByText("can’t reach");
  /** Performs an action offline, expects the error, and retries online. */
  const interrupted = async (action: () => Promise<void>, name: string | RegExp) => {
    await context.setOffline(true);
    await action();
    await expect(sentence).toBeVisible();
    await context.setOffline(false);
    await press(tab, "Try again");
    await expect(sentence).toHaveCount(0);
    await expect(heading(tab, name)).toBeFocused();
  };
  const [what, which, , time, details] = journey as [Stage, Stage, Stage, Stage, Stage];
  // The interactions part failed to preload and fails now.
  const pressFirst = async () => {
    await what.on(tab);
    isAway = false;
  };
  await interrupted(pressFirst, "What would you like to book?");
  await what.on(tab);
  await interrupted(() => which.on(tab), "Choose a day");
  await days(tab).first().click();
  await context.setOffline(true);
  await time.on(tab);
  await expect(details.shown(tab)).toBeVisible();
  await fillIn(tab);
  await interrupted(() => confirm(tab), "Check your messages");
  await tab.goBack();
  await expect(widget(tab).getByLabel("Name")).toHaveValue("Grace Hopper");
  await confirm(tab);
  await widget(tab).getByLabel("Code").fill("123456");
  await context.setOffline(true);
  await press(tab, /^Confirm$/);
  await expect(sentence).toBeVisible();
  await expect(widget(tab).getByLabel("Code")).toHaveValue("123456");
  await context.setOffline(false);
  await press(tab, "Try again");
  await tab.waitForURL("**/pay");
  expect(service.posts("booking")).toHaveLength(1);

  const pending = {
    ...aBooked().booking,
    status: "pending" as const,
    payment_status: "open" as const,
  };
  let looks = 0;
  service.answers.set("bookings/by-session", async () => {
    if (looks++)
      return { status: 200, body: { ...pending, status: "paid", payment_status: "paid" } };
    await context.setOffline(true);
    return { status: 200, body: pending };
  });
  await tab.goto(`${service.site}/?session_id=cs_1`);
  await expect(widget(tab).getByText("We are checking your payment…")).toBeVisible();
  await context.setOffline(false);
  await expect(booked(tab)).toBeVisible();
  await context.setOffline(true);
  await press(tab, "Make another booking");
  await expect(sentence).toBeVisible();
  await context.setOffline(false);
  await expect(heading(tab, "What would you like to book?")).toBeVisible();
});

test("on a slow connection the first day is selectable after 1.8 seconds of transfer", async ({
  page: tab,
  service,
}) => {
  const LINE = { latency: 400, bytes_per_second: 400_000 / 8 };
  const client = await tab.context().newCDPSession(tab);
  const requested = new Map<string, string>();
  const received = new Map<string, number>();
  client.on("Network.requestWillBeSent", ({ requestId, request }) =>
    requested.set(requestId, `${request.method} ${withoutHash(new URL(request.url).pathname)}`),
  );
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    received.set(requested.get(requestId) ?? "", encodedDataLength),
  );
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.bytes_per_second,
    uploadThroughput: LINE.bytes_per_second,
  });
  await open(tab, service);
  await expect(times(tab).first()).toBeVisible();
  const first = [
    "GET /widget/booking-widget.js",
    "GET /api/widget/config",
    "GET /widget/booking-widget.services.js",
  ];
  // The page may show times before the browser reports the last download as finished.
  await expect.poll(() => first.filter((one) => !received.has(one))).toEqual([]);
  const all = [...requested.values()].filter((one) => !/ \/(favicon.ico)?$/.test(one));
  // Parts of later steps load after these.
  expect(all.slice(0, 3)).toEqual(first);
  expect(all.filter((one) => one.startsWith("OPTIONS"))).toEqual([]);
  // Computed instead of timed, to be independent of the machine: the script, then the other two in
  // parallel.
  const bytes = first.reduce((sum, one) => sum + received.get(one)!, 0);
  expect((2 * LINE.latency) / 1000 + bytes / LINE.bytes_per_second).toBeLessThanOrEqual(1.8);
  await toDetails(tab);
});
