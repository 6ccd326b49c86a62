import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { NewUser } from "~/contract/users";
import { openSeal } from "~/domain/email/queue-message.server";
import { findSession, startSession } from "~/domain/identity/sessions.sql.server";
import { inviteUser } from "~/domain/users/invite-user.server";
import { prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import * as invitation from "~/pages/public/invitations/invitation/route";
import * as index from "./route";
import * as company from "./company/route";
import * as done from "./done/route";
import * as payments from "./payments/route";
import * as resource from "./resource/route";
import * as schedule from "./schedule/route";
import * as widget from "./widget/route";
import * as switchCompany from "~/pages/public/switch-company";
import * as welcome from "~/pages/public/welcome/route";

type Loader = (args: LoaderFunctionArgs) => unknown;
type Action = (args: ActionFunctionArgs) => unknown;

/** What a page answers to a browser without JavaScript: where it leads, or what it shows. */
async function answerOf(work: () => unknown) {
  const answer: unknown = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown);
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("Location"), shown: undefined };
  const isWrapped =
    typeof answer === "object" && answer !== null && "init" in answer && "data" in answer;
  const { data, init } = isWrapped
    ? (answer as { data: unknown; init: { status: number } })
    : { data: answer, init: null };
  return { status: init?.status ?? 200, to: null, shown: data as Record<string, unknown> };
}

const show = (
  page: { loader: Loader },
  cookie: string,
  path = "/onboarding",
  headers = {},
  params = {},
) => {
  const request = new Request(env.BASE_URL + path, { headers: { Cookie: cookie, ...headers } });
  return answerOf(() => page.loader({ request, params, context: {} }));
};
const post = (
  page: { action: Action },
  cookie: string,
  fields: [string, string][],
  headers = {},
  params = {},
) => {
  const all = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", ...headers };
  const body = new URLSearchParams(fields);
  const request = new Request(`${env.BASE_URL}/onboarding`, { method: "POST", headers: all, body });
  return answerOf(() => page.action({ request, params, context: {} }));
};

async function newcomer(email = `new-${newId()}@example.test`) {
  const account = await prisma.account.create({ data: { id: newId(), email } });
  const token = await startSession(account, { ip: null, user_agent: null });
  return { account, token, cookie: `session=${token}` };
}

const salon: [string, string][] = [
  ["kind", "people"],
  ["name", "Salon Anna"],
  ["owner_name", "Anna Jansen"],
  ["time_zone", "Europe/Amsterdam"],
  ["currency", "EUR"],
  ["locale", "nl-NL"],
];
const anna: [string, string][] = [
  ["type", "person"],
  ["names", "Anna"],
  ["capacity", "1"],
];
const cuts: [string, string][] = [
  ["name", "Haircut"],
  ["duration_minutes", "45"],
  ["price", "42,50"],
  ["start", "09:00"],
  ["end", "17:00"],
  ...["1", "2", "3", "4", "5"].map((day): [string, string] => ["days", day]),
];

test("guests see the address that the owner enters, never the one that signs in unless it is entered", async () => {
  const { cookie, token, account } = await newcomer();
  const first = await show(company, cookie);
  expect(first.shown).toMatchObject({ known: { email: null }, sign_in_email: account.email });
  await post(company, cookie, salon);
  const emailOf = async () =>
    (
      await prisma.tenant.findUniqueOrThrow({
        where: { id: (await findSession(token, null))!.actor!.tenant.id },
      })
    ).email;
  expect(await emailOf()).toBeNull();
  await post(company, cookie, [...salon, ["email", "hello@salon.example"]]);
  expect(await emailOf()).toBe("hello@salon.example");
  const again = await show(company, cookie);
  expect(again.shown).toMatchObject({ known: { email: "hello@salon.example" } });
  await post(company, cookie, [...salon, ["email", account.email]]);
  expect(await emailOf()).toBe(account.email);
  await post(company, cookie, [...salon, ["email", ""]]);
  expect(await emailOf()).toBeNull();
});

test("a stranger walks from the first step to the first free time without JavaScript", async () => {
  const { cookie, token } = await newcomer();
  expect(await show(welcome, cookie)).toMatchObject({ to: "/onboarding" });
  expect(await show(index, cookie)).toMatchObject({ to: "/onboarding/company" });
  const first = await show(company, cookie, "/onboarding/company", { "Accept-Language": "nl-NL" });
  expect(first.shown).toMatchObject({
    known: {
      kind: null,
      name: "",
      time_zone: "Europe/Amsterdam",
      currency: "EUR",
      locale: "nl-NL",
    },
    asks_name: true,
  });
  expect(await post(company, cookie, salon)).toMatchObject({ to: "/onboarding/resource" });
  expect((await findSession(token, null))?.actor).toMatchObject({
    role: "owner",
    name: "Anna Jansen",
  });
  expect(await show(index, cookie)).toMatchObject({ to: "/onboarding/resource" });
  expect(await post(resource, cookie, anna)).toMatchObject({ to: "/onboarding/schedule" });
  expect((await show(schedule, cookie)).shown).toMatchObject({ resource: "Anna", currency: "EUR" });
  expect(await post(schedule, cookie, cuts)).toMatchObject({ to: "/onboarding/widget" });
  const { shown } = await show(widget, cookie);
  expect(shown?.snippet).toMatch(
    /<booking-widget publishable-key="pk_live_\w+"><\/booking-widget>$/,
  );
  expect(await post(widget, cookie, [["intent", "done"]])).toMatchObject({
    to: "/onboarding/payments",
  });
  expect(await show(index, cookie)).toMatchObject({ to: "/onboarding/payments" });
  expect((await show(payments, cookie)).shown).toMatchObject({
    payments: { state: "off" },
    unpayable: [],
  });
  expect(await post(payments, cookie, [["intent", "later"]])).toMatchObject({
    to: "/onboarding/done",
  });
  expect((await show(done, cookie)).shown).toMatchObject({
    company: "Salon Anna",
    first: expect.stringMatching(/09:|1\d:|0\d:/),
  });
  expect(await show(index, cookie)).toMatchObject({ to: "/onboarding/done" });
});

test("going back shows what was saved, and saving again changes it", async () => {
  const cookie = await signIn(await makeTenant({ time_zone: "Europe/Amsterdam" }));
  await post(resource, cookie, anna);
  await post(schedule, cookie, cuts);
  expect((await show(company, cookie)).shown).toMatchObject({
    known: { time_zone: "Europe/Amsterdam" },
    asks_name: false,
  });
  expect((await show(resource, cookie)).shown).toMatchObject({
    known: { type: "person", names: "Anna", capacity: 1 },
  });
  expect((await show(schedule, cookie)).shown).toMatchObject({
    known: {
      name: "Haircut",
      duration_minutes: 45,
      days: [1, 2, 3, 4, 5],
      start: "09:00",
      end: "17:00",
      price: "42.50",
    },
  });
  await post(schedule, cookie, [["price", "50"], ...cuts.filter(([name]) => name !== "price")]);
  expect((await show(schedule, cookie)).shown).toMatchObject({ known: { price: "50.00" } });
});

test("what cannot be used comes back at its field, as it was typed", async () => {
  const { cookie, account } = await newcomer();
  const refused = await post(company, cookie, [
    ...salon.filter(([name]) => name !== "name"),
    ["name", ""],
  ]);
  expect(refused).toMatchObject({
    status: 422,
    shown: { result: { initialValue: { owner_name: "Anna Jansen" } } },
  });
  expect(await prisma.user.count({ where: { account_id: account.id } })).toBe(0);
  const owner = await signIn(await makeTenant());
  await post(resource, owner, anna);
  const wrong = async (...change: [string, string][]) => {
    const names = change.map(([name]) => name);
    const answer = await post(schedule, owner, [
      ...cuts.filter(([name]) => !names.includes(name)),
      ...change,
    ]);
    return (answer.shown as { result: { error: Record<string, string[]> } }).result.error;
  };
  expect(await wrong(["price", "a lot"])).toEqual({ price: ["Use a price such as 25 or 25.50."] });
  expect(await wrong(["start", "9 o'clock"])).toHaveProperty("start");
  const noDays = await post(
    schedule,
    owner,
    cuts.filter(([name]) => name !== "days"),
  );
  expect(noDays).toMatchObject({
    status: 422,
    shown: { result: { error: { days: ["Choose at least one day."] } } },
  });
});

test("the steps are for owners and admins, and forms of other sites do nothing", async () => {
  const owner = await makeTenant();
  const staff = await signIn(await makeUser(owner, "staff"));
  expect(await show(index, staff)).toMatchObject({ to: "/dashboard" });
  for (const page of [company, resource, schedule, widget, payments, done])
    expect(await show(page, staff)).toMatchObject({ status: 403 });
  const { cookie, account } = await newcomer();
  expect(await post(company, cookie, salon, { "Sec-Fetch-Site": "cross-site" })).toMatchObject({
    status: 403,
  });
  expect(await prisma.user.count({ where: { account_id: account.id } })).toBe(0);
  expect(await show(company, "")).toMatchObject({
    status: 302,
    to: expect.stringMatching(/^\/sign-in/),
  });
});

/** Invites someone and returns the token of the link in their mail. */
async function invite(
  owner: Awaited<ReturnType<typeof makeTenant>>,
  email: string,
): Promise<string> {
  await inviteUser(owner, NewUser.parse({ email, role: "staff" }));
  const mail = await prisma.message.findFirstOrThrow({
    where: { tenant_id: owner.tenant.id, recipient: email },
  });
  const { links } = openSeal(mail.id, Buffer.from(mail.sealed ?? []));
  return String(links?.accept).split("/invitations/")[1] ?? "";
}

test("who was invited joins with one press, works there, and the link is used up", async () => {
  const owner = await makeTenant({ name: "Studio Linden" });
  const { account, token, cookie } = await newcomer();
  const link = await invite(owner, account.email);
  const opened = await show(invitation, cookie, `/invitations/${link}`, {}, { token: link });
  expect(opened.shown).toMatchObject({
    tenant_name: "Studio Linden",
    email: account.email,
    signed_in_as: account.email,
  });
  expect(await show(welcome, cookie)).toMatchObject({
    shown: { inviters: ["Studio Linden"], companies: [] },
  });
  expect((await findSession(token, null))?.actor).toBeNull();
  expect(await post(invitation, cookie, [], {}, { token: link })).toMatchObject({
    to: "/dashboard",
  });
  expect((await findSession(token, null))?.actor).toMatchObject({
    role: "staff",
    tenant: { id: owner.tenant.id },
  });
  const again = await show(invitation, cookie, `/invitations/${link}`, {}, { token: link });
  expect(again).toMatchObject({
    status: 404,
    shown: { message: expect.stringContaining("Ask for a new one") },
  });
});

test("an invitation is for the address it was sent to, and a stranger signs in first", async () => {
  const owner = await makeTenant();
  const link = await invite(owner, `anna-${newId()}@example.test`);
  const { cookie } = await newcomer();
  const refused = await post(invitation, cookie, [], {}, { token: link });
  expect(refused).toMatchObject({
    status: 403,
    shown: { message: expect.stringContaining("another address") },
  });
  const opened = await show(invitation, "", `/invitations/${link}`, {}, { token: link });
  expect(opened.shown).toMatchObject({ signed_in_as: null, from: `/invitations/${link}` });
  expect(
    await post(invitation, cookie, [], { "Sec-Fetch-Site": "cross-site" }, { token: link }),
  ).toMatchObject({
    status: 403,
  });
});

test("one person works for several companies, one at a time", async () => {
  const [first, second] = [await makeTenant(), await makeTenant()];
  const { account, token, cookie } = await newcomer();
  for (const owner of [first, second])
    await post(invitation, cookie, [], {}, { token: await invite(owner, account.email) });
  expect((await findSession(token, null))?.actor?.tenant.id).toBe(second.tenant.id);
  expect(await post(switchCompany, cookie, [["tenant_id", first.tenant.id]])).toMatchObject({
    to: "/dashboard",
  });
  expect((await findSession(token, null))?.actor?.tenant.id).toBe(first.tenant.id);
  const stranger = await makeTenant();
  expect(await post(switchCompany, cookie, [["tenant_id", stranger.tenant.id]])).toMatchObject({
    status: 404,
  });
  expect((await findSession(token, null))?.actor?.tenant.id).toBe(first.tenant.id);
});

test("hours over midnight are asked about before they are saved, and saved when that is meant", async () => {
  const { cookie } = await newcomer();
  await post(company, cookie, salon);
  await post(resource, cookie, anna);
  const late = cuts.map(([name, value]): [string, string] => [
    name,
    { start: "18:00", end: "09:00" }[name] ?? value,
  ]);
  const refused = await post(schedule, cookie, late);
  expect(refused.status).toBe(422);
  expect(refused.shown).toMatchObject({
    result: {
      error: { end: [expect.stringContaining("18:00 to 09:00 goes past midnight (15 h)")] },
    },
  });
  expect((await show(schedule, cookie)).shown).toMatchObject({ known: { start: "09:00" } });
  expect(await post(schedule, cookie, [...late, ["over_midnight", "on"]])).toMatchObject({
    to: "/onboarding/widget",
  });
  expect((await show(schedule, cookie)).shown).toMatchObject({
    known: { start: "18:00", over_midnight: true },
  });
});
