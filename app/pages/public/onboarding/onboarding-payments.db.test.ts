import { standIn } from "~/testing/payments-on";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { startConnect } from "~/domain/payments/connect.server";
import type { UserActor } from "~/domain/identity/actor";
import { readOnboarding } from "~/domain/onboarding/onboarding.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { makeResource, makeSchedule, makeTenant, makeUser, signIn } from "~/testing/factory";
import { connectAccount } from "~/testing/payment-calls";
import { answerRequest } from "~/testing/request";
import * as done from "./done/route";
import * as payments from "./payments/route";
import * as schedule from "./schedule/route";

const argsOf = (path: string, cookie: string, init: RequestInit = {}) =>
  ({
    request: new Request(env.BASE_URL + path, {
      ...init,
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    }),
    params: {},
    context: {},
  }) as unknown as LoaderFunctionArgs & ActionFunctionArgs;

/** An owner whose set-up has come to the payments, with a service that has to be paid. */
async function atPayments(): Promise<UserActor> {
  const owner = await makeTenant();
  const { id } = await makeResource(owner);
  await makeSchedule(owner, [id], { name: "Haircut", price_amount: 4200, requires_payment: true });
  return owner;
}

/** The tenant as a request finds it, not as the test has read it before. */
const again = async (owner: UserActor) =>
  payments.loader(argsOf("/onboarding/payments", await signIn(owner)));

/** Follows the link of the step to the provider's consent page and chooses there; the address that the provider leads back to. */
async function consent(
  owner: UserActor,
  choice: string,
  from: string,
): Promise<{ to: URL; cookie: string }> {
  const session = await signIn(owner);
  const away = await answerRequest(
    argsOf(`/api/payprovider/connect?action=authorize${from}`, session).request,
  );
  const state = away.headers.get("Set-Cookie")!.split(";")[0]!;
  const query = new URL(away.headers.get("Location")!).searchParams;
  const body = new URLSearchParams({
    redirect_uri: query.get("redirect_uri")!,
    state: query.get("state")!,
    choice,
  });
  const answer = await fetch(`${standIn.origin}/oauth/consent`, {
    method: "POST",
    redirect: "manual",
    body,
  });
  return { to: new URL(answer.headers.get("Location")!), cookie: `${session}; ${state}` };
}
const comeBack = async ({ to, cookie }: { to: URL; cookie: string }) =>
  (await answerRequest(argsOf(to.pathname + to.search, cookie).request)).headers.get("Location");

test("a connection that was begun in the set-up leads back to it, and is shown with the account's name", async () => {
  const owner = await atPayments();
  expect(await again(owner)).toMatchObject({
    payments: { state: "unconnected", is_owner: true, problems: [] },
    unpayable: [
      expect.stringMatching(
        /^Haircut can.t be booked online: it requires payment\. Connect a payment account\.$/,
      ),
    ],
    is_test: true,
  });
  const { id } = standIn.sandbox.state.addAccount({ name: "Salon Linde" });
  expect(await comeBack(await consent(owner, id, "&return_to=onboarding"))).toBe(
    "/onboarding/payments?connected",
  );
  expect(await again(owner)).toMatchObject({
    payments: { state: "connected", account: "Salon Linde" },
    unpayable: [],
  });
  const answer = await payments.action(
    argsOf("/onboarding/payments", await signIn(owner), {
      method: "POST",
      body: new URLSearchParams({ intent: "done" }),
    }),
  );
  expect((answer as Response).headers.get("Location")).toBe("/onboarding/done");
  expect((await readOnboarding(owner)).completed).toContain("payments");
});

test("one that is declined, or meets an account of another company, leads back there with the reason", async () => {
  const owner = await atPayments();
  const declined = await comeBack(await consent(owner, "deny", "&return_to=onboarding"));
  expect(declined).toBe("/onboarding/payments?connect_error=access_denied");
  const shown = await payments.loader(argsOf(declined!, await signIn(owner)));
  expect(shown.problem).toBe("No account connected: you declined at the payment provider.");
  const taken = await connectAccount(await makeTenant());
  const refused = await comeBack(await consent(owner, taken, "&return_to=onboarding"));
  expect(refused).toBe("/onboarding/payments?connect_error=organization_in_use");
});

test("one that was begun elsewhere, or by somebody else, leads to the dashboard", async () => {
  const owner = await atPayments();
  expect(await comeBack(await consent(owner, "deny", ""))).toBe(
    "/dashboard/payments?connect_error=access_denied",
  );
  const other = await startConnect(await makeTenant(), "payprovider", false, "onboarding");
  const args = argsOf(
    `/api/payprovider/connect/callback?error=x&state=${other.state}`,
    await signIn(owner),
  );
  expect((await answerRequest(args.request)).headers.get("Location")).toBe(
    "/dashboard/payments?connect_error=refused",
  );
});

test("later ends the set-up, and the last page says what cannot be booked and why", async () => {
  const owner = await atPayments();
  const cookie = await signIn(owner);
  const admin = await makeUser(owner, "admin");
  expect(await again(admin)).toMatchObject({ payments: { state: "unconnected", is_owner: false } });
  const body = new URLSearchParams({ intent: "later" });
  await payments.action(argsOf("/onboarding/payments", cookie, { method: "POST", body }));
  expect(await readOnboarding(owner)).toMatchObject({
    skipped: expect.arrayContaining(["payments"]),
  });
  const unpayable = [expect.stringContaining("Connect a payment account.")];
  const last = () => done.loader(argsOf("/onboarding/done", cookie));
  expect(await last()).toMatchObject({ unpayable, awaits_payments: true, first: null });
  expect(await schedule.loader(argsOf("/onboarding/schedule", cookie))).toMatchObject({
    unpayable,
    payments: "unconnected",
    known: { requires_payment: true },
  });
  // With a service that is paid on site, guests can book.
  const { id } = await makeResource(owner);
  const free = await makeSchedule(owner, [id], { name: "Advice" });
  expect(await last()).toMatchObject({
    unpayable,
    awaits_payments: false,
    first: expect.any(String),
  });
  await pool.query("update schedule set private = true where id = $1", [free.id]);
  expect(await last()).toMatchObject({ awaits_payments: true });
  await connectAccount(owner);
  const isOpen = { unpayable: [], awaits_payments: false, first: expect.any(String) };
  expect(await done.loader(argsOf("/onboarding/done", await signIn(owner)))).toMatchObject(isOpen);
});
