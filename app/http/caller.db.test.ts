import { describe, expect, test } from "vitest";
import { operation, type OperationShape, type PublicRule } from "~/contract/operation";
import { env } from "~/lib/env.server";
import { makeTenant, signIn } from "~/testing/factory";
import { answerCall, bind, type Binding } from "./api.server";

// Caller rules are data of the contract; a rule without a check must refuse everyone.

const shape = { method: "POST", path: "/api/nowhere", summary: "Nothing" } as const;
const withCaller = (caller: unknown) => operation({ ...shape, caller } as OperationShape);
const knock = (bindings: Binding[], headers: Record<string, string> = {}, body = "{}") =>
  answerCall(bindings, {
    request: new Request(`${env.BASE_URL}/api/nowhere`, { method: "POST", headers, body }),
    params: {},
    context: {},
  });

test.each([
  { kind: "friend" },
  { kind: "constructor" },
  { kind: "provider", provider: "stranger", max_bytes: 1 },
])("a rule without a check is refused at binding: %j", (caller) => {
  expect(() => bind({ nothing: withCaller(caller) }, { nothing: () => undefined })).toThrow(
    /^No (signature )?check for/,
  );
});

test.each([{ kind: "friend" }, { kind: "provider", provider: "stranger", max_bytes: 1 }])(
  "and answers 500 to every call instead of running: %j",
  async (caller) => {
    let runs = 0;
    const bindings = [{ operation: withCaller(caller), handle: () => (runs += 1) }];
    const cookie = await signIn(await makeTenant());
    const callers: Record<string, string>[] = [
      {},
      { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    ];
    for (const headers of callers) {
      const answer = await knock(bindings, headers);
      expect([answer.status, (await answer.json()).error.code]).toEqual([500, "internal"]);
    }
    expect(runs).toBe(0);
  },
);

describe("a provider", () => {
  const caller = { kind: "provider", provider: "postmark", max_bytes: 10 } as const;
  const signed = {
    Authorization: `Basic ${Buffer.from("x:a-long-webhook-secret").toString("base64")}`,
  };

  test("is accepted with its exact bytes, if signed and not too long", async () => {
    env.POSTMARK_WEBHOOK_SECRET = "a-long-webhook-secret";
    const received: Buffer[] = [];
    const bindings = bind(
      { receive: operation({ ...shape, caller }) },
      { receive: ({ raw }) => void received.push(raw) },
    );
    expect((await knock(bindings, signed, "not { JSON")).status).toBe(200);
    expect(received.map(String)).toEqual(["not { JSON"]);
    expect((await knock(bindings, signed, "longer than it may be")).status).toBe(413);
    expect((await knock(bindings, {}, "not { JSON")).status).toBe(401);
    expect(received).toHaveLength(1);
  });
});

test("public mutations refuse cross-site forms unless the contract exempts them", async () => {
  const from = { Origin: "https://evil.example" };
  const bound = (csrf: PublicRule["csrf"]) =>
    bind(
      { change: operation({ ...shape, caller: { kind: "public", csrf } }) },
      { change: () => undefined },
    );
  const open = bound({ exempt: "reads" });
  const boundWithReason = bound("checked");
  expect([(await knock(open, from)).status, (await knock(boundWithReason, from)).status]).toEqual([
    200, 403,
  ]);
});
