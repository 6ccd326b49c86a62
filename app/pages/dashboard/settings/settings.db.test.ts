import { beforeEach, expect, test } from "vitest";
import { UserFilter } from "~/contract/users";
import type { UserActor } from "~/domain/identity/actor";
import { getTenantProfile, updateTenant } from "~/domain/tenants/tenant-profile.server";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { readPreferences } from "~/domain/users/preferences.server";
import { pool } from "~/lib/db.server";
import { flashOf, get, post, postImage, refusalOf } from "~/testing/desk";
import { makeResource, makeSecretKey, makeTenant, makeUser, signIn } from "~/testing/factory";
import * as frame from "./layout";
import * as index from "./route";
import * as audit from "./audit/route";
import * as company from "./company/route";
import * as logo from "./company/logo";
import * as dataPage from "./data/route";
import * as me from "./me/route";
import * as policy from "./policy/route";
import * as team from "./team/route";
import * as person from "./team/person/route";

// The settings, called as the browser calls them before any script.

let owner: UserActor;
beforeEach(async () => {
  owner = await makeTenant({ name: "Studio Linden", time_zone: "UTC" });
});

const S = "/dashboard/settings";
const answerOf = (answer: unknown) => (answer as { data: Record<string, unknown> }).data;
const isRefused = (promise: Promise<unknown>, code: number) =>
  expect(promise).rejects.toMatchObject({ status: code });

test("each role sees its own pages; the others are not there and are refused", async () => {
  const [viewer, staff, admin] = [
    await makeUser(owner, "viewer"),
    await makeUser(owner, "staff"),
    await makeUser(owner, "admin"),
  ];
  expect((await get(frame, staff, S)).pages.map(({ label }) => label)).toEqual([
    "Calendars",
    "Profile",
  ]);
  expect((await get(frame, admin, S)).pages).toHaveLength(7);
  await expect(get<unknown>(index, viewer, S)).rejects.toMatchObject({ status: 302 }); // to the only one
  for (const page of [audit, company, dataPage, policy, team])
    await isRefused(get<unknown>(page, staff, S), 403);
  for (const page of [company, policy, team, dataPage])
    await isRefused(post<unknown>(page, staff, S, {}), 403);
  expect((await get(dataPage, admin, S)).may_delete).toBe(false);
  await isRefused(post<unknown>(dataPage, admin, S, { confirm_name: "Studio Linden" }), 403);
});

async function companyFields(): Promise<Record<string, string>> {
  const { read_at, name, slug, time_zone, locale, currency } = (await get(company, owner, S))
    .stored;
  return { intent: "save", read_at, name, slug, time_zone, locale, currency };
}

test("the company is saved, and what was emptied is empty", async () => {
  const fields = await companyFields();
  const typed = {
    ...fields,
    name: "Linden",
    email: "desk@example.test",
    "address.city": "Utrecht",
    "address.country": "NL",
  };
  expect(flashOf(await post<unknown>(company, owner, S, typed)).text).toBe("Saved the company.");
  expect(await getTenantProfile(owner)).toMatchObject({
    name: "Linden",
    email: "desk@example.test",
    address: { city: "Utrecht" },
  });
  const next = await companyFields();
  await post<unknown>(company, owner, S, next);
  expect(await getTenantProfile(owner)).toMatchObject({ email: null, address: { city: null } });
  const wrong = await post<unknown>(company, owner, S, {
    ...(await companyFields()),
    "address.country": "Holland",
    phone: "x",
  });
  expect(refusalOf(wrong).result).toMatchObject({
    error: { "address.country": [expect.any(String)], phone: [expect.any(String)] },
    initialValue: { phone: "x", address: { country: "Holland" } },
  });
});

test("the logo comes with a plain form, and goes again; both are for admins", async () => {
  await isRefused(
    postImage<unknown>(logo, await makeUser(owner, "staff"), `${S}/company/logo`),
    403,
  );
  expect(flashOf(await postImage<unknown>(logo, owner, `${S}/company/logo`)).text).toBe(
    "Saved the logo.",
  );
  expect((await get(company, owner, S)).logo).toContain("/uploads/");
  await post<unknown>(company, owner, S, { intent: "no_image" });
  expect((await get(company, owner, S)).logo).toBeNull();
});

test("someone else's change of the company is shown, not written over", async () => {
  const fields = await companyFields();
  await updateTenant(owner, { website: "https://linden.example" });
  const answer = await post<unknown>(company, owner, S, { ...fields, name: "Linden & Co" });
  expect(answerOf(answer).conflict).toMatchObject({ name: "Linden & Co" });
  expect((await getTenantProfile(owner)).name).toBe("Studio Linden");
  const again = { ...fields, name: "Linden & Co", read_at: (await companyFields()).read_at! };
  expect(flashOf(await post<unknown>(company, owner, S, again)).text).toBe("Saved the company.");
});

async function policyTyped(change: Record<string, string> = {}) {
  const { read_at } = await get(policy, owner, S);
  return {
    read_at,
    hold_minutes: "15",
    hold_hours_approval: "24",
    hold_hours_payment: "24",
    max_reschedules: "3",
    refunds: "steps",
    "waitlist_offer.amount": "2",
    "waitlist_offer.unit": "hours",
    "cancel_window.amount": "1",
    "cancel_window.unit": "days",
    "reschedule_window.amount": "90",
    "reschedule_window.unit": "minutes",
    "tiers[0].hours_before": "48",
    "tiers[0].refund_pct": "100",
    "tiers[1].hours_before": "24",
    "tiers[1].refund_pct": "50",
    "tiers[2].hours_before": "",
    "tiers[2].refund_pct": "",
    "reminders[0].amount": "1",
    "reminders[0].unit": "days",
    "reminders[1].amount": "",
    "reminders[1].unit": "hours",
    text_reminders: "on",
    text_channel: "sms",
    text_quiet_from: "20:00",
    text_quiet_until: "08:30",
    text_monthly_budget: "50",
    example_price: "42.00",
    example_hours: "30",
    intent: "save",
    ...change,
  };
}

test("the policy is saved with the rows that are filled in", async () => {
  expect(flashOf(await post<unknown>(policy, owner, S, await policyTyped())).text).toContain(
    "Saved the policy.",
  );
  expect((await getTenantProfile(owner)).policy).toMatchObject({
    cancel_window_minutes: 1440,
    reschedule_window_minutes: 90,
    waitlist_offer_minutes: 120,
    refund_tiers: [
      { hours_before: 48, refund_pct: 100 },
      { hours_before: 24, refund_pct: 50 },
    ],
    reminders_minutes_before: [1440],
    text_reminders: true,
    text_quiet_from: "20:00",
    text_quiet_until: "08:30",
    text_monthly_budget: 50,
  });
  const wrong = await post<unknown>(policy, owner, S, await policyTyped({ hold_minutes: "2" }));
  expect(refusalOf(wrong).result.error.hold_minutes).toBeTruthy();
});

test("the button for the example saves nothing and keeps what was typed", async () => {
  const answer = await post<unknown>(
    policy,
    owner,
    S,
    await policyTyped({ intent: "example", max_reschedules: "9" }),
  );
  expect(answerOf(answer).tried).toMatchObject({ max_reschedules: 9, example_hours: "30" });
  expect((await getTenantProfile(owner)).policy).toMatchObject({
    refund_tiers: null,
    max_reschedules: 3,
  });
});

test("someone is invited, sent a new link, changed and removed", async () => {
  const court = await makeResource(owner, { name: "Court 1" });
  const invite = { email: "ada@example.test", role: "staff", resource_ids: court.id };
  expect(
    refusalOf(await post<unknown>(team, owner, S, { ...invite, role: "owner" })).result.error.role,
  ).toBeTruthy();
  expect(flashOf(await post<unknown>(team, owner, S, invite)).text).toContain(
    "Invited ada@example.test",
  );
  const { people } = await get(team, owner, S);
  const ada = people.find(({ email }) => email === "ada@example.test")!; // invited above
  expect(ada).toMatchObject({
    role: "staff",
    sees: ["Court 1"],
    invited_until: expect.any(String),
  });
  const send = (fields: Record<string, string>) => post<unknown>(person, owner, S, fields, ada.id);
  expect(flashOf(await send({ intent: "resend" })).text).toContain(
    "Sent a new link to ada@example.test",
  );
  const mails = await pool.query(
    "select 1 from message where tenant_id = $1 and kind = 'user_invite'",
    [owner.tenant.id],
  );
  expect(mails.rowCount).toBe(2);
  await send({ intent: "edit", name: "Ada", role: "viewer", resource_ids: court.id });
  expect((await get(person, owner, S, ada.id)).stored).toEqual({
    name: "Ada",
    role: "viewer",
    resource_ids: [court.id],
    own_hours: false,
  });
  await send({ intent: "edit", name: "Ada", role: "admin", resource_ids: court.id });
  expect((await get(person, owner, S, ada.id)).stored).toMatchObject({
    role: "admin",
    resource_ids: [],
  });
  expect(flashOf(await send({ intent: "remove" })).text).toBe("Removed Ada.");
  await isRefused(get<unknown>(person, owner, S, ada.id), 404);
});

test("the owner is out of others' reach, and hands the company over by a button of its own", async () => {
  const admin = await makeUser(owner, "admin", { name: "Ada" });
  expect(await get(person, admin, S, owner.user_id)).toMatchObject({
    may_edit: false,
    may_change_role: false,
  });
  expect(await get(person, admin, S, admin.user_id)).toMatchObject({
    may_edit: true,
    may_change_role: false,
  });
  for (const intent of ["remove", "hand_over"])
    expect(
      refusalOf(await post<unknown>(person, admin, S, { intent }, owner.user_id)).result.error[""],
    ).toBeTruthy();
  expect(
    refusalOf(await post<unknown>(person, owner, S, { intent: "remove" }, owner.user_id)).result
      .error[""],
  ).toBeTruthy();
  expect(
    flashOf(await post<unknown>(person, owner, S, { intent: "hand_over" }, admin.user_id)).text,
  ).toContain("Ada is the owner now");
  const { data } = await listUsers(owner, UserFilter.parse({ role: "owner" }));
  expect(data.map(({ id }) => id)).toEqual([admin.user_id]);
});

test("with a person their secret keys can go", async () => {
  const admin = await makeUser(owner, "admin");
  await makeSecretKey(admin);
  expect((await get(person, owner, S, admin.user_id)).live_keys).toBe(1);
  await post<unknown>(person, owner, S, { intent: "remove", keys: "on" }, admin.user_id);
  const left = await pool.query(
    "select 1 from api_key where tenant_id = $1 and revoked_at is null",
    [owner.tenant.id],
  );
  expect(left.rowCount).toBe(0);
});

test("the audit log is read by who and what, with values before and after", async () => {
  const admin = await makeUser(owner, "admin", { name: "Ada" });
  await updateTenant(admin, { policy: { max_reschedules: 7 } });
  await makeResource(owner, { name: "Blue" });
  const shown = await get(audit, owner, `${S}/audit?actor=${admin.user_id}&from=2020-01-01`);
  expect(shown.lines).toMatchObject([
    {
      who: "Ada",
      what: "Edited company",
      changes: [{ field: "policy.max_reschedules", before: "3", after: "7" }],
    },
  ]);
  expect((await get(audit, owner, `${S}/audit?entity=resource`)).lines).toHaveLength(1);
  const odd = await get(audit, owner, `${S}/audit?from=soon&cursor=x`);
  expect([odd.lines.length, odd.problem !== null]).toEqual([2, true]);
});

test("the company is deleted by its owner with the exact name and phrase, and the browser is signed out", async () => {
  const fields = { confirm_name: "Studio Linden", confirm_phrase: "delete permanently" };
  const wrong = await post<unknown>(dataPage, owner, S, {
    ...fields,
    confirm_name: "studio linden",
  });
  expect(refusalOf(wrong).result.error.confirm_name).toEqual(["That is not the company's name."]);
  expect(
    refusalOf(await post<unknown>(dataPage, owner, S, { ...fields, confirm_phrase: "yes" })).result
      .error.confirm_phrase,
  ).toBeTruthy();
  const deleted = (await post<unknown>(dataPage, owner, S, fields)) as Response;
  expect(deleted.headers.get("Set-Cookie")).toMatch(/^session=;/);
  expect((await pool.query("select 1 from tenant where id = $1", [owner.tenant.id])).rowCount).toBe(
    0,
  );
});

test("a person of any role changes their own name and shortcuts, and signs out elsewhere", async () => {
  const viewer = await makeUser(owner, "viewer", { name: "Vera" });
  await signIn(viewer);
  await signIn(viewer);
  const send = (fields: Record<string, string>) => post<unknown>(me, viewer, S, fields);
  expect(flashOf(await send({ intent: "name", name: "Vera Vos" })).text).toBe("Saved your name.");
  expect(refusalOf(await send({ intent: "name", name: "" })).result.error.name).toBeTruthy();
  await send({ intent: "shortcuts" });
  expect((await readPreferences(viewer)).shortcuts).toBe(false);
  const { sessions, stored, may_have_feed } = await get(me, viewer, S);
  expect([stored, may_have_feed]).toEqual([{ name: "Vera Vos", shortcuts: "" }, false]);
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  await send({
    intent: "end_session",
    session_id: sessions.find(({ is_current }) => !is_current)!.id,
  });
  expect(flashOf(await send({ intent: "end_others" })).text).toMatch(
    /^Signed out of \d+ other browsers/,
  );
  expect((await get(me, viewer, S)).sessions).toHaveLength(2);
});

test("a calendar address is made, renewed and deleted by staff, and shown once", async () => {
  const staff = await makeUser(owner, "staff");
  const send = (fields: Record<string, string>) => post<unknown>(me, staff, S, fields);
  expect(answerOf(await send({ intent: "make_feed" })).url).toMatch(/\/calendar\/.+\.ics$/);
  const { feed } = await get(me, staff, S);
  expect(answerOf(await send({ intent: "renew_feed", feed_id: feed!.id })).url).toMatch(/\.ics$/);
  await send({ intent: "remove_feed", feed_id: feed!.id });
  expect((await get(me, staff, S)).feed).toBeNull();
  const viewer = await makeUser(owner, "viewer");
  expect(
    refusalOf(await post<unknown>(me, viewer, S, { intent: "make_feed" })).result.error[""],
  ).toBeTruthy();
});
