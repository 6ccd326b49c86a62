import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { endLiveStreams } from "~/http/live-stream.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { untilTrue } from "~/testing/webhook-receivers";
import { makeResource, makeTenant, makeUser, signIn } from "~/testing/factory";
import { loader } from "./live";

async function open(actor: UserActor, signal?: AbortSignal): Promise<Response> {
  const headers = { Cookie: await signIn(actor) };
  const request = new Request(`${env.BASE_URL}/dashboard/live`, {
    headers,
    ...(signal && { signal }),
  });
  return loader({ request, params: {}, context: {} } as LoaderFunctionArgs);
}

const readerOf = (response: Response) =>
  response.body!.pipeThrough(new TextDecoderStream()).getReader();

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
    const aborted = new AbortController();
    expect((await open(owner, aborted.signal)).status).toBe(200);
    aborted.abort();
  }
});

test("a shutdown ends every stream", async () => {
  const reader = readerOf(await open(await makeTenant()));
  await reader.read();
  endLiveStreams();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test.each([
  ["gets another role", "update tenant_user set role = 'viewer' where id = $1"],
  [
    "may see one resource only",
    "update tenant_user set resource_ids = array[gen_random_uuid()] where id = $1",
  ],
  [
    "is signed out",
    "delete from session where account_id = (select account_id from tenant_user where id = $1)",
  ],
  [
    "works in another company",
    "update session set tenant_id = null where account_id = (select account_id from tenant_user where id = $1)",
  ],
  ["works here no more", "delete from tenant_user where id = $1"],
])(
  "the stream of somebody who %s ends, before anything else is told, and another's goes on",
  async (_, change) => {
    const owner = await makeTenant();
    const person = await makeUser(owner, "staff");
    const room = await makeResource(owner);
    const [theirs, others] = [readerOf(await open(person)), readerOf(await open(owner))];
    await theirs.read();
    await others.read();
    await pool.query(change, [person.user_id]);
    expect(await theirs.read()).toEqual({ done: true, value: undefined });
    // What changes before a process has looked at a company for the first time is no change to it.
    let event: string | undefined;
    void others.read().then(({ value }) => (event = value));
    await untilTrue(async () => {
      await pool.query("update resource set slots_version = slots_version + 1 where id = $1", [
        room.id,
      ]);
      return event !== undefined;
    });
    expect(event).toContain("event: change");
    await others.cancel();
  },
);

test("strangers are sent to sign in", async () => {
  const request = new Request(`${env.BASE_URL}/dashboard/live`);
  await expect(
    loader({ request, params: {}, context: {} } as LoaderFunctionArgs),
  ).rejects.toMatchObject({
    status: 302,
  });
});
