import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/contract";
import type { OperationShape } from "~/contract/operation";
import { newId } from "~/lib/ids";
import { checksumOf } from "./checksum";
import type { Example } from "./example";
import { asSent, examples, freshIds } from "./examples";
import { makeKey, signIn } from "./factory";
import { call, json, type Sent } from "./request";
import { makeSampleTenant, type SampleTenant } from "./sample-tenant";

// Sends every POST of the contract twice with one Idempotency-Key: one record is created, and both
// responses are the same.

let home: SampleTenant;
let cookie: string;
let publishable: string;

beforeAll(async () => {
  home = await makeSampleTenant();
  cookie = await signIn(home.owner);
  publishable = await makeKey(home.owner);
});

const posts = operations.filter(
  ({ operation: { method, caller } }) => method === "POST" && caller.kind !== "provider",
);
/** Anonymous operations: there is no caller whose response could be stored. */
const anonymous = posts
  .filter(({ operation }) => operation.caller.kind === "public")
  .map(({ name }) => name);
/** Operations that the contract exempts, with the reason. */
const exempt = posts
  .filter(({ operation }) => typeof operation.idempotent === "object")
  .map(({ name }) => name);

const send = (
  operation: OperationShape,
  { id, body }: Example,
  key: string,
  as: Sent = sentBy(operation),
) =>
  call(operation.path.replace(/:\w+/, id ?? ""), {
    ...as,
    method: "POST",
    ...asSent(operation, body),
    headers: { "Idempotency-Key": key },
  });
const sentBy = ({ caller }: OperationShape): Sent =>
  caller.kind === "key" ? { key: publishable } : { cookie };

const rows = () => checksumOf(home.owner);

test("exemptions come only from the contract", () => {
  expect(anonymous).toEqual(["auth.sendCode", "auth.verifyCode"]);
  expect(exempt).toEqual(["account.delete", "calendarConnections.connect", "payments.clientLink"]);
});

describe.each(posts.filter(({ name }) => ![...anonymous, ...exempt].includes(name)))(
  "$name",
  ({ name, operation }) => {
    const of = examples[name]!; // enforced by isolation.db.test.ts
    const first = async () => of(await freshIds((ids) => of(ids)[0]!, home))[0]!;

    test("runs once per key and repeats its response", async () => {
      const example = await first();
      const key = newId();
      const answer = await send(operation, example, key);
      const text = await answer.text();
      expect(answer.status, text).toBe(example.status ?? operation.status ?? 200);
      const before = await rows();
      const again = await send(operation, example, key);
      expect([again.status, withoutId(await again.text())]).toEqual([
        answer.status,
        withoutId(text),
      ]);
      expect(await rows()).toBe(before);
      if (answer.status >= 400) return; // refusals are not stored
      expect(again.headers.get("Idempotency-Replayed")).toBe("true");
      expect(again.headers.get("Location")).toBe(answer.headers.get("Location"));
    });
  },
);

const withoutId = (text: string) => text.replace(/"request_id":"[^"]*"/, "");

test.each(posts)(
  "$name refuses an empty key and one longer than 255 characters",
  async ({ name, operation }) => {
    const of = examples[name]!;
    const example = of(await freshIds((ids) => of(ids)[0]!, home))[0]!;
    const before = await rows();
    for (const key of ["", "x".repeat(256)]) {
      const answer = await send(operation, example, key);
      const { error } = await json(answer);
      expect([answer.status, error?.code, error?.issues?.[0]?.path]).toEqual([
        422,
        "validation_failed",
        "Idempotency-Key",
      ]);
    }
    expect(await rows()).toBe(before);
  },
);
