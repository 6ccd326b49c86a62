import { issuer, type Person, visitProvider } from "~/testing/identity-provider";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { afterEach, expect, test, vi } from "vitest";
import { findSession } from "~/domain/identity/sessions.sql.server";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { mailedCode } from "~/testing/mailed-codes";
import { setClock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { loader as start } from "~/pages/public/auth/provider/route";
import { loader as comeBack } from "~/pages/public/auth/callback/route";
import { loader as signInPage } from "~/pages/public/sign-in/route";
import { makeTenant, signIn } from "~/testing/factory";
import { call } from "~/testing/request";

afterEach(() => {
  setClock(null);
  vi.useRealTimers();
});

const aPerson = (more: Partial<Person> = {}): Person => {
  const sub = newId();
  return { sub, email: `${sub}@example.test`, email_verified: true, name: "Anna Jansen", ...more };
};

interface Answer {
  status: number;
  location: string;
  cookies: Map<string, string>;
  message: string | undefined;
}

async function open(
  loader: typeof start | typeof comeBack,
  path: string,
  cookie = "",
  headers = {},
): Promise<Answer> {
  const url = new URL(path, env.BASE_URL);
  const request = new Request(url, { headers: { Cookie: cookie, ...headers } });
  const params = { provider: url.pathname.split("/")[2] };
  const answer: unknown = await loader({
    request,
    params,
    context: {},
  } as LoaderFunctionArgs).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) {
    const pairs = answer.headers
      .getSetCookie()
      .map((line) => /^([^=]+)=([^;]*)/.exec(line)!.slice(1, 3));
    const cookies = new Map(pairs as [string, string][]);
    return {
      status: answer.status,
      location: answer.headers.get("Location") ?? "",
      cookies,
      message: undefined,
    };
  }
  if (answer instanceof Error) throw answer;
  const { data, init } = answer as {
    data: { message: string };
    init: { status: number; headers: Record<string, string> };
  };
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(init.headers["Set-Cookie"] ?? "") ?? [];
  return {
    status: init.status,
    location: "",
    cookies: new Map([[name, value]]),
    message: data.message,
  };
}

/** Starts a sign-in in a new browser; returns its cookie and the redirect URL. */
async function begin(to = "/dashboard/bookings") {
  const response = await open(start, `/auth/oidc?to=${encodeURIComponent(to)}`);
  expect(response.status).toBe(302);
  return {
    url: response.location,
    cookie: `provider-sign-in=${response.cookies.get("provider-sign-in")}`,
  };
}

/** Completes a sign-in; `changed` alters the provider URL. */
async function signInAs(person: Person | null, changed = (url: URL) => url) {
  const { url, cookie } = await begin();
  const callbackUrl = await visitProvider(changed(new URL(url)).href, person);
  return { callbackUrl, cookie, answer: await open(comeBack, callbackUrl, cookie) };
}

const accountsOf = (email = "") =>
  prisma.account.findMany({ where: { email }, include: { identities: true } });

test("the button leads to the provider with PKCE, state and nonce", async () => {
  const page = await signInPage({
    request: new Request(`${env.BASE_URL}/sign-in`),
    params: {},
    context: {},
  });
  expect(page.providers).toEqual([{ id: "oidc", name: "Example ID" }]);
  const { searchParams, origin } = new URL((await begin()).url);
  expect(origin).toBe(issuer);
  expect(searchParams.get("code_challenge_method")).toBe("S256");
  for (const name of ["state", "nonce", "code_challenge"])
    expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
});

test("a new person gets an account and a session, and returns to the requested page", async () => {
  const person = aPerson();
  const { answer } = await signInAs(person);
  expect(answer).toMatchObject({ status: 302, location: "/dashboard/bookings" });
  expect(answer.cookies.get("provider-sign-in")).toBe("");
  const signedIn = await findSession(answer.cookies.get("session") ?? "", null);
  expect(signedIn).toMatchObject({
    account: { email: person.email, name: "Anna Jansen" },
    actor: null,
  });
  expect(await accountsOf(person.email)).toMatchObject([
    { identities: [{ issuer, subject: person.sub }] },
  ]);
});

test("a verified address signs in to its existing account", async () => {
  const owner = await makeTenant();
  const { answer } = await signInAs(aPerson({ email: owner.email.toUpperCase() }));
  const signedIn = await findSession(answer.cookies.get("session") ?? "", null);
  expect(signedIn?.actor).toMatchObject({ user_id: owner.user_id, role: "owner" });
});

test("issuer and subject identify the person, even after a change of address", async () => {
  const person = aPerson();
  await signInAs(person);
  const moved = await signInAs({
    ...person,
    email: `${newId()}@example.test`,
    email_verified: false,
  });
  const signedIn = await findSession(moved.answer.cookies.get("session") ?? "", null);
  expect(signedIn?.account.email).toBe(person.email);
});

test("signing in ends the browser's previous session", async () => {
  const old = await signIn(await makeTenant());
  const { url, cookie } = await begin();
  await open(comeBack, await visitProvider(url, aPerson()), `${cookie}; ${old}`);
  expect(await findSession(old.replace("session=", ""), null)).toBeNull();
});

async function refused(answer: Answer, message: RegExp, status = 422) {
  expect(answer.message).toMatch(message);
  expect(answer.status).toBe(status);
  expect(answer.cookies.has("session")).toBe(false);
}

test("an unverified address signs nobody in", async () => {
  const owner = await makeTenant();
  for (const email_verified of [false, undefined])
    await refused(
      (await signInAs(aPerson({ email: owner.email, email_verified }))).answer,
      /has not confirmed that/,
    );
  const stranger = aPerson({ email_verified: false });
  await refused((await signInAs(stranger)).answer, /Sign in with a code by email this once/);
  expect(await accountsOf(stranger.email)).toEqual([]);
  expect((await accountsOf(owner.email))[0]?.identities).toEqual([]);
  await refused(
    (await signInAs(aPerson({ email: undefined }))).answer,
    /does not tell your email address/,
  );
});

/** Signs in by email and code in a browser that has this cookie. */
async function signInByCode(email: string, cookie: string) {
  await sendSignInCode({ email });
  const body = { email, code: await mailedCode(email) };
  expect((await call("/api/auth/verify-code", { cookie, body })).status).toBe(200);
}

test("an address confirmed by a code is linked to the provider, in the same browser only", async () => {
  const person = aPerson({ email_verified: undefined });
  const { answer } = await signInAs(person);
  const stateCookie = `provider-sign-in=${answer.cookies.get("provider-sign-in")}`;
  await signInByCode(person.email ?? "", "");
  expect((await signInAs(person)).answer.status).toBe(422);
  const other = aPerson();
  await signInByCode(other.email ?? "", stateCookie);
  expect((await accountsOf(other.email))[0]?.identities).toEqual([]);
  await signInByCode(person.email ?? "", stateCookie);
  expect((await signInAs(person)).answer).toMatchObject({
    status: 302,
    location: "/dashboard/bookings",
  });
});

test("a callback can be used once", async () => {
  const { callbackUrl, cookie, answer } = await signInAs(aPerson());
  expect(answer.status).toBe(302);
  await refused(await open(comeBack, callbackUrl, cookie), /used already/);
});

test("a callback works only in the browser that started it", async () => {
  const [mine, theirs] = [await begin(), await begin()];
  const callbackUrl = await visitProvider(mine.url, aPerson());
  await refused(await open(comeBack, callbackUrl, theirs.cookie), /started in another browser/);
  await refused(await open(comeBack, callbackUrl), /started in another browser/);
  await refused(
    await open(comeBack, callbackUrl, "provider-sign-in=forged"),
    /started in another browser/,
  );
  expect((await open(comeBack, callbackUrl, mine.cookie)).status).toBe(302);
});

test.each(["nonce", "code_challenge", "state"])("a different %s is refused", async (name) => {
  const tampered = (url: URL) => {
    url.searchParams.set(name, "A".repeat(43));
    return url;
  };
  const person = aPerson();
  await refused(
    (await signInAs(person, tampered)).answer,
    /does not fit|started in another browser/,
  );
  expect(await accountsOf(person.email)).toEqual([]);
});

test("an expired code is refused", async () => {
  const { url, cookie } = await begin();
  const callbackUrl = await visitProvider(url, aPerson());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
  await refused(await open(comeBack, callbackUrl, cookie), /came too late/);
});

test("a sign-in that takes longer than ten minutes is refused", async () => {
  const { url, cookie } = await begin();
  const callbackUrl = await visitProvider(url, aPerson());
  setClock(Date.now() + 601_000);
  await refused(await open(comeBack, callbackUrl, cookie), /more than 10 minutes ago/);
});

test("cancelling at the provider is reported", async () => {
  await refused((await signInAs(null)).answer, /You have not signed in with Example ID/);
});

test("another site cannot start a sign-in, and unknown providers are not found", async () => {
  for (const site of ["cross-site", "same-site"])
    expect(await open(start, "/auth/oidc", "", { "Sec-Fetch-Site": site })).toMatchObject({
      location: "/sign-in",
    });
  expect((await open(start, "/auth/oidc-2")).status).toBe(404);
  expect((await open(comeBack, "/auth/oidc-2/callback?code=a&state=b")).status).toBe(404);
});

test("signing in never redirects to another site", async () => {
  const { url, cookie } = await begin("https://evil.example/");
  const { location } = await open(comeBack, await visitProvider(url, aPerson()), cookie);
  expect(location).toBe("/dashboard");
});
