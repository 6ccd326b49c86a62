import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import type { OperationShape } from "~/contract/operation";
import { env } from "~/lib/env.server";
import { checksumOfAll } from "./checksum";
import { forgedHeaders } from "./csrf-shapes";
import { examples } from "./examples";
import { signIn } from "./factory";
import { call, json } from "./request";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";

// Every operation that changes something refuses cross-site requests with a visitor's session.
// Generated from the contract, so new operations are included.

const shapes = forgedHeaders(env.BASE_URL);

/** Content types that forms can send without a preflight, plus JSON, which needs one. */
const contentTypes = [
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
];

const targets = operations.filter(
  ({ operation }) => operation.caller.kind === "session" && operation.method !== "GET",
);
let sample: SampleTenant;
let cookie: string;

beforeAll(async () => {
  sample = await makeSampleTenant();
  cookie = await signIn(sample.owner);
});

function send(
  name: string,
  operation: OperationShape,
  headers: Record<string, string>,
): Promise<Response> {
  const { id = "", query = {}, body } = examples[name]?.(sample.ids)[0] ?? {};
  const path = `${operation.path.replace(/:\w+/, id)}?${new URLSearchParams(query)}`;
  // `cookie` of call() would add the dashboard's headers.
  const sent = { method: operation.method, headers: { Cookie: cookie, ...headers } };
  return call(path, body === undefined ? sent : { ...sent, raw: JSON.stringify(body) });
}

test("covers operations of every mutating method", () => {
  expect(targets.length).toBeGreaterThan(30);
  expect(new Set(targets.map(({ operation }) => operation.method))).toEqual(
    new Set(["POST", "PATCH", "DELETE"]),
  );
});

describe.each(targets)("$name", ({ name, operation }) => {
  test("refuses cross-site requests and changes nothing", async () => {
    const before = await checksumOfAll();
    for (const [shape, headers] of Object.entries(shapes)) {
      for (const type of contentTypes) {
        const response = await send(name, operation, { "Content-Type": type, ...headers });
        expect([shape, response.status, (await json(response)).error?.code]).toEqual([
          shape,
          403,
          "csrf_failed",
        ]);
        expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
        expect(response.headers.get("Set-Cookie")).toBeNull();
      }
    }
    expect(await checksumOfAll()).toBe(before);
  });

  test.each([
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
    { Origin: env.BASE_URL },
    { "Sec-Fetch-Site": "same-origin", Origin: "null", Host: "proxy.internal" },
  ])("accepts the dashboard's own request: %j", async (headers) => {
    // An unknown address and an invalid body, so that an admitted call gets these responses.
    const path = operation.path.replace(/:\w+/, "nothing");
    const sent = {
      method: operation.method,
      headers: { Cookie: cookie, "Content-Type": "text/html", ...headers },
    };
    const response = await call(path, { ...sent, raw: "<p>" });
    expect([404, 415, 422, 200, 204], await response.text()).toContain(response.status);
  });
});
