import { beforeAll, expect, test } from "vitest";
import { BusyQuery, ClashQuery, ConnectedCalendarFilter } from "~/contract/calendars";
import { clock } from "~/lib/clock";
import { addDays, instantRange, localDateOf } from "~/lib/time";
import { makeResource, makeTenant } from "~/testing/factory";
import { fillCalendars } from "~/testing/large-company";
import { statementCosts, total } from "~/testing/statement-costs";
import type { UserActor } from "../identity/actor";
import { listBusyPage } from "./busy-times.server";
import { listCalendars } from "./calendars.server";
import { listClashes } from "./list-clashes.server";

// The cost of an answer depends on the request, not on the company's calendars. Measured in rows
// and pages that Postgres reads.

interface Company {
  actor: UserActor;
  resources: string[];
}
let alone: Company;
let large: Company;

async function makeCompany(resources: number, events: number): Promise<Company> {
  const actor = await makeTenant();
  const ids: string[] = [];
  for (let n = 0; n < resources; n++) ids.push((await makeResource(actor)).id);
  await fillCalendars(actor, { resources: ids, calendars: 3, events });
  return { actor, resources: ids };
}

beforeAll(async () => {
  alone = await makeCompany(2, 8); // two days
  large = await makeCompany(60, 1200); // 300 days
});

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const { rows, blocks } = total(await statementCosts(work));
  return rows + blocks;
}

function busyQuery({ resources }: Company, more: object = {}): BusyQuery {
  const from = Math.floor(clock.now() / 86_400_000) * 86_400_000;
  return BusyQuery.parse({
    resource_id: resources.slice(0, 2).join(","),
    from: new Date(from).toISOString(),
    to: new Date(from + 2 * 86_400_000).toISOString(),
    ...more,
  });
}

test("busy times cost the same with a year of events and other resources", async () => {
  const cost = ({ actor }: Company, query: BusyQuery) => costOf(() => listBusyPage(actor, query));
  const [one, many] = [await cost(alone, busyQuery(alone)), await cost(large, busyQuery(large))];
  expect(many).toBeLessThan(2 * one);
});

test("a page of busy times costs only its resources", async () => {
  const query = { resource_id: large.resources, limit: 8 };
  const page = await costOf(() => listBusyPage(large.actor, busyQuery(large, query)));
  const two = await costOf(() => listBusyPage(large.actor, busyQuery(large)));
  expect(page).toBeLessThan(1.5 * two);
});

test("pages of busy times are ordered and without gaps", async () => {
  const whole = await listBusyPage(large.actor, busyQuery(large));
  expect(whole.page).toMatchObject({ has_more: false, next_cursor: null });
  // Three calendars are busy at the same times.
  expect(whole.data).toHaveLength(2 * 8);
  expect(whole.data[0]!.calendar_ids).toHaveLength(3);
  const read: unknown[] = [];
  let cursor: string | null = null;
  do {
    const more: object = { limit: 3, ...(cursor === null ? {} : { cursor }) };
    const { data, page } = await listBusyPage(large.actor, busyQuery(large, more));
    read.push(...data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(read).toEqual(whole.data);
  const today = localDateOf(clock.now(), large.actor.tenant.time_zone);
  const byDates = { from: today, to: addDays(today, 1) };
  const { from, to } = instantRange<Date>(byDates, large.actor.tenant.time_zone);
  const byInstants = { from: from.toISOString(), to: to.toISOString() };
  expect(await listBusyPage(large.actor, busyQuery(large, byDates))).toEqual(
    await listBusyPage(large.actor, busyQuery(large, byInstants)),
  );
  await expect(
    listBusyPage(large.actor, busyQuery(large, { ...byDates, to: addDays(today, 62) })),
  ).rejects.toMatchObject({ extra: { issues: [{ path: "to" }] } });
  await expect(
    listBusyPage(large.actor, busyQuery(large, { cursor: "other" })),
  ).rejects.toMatchObject({ extra: { issues: [{ path: "cursor" }] } });
});

test("a page of connected calendars costs the same among many", async () => {
  const query = ConnectedCalendarFilter.parse({ limit: 5 });
  const cost = ({ actor }: Company) => costOf(() => listCalendars(actor, query));
  const [one, many] = [await cost(alone), await cost(large)];
  expect(many).toBeLessThan(2 * one);

  const all = { limit: 100, include: "total" };
  const pages = await listCalendars(large.actor, ConnectedCalendarFilter.parse(all));
  expect(pages.page).toMatchObject({ total: 180, has_more: true });
  const rest = { limit: 100, cursor: pages.page.next_cursor };
  const last = await listCalendars(large.actor, ConnectedCalendarFilter.parse(rest));
  expect(last.page.has_more).toBe(false);
  const ids = [...pages.data, ...last.data].map(({ id }) => id);
  expect(new Set(ids).size).toBe(180);
});

test("conflicts of a resource cost only its own calendars during bookings", async () => {
  const cost = ({ actor, resources }: Company) =>
    costOf(() => listClashes(actor, ClashQuery.parse({ resource_id: resources[0] })));
  const [one, many] = [await cost(alone), await cost(large)];
  expect(many).toBeLessThan(2 * one);
});
