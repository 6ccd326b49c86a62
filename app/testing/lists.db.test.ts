import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { operations } from "~/contract";
import { type OperationShape, queryNames } from "~/contract/operation";
import { signIn } from "./factory";
import { call } from "./request";
import { kinds, makeFresh, makeSampleTenant, type SampleTenant } from "./sample-tenant";

// Rules for every list of the contract: an operation that returns { data: [...] }. New ones are
// included automatically.

interface List {
  data: unknown[];
  page: { limit: number; next_cursor: string | null; has_more: boolean; total?: number };
}

const isList = ({ returns }: OperationShape): boolean =>
  returns instanceof z.ZodObject && returns.shape["data"] instanceof z.ZodArray;
const all = operations.filter(({ operation }) => operation.method === "GET" && isList(operation));
const isPaged = (operation: OperationShape) => queryNames(operation).includes("include");
const lists = all.filter(({ operation }) => isPaged(operation));

let sample: SampleTenant;
let cookie: string;

beforeAll(async () => {
  sample = await makeSampleTenant();
  // At least two of each, so that a page of one row has a next page.
  for (const kind of kinds) if (kind !== "tenant") await makeFresh(sample, kind);
  cookie = await signIn(sample.owner);
  await signIn(sample.owner);
});

async function read(path: string, query: Record<string, string>): Promise<List> {
  const response = await call(`${path}?${new URLSearchParams(query)}`, { cookie });
  const list = (await response.json()) as List;
  expect(response.status, JSON.stringify(list)).toBe(200);
  return list;
}

test("covers every list of the contract", () => {
  expect(lists.map(({ name }) => name).sort()).toEqual(
    [
      "account.tenants",
      "apiKeys.list",
      "audit.list",
      "blocks.list",
      "bookingLinks.list",
      "bookings.list",
      "calendarConnections.list",
      "calendarFeeds.list",
      "calendars.clashes",
      "calendars.list",
      "customers.list",
      "hours.list",
      "hours.listClosedDays",
      "email.listDefaults",
      "email.listMessages",
      "email.listSuppressions",
      "email.listTemplates",
      "events.list",
      "payments.attention",
      "payments.list",
      "receipts.list",
      "resourceGroups.list",
      "resources.list",
      "schedules.list",
      "sessions.list",
      "users.list",
      "waitlist.list",
      "widgetConfigs.list",
      "webhooks.list",
      "webhooks.listDeliveries",
    ].sort(),
  );
});

test("other lists are short and complete, or have their own page size", () => {
  const others = all.filter(({ operation }) => !isPaged(operation));
  expect(others.map(({ name }) => name).sort()).toEqual([
    "calendarConnections.available",
    "calendars.busy",
    "calendars.ofBooking",
    "customers.duplicates",
    "hours.listHolidays",
  ]);
  for (const { name, operation } of others)
    expect(Object.keys((operation.returns as z.ZodObject).shape), name).toContain("page");
});

describe.each(lists)("$name", ({ operation }) => {
  test("reports the position of a page, and the total on request", async () => {
    const plain = await read(operation.path, {});
    expect(plain.page).toMatchObject({ limit: 25, has_more: expect.any(Boolean) });
    expect(plain.page.total).toBeUndefined();
    const counted = await read(operation.path, { include: "total", limit: "100" });
    expect(counted.page).toEqual({
      limit: 100,
      next_cursor: null,
      has_more: false,
      total: counted.data.length,
    });
  });

  test("pages of one row contain each row of the full list once, with the same total", async () => {
    const whole = await read(operation.path, { limit: "100" });
    const rows: unknown[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: Record<string, string> = {
        limit: "1",
        include: "total",
        ...(cursor && { cursor }),
      };
      const { data, page } = await read(operation.path, query);
      expect(page).toMatchObject({
        limit: 1,
        total: whole.data.length,
        has_more: page.next_cursor !== null,
      });
      expect(data.length).toBeLessThanOrEqual(1);
      rows.push(...data);
      cursor = page.next_cursor;
    }
    expect(rows).toEqual(whole.data);
  });

  test("refuses another list's cursor and an invalid limit", async () => {
    for (const query of ["cursor=bm8.no", "limit=0", "limit=101"])
      expect((await call(`${operation.path}?${query}`, { cookie })).status, query).toBe(422);
  });
});
