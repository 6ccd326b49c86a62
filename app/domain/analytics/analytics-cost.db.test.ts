import { beforeAll, expect, test } from "vitest";
import { AnalyticsQuery } from "~/contract/analytics";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf } from "~/lib/time";
import { makeTenant } from "~/testing/factory";
import { fillCompany } from "~/testing/large-company";
import { statementCosts, total } from "~/testing/statement-costs";
import type { UserActor } from "../identity/actor";
import { readAnalytics } from "./read-analytics.server";

// The cost of figures depends on their range rather than on the company's history, and the bookings
// of a range are read from their table once.

const BOOKINGS = 20_000;
/** Two resources, 96 bookings a day. Customers come every three weeks. */
const company = {
  resources: 2,
  services: 1,
  services_each: 1,
  days: 1,
  times: 1,
  customers: 2000,
  bookings: 0,
};
let young: UserActor;
let old: UserActor;

beforeAll(async () => {
  young = await makeTenant({ time_zone: "UTC" });
  await fillCompany(young, { ...company, past_bookings: 1000 });
  old = await makeTenant({ time_zone: "UTC" });
  await fillCompany(old, { ...company, past_bookings: BOOKINGS });
});

/** Without payments, whose query plan is left to the planner. */
async function costOf(actor: UserActor, days: number) {
  const to = localDateOf(clock.now(), "UTC");
  const query = AnalyticsQuery.parse({ from: addDays(to, 1 - days), to });
  const costs = await statementCosts(() => readAnalytics(actor, query));
  return total(costs.filter(({ text }) => !text.includes("from payment")));
}

test("a week's figures cost the same in an old company as in a new one", async () => {
  const { rows } = await costOf(young, 7);
  expect((await costOf(old, 7)).rows).toBeLessThan(1.5 * rows);
});

test("a year's bookings are read in one scan", async () => {
  const { rows } = await pool.query<{ pages: number }>(
    "select (pg_relation_size('booking') / current_setting('block_size')::int)::int as pages",
  );
  const { pages } = rows[0]!; // a select without a table has one row
  const { blocks } = await costOf(old, 366);
  expect(blocks).toBeLessThan(1.5 * pages);
});
