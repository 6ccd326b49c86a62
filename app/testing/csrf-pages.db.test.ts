import type { ServerBuild } from "@remix-run/node";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "~/lib/ids";
import { forgedHeaders } from "./csrf-shapes";
import { makeTenant, signIn } from "./factory";
import { honestImages } from "./image-parts";
import { type Answer, exchange, write } from "./raw-http";
import { uploaded } from "./upload";
import { startWeb, type WebProcess } from "./web-process";

// Cross-site form posts to pages of the real web process, which is behind a proxy: its public
// address differs from the one it listens on.

const BASE = "http://bookings.example";

let web: WebProcess;
let behindProxy: WebProcess;
let build: ServerBuild & { entry: { module: { closeServer?: () => Promise<void> } } };
let cookie: string;

beforeAll(async () => {
  cookie = await signIn(await makeTenant());
  const env = { DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off", BASE_URL: BASE };
  web = await startWeb(env);
  behindProxy = await startWeb({ ...env, TRUST_PROXY: "loopback" });
  build = (await import(
    /* @vite-ignore */ pathToFileURL(resolve("build/server/index.js")).href
  )) as typeof build;
});
afterAll(async () => {
  await Promise.all([web.stop(), behindProxy.stop()]);
  await build.entry.module.closeServer?.();
});

/**
 * Every page with an action, from the build's manifest, with an unknown id; new pages are included
 * automatically.
 */
function pagesThatTakeForms(): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id];
    if (route === undefined) return "";
    return pathOf(route.parentId) + (route.path ? `/${route.path.replace(/:\w+/g, "none")}` : "");
  };
  return Object.values(build.routes)
    .filter((route) => route?.module.action !== undefined)
    .map((route) => pathOf(route!.id))
    .filter((path) => !/^\/(api|manage|approvals|waiting)\//.test(path));
}

function post(
  path: string,
  headers: Record<string, string>,
  method = "POST",
  to = web,
): Promise<Answer> {
  const all = { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded", ...headers };
  return exchange(
    Number(new URL(to.url).port),
    write(method, path, { headers: all, body: "email=nobody" }),
  );
}

function expectRefused({ status, headers, body }: Answer): void {
  expect([status, body]).toEqual([
    403,
    "This did not come from this site. Open the page here and try again.\n",
  ]);
  expect(headers).toContain("x-content-type-options: nosniff");
  expect(headers.filter((header) => header.startsWith("set-cookie"))).toEqual([]);
}

async function expectSignedIn(): Promise<void> {
  const { port } = new URL(web.url);
  const session = write("GET", "/api/tenant", { headers: { Cookie: cookie } });
  expect((await exchange(Number(port), session)).status).toBe(200);
}

describe.each(Object.entries(forgedHeaders(BASE)))("a form %s", (_, headers) => {
  test("is refused by every page and does not sign the user out", async () => {
    const pages = pagesThatTakeForms();
    expect(pages).toEqual(
      expect.arrayContaining(["/sign-in", "/sign-out", "/switch-company", "/onboarding/company"]),
    );
    for (const page of pages)
      for (const path of [page, `${page}.data`]) expectRefused(await post(path, headers));
    await expectSignedIn();
  });

  test("is refused at any path and method, also behind a trusted proxy", async () => {
    const odd = ["/", "/nothing", "/dashboard/bookings", "/SIGN-OUT", "/sign%2Dout"];
    const outside = [
      "/manage/../sign-out",
      "/manage",
      "/manage/x/y",
      "/manage/x.data",
      "/approvals/x/y",
      "/approvals/x.data",
    ];
    for (const path of [...odd, ...outside]) expectRefused(await post(path, headers));
    for (const method of ["PUT", "PATCH", "DELETE"])
      expectRefused(await post("/sign-in", headers, method));
    expectRefused(await post("/sign-in", headers, "POST", behindProxy));
  });

  test("is refused at a page path that starts like an API path", async () => {
    const odd = ["/../sign-out", "/%2e%2e/sign-out", "/x\\..\\..\\sign-out", "/tenant.data"];
    for (const path of odd) {
      const answer = await post(`/api${path}`, headers);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.filter((header) => header.startsWith("set-cookie"))).toEqual([]);
    }
    await expectSignedIn();
  });
});

describe.each<[string, Record<string, string>]>([
  ["of an old browser, which says only its origin", { Origin: BASE }],
  ["of a browser that says both", { Origin: BASE, "Sec-Fetch-Site": "same-origin" }],
  [
    "whose page is called by another name",
    { Origin: "http://localhost:8080", "Sec-Fetch-Site": "same-origin" },
  ],
  ["whose origin the browser keeps to itself", { Origin: "null", "Sec-Fetch-Site": "same-origin" }],
  ["that a person sent again", { "Sec-Fetch-Site": "none" }],
])("a same-site form %s", (_, headers) => {
  const ways: [string, Record<string, string>, () => WebProcess][] = [
    ["by the address it listens on", {}, () => web],
    ["by the name that a proxy has for it", { Host: "web.internal:8080" }, () => web],
    ["by a host that is none", { Host: "web.internal:99999" }, () => web],
    [
      "with a forwarded host",
      { Host: "web.internal", "X-Forwarded-Host": "elsewhere.example:99999" },
      () => web,
    ],
    [
      "with a trusted proxy's forwarded host",
      { "X-Forwarded-Host": "elsewhere.example" },
      () => behindProxy,
    ],
  ];
  test.each(ways)("is accepted %s", async (_way, more, to) => {
    for (const path of ["/sign-in", "/sign-in.data"]) {
      const answer = await post(path, { Cookie: "", ...headers, ...more }, "POST", to());
      expect([path, answer.status]).toEqual([path, 422]); // the page itself refused it: no email address
      expect(answer.body).toContain("nobody");
    }
  });
});

test("a same-site sign-in form redirects to the code page", async () => {
  const email = `${newId()}@example.test`;
  const headers = {
    Host: "web.internal",
    Origin: BASE,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const sent = write("POST", "/sign-in", { headers, body: `email=${encodeURIComponent(email)}` });
  const answer = await exchange(Number(new URL(web.url).port), sent);
  expect(answer.status).toBe(302);
  expect(answer.headers).toContain("location: /sign-in/code");
});

test("every page with a secret in its URL suppresses the referrer, also when not found", async () => {
  for (const path of [
    "/manage/none",
    "/manage/none/booking.ics",
    "/approvals/none",
    "/waiting/none",
    "/invitations/none",
    "/calendar/none.ics",
  ]) {
    const sent = write("GET", path, { headers: { Host: "web.internal" } });
    const answer = await exchange(Number(new URL(web.url).port), sent);
    expect([path, ...answer.headers]).toEqual(
      expect.arrayContaining([path, "cache-control: no-store"]),
    );
    expect([path, ...answer.headers]).toEqual(
      expect.arrayContaining([path, "referrer-policy: no-referrer"]),
    );
    expect(answer.status, path).toBeOneOf([200, 404]);
  }
});

test.each(["/manage/none", "/approvals/none", "/waiting/none"])(
  "a form of %s without Origin, as old browsers send it, is accepted",
  async (path) => {
    const answer = await post(path, { Origin: "null" });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatch(/^<!doctype html>/i);
  },
);

test("an API call without a browser's headers is not subject to the page check", async () => {
  for (const path of ["/api/nothing", "/api", "/API/Resources", "/api/resources/"]) {
    const answer = await post(path, { Cookie: "" });
    expect([path, answer.status]).toEqual([path, expect.toBeOneOf([401, 404])]);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: expect.any(String) } });
  }
});

test("a page's headers override the default headers", async () => {
  const read = (path: string) => exchange(Number(new URL(web.url).port), write("GET", path, {}));
  const headersOf = ({ headers }: Answer, name: string) =>
    headers.filter((header) => header.startsWith(`${name}: `));
  const { png } = await honestImages();
  const image = new URL((await uploaded(cookie, png)).url).pathname;
  expect((await read(image)).status).toBe(200);
  for (const path of ["/", "/manage/none", image])
    expect(headersOf(await read(path), "x-content-type-options")).toEqual([
      "x-content-type-options: nosniff",
    ]);
  expect(headersOf(await read("/manage/none"), "referrer-policy")).toEqual([
    "referrer-policy: no-referrer",
  ]);
});
