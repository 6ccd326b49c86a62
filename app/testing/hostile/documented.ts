import { expect } from "vitest";
import { operations } from "~/contract";
import { type ErrorCode, errorStatus } from "~/contract/errors";
import type { OperationShape } from "~/contract/operation";
import { openApiDocument } from "~/http/openapi.server";
import { asProvider } from "../callers";
import type { Example } from "../example";
import { examples } from "../examples";
import { makeKey, signIn } from "../factory";
import { call, json, type Sent } from "../request";
import { makeSampleTenant, type SampleTenant } from "../sample-tenant";

// Shared by the tests of hostile bodies and queries: the target company and the expected responses.

export let sample: SampleTenant;
let cookie: string;
let key: string;

/** Creates a sample tenant; called per operation, because accepted calls change it. */
export async function begin(): Promise<void> {
  sample = await makeSampleTenant();
  cookie = await signIn(sample.owner);
  key = await makeKey(sample.owner);
}
/** A single test makes thousands of calls. */
export const LONG = { timeout: 600_000 };

export const PERIODS = [
  ["1970-01-01", "2199-12-31"],
  ["2199-12-31", "1970-01-01"],
  ["1970-01-01T00:00:00Z", "2199-12-31T23:59:59Z"],
  ["2199-12-31", "2199-12-31"],
  ["2026-03-29", "2026-03-29T00:00:00+14:00"],
];

export const cases = operations.map(({ name, operation }) => ({
  name,
  operation,
  of: examples[name]!,
}));

const described = (
  openApiDocument() as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  }
).paths;

/**
 * Fails unless the response is documented: a success of the operation, or an error in the standard
 * format.
 */
export async function expectDocumented(
  operation: OperationShape,
  response: Response,
  label: string,
): Promise<void> {
  const path = operation.path.replace(/:(\w+)/g, "{$1}");
  const statuses = Object.keys(described[path]![operation.method.toLowerCase()]!.responses);
  const isCsv = response.headers.get("Content-Type")?.startsWith("text/csv");
  if (response.status < 400) {
    expect([operation.status ?? 200, ...(operation.may_exist ? [200] : [])], label).toContain(
      response.status,
    );
    if (isCsv) await response.text();
    return;
  }
  const body = await json(response);
  const error = body.error as {
    code: ErrorCode;
    message: string;
    issues?: unknown[];
    request_id: string;
  };
  expect(error, label).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
    request_id: expect.any(String),
  });
  expect(response.status, `${label}: ${JSON.stringify(error)}`).toBeLessThan(500);
  expect(errorStatus[error.code], label).toBe(response.status);
  expect(statuses, `${label}: ${error.code}`).toContain(String(response.status));
  expect(error.message, label).not.toMatch(
    /select |insert |prisma|postgres|\bat \w+ \(|\.ts\b|node_modules/i,
  );
  for (const issue of error.issues ?? [])
    expect(issue, label).toEqual({
      path: expect.any(String),
      code: expect.any(String),
      message: expect.any(String),
    });
}

export function send(
  operation: OperationShape,
  { id, query, body }: Example,
  more: Sent & { search?: string } = {},
) {
  const path = id === undefined ? operation.path : operation.path.replace(/:\w+/, id);
  const search = [new URLSearchParams(query).toString(), more.search ?? ""]
    .filter(Boolean)
    .join("&");
  const caller: Sent = {
    session: { cookie },
    account: { cookie },
    key: { key },
    public: {},
    provider: asProvider(),
  }[operation.caller.kind];
  const headers = { ...caller.headers, ...more.headers };
  return call(`${path}?${search}`, {
    ...caller,
    method: operation.method,
    ...(body && { body }),
    ...more,
    headers,
  });
}
