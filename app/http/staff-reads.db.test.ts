import { expect, test } from "vitest";
import { z } from "zod";
import { operation, session } from "~/contract/operation";
import type { StaffActor } from "~/domain/identity/actor";
import { env } from "~/lib/env.server";
import { makeTenant, signIn } from "~/testing/factory";
import { answerCall, bind } from "./api.server";

const caller = session("viewer");
const path = "/api/nowhere";

/** Calls that have begun and wait to be ended, by company. */
let running: { tenant_id: string; end: () => void }[] = [];
const handle = ({ actor }: { actor: StaffActor }) =>
  new Promise<string>((resolve) =>
    running.push({ tenant_id: actor.tenant.id, end: () => resolve("done") }),
  );
const shape = { path, caller, returns: z.string() };
const bindings = bind(
  {
    list: operation({ method: "GET", summary: "Reads", ...shape }),
    create: operation({ method: "POST", summary: "Writes", ...shape }),
  },
  { list: handle, create: handle },
);
const send = (cookie: string, method: "GET" | "POST") =>
  answerCall(bindings, {
    request: new Request(env.BASE_URL + path, {
      method,
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
      ...(method === "POST" && { body: "{}" }),
    }),
    params: {},
    context: {},
  });

test("four reads of a company run in parallel, the others after them; its writes and other companies don't wait", async () => {
  const [busy, other] = [await makeTenant(), await makeTenant()];
  const [busyCookie, otherCookie] = [await signIn(busy), await signIn(other)];
  const runningOf = (tenantId: string) =>
    running.filter(({ tenant_id }) => tenant_id === tenantId).length;

  const reads = Array.from({ length: 6 }, () => send(busyCookie, "GET"));
  await expect.poll(() => runningOf(busy.tenant.id)).toBe(4);
  const others = [send(otherCookie, "GET"), send(busyCookie, "POST")];
  await expect.poll(() => running.length).toBe(6);
  expect([runningOf(busy.tenant.id), runningOf(other.tenant.id)]).toEqual([5, 1]);

  const first = running;
  running = [];
  for (const { end } of first) end();
  await expect.poll(() => running.length).toBe(2);
  for (const { end } of running) end();
  const answers = await Promise.all([...reads, ...others]);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
});
