import { expect, test } from "vitest";
import { env } from "~/lib/env.server";
import { makeKey, makeTenant, signIn } from "~/testing/factory";
import { answerRequest } from "~/testing/request";
import { MAX_BODY_BYTES } from "./body.server";

// The body of an unauthorised call is never read.

/** A call that reports how much of its body was read. */
function sending(path: string, headers: Record<string, string>) {
  const taken = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.bytes >= MAX_BODY_BYTES) return controller.close();
        taken.bytes += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    },
    { highWaterMark: 0 },
  );
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
    duplex: "half",
  };
  return { taken, request: new Request(env.BASE_URL + path, init as RequestInit) };
}

test.each([
  ["no key", {}, 401],
  ["a mistyped key", { Authorization: "Bearer pk_live_nonsense" }, 401],
  ["an unknown key", { "x-publishable-key": `pk_live_${"a".repeat(40)}` }, 401],
])("a booking with %s is refused with its 256 KB unread", async (_, headers, status) => {
  const { taken, request } = sending("/api/widget/booking", headers);
  expect((await answerRequest(request)).status).toBe(status);
  expect(taken.bytes).toBe(0);
});

test("calls without a session, from other sites and with too low a role are refused before reading the body", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  for (const [headers, status] of [
    [{}, 401],
    [{ Cookie: cookie, Origin: "https://evil.example" }, 403],
    [{ Authorization: `Bearer ${await makeKey(owner)}` }, 401],
  ] as const) {
    const { taken, request } = sending("/api/slots/generate", headers);
    expect((await answerRequest(request)).status).toBe(status);
    expect(taken.bytes).toBe(0);
  }
});

test("the body of an authenticated call is read up to the limit", async () => {
  const { taken, request } = sending("/api/widget/booking", {
    "x-publishable-key": await makeKey(await makeTenant()),
  });
  const { status } = await answerRequest(request);
  expect([status, taken.bytes]).toEqual([400, MAX_BODY_BYTES]);
});
