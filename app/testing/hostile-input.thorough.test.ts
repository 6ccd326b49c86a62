import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import { type ErrorCode, errorStatus } from "~/contract/errors";
import type { OperationShape } from "~/contract/operation";
import { openApiDocument } from "~/http/openapi.server";
import { asProvider } from "./callers";
import type { Example } from "./example";
import { examples, freshIds } from "./examples";
import { makeKey, signIn } from "./factory";
import { fieldsOf, schemaOf, short, withValue } from "./hostile/fields";
import { ENCODED, RAW, TEXTS, VALUES } from "./hostile/values";
import { call, json, type Sent } from "./request";
import { kinds, makeFresh, makeSampleTenant, type SampleTenant } from "./sample-tenant";

// What nobody sends who means well, in every field of every operation: refused in the one format, or taken for what it is, never a 500.

let sample: SampleTenant;
let cookie: string;
let key: string;

/** A sample tenant for each operation: some of what is sent is taken, and changes it. */
async function begin(): Promise<void> {
  sample = await makeSampleTenant();
  cookie = await signIn(sample.owner);
  key = await makeKey(sample.owner);
}
/** Thousands of calls in one test take the time that they take. */
const LONG = { timeout: 600_000 };

const PERIODS = [
  ["1970-01-01", "2199-12-31"],
  ["2199-12-31", "1970-01-01"],
  ["1970-01-01T00:00:00Z", "2199-12-31T23:59:59Z"],
  ["2199-12-31", "2199-12-31"],
  ["2026-03-29", "2026-03-29T00:00:00+14:00"],
];

const described = (
  openApiDocument() as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
).paths;

/** Fails unless the answer is what the contract documents: a success of the operation's own, or a refusal in the one format. */
async function expectDocumented(operation: OperationShape, response: Response, told: string): Promise<void> {
  const path = operation.path.replace(/:(\w+)/g, "{$1}");
  const statuses = Object.keys(described[path]![operation.method.toLowerCase()]!.responses);
  const isCsv = response.headers.get("Content-Type")?.startsWith("text/csv");
  if (response.status < 400) {
    expect([operation.status ?? 200, ...(operation.may_exist ? [200] : [])], told).toContain(response.status);
    if (isCsv) await response.text();
    return;
  }
  const body = await json(response);
  const error = body.error as { code: ErrorCode; message: string; issues?: unknown[]; request_id: string };
  expect(error, told).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
    request_id: expect.any(String),
  });
  expect(response.status, `${told}: ${JSON.stringify(error)}`).toBeLessThan(500);
  expect(errorStatus[error.code], told).toBe(response.status);
  expect(statuses, `${told}: ${error.code}`).toContain(String(response.status));
  expect(error.message, told).not.toMatch(/select |insert |prisma|postgres|\bat \w+ \(|\.ts\b|node_modules/i);
  for (const issue of error.issues ?? [])
    expect(issue, told).toEqual({ path: expect.any(String), code: expect.any(String), message: expect.any(String) });
}

function send(operation: OperationShape, { id, query, body }: Example, more: Sent & { search?: string } = {}) {
  const path = id === undefined ? operation.path : operation.path.replace(/:\w+/, id);
  const search = [new URLSearchParams(query).toString(), more.search ?? ""].filter(Boolean).join("&");
  const caller: Sent = { session: { cookie }, account: { cookie }, key: { key }, public: {}, provider: asProvider() }[
    operation.caller.kind
  ];
  const headers = { ...caller.headers, ...more.headers };
  return call(`${path}?${search}`, { ...caller, method: operation.method, ...(body && { body }), ...more, headers });
}

const cases = operations.map(({ name, operation }) => ({ name, operation, of: examples[name]! }));
const withBody = cases.filter(({ operation }) => operation.body !== undefined && operation.accepts !== "multipart");
const withQuery = cases.filter(({ operation }) => operation.query !== undefined);

describe.each(withBody)("$name", LONG, ({ operation, of }) => {
  beforeAll(begin);

  test("answers any body in the one format", async () => {
    const first = (ids: SampleTenant["ids"]) => of(ids)[0]!; // an operation has an example
    const example = first(await freshIds(first, sample));
    const headers = { "Content-Type": "application/json" };
    for (const raw of RAW)
      await expectDocumented(
        operation,
        await send(operation, { ...example, body: undefined! }, { raw, headers }),
        short(raw),
      );
    for (const { path } of fieldsOf(schemaOf(operation.body!))) {
      // Deep inside, a sample will do: it is the same few kinds of field again.
      for (const value of [...VALUES, ...TEXTS].filter((_, index) => path.length < 3 || index % 4 === 0)) {
        const body = withValue(example.body, path, value) as Record<string, unknown>; // a path has a name
        await expectDocumented(
          operation,
          await send(operation, { ...example, body }),
          `${path.join(".")} = ${short(value)}`,
        );
      }
    }
  });

  test("answers any period in the one format", async () => {
    const example = of(sample.ids)[0]!;
    const names = Object.keys(schemaOf(operation.body!).properties ?? {});
    const isPeriod = names.includes("from") && names.includes("to");
    for (const [from, to] of isPeriod ? PERIODS : []) {
      const response = await send(operation, { ...example, body: { ...example.body, from, to } });
      await expectDocumented(operation, response, `${from} to ${to}`);
    }
  });
});

describe.each(withQuery)("$name", LONG, ({ operation, of }) => {
  beforeAll(begin);
  const names = Object.keys(schemaOf(operation.query!).properties ?? {});

  test("answers any query in the one format", async () => {
    const example = of(sample.ids).at(-1)!; // an operation has an example
    for (const name of names) {
      const { [name]: _replaced, ...query } = example.query ?? {};
      const searches = [
        ...TEXTS.filter((text) => text.isWellFormed() && text.length < 9000).map(
          (text) => `${name}=${encodeURIComponent(text)}`,
        ),
        ...ENCODED.map((end) => name + end.replaceAll("{name}", name)),
      ];
      for (const search of searches)
        await expectDocumented(
          operation,
          await send(operation, { ...example, query }, { search }),
          search.slice(0, 80),
        );
    }
    if (names.includes("from") && names.includes("to"))
      for (const [from = "", to = ""] of PERIODS) {
        const search = new URLSearchParams({ from, to }).toString();
        await expectDocumented(operation, await send(operation, example, { search }), search);
      }
  });

  const whenPaged = names.includes("cursor") ? test : () => undefined;
  whenPaged("answers a cursor that it did not write in the one format", async () => {
    // Two of each, so that the list has a second page.
    for (const kind of kinds) await makeFresh(sample, kind);
    const first = await json(await send(operation, { query: { limit: "1" } }));
    const { next_cursor } = first.page as { next_cursor: string | null };
    for (const cursor of forgedCursors(next_cursor)) {
      for (const format of names.includes("format") ? ["json", "csv"] : ["json"]) {
        const query = { cursor, ...(format === "csv" && { format }) };
        await expectDocumented(operation, await send(operation, { query }), `${format} ${cursor}`);
      }
    }
  });
});

/** Cursors of other lists, of random bytes, cut off, and the list's own with each of its values changed and its signature kept. */
function forgedCursors(own: string | null): string[] {
  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const foreign = ["created_at", "-created_at", "-starts_at", "position", "-id", "key", "x"].flatMap((sort) =>
    ["2026-01-01T00:00:00.000Z", "1", "a"].map((value) => write([sort, value, sample.ids.booking])),
  );
  const fixed = [
    ...["x", ".", "%", "\u0000", "eyJ9", write([]), write({}), write(null), write([1, 2, 3])],
    ...[...foreign, sample.ids.booking],
  ];
  if (own === null) return fixed;
  const [encoded = "", signature = ""] = own.split(".");
  const parts = readParts(encoded);
  const others = [...TEXTS, "-271821-04-20T00:00:00.000Z", "2026-02-30T00:00:00.000Z", 1, null];
  const changed = parts.flatMap((_, index) =>
    others.map((value) => `${write(parts.map((part, place) => (place === index ? value : part)))}.${signature}`),
  );
  const cut = [own.slice(0, -3), own.slice(3), own + own, encoded, `.${signature}`, `${signature}.${signature}`];
  return [...fixed, ...cut, ...changed].filter((cursor) => cursor.length < 9000);
}

function readParts(encoded: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return []; // an id, not a list of values
  }
}
