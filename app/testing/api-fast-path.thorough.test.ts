import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express, { type RequestHandler } from "express";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import { apiFastPath } from "~/http/api-fast-path.server";
import { compressAnswers } from "~/http/compression.server";
import { clientContext } from "~/http/client-context.server";
import { everyAnswer } from "~/http/security-headers.server";
import { newId } from "~/lib/ids";
import { aCustomer, makeKey, makeSecretKey, signIn } from "./factory";
import { type Answer, exchange, type Wish, write } from "./raw-http";
import { makeFresh, makeSampleTenant, type SampleTenant } from "./sample-tenant";
import { startWeb, type WebProcess } from "./web-process";

// The fast path must return the same bytes as Remix for every caller. The same build under Remix's
// own handler is the reference.

type Build = ServerBuild & { entry: { module: { closeServer?: () => Promise<void> } } };

let web: WebProcess;
let reference: Server;
let laneAlone: Server;
let build: Build;
let sample: SampleTenant;
let cookie: string;
let key: string;
let secret: string;

beforeAll(async () => {
  sample = await makeSampleTenant();
  cookie = await signIn(sample.owner);
  key = await makeKey(sample.owner);
  secret = await makeSecretKey(sample.owner);
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
  build = (await import(
    /* @vite-ignore */ pathToFileURL(resolve("build/server/index.js")).href
  )) as Build;
  const handle = createRequestHandler({ build, mode: "test", getLoadContext: clientContext });
  reference = await serve((request, response, next) => void handle(request, response, next));
  laneAlone = await serve(apiFastPath(build));
});

afterAll(async () => {
  await web.stop();
  reference.close();
  laneAlone.close();
  await build.entry.module.closeServer?.();
});

async function serve(handler: RequestHandler): Promise<Server> {
  const app = express();
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    for (const [name, value] of Object.entries(everyAnswer)) response.setHeader(name, value);
    next();
  });
  app.use(compressAnswers); // it says Vary
  app.all("*", handler);
  app.all("*", (_request, response) => void response.sendStatus(421));
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function both(method: string, target: string, wish: Wish = {}): Promise<[Answer, Answer]> {
  const bytes = write(method, target, wish);
  return [
    await exchange(Number(new URL(web.url).port), bytes),
    await exchange(portOf(reference), bytes),
  ];
}

const session = () => ({ Cookie: cookie, "Sec-Fetch-Site": "same-origin" });
const json = () => ({ ...session(), "Content-Type": "application/json" });
const bearer = () => ({ Authorization: `Bearer ${key}`, Origin: "https://www.example.com" });

const cases: [string, string, () => string, () => Wish][] = [
  ["a list", "GET", () => "/api/resources?include=total", () => ({ headers: session() })],
  [
    "the head of a list",
    "HEAD",
    () => "/api/resources?include=total",
    () => ({ headers: session() }),
  ],
  [
    "a record",
    "GET",
    () => `/api/bookings/${sample.ids.booking}?include=history`,
    () => ({ headers: session() }),
  ],
  [
    "a record by a secret key",
    "GET",
    () => "/api/tenant",
    () => ({ headers: { Authorization: `Bearer ${secret}` } }),
  ],
  ["a CSV", "GET", () => "/api/bookings?format=csv", () => ({ headers: session() })],
  ["the head of a CSV", "HEAD", () => "/api/bookings?format=csv", () => ({ headers: session() })],
  ["OpenAPI", "GET", () => "/api/openapi.json", () => ({})],
  ["the head of OpenAPI", "HEAD", () => "/api/openapi.json", () => ({})],
  ["a post to OpenAPI", "POST", () => "/api/openapi.json", () => ({ body: "{}", headers: json() })],
  ["options of OpenAPI", "OPTIONS", () => "/api/openapi.json", () => ({})],
  [
    "availability for a website",
    "GET",
    () => "/api/widget/availability",
    () => ({ headers: bearer() }),
  ],
  [
    "availability by a key in the address",
    "GET",
    () => `/api/widget/availability?key=${key}`,
    () => ({}),
  ],
  [
    "a preflight",
    "OPTIONS",
    () => "/api/widget/booking",
    () => ({
      headers: { Origin: "https://www.example.com", "Access-Control-Request-Method": "POST" },
    }),
  ],
  [
    "options of a session route",
    "OPTIONS",
    () => "/api/resources",
    () => ({ headers: { Origin: "https://www.example.com" } }),
  ],
  ["nobody", "GET", () => "/api/resources", () => ({})],
  [
    "a viewer's wish too far",
    "POST",
    () => "/api/api-keys",
    () => ({ headers: { ...json(), Authorization: `Bearer ${secret}` }, body: "{}" }),
  ],
  [
    "another site's form",
    "POST",
    () => "/api/resources",
    () => ({ headers: { ...json(), "Sec-Fetch-Site": "cross-site" }, body: "{}" }),
  ],
  [
    "a method that is not there",
    "PUT",
    () => "/api/resources",
    () => ({ headers: json(), body: "{}" }),
  ],
  ["a deletion that is not there", "DELETE", () => "/api/tenant", () => ({ headers: session() })],
  ["an unknown path", "GET", () => "/api/nothing/here", () => ({})],
  [
    "a post to an unknown path",
    "POST",
    () => "/api/nothing",
    () => ({ headers: json(), body: "{}" }),
  ],
  ["the API's own root", "GET", () => "/api", () => ({})],
  ["the API's own root with a slash", "GET", () => "/api/", () => ({})],
  ["an unknown id", "GET", () => `/api/resources/${newId()}`, () => ({ headers: session() })],
  [
    "an id in capitals",
    "GET",
    () => `/api/resources/${sample.ids.resource.toUpperCase()}`,
    () => ({ headers: session() }),
  ],
  ["a malformed id", "GET", () => "/api/resources/x", () => ({ headers: session() })],
  ["an encoded slash", "GET", () => "/api/resources/a%2Fb", () => ({ headers: session() })],
  ["an encoded letter", "GET", () => "/api/%72esources", () => ({ headers: session() })],
  [
    "an encoded id",
    "GET",
    () => `/api/resources/%30${sample.ids.resource.slice(1)}`,
    () => ({ headers: session() }),
  ],
  ["an encoded NUL", "GET", () => "/api/resources/%00", () => ({ headers: session() })],
  [
    "bytes that are no text",
    "GET",
    () => "/api/resources/\xff\xfe",
    () => ({ headers: session() }),
  ],
  ["a slash at the end", "GET", () => "/api/resources/", () => ({ headers: session() })],
  [
    "a slash at the end of an id",
    "GET",
    () => `/api/resources/${sample.ids.resource}/`,
    () => ({ headers: session() }),
  ],
  ["two slashes", "GET", () => "/api//resources", () => ({ headers: session() })],
  ["capital letters", "GET", () => "/API/Resources", () => ({ headers: session() })],
  ["a semicolon", "GET", () => "/api/resources;x=1", () => ({ headers: session() })],
  ["a plus and a star", "GET", () => "/api/resources/+*()", () => ({ headers: session() })],
  [
    "a query of nonsense",
    "GET",
    () => "/api/resources?%ZZ=%&&=&limit=%32",
    () => ({ headers: session() }),
  ],
  ["a question mark alone", "GET", () => "/api/resources?", () => ({ headers: session() })],
  [
    "an unusable filter",
    "GET",
    () => "/api/bookings?from=2026-02-30&limit=0",
    () => ({ headers: session() }),
  ],
  [
    "a body that is not JSON",
    "POST",
    () => "/api/resources",
    () => ({ headers: json(), body: "{" }),
  ],
  [
    "a form",
    "POST",
    () => "/api/resources",
    () => ({
      headers: { ...session(), "Content-Type": "application/x-www-form-urlencoded" },
      body: "a=b",
    }),
  ],
  ["an empty body", "POST", () => "/api/resources", () => ({ headers: json(), body: "" })],
  ["no body and no length", "POST", () => "/api/resources", () => ({ headers: session() })],
  [
    "fields that are wrong",
    "POST",
    () => "/api/resources",
    () => ({ headers: json(), body: '{"typo":1,"capacity":0}' }),
  ],
  [
    "a chunked body",
    "POST",
    () => "/api/resources",
    () => ({
      headers: { ...json(), "Transfer-Encoding": "chunked" },
      raw: '8\r\n{"typo":\r\n2\r\n1}\r\n0\r\n\r\n',
    }),
  ],
  [
    "a body of 300 KB",
    "POST",
    () => "/api/resources",
    () => ({ headers: json(), body: `"${"x".repeat(300_000)}"` }),
  ],
  ["a body with a get", "GET", () => "/api/resources", () => ({ headers: json(), body: "{}" })],
  [
    "the same header twice",
    "GET",
    () => "/api/resources",
    () => ({ headers: { ...session(), "X-A": "1\r\nX-A: 2\r\nCookie: other=1" } }),
  ],
  [
    "a header that is not ASCII",
    "GET",
    () => "/api/resources",
    () => ({ headers: { ...session(), "X-Name": "Zo\xeb" } }),
  ],
  [
    "another version of the wire",
    "GET",
    () => "/api/resources",
    () => ({ headers: { ...session(), "Booking-Version": "1" } }),
  ],
  [
    "another host",
    "GET",
    () => "/api/resources",
    () => ({ headers: { ...session(), Host: "evil.example", "X-Forwarded-Host": "evil.example" } }),
  ],
  ["HTTP/1.0", "GET", () => "/api/resources", () => ({ headers: session(), version: "1.0" })],
  [
    "a change that changes nothing",
    "PATCH",
    () => `/api/resources/${sample.ids.resource}`,
    () => ({ headers: json(), body: '{"position":0}' }),
  ],
  [
    "a refused deletion",
    "DELETE",
    () => `/api/resources/${sample.ids.resource}`,
    () => ({ headers: session() }),
  ],
  ["a check of readiness", "GET", () => "/readyz", () => ({})],
];

describe("the web process answers as Remix does:", () => {
  test.each(cases)("%s", async (_name, method, target, wish) => {
    const [lane, remix] = await both(method, target(), wish());
    expect(withoutTimes(lane)).toEqual(withoutTimes(remix));
    expect(lane.status).toBeGreaterThanOrEqual(200);
    expect(lane.status).toBeLessThan(500);
  });
});

test("a chunked body is refused once it exceeds the limit, and the client receives the refusal", async () => {
  const raw = `493e0\r\n${"x".repeat(300_000)}\r\n0\r\n\r\n`;
  const wish = { headers: { ...json(), "Transfer-Encoding": "chunked" }, raw };
  const answer = await exchange(portOf(laneAlone), write("POST", "/api/resources", wish));
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    413,
    { error: { code: "too_large" } },
  ]);
});

test.each(operations)("$name is answered by the fast path", async ({ operation }) => {
  const path = operation.path.replace(/:\w+/, newId());
  const answer = await exchange(
    portOf(laneAlone),
    write(operation.method, path, { headers: json(), body: "{" }),
  );
  expect(answer.headers).toContain("booking-version: 2026-11-20");
  expect(answer.status).not.toBe(421);
});

describe("requests that Remix's handler does not support", () => {
  const ask = (method: string, target: string, wish: Wish = {}) =>
    exchange(Number(new URL(web.url).port), write(method, target, wish));

  test.each(["%ZZ", "%E0%A4%A", "%", "a%C3"])("an invalid path is not found: %s", async (id) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await ask(method, `/api/resources/${id}`, { headers: json() });
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
        404,
        { error: { code: "not_found" } },
      ]);
    }
  });

  test("an absolute URL is routed by its path", async () => {
    const plain = await ask("GET", "/api/resources", { headers: session() });
    expect(await ask("GET", "http://127.0.0.1:3000/api/resources", { headers: session() })).toEqual(
      plain,
    );
    expect(plain.status).toBe(200);
  });

  test.each(["PROPFIND", "SEARCH"])(
    "an unknown method is refused in the standard error format: %s",
    async (method) => {
      const answer = await ask(method, "/api/resources", { headers: session() });
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
        405,
        { error: { code: "method_not_allowed" } },
      ]);
      expect(answer.headers).toContain("allow: GET, POST, HEAD");
    },
  );

  test("a method that Request rejects is refused", async () => {
    expect((await ask("TRACE", "/api/resources")).status).toBe(405);
  });
});

describe("mutations get identical responses", () => {
  const anonymous = ({ status, headers, body }: Answer): Answer => {
    const blank = (text: string) =>
      text
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
        .replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, "<at>")
        .replace(/"reference":"\w+"/, "<reference>")
        .replace(/\/manage\/[\w.-]+/, "<link>");
    return { status, headers: headers.map(blank), body: blank(body) };
  };
  const alike = async (
    method: string,
    target: [string, string],
    wish: [Wish, Wish],
    status: number,
  ) => {
    const lane = await exchange(Number(new URL(web.url).port), write(method, target[0], wish[0]));
    const remix = await exchange(portOf(reference), write(method, target[1], wish[1]));
    expect(anonymous(lane)).toEqual(anonymous(remix));
    expect(lane.status).toBe(status);
    return lane;
  };

  test("a creation with its Location", async () => {
    const wish = { headers: json(), body: '{"type":"room","name":"Blue"}' };
    const answer = await alike("POST", ["/api/resources", "/api/resources"], [wish, wish], 201);
    expect(answer.headers).toContainEqual(
      expect.stringMatching(/^location: \/api\/resources\/[0-9a-f-]{36}$/),
    );
  });

  test("a deletion without a body", async () => {
    const ids = [await makeFresh(sample, "resource"), await makeFresh(sample, "resource")];
    const wish = { headers: session() };
    const answer = await alike(
      "DELETE",
      [`/api/resources/${ids[0]}`, `/api/resources/${ids[1]}`],
      [wish, wish],
      204,
    );
    expect(answer.body).toBe("");
  });

  test("a booking from a website, and its replay", async () => {
    const slots = [await makeFresh(sample, "slot"), await makeFresh(sample, "slot")];
    const customer = aCustomer();
    const wishFor = (slot_id: string): Wish => ({
      headers: { ...bearer(), "Content-Type": "application/json", "Idempotency-Key": slot_id },
      body: JSON.stringify({ slot_id, customer }),
    });
    const wishes: [Wish, Wish] = [wishFor(slots[0]!), wishFor(slots[1]!)];
    const path: [string, string] = ["/api/widget/booking", "/api/widget/booking"];
    const first = await alike("POST", path, wishes, 201);
    const again = await alike("POST", path, wishes, 201);
    expect(again.body).toBe(first.body);
    expect(again.headers).toContain("idempotency-replayed: true");
  });

  test("an unchanged availability", async () => {
    const first = await both("GET", "/api/widget/availability?from=2031-01-01", {
      headers: bearer(),
    });
    const etag = first[0].headers.find((header) => header.startsWith("etag: "))!.slice(6);
    const [lane, remix] = await both("GET", "/api/widget/availability?from=2031-01-01", {
      headers: { ...bearer(), "If-None-Match": etag },
    });
    expect(lane).toEqual(remix);
    // The ETag also changes with the minute; the response is then complete again.
    if (lane.headers.includes(`etag: ${etag}`)) expect([lane.status, lane.body]).toEqual([304, ""]);
  });

  test.each(["/api/./resources", "/api/slots/../resources"])("%s is not found", async (path) => {
    const wish = write("GET", path, { headers: session() });
    expect((await exchange(Number(new URL(web.url).port), wish)).status).toBe(404);
  });

  test.each(["x/%2e%2e", "%2e", ".", "x/..", "x\\.."])(
    "a path that ends in dots (%s) reaches no other record",
    async (end) => {
      const path = `/api/resources/${await makeFresh(sample, "resource")}`;
      const port = Number(new URL(web.url).port);
      const wish = { headers: { Authorization: `Bearer ${secret}` } };
      const answer = await exchange(port, write("DELETE", `${path}/${end}`, wish));
      expect(answer.status).toBe(404);
      expect((await exchange(port, write("GET", path, wish))).status).toBe(200);
    },
  );
});

/** The two requests are sequential, and a change contains its time. */
function withoutTimes({ status, headers, body }: Answer): Answer {
  return { status, headers, body: body.replace(/"updated_at":"[^"]*"/, "") };
}
