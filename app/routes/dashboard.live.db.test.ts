import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { endLiveStreams } from "~/http/live-stream.server";
import { env } from "~/lib/env.server";
import { makeTenant, signIn } from "~/testing/factory";
import { loader } from "./dashboard.live";

async function open(actor: UserActor, signal?: AbortSignal): Promise<Response> {
  const headers = { Cookie: await signIn(actor) };
  const request = new Request(`${env.BASE_URL}/dashboard/live`, { headers, ...(signal && { signal }) });
  return loader({ request, params: {}, context: {} } as LoaderFunctionArgs);
}

const readerOf = (response: Response) => response.body!.pipeThrough(new TextDecoderStream()).getReader();

test("a stream says hello at once and is not kept back or changed on its way", async () => {
  const response = await open(await makeTenant());
  expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toContain("no-transform");
  expect(response.headers.get("X-Accel-Buffering")).toBe("no");
  const reader = readerOf(response);
  expect((await reader.read()).value).toContain("event: hello");
  await reader.cancel();
});

test("a person has five streams at most, and one that ends makes room", async () => {
  const owner = await makeTenant();
  const streams = [];
  for (let n = 0; n < 5; n += 1) streams.push(readerOf(await open(owner)));
  const refused = await open(owner);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect((await open(await makeTenant())).status).toBe(200);
  await streams[0]!.cancel();
  expect((await open(owner)).status).toBe(200);
  endLiveStreams();
});

test("a reader who goes away without a word makes room too", async () => {
  const owner = await makeTenant();
  for (let n = 0; n < 6; n += 1) {
    const gone = new AbortController();
    expect((await open(owner, gone.signal)).status).toBe(200);
    gone.abort();
  }
});

test("a shutdown ends every stream", async () => {
  const reader = readerOf(await open(await makeTenant()));
  await reader.read();
  endLiveStreams();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test("strangers are sent to sign in", async () => {
  const request = new Request(`${env.BASE_URL}/dashboard/live`);
  await expect(loader({ request, params: {}, context: {} } as LoaderFunctionArgs)).rejects.toMatchObject({
    status: 302,
  });
});
