import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import {
  authorize,
  comeBack,
  connectOverHttp,
  consent,
  newAccount,
  stateCookie,
} from "~/testing/connect-calls";
import { makeSecretKey, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";

beforeEach(() => {
  standIn.sandbox.wire.faults = [];
});

const CONNECT = "/api/payprovider/connect";
const status = async (cookie: string) => json(await call(`${CONNECT}?action=status`, { cookie }));
const codeOf = async (answer: Response) => [answer.status, (await json(answer)).error?.code];

async function anOwner() {
  const owner = await makeTenant({ name: "Studio Linden" });
  return { owner, cookie: await signIn(owner) };
}

/** An owner who has agreed at the provider and is about to return. */
async function onTheWayBack() {
  const { owner, cookie } = await anOwner();
  const started = await authorize(cookie);
  const back = await consent(started, newAccount());
  return { owner, cookie, begun: started, back, state: started.state };
}

describe("authorization", () => {
  test("connects the account with a single-use state bound to the browser", async () => {
    const { cookie } = await anOwner();
    const start = await call(`${CONNECT}?action=authorize`, { cookie });
    const { value: state, attributes } = stateCookie(start);
    expect(attributes).toEqual([
      "Path=/api/payprovider",
      "HttpOnly",
      "SameSite=Lax",
      "Max-Age=600",
    ]);
    const url = new URL(start.headers.get("Location")!);
    expect(url.origin).toBe(standIn.origin);
    expect(url.searchParams.get("redirect_uri")).toBe(
      "http://127.0.0.1:3000/api/payprovider/connect/callback",
    );
    const account = newAccount();
    const back = await consent({ url, state }, account);
    const answer = await comeBack(back, cookie, state);
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      "/dashboard/payments?connected",
    ]);
    expect(stateCookie(answer)).toEqual({
      value: "",
      attributes: ["Path=/api/payprovider", "HttpOnly", "SameSite=Lax", "Max-Age=0"],
    });
    expect(await status(cookie)).toMatchObject({
      connected: true,
      organization: { id: account },
      livemode: false,
    });
    expect(await codeOf(await comeBack(back, cookie, state))).toEqual([400, "invalid_state"]);
    const stored = await pool.query("select * from payment_connection where organization_id = $1", [
      account,
    ]);
    expect(JSON.stringify(stored.rows)).not.toMatch(/sk_|rt_|pk_/); // no token of the account is stored
  });

  type Way = Awaited<ReturnType<typeof onTheWayBack>>;
  test.each<[string, (way: Way) => Promise<{ cookie: string; state: string | null }>]>([
    ["without the cookie", async ({ cookie }) => ({ cookie, state: null })],
    [
      "with another state in the cookie",
      async ({ cookie }) => ({ cookie, state: "of-another-tab" }),
    ],
    [
      "by the owner of another company",
      async ({ state }) => ({ cookie: (await anOwner()).cookie, state }),
    ],
    [
      "of another person of the same company",
      async ({ owner, cookie, state }) => {
        const { user_id } = await makeUser(owner, "admin");
        await pool.query(
          sql`update connect_state set user_id = ${user_id} where tenant_id = ${owner.tenant.id}`,
        );
        return { cookie, state };
      },
    ],
    [
      "after ten minutes",
      async ({ owner, cookie, state }) => {
        await pool.query(
          sql`update connect_state set expires_at = now() - interval '1 second' where tenant_id = ${owner.tenant.id}`,
        );
        return { cookie, state };
      },
    ],
  ])("is refused %s", async (_name, change) => {
    const way = await onTheWayBack();
    const { cookie, state } = await change(way);
    expect(await codeOf(await comeBack(way.back, cookie, state))).toEqual([400, "invalid_state"]);
    expect(await status(cookie)).toMatchObject({ connected: false });
    expect(await status(way.cookie)).toMatchObject({ connected: false });
    const code = standIn.sandbox.state.data.codes[way.back.searchParams.get("code")!];
    expect(code).toMatchObject({ is_used: false });
  });

  test("redirects to the dashboard with the reason of a failure", async () => {
    const reasonOf = (answer: Response) => answer.headers.get("Location");
    const first = await anOwner();
    const started = await authorize(first.cookie);
    const denied = await comeBack(await consent(started, "deny"), first.cookie, started.state);
    expect(reasonOf(denied)).toBe("/dashboard/payments?connect_error=access_denied");
    // A refusal ends the attempt: a code that arrives later with its state connects nothing.
    const afterwards = await consent(started, newAccount());
    expect(await codeOf(await comeBack(afterwards, first.cookie, started.state))).toEqual([
      400,
      "invalid_state",
    ]);
    const account = await connectOverHttp(first.cookie);
    const second = await anOwner();
    const other = await authorize(second.cookie);
    const taken = await comeBack(await consent(other, account), second.cookie, other.state);
    expect(reasonOf(taken)).toBe("/dashboard/payments?connect_error=organization_in_use");
    const third = await onTheWayBack();
    await standIn.control("faults", [{ route: "GET /v1/accounts", kind: "no_answer", times: 9 }]);
    const away = await comeBack(third.back, third.cookie, third.state);
    expect(reasonOf(away)).toBe("/dashboard/payments?connect_error=provider_unavailable");
  });

  test("is for the owner only; others can view, API keys cannot", async () => {
    const { owner } = await anOwner();
    const cookies = {
      admin: await signIn(await makeUser(owner, "admin")),
      staff: await signIn(await makeUser(owner, "staff")),
    };
    const refused = [403, "forbidden_role"];
    const ways = (cookie: string) => [
      call(`${CONNECT}?action=authorize`, { cookie }),
      call(`${CONNECT}/callback?code=a&state=b`, { cookie }),
      call(CONNECT, { cookie, body: { code: "a", state: "b" } }),
      call(`${CONNECT}/client-link`, { cookie, method: "POST" }),
      call(`${CONNECT}/profile`, { cookie, method: "PATCH", body: { profile_id: "x" } }),
      call(CONNECT, { cookie, method: "DELETE" }),
    ];
    for (const cookie of Object.values(cookies))
      for (const answer of ways(cookie)) expect(await codeOf(await answer)).toEqual(refused);
    expect(await status(cookies.admin)).toMatchObject({ connected: false });
    expect(await codeOf(await call(CONNECT, { cookie: cookies.staff }))).toEqual(refused);
    const key = await makeSecretKey(owner);
    expect(await codeOf(await call(`${CONNECT}?action=authorize`, { key }))).toEqual(refused);
    expect(await codeOf(await call(CONNECT))).toEqual([401, "unauthenticated"]);
  });
});

describe("exchanging a code", () => {
  test("returns the connection once, for this browser, same-site only", async () => {
    const { cookie, back, state } = await onTheWayBack();
    const body = { code: back.searchParams.get("code")!, state };
    const stored = `${cookie}; pp_oauth_state=${state}`;
    const cross = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await call(CONNECT, { cookie: stored, body, headers: cross })).status).toBe(403);
    expect(await codeOf(await call(CONNECT, { cookie, body }))).toEqual([400, "invalid_state"]);
    expect(await json(await call(CONNECT, { cookie: stored, body }))).toMatchObject({
      connected: true,
      problems: [],
    });
    expect(await codeOf(await call(CONNECT, { cookie: stored, body }))).toEqual([
      400,
      "invalid_state",
    ]);
  });

  test("of an account that another company has is refused", async () => {
    const account = await connectOverHttp((await anOwner()).cookie);
    const { cookie } = await anOwner();
    const started = await authorize(cookie);
    const back = await consent(started, account);
    const body = { code: back.searchParams.get("code")!, state: started.state };
    const answer = await call(CONNECT, {
      cookie: `${cookie}; pp_oauth_state=${started.state}`,
      body,
    });
    expect(await codeOf(answer)).toEqual([409, "organization_in_use"]);
  });
});

test("the sign-up link is prefilled with the company's details and returns the state", async () => {
  const { owner, cookie } = await anOwner();
  await pool.query(
    sql`update tenant set email = 'salon@example.test', website = 'https://salon.example', phone = '+1 (503) 555-0100',
          address = '{"line1":"Kade 1","line2":"Bus 3","city":"Gent","postal_code":"9000","country":"BE"}' where id = ${owner.tenant.id}`,
  );
  const answer = await call(`${CONNECT}/client-link`, { cookie, method: "POST" });
  const { value: state, attributes } = stateCookie(answer);
  expect(attributes).toContain("HttpOnly");
  const url = new URL(((await json(answer)) as unknown as { url: string }).url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    state,
    stripe_landing: "register",
    "stripe_user[email]": "salon@example.test",
    "stripe_user[business_name]": "Studio Linden",
    "stripe_user[country]": "BE",
    "stripe_user[street_address]": "Kade 1, Bus 3",
    "stripe_user[zip]": "9000",
    "stripe_user[phone_number]": "5035550100",
  });
  const back = await consent({ url, state }, "new");
  expect((await comeBack(back, cookie, state)).headers.get("Location")).toBe(
    "/dashboard/payments?connected",
  );
});

test("a profile of the account can be chosen", async () => {
  const { cookie } = await anOwner();
  const choose = (profile_id: string) =>
    call(`${CONNECT}/profile`, { cookie, method: "PATCH", body: { profile_id } });
  expect(await codeOf(await choose("pmc_counter000000"))).toEqual([409, "not_connected"]);
  const started = await authorize(cookie);
  await comeBack(await consent(started, "acct_twosets00000"), cookie, started.state);
  expect(await status(cookie)).toMatchObject({
    profile: null,
    problems: [expect.stringContaining("Choose how")],
  });
  const unknown = await choose("pmc_of_somebody_else");
  expect([unknown.status, (await json(unknown)).error?.issues]).toMatchObject([
    422,
    [{ code: "unknown_profile" }],
  ]);
  expect(await json(await choose("pmc_counter000000"))).toMatchObject({
    profile: "pmc_counter000000",
    problems: [],
  });
});

test("a disabled provider has no connection, callback or webhooks", async () => {
  const { cookie } = await anOwner();
  for (const path of ["connect", "connect?action=authorize", "connect/callback?code=a&state=b"])
    expect(await codeOf(await call(`/api/legacypay/${path}`, { cookie }))).toEqual([
      404,
      "integration_disabled",
    ]);
  const webhook = await call("/api/webhooks/legacypay", { method: "POST", raw: "{}" });
  expect(await codeOf(webhook)).toEqual([404, "integration_disabled"]);
});
