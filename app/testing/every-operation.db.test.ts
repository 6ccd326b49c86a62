import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import { errorStatus } from "~/contract/errors";
import type { OperationShape } from "~/contract/operation";
import type { UserActor } from "~/domain/identity/actor";
import { openApiDocument } from "~/http/openapi.server";
import { newId } from "~/lib/ids";
import { asProvider } from "./callers";
import { examples } from "./examples";
import { makeKey, makeSecretKey, makeTenant, makeUser, signIn } from "./factory";
import { call, json, type Sent } from "./request";
import type { Ids } from "./sample-tenant";

// Invariants of every operation of the contract. New operations are included automatically.

let owner: UserActor;
let ownerCookie: string;
let viewerCookie: string;
let publishable: string;
let secret: string;

beforeAll(async () => {
  owner = await makeTenant();
  ownerCookie = await signIn(owner);
  viewerCookie = await signIn(await makeUser(owner, "viewer"));
  publishable = await makeKey(owner);
  secret = await makeSecretKey(owner, "admin");
});

const pathOf = (operation: OperationShape, id: string) => operation.path.replace(/:\w+/g, id);
const send = (operation: OperationShape, id: string, { body = {}, ...sent }: Sent = {}) => {
  const hasBody = operation.method !== "GET" && sent.raw === undefined;
  return call(pathOf(operation, id), {
    ...sent,
    method: operation.method,
    ...(hasBody && { body }),
  });
};
const asOwner = ({ caller }: OperationShape): Sent =>
  caller.kind === "key"
    ? { key: publishable }
    : caller.kind === "provider"
      ? asProvider()
      : { cookie: ownerCookie };

/**
 * Payment and calendar providers are off unless configured; other tests cover their signatures and
 * bodies.
 */
const isOff = (caller: OperationShape["caller"]) =>
  caller.kind === "provider" && caller.provider !== "postmark";

async function refused(response: Response, code: keyof typeof errorStatus): Promise<void> {
  const body = await json(response);
  expect(body.error, JSON.stringify(body)).toMatchObject({
    code,
    message: expect.any(String),
    request_id: expect.any(String),
  });
  expect(response.status).toBe(errorStatus[code]);
  expect(response.headers.get("X-Request-Id")).toBe(
    (body.error as unknown as { request_id: string }).request_id,
  );
  expect(response.headers.get("Booking-Version")).toBe("2026-11-20");
}

/** Unknown ids of every kind that an example uses. */
const anyIds = new Proxy({}, { get: () => newId() }) as Ids;

/** Only where it applies, so that the test isn't reported as skipped. */
const when = (applies: unknown) => (applies ? test : () => undefined);

describe.each(operations)("$name", ({ name, operation }) => {
  const { caller } = operation;

  test("answers another method with 405 and Allow", async () => {
    const response = await call(pathOf(operation, newId()), { method: "PUT", body: {} });
    await refused(response, "method_not_allowed");
    expect(response.headers.get("Allow")).toContain(operation.method);
  });

  test("refuses an unknown API version", async () => {
    const sent = { ...asOwner(operation), headers: { "Booking-Version": "1999-01-01" } };
    await refused(await send(operation, newId(), sent), "unknown_version");
  });

  when(caller.kind === "provider")("checks the signature before parsing the body", async () => {
    for (const sent of [{}, asProvider("another-webhook-secret")])
      await refused(
        await send(operation, newId(), { ...sent, raw: "{" }),
        isOff(caller) ? "integration_disabled" : "unauthenticated",
      );
    await refused(
      await send(operation, newId(), { ...asProvider(), raw: "x".repeat(300_000) }),
      "too_large",
    );
  });

  when(caller.kind === "public" && operation.method !== "GET")(
    "refuses calls from other sites",
    async () => {
      expect(caller).toEqual({ kind: "public", csrf: "checked" });
      for (const headers of [
        { "Sec-Fetch-Site": "cross-site" },
        { Origin: "https://evil.example" },
      ])
        await refused(await send(operation, newId(), { headers }), "csrf_failed");
    },
  );

  when(caller.kind === "session" || caller.kind === "key" || caller.kind === "account")(
    "needs a caller",
    async () => {
      await refused(await send(operation, newId()), "unauthenticated");
    },
  );

  when(caller.kind === "session" && caller.role !== "viewer")("is not for a viewer", async () => {
    await refused(await send(operation, newId(), { cookie: viewerCookie }), "forbidden_role");
  });

  when(["session", "account"].includes(caller.kind) && operation.method !== "GET")(
    "refuses calls from other sites",
    async () => {
      for (const headers of [{ "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }])
        await refused(
          await send(operation, newId(), { cookie: ownerCookie, headers }),
          "csrf_failed",
        );
    },
  );

  when(caller.kind === "session")(
    "accepts a secret key only if the contract allows it",
    async () => {
      const takesKey = caller.kind === "session" && caller.secret_key && caller.role !== "owner";
      const response = await send(operation, newId(), { key: secret });
      if (takesKey) expect([401, 403]).not.toContain(response.status);
      else await refused(response, "forbidden_role");
    },
  );

  when(caller.kind === "session")("is not for a publishable key", async () => {
    await refused(await send(operation, newId(), { key: publishable }), "unauthenticated");
  });

  when(operation.params)("answers an unknown and a malformed id alike", async () => {
    const sent = { ...asOwner(operation), body: examples[name]!(anyIds)[0]!.body ?? {} };
    const codes = await Promise.all(
      [newId(), "not-an-id", "%00", "' or 1=1--"].map(
        async (id) => (await json(await send(operation, id, sent))).error?.code,
      ),
    );
    expect(new Set(codes)).toEqual(new Set(["not_found"]));
  });

  when(operation.body && operation.accepts !== "multipart" && !isOff(caller))(
    "explains what is wrong with a body",
    async () => {
      const to = (sent: Sent) => {
        const { headers, ...caller } = asOwner(operation);
        return send(operation, newId(), {
          ...caller,
          ...sent,
          headers: { ...headers, ...sent.headers },
        });
      };
      await refused(await to({ body: { no_such_field: 1 } }), "validation_failed");
      await refused(
        await to({ raw: "{", headers: { "Content-Type": "application/json" } }),
        "malformed_request",
      );
      await refused(
        await to({ raw: "a=b", headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
        "unsupported_media_type",
      );
      await refused(
        await to({
          raw: "[".repeat(30) + "]".repeat(30),
          headers: { "Content-Type": "application/json" },
        }),
        "malformed_request",
      );
      await refused(
        await to({
          raw: `"${"x".repeat(300_000)}"`,
          headers: { "Content-Type": "application/json" },
        }),
        "too_large",
      );
    },
  );

  test("is described in OpenAPI", () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, unknown>> };
    expect(paths[operation.path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(
      operation.method.toLowerCase(),
    );
  });
});

test("every API path is in the contract once", () => {
  const keys = operations.map(({ operation }) => `${operation.method} ${operation.path}`);
  expect(new Set(keys).size).toBe(keys.length);
});
