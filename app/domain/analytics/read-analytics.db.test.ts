import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { AnalyticsQuery } from "~/contract/analytics";
import { setClock } from "~/lib/clock";
import { recount } from "~/testing/analytics-recount";
import { type AnalyticsWorld, makeAnalyticsWorld } from "~/testing/analytics-world";
import { outcome } from "~/testing/booking-calls";
import { makeResource, makeTenant, makeUser } from "~/testing/factory";
import { readAnalytics } from "./read-analytics.server";

let world: AnalyticsWorld;

beforeAll(async () => {
  world = await makeAnalyticsWorld(1, true);
});
afterEach(() => setClock(null));

/** In the middle of the bookings, so that some have started. */
const NOW = new Date("2026-09-10T10:02:30Z");
const read = async (query: Record<string, unknown>, actor = world.owner) => {
  setClock(NOW.getTime());
  return readAnalytics(actor, AnalyticsQuery.parse(query));
};

// Midnights of both zones, before and after their clock changes.
const AMSTERDAM = {
  zone: "Europe/Amsterdam",
  query: { from: "2026-02-01", to: "2026-11-30" },
  at: ["2025-04-03T22:00:00Z", "2026-01-31T23:00:00Z", "2026-11-30T23:00:00Z"],
};
const NEW_YORK = {
  zone: "America/New_York",
  query: { from: "2026-03-08", to: "2026-11-01", tz: "America/New_York" },
  at: ["2025-07-12T04:00:00Z", "2026-03-08T05:00:00Z", "2026-11-02T05:00:00Z"],
};

describe("each figure matches a recount of all rows", () => {
  test.each([
    ["Amsterdam by month", AMSTERDAM, "month", null],
    ["Amsterdam by day, some resources", AMSTERDAM, "day", 5],
    ["New York by week", NEW_YORK, "week", null],
    ["New York by day, some resources", NEW_YORK, "day", 2],
  ] as const)("%s", async (_name, { zone, query, at }, interval, most) => {
    const resources = most === null ? null : world.resources.slice(0, most).map(({ id }) => id);
    const found = await read({
      ...query,
      interval,
      compare: "previous",
      ...(resources && { resource_id: resources }),
    });
    const [begin, from, to] = at.map((text) => new Date(text)) as [Date, Date, Date];
    const scope = { zone, interval, resources, now: NOW };
    const { figures, heatmap, top_resources } = recount(world, { ...scope, from, to });
    const before = recount(world, { ...scope, from: begin, to: from });
    expect(found).toEqual({
      ...figures,
      heatmap,
      top_resources,
      time_zone: zone,
      interval,
      previous: before.figures,
    });
    // Guards against an empty comparison: every figure has rows behind it.
    expect(Object.values(found.by_status).every((count) => count > 0)).toBe(true);
    expect(found.money.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
    expect(found.series.some(({ utilisation }) => utilisation !== null && utilisation > 0)).toBe(
      true,
    );
  });
});

test("on the day with 25 hours, both repeated hours are counted", async () => {
  const found = await read({ from: "2026-10-25", to: "2026-10-25" });
  const query = { zone: "Europe/Amsterdam", interval: "day" as const, resources: null, now: NOW };
  const [from, to] = [new Date("2026-10-24T22:00:00Z"), new Date("2026-10-25T23:00:00Z")];
  expect(found).toMatchObject(recount(world, { ...query, from, to }).figures);
  expect(found.series).toHaveLength(1);
});

test("resource-limited people get only their resources' figures", async () => {
  const [own, other] = world.resources;
  const staff = await makeUser(world.owner, "staff", { resource_ids: [own!.id] });
  const ofOwn = await read({ ...AMSTERDAM.query, resource_id: own!.id, compare: "previous" });
  expect(await read({ ...AMSTERDAM.query, compare: "previous" }, staff)).toEqual(ofOwn);
  expect(ofOwn.top_resources).toHaveLength(1);
  const viewer = await makeUser(world.owner, "viewer", { resource_ids: [own!.id] });
  expect(await read({ ...AMSTERDAM.query, resource_id: other!.id }, viewer)).toMatchObject({
    bookings_total: 0,
    top_resources: [],
    utilisation: null,
  });
});

test("a share without a divisor is null", async () => {
  const owner = await makeTenant();
  await makeResource(owner);
  const found = await read({ from: "2026-01-01", to: "2026-01-02", compare: "previous" }, owner);
  const empty = {
    bookings_total: 0,
    party_total: 0,
    money: [],
    utilisation: null,
    cancellation_rate: null,
    no_show_rate: null,
    expiry_rate: null,
    payment_conversion: null,
    avg_lead_hours: null,
    repeat_customer_rate: null,
  };
  expect(found).toMatchObject({ ...empty, top_resources: [], previous: empty });
  expect(found.series.map(({ date }) => date)).toEqual(["2026-01-01", "2026-01-02"]);
  expect(found.heatmap.flat().every((count) => count === 0)).toBe(true);
});

test("a range of more than 366 days is refused", async () => {
  expect(await outcome(read({ from: "2026-01-01", to: "2027-01-02" }))).toBe("validation_failed");
});
