import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { makeTestBooking } from "~/domain/onboarding/test-booking.server";
import { clock } from "~/lib/clock";
import { env } from "~/lib/env.server";
import { addDays } from "~/lib/time";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { addressOf } from "~/testing/hostile/pages";
import { fillCompany, idIn } from "~/testing/large-company";
import { routeFiles } from "~/testing/route-files";
import { kinds, type SampleTenant } from "~/testing/sample-tenant";
import { statementCosts, total } from "~/testing/statement-costs";
import { loadNewBooking } from "./bookings/new/load.server";

// Every page of the dashboard opens for a company of 40 people, 24 services and more times than any answer holds.

interface Page {
  loader?: (args: LoaderFunctionArgs) => unknown;
}
const modules = import.meta.glob<Page>("./**/*.{ts,tsx}");
/** A stream does not end. */
const pages = routeFiles.filter(
  ({ path }) => path.startsWith("/dashboard") && path !== "/dashboard/live",
);

let owner: UserActor;
/** Works with three of the people. */
let staff: UserActor;
let sample: SampleTenant;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
  await fillCompany(owner, {
    resources: 40,
    services: 24,
    services_each: 12,
    days: 14,
    times: 12,
    customers: 4000,
    past_bookings: 16_000,
    bookings: 2000,
  });
  const resource_ids = [0, 1, 2].map((n) => idIn(owner, "resource", n));
  staff = await makeUser(owner, "staff", { resource_ids });
  sample = {
    owner,
    ids: {
      ...(Object.fromEntries(kinds.map((kind) => [kind, "none"])) as SampleTenant["ids"]),
      resource: resource_ids[0]!,
      schedule: idIn(owner, "service", 0),
      slot: idIn(owner, "slot", 0),
      booking: idIn(owner, "booking", 16_000),
      customer: idIn(owner, "customer", 0),
      user: staff.user_id,
    },
  };
});

/** The status of what a loader answers or throws. */
async function open(actor: UserActor, path: string, file: string, params: object) {
  const { loader } = await modules[`./${file.replace("pages/dashboard/", "")}`]!();
  const headers = { Cookie: await signIn(actor), "Sec-Fetch-Site": "same-origin" };
  const request = new Request(new URL(path, env.BASE_URL), { headers });
  const args = { request, params, context: {} } as LoaderFunctionArgs;
  return statusOf(await Promise.resolve(loader?.(args)).catch((thrown: unknown) => thrown));
}

function statusOf(answer: unknown): number {
  if (answer instanceof Error) throw answer;
  return answer instanceof Response ? answer.status : 200;
}

function paramsOf(pattern: string, path: string): Record<string, string> {
  const [names, values] = [pattern.split("/"), path.split("/")];
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith(":") ? [[name.slice(1).replace("?", ""), values[index]!]] : [],
    ),
  );
}

/** Pages of tables and indexes that a page of the dashboard reads. */
const MAX_BLOCKS = 2000;
/** What shows more: as many people as are named, each with their times. */
const MORE_BLOCKS: Record<string, number> = {
  "/dashboard": 4000, // in the early morning, when nobody's free times of the day have passed
  "/dashboard/bookings/new": 16_000,
  "/dashboard/calendar": 6000,
};

describe.each(pages)("$path ($file)", ({ path: pattern, file }) => {
  test.each(["owner", "staff"])("opens for %s, and reads what it shows", async (who) => {
    const actor = who === "owner" ? owner : staff;
    const path = addressOf({ pattern, has_action: false }, sample);
    const costs = await statementCosts(async () => {
      expect(await open(actor, path, file, paramsOf(pattern, path))).toBeLessThan(500);
    });
    expect(total(costs).blocks, costs[0]?.text).toBeLessThan(MORE_BLOCKS[pattern] ?? MAX_BLOCKS);
  });
});

const NEW = "/dashboard/bookings/new";
test.each([
  ["a guest", "?q=Guest", 16_000],
  ["a new guest", "?new=1&q=Anna", 8000],
  ["any service", "?service=", 16_000],
  ["more times of a day than an answer holds", "?service=&day={tomorrow}", 25_000],
  ["a day of a service", "?service={service}&day={tomorrow}", 1500],
])("a new booking opens with %s", async (_, search, most) => {
  const { file } = pages.find(({ path }) => path === NEW)!;
  const tomorrow = addDays(new Date(clock.now()).toISOString().slice(0, 10), 1);
  const path = `${NEW}${search.replace("{tomorrow}", tomorrow).replace("{service}", sample.ids.schedule)}`;
  for (const actor of [owner, staff]) {
    const costs = await statementCosts(async () => {
      expect(await open(actor, path, file, {})).toBe(200);
    });
    expect(total(costs).blocks, costs[0]?.text).toBeLessThan(most);
  }
});

test("what waits for a decision is found among thousands of bookings ahead", async () => {
  const filter = BookingFilter.parse({
    from: new Date(clock.now()).toISOString(),
    sort: "starts_at",
    status: "pending",
  });
  const costs = await statementCosts(async () => {
    expect((await listBookings(owner, filter)).data).toEqual([]);
  });
  expect(total(costs).rows, costs[0]?.text).toBeLessThan(50);
});

test("the first free times are offered, and a company's first test booking is made", async () => {
  const { times } = await loadNewBooking(owner, "?service=");
  expect(new Set(times.map(({ day }) => day)).size).toBe(3);
  expect(await makeTestBooking(owner)).toMatchObject({ source: "test" });
});

test("a week of many people reads one page of them, in as many statements as for two", async () => {
  const { file } = pages.find(({ path }) => path === "/dashboard/calendar")!;
  const read = (search: string) =>
    statementCosts(async () => {
      expect(await open(owner, `/dashboard/calendar?view=week${search}`, file, {})).toBe(200);
    });
  const two = [0, 1].map((n) => `&resource=${idIn(owner, "resource", n)}`).join("");
  const [all, next, few] = [await read(""), await read("&page=2"), await read(two)];
  expect(all.length).toBe(few.length);
  for (const costs of [all, next]) {
    expect(total(costs).blocks, costs[0]?.text).toBeLessThan(6000);
    expect(total(costs).rows, costs[0]?.text).toBeLessThan(60_000);
  }
});
