import { resolve } from "node:path";
import { expect, test } from "vitest";
import { makeDesk } from "~/testing/desk";
import { signIn } from "~/testing/factory";
import { routeFiles } from "~/testing/route-files";
import { env } from "~/lib/env.server";

const records = routeFiles.filter(
  ({ path }) => path.startsWith("/dashboard/") && /:id\b/.test(path),
);

type Handler = (args: object) => Promise<unknown>;
const TABS: Record<string, string> = { services: "price", resources: "details" };

test("an address with a word in place of an ID is the 404 page, for reading and for sending", async () => {
  const { owner } = await makeDesk();
  const Cookie = await signIn(owner);
  expect(records.length).toBeGreaterThan(15);
  for (const { path, file } of records) {
    const page = (await import(resolve("app", file))) as { loader?: Handler; action?: Handler };
    const params = { id: "x", tab: TABS[path.split("/")[2]!] };
    const url = `${env.BASE_URL}${path.replace(":id", "x").replace(":tab", params.tab ?? "")}`;
    const sent = { method: "POST", body: new URLSearchParams({ intent: "x" }) };
    const requests: [Handler | undefined, RequestInit][] = [
      [page.loader, {}],
      [page.action, sent],
    ];
    for (const [handler, init] of requests) {
      if (handler === undefined) continue;
      const headers = { Cookie, "Sec-Fetch-Site": "same-origin" };
      const request = new Request(url, { ...init, headers });
      const answer: unknown = await handler({ request, params, context: {} }).catch(
        (thrown: unknown) => thrown,
      );
      if (!(answer instanceof Response)) throw new Error(`${path}: ${String(answer)}`);
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        404,
        "Record x not found.",
      ]);
    }
  }
});
