import { afterEach, beforeAll, expect, test } from "vitest";
import type { PageOf } from "~/contract/common";
import type { UserActor } from "~/domain/identity/actor";
import { setClock } from "~/lib/clock";
import { type AnalyticsWorld, makeAnalyticsWorld } from "~/testing/analytics-world";
import { get } from "~/testing/desk";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { call } from "~/testing/request";
import * as page from "./route";

// The page of figures: what it says, and that each figure leads to the list that it counts.

const DAYS = "from=2026-02-01&to=2026-11-30";
let world: AnalyticsWorld;
let cookie: string;

beforeAll(async () => {
  world = await makeAnalyticsWorld(2);
  cookie = await signIn(world.owner);
});
afterEach(() => setClock(null));

const open = (query: string, actor: UserActor = world.owner) =>
  get(page, actor, `/dashboard/analytics?${query}`);
/** How many bookings the list behind a link has. */
async function countBehind(link: string): Promise<number> {
  const { searchParams } = new URL(link, "http://127.0.0.1");
  searchParams.delete("view");
  searchParams.set("include", "total");
  const response = await call(`/api/bookings?${searchParams}`, { cookie });
  return ((await response.json()) as PageOf<unknown>).page.total!;
}

test("figures, statuses and resources lead to lists of as many bookings", async () => {
  const { view } = await open(DAYS);
  const all = view.figures.find(({ label }) => label === "Bookings")!;
  expect(await countBehind(all.to)).toBe(Number(all.value.replace(/\D/g, "")));
  expect(view.statuses).toHaveLength(8);
  for (const { count, to } of view.statuses) expect(await countBehind(to)).toBe(count);
  const [first] = view.resources;
  expect(await countBehind(first!.to)).toBe(first!.bookings);
  const noShows = view.statuses.find(({ status }) => status === "no_show")!;
  expect(await countBehind(view.figures.find(({ label }) => label === "No-shows")!.to)).toBe(
    noShows.count,
  );
});

test("a resource narrows the figures and the lists behind them", async () => {
  const { id } = world.resources[0]!;
  const { view, request } = await open(`${DAYS}&resource_id=${id}`);
  expect(request.resource_id).toBe(id);
  expect(view.resources.map(({ resource_id }) => resource_id)).toEqual([id]);
  expect(view.figures.every(({ to }) => to.includes(`resource_id=${id}`))).toBe(true);
  for (const { count, to } of view.statuses) expect(await countBehind(to)).toBe(count);
});

test("figures say how they differ from the days before, unless nothing is compared", async () => {
  const { view } = await open(DAYS);
  expect(view.figures[0]!.change?.mark).toMatch(/^[▲▼] \d+$/);
  expect(view.charts.every(({ bars }) => bars[0]!.before !== null)).toBe(true);
  const alone = (await open(`${DAYS}&compare=none`)).view;
  expect(alone.figures.every(({ change }) => change === null)).toBe(true);
  expect(alone.charts.every(({ bars }) => bars.every(({ before }) => before === null))).toBe(true);
});

test("each currency has its chart and its sums, the company's own first", async () => {
  const { view } = await open(DAYS);
  expect(view.charts.map(({ title }) => title)).toEqual([
    "Bookings per month",
    "Utilisation per month",
    "Revenue (EUR) per month",
    "Revenue (USD) per month",
  ]);
  expect(view.money.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
});

test("the file holds the same figures, a row an interval, and is for admins", async () => {
  const { csv } = await open(`${DAYS}&interval=month`);
  const response = await call(csv!, { cookie });
  const lines = (await response.text()).trim().split("\r\n");
  expect(lines[0]).toBe(
    "date,bookings_total,pending,confirmed,paid,completed,no_show,cancelled,refunded,expired,party_total,utilisation," +
      "gross_EUR,refunds_EUR,net_EUR,gross_USD,refunds_USD,net_USD,owed_EUR,owed_USD,deposits_EUR,deposits_USD,fees_EUR,fees_USD",
  );
  expect(lines).toHaveLength(11);
  const { view } = await open(`${DAYS}&interval=month`);
  const total = lines.slice(1).reduce((sum, line) => sum + Number(line.split(",")[1]), 0);
  expect(await countBehind(view.figures[0]!.to)).toBe(total);
  const staff = await makeUser(world.owner, "staff");
  expect((await open(DAYS, staff)).csv).toBeNull();
  expect((await call(csv!, { cookie: await signIn(staff) })).status).toBe(403);
});

test("what cannot be used of an address is left out and said", async () => {
  setClock(Date.parse("2026-11-22T12:00:00Z"));
  const problemsOf = async (query: string) => (await open(query)).request;
  expect(await problemsOf("range=7d")).toMatchObject({
    from: "2026-11-16",
    to: "2026-11-22",
    problems: [],
  });
  expect(await problemsOf("from=2026-03-02&to=2026-03-01")).toMatchObject({
    from: "2026-10-24",
    to: "2026-11-22",
    interval: "day",
    problems: ["The first day is after the last. Showing the last 30 days."],
  });
  expect(await problemsOf("from=2024-01-01&to=2026-01-01&interval=year")).toMatchObject({
    from: "2025-01-01",
    to: "2026-01-01",
    interval: "month",
    problems: ["Up to 366 days at a time. Showing the last of them."],
  });
  expect((await problemsOf("from=soon&resource_id=1")).problems).toEqual(["“soon” is not a date."]);
});

test("a company without bookings is told so", async () => {
  expect((await open("", await makeTenant())).view).toMatchObject({
    is_empty: true,
    money: [],
    resources: [],
  });
});
