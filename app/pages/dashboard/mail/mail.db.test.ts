import { beforeEach, expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { getPreferences, updatePreferences } from "~/domain/email/preferences.server";
import type { QuotaReason } from "~/domain/email/message-row";
import { queueMail } from "~/domain/email/queue-message.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool, transaction } from "~/lib/db.server";
import { flashOf, get, refusalOf } from "~/testing/desk";
import { env } from "~/lib/env.server";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import * as frame from "./layout";
import * as blocked from "./blocked/route";
import * as logPage from "./log/route";
import * as texts from "./templates/route";
import * as text from "./templates/template/route";
import * as who from "./who/route";
import * as preview from "./preview";

// The pages about mail, called as the browser calls them before any script.

let owner: UserActor;
beforeEach(async () => {
  owner = await makeTenant({ name: "Studio Linden", time_zone: "UTC", locale: "nl" });
});

const M = "/dashboard/mail";
const isRefused = (promise: Promise<unknown>, code: number) =>
  expect(promise).rejects.toMatchObject({ status: code });

/** One mail's page has its key in the path, where the helpers of other pages have an id. */
async function call(actor: UserActor, page: object, path: string, fields?: Record<string, string>) {
  const request = new Request(`${env.BASE_URL}${path}`, {
    headers: { Cookie: await signIn(actor), "Sec-Fetch-Site": "same-origin" },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const key = new URL(request.url).pathname.split("/")[4] ?? "";
  const { loader, action } = page as Record<string, (args: object) => Promise<unknown>>;
  return (fields ? action! : loader!)({ request, params: { key }, context: {} });
}
const NL = `${M}/templates/booking_confirmed?locale=nl`;
const edit = (fields: Record<string, string>, actor = owner) => call(actor, text, NL, fields);
const shown = async (path = NL, actor = owner) =>
  (await call(actor, text, path)) as Awaited<ReturnType<typeof text.loader>>;

test("each role sees its own pages, and who may not change is refused", async () => {
  const [viewer, staff] = [await makeUser(owner, "viewer"), await makeUser(owner, "staff")];
  const labels = async (actor: UserActor) =>
    (await get(frame, actor, M)).pages.map(({ label }) => label);
  expect(await labels(viewer)).toEqual(["Templates", "Recipients"]);
  expect(await labels(staff)).toEqual(["Templates", "Recipients", "Message log"]);
  expect(await labels(owner)).toHaveLength(4);
  expect((await shown(NL, viewer)).may_edit).toBe(false);
  expect((await get(who, viewer, M)).may_edit).toBe(false);
  await isRefused(get<unknown>(logPage, viewer, M), 403);
  await isRefused(get<unknown>(blocked, staff, M), 403);
  await isRefused(edit({ intent: "default" }, staff), 403);
  for (const page of [who, blocked, preview]) await isRefused(call(staff, page, M, {}), 403);
  await isRefused(call(viewer, logPage, M, {}), 403);
  await isRefused(shown(`${M}/templates/nothing`), 404);
});

test("a text is made own, changed, and the default comes back", async () => {
  expect(await shown()).toMatchObject({ is_own: false, locale: "nl", unwritten: [] });
  const saved = await edit({
    intent: "save",
    subject: "Tot {{ booking.when }}",
    body: "<p>Een</p>\r\n<p>Twee</p>",
  });
  expect(flashOf(saved).text).toBe("Saved the text. Emails sent from now on have it.");
  const own = { is_own: true, stored: { body: "<p>Een</p>\n<p>Twee</p>" } };
  expect(await shown()).toMatchObject(own);
  expect(await shown(`${M}/templates/booking_confirmed?locale=de`)).toMatchObject({
    is_own: false,
    unwritten: [],
  });
  const { seen } = await shown();
  const body = '<a href="{{ links.manage }}">Drie</a>';
  await edit({ intent: "save", subject: "Tot dan", body, seen });
  expect(await shown()).toMatchObject({ stored: { subject: "Tot dan", body } });
  const { chain, others } = await get(texts, owner, M);
  const mails = [...chain, ...others];
  expect(mails).toHaveLength(templateKeys.length);
  expect(mails.filter(({ own }) => own.length > 0)).toMatchObject([
    { key: "booking_confirmed", own: ["Dutch"] },
  ]);
  expect(flashOf(await edit({ intent: "default" })).text).toBe("The default text is back.");
  expect((await shown()).is_own).toBe(false);
  await edit({ intent: "default" });
});

test("the chain shows each mail of a booking: subject, moment, whether it is sent, and languages without a text", async () => {
  await updatePreferences(owner, { booking_rescheduled: { customer: false } });
  await call(owner, text, `${M}/templates/booking_reminder?locale=de`, {
    intent: "save",
    subject: "Bis bald, {{ customer.name }}",
    body: "<p>Hallo</p>",
  });
  const { chain } = await get(texts, owner, M);
  expect(chain.map(({ key, moment, is_on }) => [key, moment, is_on])).toEqual([
    ["booking_created", "When approval or payment is pending", true],
    ["booking_confirmed", "As soon as it’s confirmed", true],
    ["booking_reminder", "1 day and 2 hours before the start", true],
    ["booking_rescheduled", "When its time, place, service, party or guest changes", false],
    ["booking_cancelled", "When it’s cancelled or declined", true],
    ["booking_refunded", "When a refund is sent", true],
  ]);
  expect(chain[1]!.subject).toMatch(/^Bevestigd: \w+ \d/);
  expect(chain[2]).toMatchObject({ own: ["German"], unwritten: ["Dutch"] });
  expect(await shown(`${M}/templates/booking_reminder?locale=de`)).toMatchObject({
    unwritten: [{ tag: "nl", label: "Dutch", has_default: true }],
  });
  const quiet = await makeTenant({ policy: { reminders_minutes_before: [] } });
  const [, , reminder] = (await get(texts, quiet, M)).chain;
  expect(reminder).toMatchObject({ moment: "No reminder times set", is_on: false });
});

test("a text that someone else has saved meanwhile is not replaced unseen", async () => {
  const save = (subject: string, seen: string) =>
    edit({ intent: "save", subject, body: "<p>Hi</p>", seen });
  await save("First", "");
  const conflict = { init: { status: 409 }, data: { conflict: { subject: "From the default" } } };
  expect(await save("From the default", "")).toMatchObject(conflict);
  const { seen } = await shown();
  await Promise.all([save("One", seen), save("Other", seen)]);
  const now = await shown();
  expect(["One", "Other"]).toContain(now.stored.subject);
  expect(await save("Mine", seen)).toMatchObject({ init: { status: 409 } });
  expect(flashOf(await save("Mine", now.seen)).text).toContain("Saved the text.");
});

test("an unknown variable is refused at its field, with what was typed", async () => {
  const { result } = refusalOf(
    await edit({ intent: "save", subject: "{{ booking.dtae }}", body: "<p>Hi</p>" }),
  ) as {
    result: { error: object; initialValue?: object };
  };
  expect(result.error).toEqual({
    subject: ["There is no variable booking.dtae in this template."],
  });
  expect(result.initialValue).toMatchObject({ subject: "{{ booking.dtae }}", body: "<p>Hi</p>" });
});

test("the preview runs nothing and is framed by the dashboard alone; a broken text is said in it", async () => {
  const typed = { key: "booking_confirmed", locale: "nl", subject: "A < B", body: "<p>Typed</p>" };
  const answer = (await call(owner, preview, `${M}/preview`, typed)) as Response;
  const html = await answer.text();
  expect(html).toContain("Typed");
  expect(html).toContain("<strong>A &lt; B</strong>");
  const policy = answer.headers.get("Content-Security-Policy");
  for (const rule of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'"])
    expect(policy).toContain(rule);
  expect(policy).toMatch(/; sandbox$/);
  const broken = (await call(owner, preview, `${M}/preview`, {
    ...typed,
    body: "{{ <b> }}",
  })) as Response;
  expect(broken.status).toBe(422);
  expect(await broken.text()).not.toContain("<b>");
  const viewer = await makeUser(owner, "viewer");
  const stored = await call(viewer, preview, `${M}/preview?key=user_invite&locale=fr`);
  expect((stored as Response).status).toBe(200);
  await isRefused(call(owner, preview, `${M}/preview?key=nothing`), 404);
});

test("a test goes to who asks for it, and what was typed stays", async () => {
  const answer = await edit({ intent: "test", subject: "Hoi", body: "<p>Hoi</p>" });
  expect(answer).toMatchObject({
    data: { sent_to: owner.email, tried: { subject: "Hoi", body: "<p>Hoi</p>" } },
  });
  expect((await get(logPage, owner, `${M}/log`)).messages).toMatchObject([
    { recipient: owner.email, subject: "[Test] Hoi", kind: "Test" },
  ]);
  expect((await shown()).is_own).toBe(false);
});

test("only the ticks that differ are changed", async () => {
  const now = await getPreferences(owner);
  const { rows, columns } = await get(who, owner, M);
  // an account's events never go to guests, and their ticks stay under their headings
  for (const { to } of rows) {
    expect(to.map((cell, column) => cell?.label ?? columns[column])).toEqual(columns);
  }
  const on = rows.flatMap(({ to }) => to.flatMap((cell) => (cell?.is_mailed ? [cell] : [])));
  const fields = (values: string[]) => new URLSearchParams(values.map((value) => ["on", value]));
  const send = async (values: string[]) => {
    const headers = { Cookie: await signIn(owner), "Sec-Fetch-Site": "same-origin" };
    const request = new Request(`${env.BASE_URL}${M}/who`, {
      method: "POST",
      headers,
      body: fields(values),
    });
    return flashOf(await who.action({ request, params: {}, context: {} })).text;
  };
  const values = on.map(({ value }) => value);
  expect(await send(values)).toBe("Nothing changed.");
  expect(await send(values.filter((value) => value !== "booking_reminder customer"))).toBe(
    "Saved who gets which email.",
  );
  const reminder = { ...now.booking_reminder, customer: false };
  expect(await getPreferences(owner)).toEqual({ ...now, booking_reminder: reminder });
  const diff = await pool.query("select diff from audit_row where tenant_id = $1 and action = $2", [
    owner.tenant.id,
    "email_preferences.updated",
  ]);
  expect(diff.rows).toEqual([{ diff: { "booking_reminder.customer": false } }]);
  await send([]);
  expect(
    Object.values(await getPreferences(owner)).flatMap((row) => Object.values(row)),
  ).not.toContain(true);
});

test("the log is filtered, a message is sent again, and only three times", async () => {
  const content = { subject: "Hello", html: "<p>Hello</p>", text: "Hello\n", attachments: [] };
  const mail = { kind: "booking_confirmed", audience: "customer", locale: "en", content } as const;
  const id = await transaction((db) =>
    queueMail(db, { tenant_id: owner.tenant.id, recipient: "ann@example.test", ...mail }),
  );
  const list = (search: string) => get(logPage, owner, `${M}/log?${search}`);
  expect((await list("recipient=ANN@example.test")).messages).toMatchObject([
    { id, kind: "Booking confirmed" },
  ]);
  expect((await list("recipient=bo@example.test")).messages).toEqual([]);
  expect((await list("status=nonsense")).problem).not.toBeNull();
  const again = () => call(owner, logPage, `${M}/log?status=sent`, { id: id! });
  const first = await again();
  expect(flashOf(first).text).toBe("Resent to ann@example.test.");
  expect((first as Response).headers.get("Location")).toBe(`${M}/log?status=sent`);
  await again();
  await again();
  expect(refusalOf(await again()).result.error[""]?.[0]).toContain("3 times already");
  expect((await list("")).messages).toHaveLength(4);
});

test("the log says in words which limit holds a message back", async () => {
  const reasons = ["tenant_quota", "recipient_quota", "unproven_quota"] satisfies QuotaReason[];
  for (const error_code of reasons) {
    const id = await transaction((db) =>
      queueMail(db, {
        tenant_id: owner.tenant.id,
        recipient: "ann@example.test",
        kind: "booking_confirmed",
        audience: "customer",
        locale: "en",
      }),
    );
    await pool.query("update message set status = 'held', error_code = $1 where id = $2", [
      error_code,
      id,
    ]);
  }
  const { messages } = await get(logPage, owner, `${M}/log`);
  expect(messages.map(({ reason }) => reason).sort()).toEqual([
    "The daily limit for unverified addresses is reached",
    "This address’s daily limit is reached",
    "Your daily limit is reached",
  ]);
});

test("a blocked address is listed and takes mail again", async () => {
  await pool.query(
    "insert into email_suppression (tenant_id, address, reason) values ($1, $2, 'HardBounce')",
    [owner.tenant.id, "gone@example.test"],
  );
  expect((await get(blocked, owner, M)).blocked).toMatchObject([
    { address: "gone@example.test", reason: "Address doesn’t exist" },
  ]);
  const unblock = () => call(owner, blocked, M, { address: "gone@example.test" });
  expect(flashOf(await unblock()).text).toBe("Emails go to gone@example.test again.");
  expect((await get(blocked, owner, M)).blocked).toEqual([]);
  expect(refusalOf(await unblock()).result.error[""]).toHaveLength(1);
});
