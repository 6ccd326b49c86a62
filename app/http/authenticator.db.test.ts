import { expect, test } from "vitest";
import { findSession } from "~/domain/identity/sessions.sql.server";
import { anotherCode, mailedCode } from "~/testing/mailed-codes";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";

const SEND = "/api/auth/send-code";
const VERIFY = "/api/auth/verify-code";
const anAddress = () => `person-${newId()}@example.test`;

/** The session cookie set by a response; "" if none. */
function sessionOf(response: Response): string {
  return /^session=([^;]*)/.exec(response.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
}

test("a code signs in an email address, in its company", async () => {
  const owner = await makeTenant({ owner_email: anAddress() });
  const sent = await call(SEND, { body: { email: ` ${owner.email.toUpperCase()}` } });
  expect(sent.status).toBe(202);
  expect(await json(sent)).toEqual({ expires_in_seconds: 600, resend_after_seconds: 60 });

  const code = await mailedCode(owner.email);
  const verified = await call(VERIFY, {
    body: { email: owner.email, code: `${code.slice(0, 3)} ${code.slice(3)}` },
  });
  expect(verified.status).toBe(200);
  expect(await json(verified)).toEqual({
    account_id: owner.account_id,
    email: owner.email,
    tenants: [{ id: owner.tenant.id, name: owner.tenant.name, role: "owner" }],
  });
  const cookie = verified.headers.get("Set-Cookie") ?? "";
  expect(cookie).toMatch(
    /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000, device=/,
  );
  const signedIn = await findSession(sessionOf(verified), null);
  expect(signedIn?.actor).toMatchObject({
    user_id: owner.user_id,
    tenant: { id: owner.tenant.id },
  });
  expect((await call("/api/resources", { cookie: `session=${sessionOf(verified)}` })).status).toBe(
    200,
  );
});

test("a new person gets an account and a session without a company", async () => {
  const email = anAddress();
  await call(SEND, { body: { email } });
  const verified = await call(VERIFY, { body: { email, code: await mailedCode(email) } });
  expect(await json(verified)).toMatchObject({ email, tenants: [] });
  const signedIn = await findSession(sessionOf(verified), null);
  expect(signedIn).toMatchObject({ account: { email }, actor: null });
});

test("signing in ends the browser's previous session", async () => {
  const owner = await makeTenant({ owner_email: anAddress() });
  const old = await signIn(owner);
  await call(SEND, { body: { email: owner.email } });
  const verified = await call(VERIFY, {
    cookie: old,
    body: { email: owner.email, code: await mailedCode(owner.email) },
  });
  expect(await findSession(old.replace("session=", ""), null)).toBeNull();
  expect(sessionOf(verified)).not.toBe(old.replace("session=", ""));
  expect(await findSession(sessionOf(verified), null)).not.toBeNull();
});

test("a wrong code signs nobody in and keeps the current session", async () => {
  const owner = await makeTenant({ owner_email: anAddress() });
  const old = await signIn(owner);
  await call(SEND, { body: { email: owner.email } });
  const code = anotherCode(await mailedCode(owner.email));
  const refused = await call(VERIFY, { cookie: old, body: { email: owner.email, code } });
  expect(refused.status).toBe(422);
  expect((await json(refused)).error).toMatchObject({
    code: "verification_failed",
    issues: [{ path: "code" }],
  });
  expect(refused.headers.get("Set-Cookie")).toBeNull();
  expect(await findSession(old.replace("session=", ""), null)).not.toBeNull();
});

test("known and unknown addresses get the same refusal", async () => {
  const owner = await makeTenant({ owner_email: anAddress() });
  const answers = await Promise.all(
    [owner.email, anAddress()].map(async (email) => {
      const refused = await call(VERIFY, { body: { email, code: "123456" } });
      const { error } = await json(refused);
      return { status: refused.status, error: { ...error, request_id: "" } };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});

const body = { email: "anna@example.test", code: "123456" };
test.each([SEND, VERIFY])("%s refuses cross-site requests", async (path) => {
  const sent = path === SEND ? { email: body.email } : body;
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const statusOf = async (headers: Record<string, string>) =>
    (await call(path, { headers, body: sent })).status;
  expect(await statusOf({ ...form, "Sec-Fetch-Site": "same-origin" })).toBe(415);
  expect(await statusOf({ "Content-Type": "text/plain" })).toBe(415);
  for (const site of ["cross-site", "same-site"])
    expect(await statusOf({ "Sec-Fetch-Site": site })).toBe(403);
  expect(await statusOf({ Origin: "https://evil.example" })).toBe(403);
  expect(await statusOf({ Origin: "null" })).toBe(403);
  expect(await statusOf({ Origin: env.BASE_URL })).not.toBe(403);
});
