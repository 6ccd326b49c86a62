import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { NewBooking, StatusChange } from "~/contract/booking-inputs";
import {
  type ApprovalLink,
  approvalUrl,
  readApprovalToken,
} from "~/domain/bookings/links/approval-link.server";
import { cancelByCustomer } from "~/domain/bookings/change/cancel-by-customer.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { moveBooking } from "~/domain/bookings/change/move-booking.server";
import { sendMessage } from "~/domain/email/send-message.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import {
  aCustomer,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  type TenantOptions,
} from "~/testing/factory";
import { renderedPage } from "~/testing/rendered-page";
import * as route from "./route";

const { loader, action } = renderedPage("approvals/:token", route);

/** A booking that waits for approval, made by somebody else than its members: the owner, and Sami of its resource. */
async function aRequest({
  schedule = {},
  ...tenant
}: TenantOptions & { schedule?: Record<string, unknown> } = {}) {
  const owner = await makeTenant({ name: "Studio Linden", owner_name: "Mila", ...tenant });
  const desk = await makeUser(owner, "admin");
  const room = await makeResource(owner, { name: "Room 1" });
  const service = await makeSchedule(owner, [room.id], {
    name: "Haircut",
    price_amount: 4500,
    ...schedule,
  });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30 limit 2",
    [owner.tenant.id, service.id],
  );
  const [slot, later] = slots.rows.map(({ id }) => id);
  const wish = NewBooking.parse({
    slot_id: slot,
    customer: aCustomer("Anouk Bosch"),
    status: "pending",
  });
  const booking = await createBooking(desk, wish, null);
  const sami = await makeUser(owner, "staff", { name: "Sami", resource_ids: [room.id] });
  const link = (member: UserActor, changes: Partial<ApprovalLink> = {}) =>
    approvalUrl({
      tenant_id: owner.tenant.id,
      booking_id: booking.id,
      user_id: member.user_id,
      action: "approve",
      version: booking.version,
      expires_at: new Date(booking.expires_at!),
      ...changes,
    });
  return { owner, desk, sami, room, booking, later: later!, link };
}

const argsOf = (url: string, init?: RequestInit) => ({
  request: new Request(url, init),
  params: { token: new URL(url).pathname.split("/")[2] ?? "" },
  context: {},
});
const open = async (url: string, init: RequestInit = {}) => {
  const response = await loader(argsOf(url, init));
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const press = async (
  url: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const sent = { "Sec-Fetch-Site": "same-origin", ...headers };
  const response = await action(
    argsOf(url, { method: "POST", body: new URLSearchParams(form), headers: sent }),
  );
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const stateOf = async (id: string) => {
  const found = await pool.query(
    "select status, pending_reason, version, cancel_reason from booking where id = $1",
    [id],
  );
  return found.rows[0] as {
    status: string;
    pending_reason: string | null;
    version: number;
    cancel_reason: string | null;
  };
};
const waiting = { status: "pending", pending_reason: "approval", version: 1 };
const become = (actor: UserActor, id: string, status: string) =>
  changeBookingStatus(actor, id, StatusChange.parse({ status }), null);

async function deliver(owner: UserActor, to: string) {
  while ((await relayEvents(100)) > 0);
  const queued = await pool.query<{ id: string }>(
    "select id from message where tenant_id = $1 and status = 'queued' order by created_at, id",
    [owner.tenant.id],
  );
  for (const { id } of queued.rows) await sendMessage({ message_id: id });
  return sentTo(to);
}
const linksIn = (text: string) => text.split("\n").filter((line) => line.includes("/approvals/"));

test("the mail about a request has a link to approve and one to decline; each asks before it acts", async () => {
  const { owner, booking } = await aRequest();
  const [mail] = await deliver(owner, owner.email);
  const [approve, decline] = linksIn(mail!.text);
  expect(mail!.text).toMatch(
    /Approve booking\n+http\S+\n+Decline booking\n+http\S+\n+Open in the dashboard\nhttp/,
  );
  expect(mail!.text).toContain("The time is held until ");
  const opened = await open(approve!);
  expect(opened.html).not.toMatch(/\d\s[AP]M\b/); // like the email: the company is in Amsterdam
  expect(opened.status).toBe(200);
  for (const message of [
    "Approve this booking?",
    "Anouk Bosch",
    "Haircut · Room 1",
    "€45.00",
    "Approve booking</button>",
  ])
    expect(opened.html).toContain(message);
  expect(opened.html).not.toContain("<script");
  expect((await open(decline!)).html).toContain("Decline booking</button>");
  expect(await stateOf(booking.id)).toMatchObject(waiting);
  expect(await press(approve!)).toMatchObject({ status: 303 });
  expect(await stateOf(booking.id)).toMatchObject({ status: "confirmed" });
  expect((await open(approve!)).html).toContain("Approved by Mila.");
});

test("nothing keeps, tells or finds the address", async () => {
  const { owner, link } = await aRequest();
  for (const { headers } of [
    await open(link(owner)),
    await open(`${link(owner)}x`),
    await press(link(owner)),
  ])
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
});

test("opening a link changes nothing, whatever opens it and how often", async () => {
  const { owner, link, booking } = await aRequest();
  for (const action of ["approve", "decline"] as const)
    for (const method of ["GET", "HEAD", "GET"])
      expect((await open(link(owner, { action }), { method })).status).toBe(200);
  expect(await stateOf(booking.id)).toMatchObject(waiting);
});

test("a form that another site sent changes nothing", async () => {
  const { owner, link, booking } = await aRequest();
  const refused = await press(link(owner), {}, { "Sec-Fetch-Site": "cross-site" });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("come from this page");
  // An older browser says the origin alone.
  for (const origin of ["https://evil.example", `${env.BASE_URL}.evil.example`, ""]) {
    const headers = { Origin: origin };
    const form = { method: "POST", body: new URLSearchParams(), headers };
    expect((await action(argsOf(link(owner), form))).status).toBe(400);
  }
  expect(await stateOf(booking.id)).toMatchObject(waiting);
});

test("a booking is declined with a reason for the guest, and both links say by whom from then on", async () => {
  const { owner, sami, link, booking } = await aRequest();
  const decline = link(sami, { action: "decline" });
  expect((await press(decline, { reason: "x".repeat(1001) })).status).toBe(422);
  expect(await stateOf(booking.id)).toMatchObject(waiting);
  expect((await press(decline, { reason: " We are away. " })).status).toBe(303);
  expect(await stateOf(booking.id)).toMatchObject({
    status: "cancelled",
    cancel_reason: "We are away.",
  });
  for (const used of [decline, link(sami), link(owner)]) {
    const { html, status } = await open(used);
    expect([status, html]).toEqual([200, expect.stringContaining("Declined by Sami.")]);
    expect(html).not.toContain("<form");
  }
  const events = await pool.query(
    "select actor from event where booking_id = $1 order by sequence desc limit 1",
    [booking.id],
  );
  expect(events.rows[0].actor).toEqual({ kind: "user", id: sami.user_id });
});

test("a link acts once, also where the other one is used after it or both at once", async () => {
  const { owner, sami, link, booking } = await aRequest();
  const both = await Promise.all([press(link(owner)), press(link(sami, { action: "decline" }))]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
  const decided = await stateOf(booking.id);
  for (const used of [
    link(owner),
    link(owner, { action: "decline" }),
    link(sami, { action: "decline" }),
  ])
    expect((await press(used)).status).toBe(409);
  expect(await stateOf(booking.id)).toEqual(decided);
});

test("a link that has expired opens nothing", async () => {
  const { owner, link, booking } = await aRequest();
  const expired = link(owner, { expires_at: new Date(Date.now() - 1000) });
  expect(await open(expired)).toMatchObject({
    status: 404,
    html: expect.stringContaining("This link no longer works"),
  });
  expect((await press(expired)).status).toBe(404);
  expect(await stateOf(booking.id)).toMatchObject(waiting);
});

test("a mailed link lives for as long as the booking is held, and seven days at most", async () => {
  for (const [hours, days] of [
    [48, 2],
    [24 * 14, 7],
  ]) {
    const { owner, booking } = await aRequest({ policy: { hold_hours_approval: hours } });
    const [mail] = await deliver(owner, owner.email);
    const { expires_at } = readApprovalToken(linksIn(mail!.text)[0]!.split("/").at(-1)!)!;
    const lifetime = expires_at.getTime() - Date.parse(booking.created_at);
    expect(Math.round(lifetime / 3_600_000)).toBe(days! * 24);
  }
});

test("a link that was changed opens nothing: another member, action, time, version or booking", async () => {
  const { owner, sami, link, booking } = await aRequest();
  const other = await aRequest();
  const [, signature] = link(sami).split(".").slice(-2);
  const wrong = [
    link(owner),
    link(sami, { action: "decline" }),
    link(sami, { expires_at: new Date(Date.now() + 1e9) }),
    link(sami, { version: 2 }),
    other.link(sami),
  ].map((url) => `${url.slice(0, url.lastIndexOf("."))}.${signature}`);
  for (const url of [
    ...wrong,
    `${link(sami)}x`,
    link(sami).replace(/\.[^.]+$/, ""),
    "http://127.0.0.1:3000/approvals/...",
  ]) {
    expect((await open(url)).status).toBe(404);
    expect((await press(url)).status).toBe(404);
  }
  expect(await stateOf(booking.id)).toMatchObject(waiting);
});

test("a link that was signed for another company opens nothing", async () => {
  const { owner, link, booking } = await aRequest();
  const stranger = await makeTenant();
  const wrong = [
    link(owner, { tenant_id: stranger.tenant.id }),
    link(stranger),
    link(stranger, { tenant_id: stranger.tenant.id }),
    link(owner, { booking_id: newId() }),
    link(owner, { user_id: newId() }),
  ];
  for (const url of wrong) {
    expect((await open(url)).status).toBe(404);
    expect((await press(url)).status).toBe(404);
  }
  expect(await stateOf(booking.id)).toMatchObject(waiting);
});

test.each([
  ["was removed", "delete from tenant_user where id = $1"],
  ["is a viewer now", "update tenant_user set role = 'viewer' where id = $1"],
  [
    "has other resources now",
    `update tenant_user set resource_ids = array['${newId()}']::uuid[] where id = $1`,
  ],
])("a member who %s decides no more", async (_, change) => {
  const { sami, link, booking } = await aRequest();
  expect((await open(link(sami))).status).toBe(200);
  await pool.query(change, [sami.user_id]);
  const { status, html } = await open(link(sami));
  expect(status).toBe(404);
  expect(html).not.toContain("Anouk");
  expect((await press(link(sami))).status).toBe(404);
  expect(await stateOf(booking.id)).toMatchObject(waiting);
});

test("a booking that the guest has cancelled meanwhile stays cancelled", async () => {
  const { owner, link, booking } = await aRequest();
  const { tenant } = owner;
  await cancelByCustomer(
    { kind: "customer", tenant, request_id: null, booking_id: booking.id },
    {},
  );
  expect((await press(link(owner))).status).toBe(409);
  expect((await open(link(owner))).html).toContain("The guest cancelled it.");
  expect(await stateOf(booking.id)).toMatchObject({ status: "cancelled" });
});

test("a booking that was moved meanwhile is decided by the mail about the move, or in the dashboard", async () => {
  const { owner, desk, link, booking, later } = await aRequest();
  await moveBooking(desk, booking.id, { target: { kind: "slot", slot_id: later } });
  const pressed = await press(link(owner));
  expect(pressed.status).toBe(409);
  expect(pressed.html).toContain("This booking has changed since the email was sent.");
  expect(pressed.html).not.toContain("<form");
  const [, moved] = await deliver(owner, owner.email);
  const [approve] = linksIn(moved!.text);
  expect((await press(approve!)).status).toBe(303);
  expect(await stateOf(booking.id)).toMatchObject({ status: "confirmed" });
});

test("one that is decided in the dashboard says so, and a mail about a booking that waits for nobody has no such link", async () => {
  const { owner, desk, link, booking } = await aRequest();
  await become(desk, booking.id, "confirmed");
  expect((await open(link(owner))).html).toContain("Approved by The admin.");
  const mails = await deliver(owner, owner.email);
  expect(mails.map(({ subject, text }) => [subject.split(":")[0], linksIn(text).length])).toEqual([
    ["New request", 2],
    ["New booking", 0],
  ]);
  const toGuest = await sentTo(booking.customer.email);
  expect(toGuest.flatMap(({ html }) => html.match(/approvals/g) ?? [])).toEqual([]);
});

test("approving what is to be paid says so first, and asks the guest for the payment", async () => {
  const { owner, link, booking } = await aRequest({
    takes_payments: true,
    schedule: { requires_approval: true, requires_payment: true },
  });
  expect((await open(link(owner))).html).toContain("The guest is then asked to pay €45.00.");
  expect((await press(link(owner))).status).toBe(303);
  expect(await stateOf(booking.id)).toMatchObject({ status: "pending", pending_reason: "payment" });
  expect((await open(link(owner))).html).toContain("Approved by Mila.");
});
