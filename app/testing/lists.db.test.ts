import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { operations } from "~/contract";
import type { OperationShape } from "~/contract/operation";
import { signIn } from "./factory";
import { call } from "./request";
import { kinds, makeFresh, makeSampleTenant, type SampleTenant } from "./sample-tenant";

// What holds for every list of the contract: an operation that answers { data: [...] }. A new one is held to it without a line here.

interface List {
  data: unknown[];
  page: { limit: number; next_cursor: string | null; has_more: boolean; total?: number };
}

const isList = ({ returns }: OperationShape): boolean =>
  returns instanceof z.ZodObject && returns.shape["data"] instanceof z.ZodArray;
const lists = operations.filter(({ operation }) => operation.method === "GET" && isList(operation));

let sample: SampleTenant;
let cookie: string;

beforeAll(async () => {
  sample = await makeSampleTenant();
  // Two of each at least, so that a page of one row has another after it.
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

test("there are as many lists as the contract has nouns that are listed", () => {
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

describe.each(lists)("$name", ({ operation }) => {
  test("says where in the list its answer stands, and how many there are when it is asked to", async () => {
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

  test("gives the same rows one by one as all at once, each once, and the same total on every page", async () => {
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

  test("refuses a cursor of another list and a limit that no page has", async () => {
    for (const query of ["cursor=bm8.no", "limit=0", "limit=101"])
      expect((await call(`${operation.path}?${query}`, { cookie })).status, query).toBe(422);
  });
});
