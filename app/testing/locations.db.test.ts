import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import { locationTemplate } from "~/contract/operation";
import { bind } from "~/http/api.server";
import { asSent, examples } from "./examples";
import { makeKey, signIn } from "./factory";
import { call, json } from "./request";
import { makeFresh, makeSampleTenant, type SampleTenant } from "./sample-tenant";

// Every 201 has the Location of the created record.

let sample: SampleTenant;
let cookie: string;
let key: string;

beforeAll(async () => {
  sample = await makeSampleTenant();
  cookie = await signIn(sample.owner);
  key = await makeKey(sample.owner);
});

const makers = operations.filter(({ operation }) => operation.status === 201);
const reads = operations.filter(({ operation }) => operation.method === "GET");

/**
 * Not callable here: payments are off, no calendar server exists, the owner has a company, and a
 * guest's series needs offered times (guest-series.db.test.ts). Only their contract is checked.
 */
const OFF = [
  "auth.createTenant",
  "payments.createSession",
  "calendarConnections.create",
  "calendars.create",
  "widget.bookSeries",
  "widget.bookVisit",
];

describe.each(makers)("$name", ({ name, operation }) => {
  test("builds its Location from fields of the response", () => {
    const fields = [...locationTemplate(operation)!.matchAll(/:(\w+)/g)].map(([, field]) => field!);
    const shape = Object.keys((operation.returns as unknown as { shape: object }).shape);
    expect(shape).toEqual(expect.arrayContaining(fields));
  });

  test("returns a Location that can be read", async () => {
    sample.ids.slot = await makeFresh(sample, "slot");
    const [{ id, query, body }] = examples[name]!(sample.ids) as [
      { id?: string; query?: Record<string, string>; body?: Record<string, unknown> },
    ];
    const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
    const by = operation.caller.kind === "key" ? { key } : { cookie };
    const answer = await call(`${operation.path.replace(/:\w+/, id ?? "")}${search}`, {
      method: operation.method,
      ...by,
      ...asSent(operation, body),
    });
    if (OFF.includes(name)) return expect(answer.status).toBeGreaterThanOrEqual(400);
    const made = (await json(answer)) as { id?: string };
    expect([name, answer.status]).toEqual([name, 201]);
    const location = answer.headers.get("Location")!;
    expect(location).toMatch(/^(\/|https?:\/\/)/);
    expect(location).not.toMatch(/undefined|:\w+$/);
    const isRead = reads.some(
      ({ operation: { path } }) =>
        path.replace(/:\w+/, made.id ?? "") === location && path.includes(":"),
    );
    if (!isRead) return;
    const read = await call(location, { cookie });
    expect(await json(read)).toMatchObject({ id: made.id });
  });
});

test("an operation whose record has no GET by id must name a Location", () => {
  const [{ operation }] = makers as [(typeof makers)[number]];
  const nowhere = { ...operation, path: "/api/nowhere" };
  const make = () => ({}) as never;
  expect(() => bind({ make: nowhere }, { make })).toThrow("without a location");
  expect(() => bind({ make: { ...nowhere, location: "/api/tenant" } }, { make })).not.toThrow();
});
