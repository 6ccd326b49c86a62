import { beforeAll, expect, test } from "vitest";
import type { Membership } from "~/contract/account";
import { prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { findSession, startSession } from "../identity/sessions.sql.server";

const PATH = "/api/auth/create-tenant";
const salon = { name: "Salon Élan", time_zone: "Europe/Paris", currency: "EUR", locale: "fr" };

/** A signed-in account that belongs to no company. */
async function newcomer(name: string | null = null) {
  const account = await prisma.account.create({
    data: { id: newId(), email: `new-${newId()}@example.test`, name },
  });
  const token = await startSession(account, { ip: null, user_agent: null });
  return { account, token, cookie: `session=${token}` };
}
const create = (cookie: string, body: object = salon, headers: Record<string, string> = {}) =>
  call(PATH, { cookie, body, headers });

let first: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  first = await newcomer();
});

test("a new person gets a company as its owner, in the same session", async () => {
  const made = await create(first.cookie, { ...salon, owner_name: "Anna Jansen" });
  expect(made.status).toBe(201);
  expect(made.headers.get("Location")).toBe("/api/tenant");
  const tenant = await json(made);
  expect(tenant).toMatchObject({
    name: "Salon Élan",
    slug: "salon-elan",
    role: "owner",
    is_current: true,
  });
  const signedIn = await findSession(first.token, null);
  expect(signedIn?.actor).toMatchObject({
    role: "owner",
    name: "Anna Jansen",
    tenant: { id: tenant.id, locale: "fr" },
  });
  const profile = await json(await call("/api/tenant", { cookie: first.cookie }));
  expect(profile).toMatchObject({
    email: null, // the address that signs in is published by nobody
    time_zone: "Europe/Paris",
    currency: "EUR",
  });
  const audit = await prisma.auditRow.findMany({ where: { tenant_id: String(tenant.id) } });
  expect(audit.map(({ action }) => action)).toEqual(["tenant.created"]);
});

test("emails are in the language of the company's country, unless another is chosen", async () => {
  const profileOf = async (body: object) => {
    const { cookie } = await newcomer();
    expect((await create(cookie, body)).status).toBe(201);
    return json(await call("/api/tenant", { cookie }));
  };
  const { locale: _said, ...unsaid } = salon;
  expect(await profileOf(unsaid)).toMatchObject({ locale: "fr" });
  expect(await profileOf({ ...unsaid, time_zone: "Europe/Amsterdam" })).toMatchObject({
    locale: "nl",
  });
  expect(await profileOf({ ...unsaid, time_zone: "America/New_York" })).toMatchObject({
    locale: "en",
  });
  const shown = {
    ...unsaid,
    time_zone: "Europe/Amsterdam",
    locale: "de",
    email: "hi@salon.example",
  };
  expect(await profileOf(shown)).toMatchObject({ locale: "de", email: "hi@salon.example" });
});

test("the same name again gets another slug, also when many take it at once", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => newcomer()));
  const answers = await Promise.all(
    people.map(({ cookie }) => create(cookie, { ...salon, name: "Twins" })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  const slugs = await Promise.all(answers.map(async (answer) => (await json(answer)).slug));
  expect(new Set(slugs).size).toBe(6);
});

test("a requested slug that is taken is refused at its field", async () => {
  const { tenant } = await makeTenant();
  const { cookie, account } = await newcomer();
  const answer = await create(cookie, { ...salon, slug: tenant.slug });
  expect(answer.status).toBe(409);
  expect((await json(answer)).error).toMatchObject({
    code: "already_exists",
    issues: [{ path: "slug" }],
  });
  expect(await prisma.user.count({ where: { account_id: account.id } })).toBe(0);
});

test("a person with a company can create another and switches to it", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const made = (await json(await create(cookie))) as unknown as Membership;
  const { data } = (await json(await call("/api/account/tenants", { cookie }))) as unknown as {
    data: Membership[];
  };
  expect(data.filter(({ is_current }) => is_current).map(({ id }) => id)).toEqual([made.id]);
  expect(data.map(({ id }) => id).sort()).toEqual([owner.tenant.id, made.id].sort());
});

test("requires a live session and a same-site request", async () => {
  const { cookie, account } = await newcomer();
  expect((await call(PATH, { body: salon })).status).toBe(401);
  expect((await create("session=ended")).status).toBe(401);
  for (const site of ["cross-site", "same-site"])
    expect(
      (await create(cookie, salon, { "Sec-Fetch-Site": site, Origin: env.BASE_URL })).status,
    ).toBe(403);
  expect(await prisma.user.count({ where: { account_id: account.id } })).toBe(0);
});

test.each([
  [{ name: "" }, "name"],
  [{ time_zone: "Mars/Olympus" }, "time_zone"],
  [{ time_zone: undefined }, "time_zone"],
  [{ currency: "EURO" }, "currency"],
  [{ locale: "x" }, "locale"],
  [{ slug: "a b" }, "slug"],
  [{ is_demo: true }, "is_demo"],
])("refuses %j", async (change, path) => {
  const answer = await create(first.cookie, { ...salon, ...change });
  expect(answer.status).toBe(422);
  expect((await json(answer)).error?.issues?.[0]?.path).toBe(path);
});

test("an account owns at most twenty companies", async () => {
  const { cookie } = await newcomer();
  for (let made = 0; made < 20; made++) expect((await create(cookie)).status).toBe(201);
  expect((await json(await create(cookie))).error?.code).toBe("already_exists");
});
