import { beforeAll, expect, test } from "vitest";
import { operations } from "~/contract";
import type { OperationShape } from "~/contract/operation";
import { examples } from "./examples";
import { makeKey, signIn } from "./factory";
import { fillCalendars, fillCompany, idIn } from "./large-company";
import { call } from "./request";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";
import { statementCosts, total } from "./statement-costs";

// The cost of every read depends on the request: in a company a hundred times larger it hardly
// grows. Measured in rows and pages that Postgres reads.

interface Company {
  sample: SampleTenant;
  cookie: string;
  key: string;
}
let small: Company;
let large: Company;

async function makeCompany(times: number): Promise<Company> {
  const sample = await makeSampleTenant();
  const { owner } = sample;
  await fillCompany(owner, {
    resources: times,
    services: times,
    services_each: Math.min(times, 10),
    days: 10,
    times: 4,
    customers: 50 * times,
    past_bookings: 100 * times,
    bookings: 8 * times,
  });
  const others = Array.from({ length: times - 1 }, (_, n) => idIn(owner, "resource", n));
  // More than a year of events, before and after those that an example queries.
  const calendars = { resources: [sample.ids.resource, ...others], calendars: 1, events: 1600 };
  await fillCalendars(owner, calendars);
  return { sample, cookie: await signIn(owner), key: await makeKey(owner) };
}

beforeAll(async () => {
  small = await makeCompany(1);
  large = await makeCompany(100);
});

const reads = operations.filter(
  ({ operation }) =>
    operation.method === "GET" && ["session", "key"].includes(operation.caller.kind),
);

async function costOf(name: string, operation: OperationShape, { sample, cookie, key }: Company) {
  const { id = "", query = {} } = examples[name]!(sample.ids)[0]!; // each has one
  const path = operation.path.replace(/:\w+/g, id);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const sent = operation.caller.kind === "key" ? { key } : { cookie };
  const costs = await statementCosts(async () => {
    const response = await call(`${path}?${search}`, sent);
    expect(response.status).toBeLessThan(500);
    await response.arrayBuffer();
  });
  const { rows, blocks } = total(costs);
  return { cost: rows + blocks, dearest: costs[0]?.text };
}

/** Rows and pages of a list page, including related records. */
const OF_A_PAGE = 6000;
/** Reads whose cost grows with the company's data, with the reason. */
const OF_ALL: Record<string, string> = {
  "account.export": "all that there is",
  "payments.attention": "looks at each service for a free time",
  "customers.export": "walks over bookings, events and messages, whose texts may name the guest",
};

test.each(reads)("$name", async ({ name, operation }) => {
  const one = await costOf(name, operation, small);
  const many = await costOf(name, operation, large);
  if (name in OF_ALL) return;
  expect(many.cost, many.dearest).toBeLessThan(3 * one.cost + OF_A_PAGE);
});
