import type { BrowserContext, Page } from "playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, type Demo, expect, test } from "./fixtures";

// An owner is signed in, and the browser opens another site. Nothing that site sends may change the
// owner's data.

interface Target {
  method: "POST" | "PATCH" | "DELETE";
  path: string;
  body: Record<string, unknown>;
}

const targetsOf = ({ resources, schedules }: Demo): Target[] => [
  { method: "POST", path: "/api/resources", body: { type: "room", name: "Forged" } },
  { method: "PATCH", path: `/api/resources/${resources[0]!.id}`, body: { name: "Forged" } },
  { method: "DELETE", path: `/api/schedules/${schedules[0]!.id}`, body: {} },
  { method: "PATCH", path: "/api/tenant", body: { name: "Forged" } },
  { method: "POST", path: "/api/users", body: { email: "forged@example.com", role: "admin" } },
  {
    method: "POST",
    path: "/api/api-keys",
    body: { kind: "secret", name: "Forged", role: "admin" },
  },
  { method: "POST", path: "/api/upload", body: { file: "forged" } },
  {
    method: "POST",
    path: "/api/account/delete",
    body: { confirm_phrase: "delete permanently", confirm_name: "Forged" },
  },
  {
    method: "POST",
    path: "/api/auth/verify-code",
    body: { email: "forged@example.com", code: "000000" },
  },
  { method: "POST", path: "/dashboard/bookings", body: { intent: "cancel" } },
  { method: "POST", path: "/sign-in", body: { email: "forged@example.com" } },
  { method: "POST", path: "/sign-out", body: {} },
];

const encodings = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];

/** Everything that the targets could change, as the owner sees it, and the browser's cookies. */
async function stateOf(owner: Page, context: BrowserContext): Promise<unknown> {
  const lists = [
    "resources",
    "schedules",
    "users",
    "api-keys",
    "tenant",
    "bookings",
    "audit",
    "account/tenants",
  ];
  const read = (paths: string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(`/api/${path}`);
        // The last use of a key or session changes by reading.
        return [
          path,
          answer.status,
          (await answer.text()).replace(/"last_\w+_at":(null|"[^"]+")/g, ""),
        ];
      }),
    );
  const answers = await owner.evaluate(read, lists);
  expect(answers.map(([, status]) => status)).toEqual(lists.map(() => 200));
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
  return { answers, cookies: cookies.sort() };
}

/**
 * Posts a form from the current page and returns the response's status. A top-level navigation,
 * because it sends more cookies than a frame and always has a visible result.
 */
async function postForm(
  page: Page,
  url: string,
  encoding: string,
  body: Record<string, unknown>,
): Promise<number> {
  // As plain text this is `{…,"=":""}`, which is JSON.
  const asText = [[JSON.stringify(body).replace(/}$/, ',"'), '":""}']];
  const fields =
    encoding === "text/plain"
      ? asText
      : Object.entries(body).map(([name, value]) => [name, String(value)]);
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) => response.url() === url && response.request().method() === "POST",
    ),
    page.waitForEvent("load"),
    page.evaluate(
      ({ url, encoding, fields }) => {
        const form = document.body.appendChild(document.createElement("form"));
        Object.assign(form, { method: "post", action: url, enctype: encoding, target: "_top" });
        for (const [name, value] of fields) {
          const field = form.appendChild(document.createElement("input"));
          Object.assign(field, { type: "hidden", name, value });
        }
        form.submit();
      },
      { url, encoding, fields },
    ),
  ]);
  return answer.status();
}

/** Server errors logged by the web process so far. */
function failures(): string[] {
  const lines = readFileSync(join(dataFolder(), "logs", "web.log"), "utf8").split("\n");
  return lines.filter((line) => /"level":(50|60)/.test(line));
}

/** Requests that a page's script can send; the browser blocks some. */
function fetchFrom(page: Page, url: string, { method, body }: Target): Promise<string[]> {
  return page.evaluate(
    async ({ url, method, text }) => {
      const tries: RequestInit[] = [
        { method: "POST", mode: "no-cors", headers: { "Content-Type": "text/plain" } },
        { method, mode: "cors", headers: { "Content-Type": "application/json" } },
        { method: "POST", mode: "cors", headers: { "Content-Type": "text/plain" } },
      ];
      const send = (init: RequestInit) =>
        fetch(url, { ...init, body: text, credentials: "include" }).then(
          (answer) => answer.type,
          () => "failed",
        );
      const answers: string[] = [];
      for (const init of tries) answers.push(await send(init));
      return answers;
    },
    { url, method, text: JSON.stringify(body) },
  );
}

test.describe("with an owner signed in", () => {
  let context: BrowserContext;
  let owner: Page;
  let before: unknown;

  test.beforeEach(async ({ browser, demo }) => {
    context = await browser.newContext();
    owner = await context.newPage();
    await owner.goto(demo.sign_in_url);
    await expect(owner.getByRole("heading", { name: "Today" })).toBeVisible();
    before = await stateOf(owner, context);
  });
  test.afterEach(() => context.close());

  const elsewhere = {
    "another port of the same host, which gets the owner's cookies": (demo: Demo) =>
      demo.host_page_url,
    "another site": (demo: Demo) => demo.host_page_url.replace("127.0.0.1", "localhost"),
    "no site at all, whose origin is null": () => "data:text/html,<title>Elsewhere</title>",
  };
  for (const [nth, [place, addressOf]] of Object.entries(elsewhere).entries()) {
    test(`a page on ${place} changes nothing`, async ({ demo }) => {
      const page = await context.newPage();
      const failed = failures();
      for (const [index, target] of targetsOf(demo).entries()) {
        const url = demo.base_url + target.path;
        // Each target gets each encoding from one of the sites.
        const encoding = encodings[(index + nth) % encodings.length]!;
        await page.goto(addressOf(demo));
        const status = await postForm(page, url, encoding, target.body);
        // The API may refuse for other reasons first: no session, or not JSON.
        const refusals = target.path.startsWith("/api/") ? [401, 403, 404, 405, 415, 422] : [403];
        expect(refusals, `${target.path} as ${encoding}: ${status}`).toContain(status);
        await page.goto(addressOf(demo));
        // Either not sent, or sent with an unreadable response.
        for (const type of await fetchFrom(page, url, target))
          expect(["failed", "opaque"]).toContain(type);
      }
      expect(await stateOf(owner, context)).toEqual(before);
      expect(failures()).toEqual(failed);
    });
  }

  test("a sandboxed frame, whose origin is null, changes nothing", async ({ demo }) => {
    const page = await context.newPage();
    await page.goto(demo.host_page_url);
    const targets = targetsOf(demo).map(({ path, body }) => [
      demo.base_url + path,
      JSON.stringify(body),
    ]);
    const sent = await page.evaluate((targets) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts allow-forms");
      const send = async (list: string[][]) => {
        for (const [url, body] of list)
          await fetch(url!, {
            method: "POST",
            mode: "no-cors",
            credentials: "include",
            body: body!,
          });
        parent.postMessage(list.length, "*");
      };
      const done = new Promise((resolve) =>
        addEventListener("message", ({ data }) => resolve(data), { once: true }),
      );
      frame.srcdoc = `<script>(${send.toString()})(${JSON.stringify(targets)})</script>`;
      document.body.append(frame);
      return done;
    }, targets);
    expect(sent).toBe(targets.length);
    expect(await stateOf(owner, context)).toEqual(before);
  });

  test("a link on another page changes nothing", async ({ demo }) => {
    const page = await context.newPage();
    for (const { path } of targetsOf(demo)) {
      await page.goto(demo.host_page_url.replace("127.0.0.1", "localhost"));
      await page.evaluate(
        (url) => void (location.href = url),
        `${demo.base_url}${path}?_method=DELETE&intent=cancel&name=Forged`,
      );
      await page.waitForURL((url) => url.origin === demo.base_url);
    }
    expect(await stateOf(owner, context)).toEqual(before);
  });

  test("the same calls from the dashboard do change something", async ({ demo }) => {
    const name = `Made ${Date.now()}`;
    const status = await owner.evaluate(async (name) => {
      const init = { method: "POST", headers: { "Content-Type": "application/json" } };
      return (
        await fetch("/api/resources", {
          ...init,
          body: JSON.stringify({ type: "room", name, active: false }),
        })
      ).status;
    }, name);
    expect(status).toBe(201);
    expect(await stateOf(owner, context)).not.toEqual(before);
    expect(await postForm(owner, `${demo.base_url}/sign-out`, encodings[0]!, {})).toBe(302);
    await expect(owner).toHaveURL(`${demo.base_url}/`);
    expect(await owner.evaluate(async () => (await fetch("/api/tenant")).status)).toBe(401);
  });
});
