import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import { queryNames } from "~/contract/operation";
import { newId } from "~/lib/ids";
import { examples } from "./examples";
import { makeKey, signIn } from "./factory";
import { call, json } from "./request";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";

// A misspelt filter would return everything, so every operation refuses unknown parameters.

let home: SampleTenant;
let cookie: string;
let key: string;

beforeAll(async () => {
  home = await makeSampleTenant();
  cookie = await signIn(home.owner);
  key = await makeKey(home.owner);
});

/** Provider callbacks, to which providers add parameters of their own. */
const CALLBACKS = [
  "payments.connectCallback",
  "payments.legacyCallback",
  "calendarConnections.googleCallback",
  "calendarConnections.microsoftCallback",
];
const known = operations.filter(
  ({ operation }) => !["public", "provider"].includes(operation.caller.kind),
);

describe.each(known)("$name", ({ name, operation }) => {
  const ask = (more: Record<string, string>) => {
    const { id = "", query = {} } = examples[name]!(home.ids)[0]!; // isolation.db.test.ts holds that there is one
    const path = `${operation.path.replace(/:\w+/, id)}?${new URLSearchParams({ ...query, ...more })}`;
    const body = operation.method === "GET" ? {} : { body: {} };
    return call(path, {
      method: operation.method,
      ...(operation.caller.kind === "key" ? { key } : { cookie }),
      ...body,
    });
  };
  const refusedAt = async (path: string, answer: Response) => {
    const { error } = await json(answer);
    expect([answer.status, error?.code, error?.issues?.[0]?.path]).toEqual([
      422,
      "validation_failed",
      path,
    ]);
  };

  test("refuses an unknown parameter", async () => {
    if (operation.loose_query) return void expect(CALLBACKS).toContain(name);
    await refusedAt("statuss", await ask({ statuss: newId() }));
  });

  test("refuses an unknown value of include", async () => {
    if (operation.loose_query) return;
    const path = queryNames(operation).includes("include") ? "include.0" : "include";
    await refusedAt(path, await ask({ include: "everything" }));
  });
});

test.each(["/api/bookings", "/api/customers", "/api/analytics"])(
  "%s returns its second content type on Accept",
  async (path) => {
    const typeOf = async (Accept: string) =>
      (await call(path, { cookie, headers: { Accept } })).headers
        .get("Content-Type")
        ?.split(";")[0];
    expect(await typeOf("text/csv")).toBe("text/csv");
    expect(await typeOf("application/json")).toBe("application/json");
    expect(await typeOf("text/html, */*")).toBe("application/json");
  },
);
