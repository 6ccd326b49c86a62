import { expect, test } from "vitest";
import { NewBooking, StatusChange } from "~/contract/booking-inputs";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { pool } from "~/lib/db.server";
import * as manageRoute from "~/pages/guest/manage/route";
import * as waitingRoute from "~/pages/public/waiting/route";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { renderedPage } from "~/testing/rendered-page";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { sweepHolds } from "../bookings/change/expire-holds.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { sendMessage } from "../email/send-message.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { joinWaitlist, listWaitlist } from "./waitlist.server";

// The emails of a waiting list, and the pages that they link to: join, leave, offer, take, decline.

const manage = renderedPage("manage/:token", manageRoute);
const waiting = renderedPage("waiting/:token", waitingRoute);

async function aFullTime(schedule: Record<string, unknown> = {}) {
  const owner = await makeTenant({ name: "Studio Linden" });
  const desk = await makeUser(owner, "admin");
  const room = await makeResource(owner, { name: "Mila" });
  const service = await makeSchedule(owner, [room.id], { name: "Haircut", ...schedule });
  const found = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30 limit 1",
    [owner.tenant.id, service.id],
  );
  const slot_id = found.rows[0]!.id;
  const wish = NewBooking.parse({ slot_id, customer: aCustomer(), status: "confirmed" });
  const booking = await createBooking(desk, wish, null);
  return { owner, desk, slot_id, booking };
}

async function join(desk: UserActor, slot_id: string) {
  const customer = { ...aCustomer("Sam Waits"), locale: "en-GB" };
  await joinWaitlist(desk, NewWaitlistEntry.parse({ slot_id, customer }));
  await mailsTo(desk, customer.email!);
  return customer.email!;
}

async function mailsTo(owner: UserActor, to: string) {
  while ((await relayEvents(100)) > 0);
  const queued = await pool.query<{ id: string }>(
    "select id from message where tenant_id = $1 and status = 'queued' order by created_at, id",
    [owner.tenant.id],
  );
  for (const { id } of queued.rows) await sendMessage({ message_id: id });
  return sentTo(to);
}

const free = (desk: UserActor, id: string) =>
  changeBookingStatus(desk, id, StatusChange.parse({ status: "cancelled" }), null);
const statuses = async (owner: UserActor) =>
  (await listWaitlist(owner, { limit: 25 })).data.map((entry) => entry.status);
const linkIn = (text: string, path: string) =>
  text.split("\n").find((line) => line.includes(`/${path}/`))!;

const argsOf = (url: string, init?: RequestInit) => ({
  request: new Request(url, init),
  params: { token: new URL(url).pathname.split("/")[2]! },
  context: {},
});
const open = async (page: typeof manage, url: string) => (await page.loader(argsOf(url))).text();
const press = (page: typeof manage, url: string, form: Record<string, string> = {}) =>
  page.action(
    argsOf(url, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { "Sec-Fetch-Site": "same-origin" },
    }),
  );

test("a guest who joins gets an email with a link to leave", async () => {
  const { owner, desk, slot_id } = await aFullTime();
  const [mail, ...others] = await mailsTo(owner, await join(desk, slot_id));
  expect(others).toEqual([]);
  expect(mail!.subject).toMatch(/^You’re on the waiting list: /);
  expect(mail!.text).toContain("Haircut · Mila");
  const link = linkIn(mail!.text, "waiting");
  expect(await open(waiting, link)).toContain("Leave the waiting list</button>");
  expect(await statuses(owner)).toEqual(["waiting"]);
  expect((await press(waiting, link)).status).toBe(303);
  expect(await statuses(owner)).toEqual(["left"]);
  expect(await open(waiting, link)).toContain("no longer on the waiting list");
  expect((await press(waiting, link)).status).toBe(303);
  expect((await waiting.loader(argsOf(`${link}x`))).status).toBe(404);
});

test("a freed seat is offered only to the guest, who accepts it", async () => {
  const { owner, desk, slot_id, booking } = await aFullTime();
  const guest = await join(desk, slot_id);
  await free(desk, booking.id);
  const mails = await mailsTo(owner, guest);
  expect(mails[1]!.subject).toMatch(/^A place is free\. Take it until /);
  expect(linkIn(mails[0]!.text, "waiting")).toBeDefined();
  const link = linkIn(mails[1]!.text, "manage");
  const page = await open(manage, link);
  expect(page).toContain("Take this place</button>");
  expect(page).toContain("No thanks</button>");
  expect(page).not.toContain("Cancel booking");
  const offered = await open(waiting, linkIn(mails[0]!.text, "waiting"));
  expect(offered).toContain("Open the offer</a>");
  const subjects = (await sentTo(owner.email)).map(({ subject }) => subject.split(":")[0]);
  expect(subjects).toEqual(["New booking", "Cancelled"]);
  expect((await press(manage, link, { intent: "accept" })).status).toBe(303);
  expect((await mailsTo(owner, guest))[2]!.subject).toMatch(/^Confirmed/);
  expect((await sentTo(owner.email)).at(-1)!.subject).toMatch(/^New booking: Sam Waits/);
});

test("a declined offer passes on, even inside the cancellation window, without another email", async () => {
  const { owner, desk, slot_id, booking } = await aFullTime();
  await pool.query(
    "update tenant set policy = policy || jsonb_build_object('cancel_window_minutes', 100000) where id = $1",
    [owner.tenant.id],
  );
  const first = await join(desk, slot_id);
  const second = await join(desk, slot_id);
  await free(desk, booking.id);
  const [, offer] = await mailsTo(owner, first);
  const link = linkIn(offer!.text, "manage");
  expect((await press(manage, link, { intent: "decline" })).headers.get("Location")).toMatch(
    /done=offer_declined$/,
  );
  expect(await statuses(owner)).toEqual(["passed", "offered"]);
  expect(await mailsTo(owner, first)).toHaveLength(2);
  expect((await mailsTo(owner, second))[1]!.subject).toMatch(/^A place is free/);
  expect(await sentTo(owner.email)).toHaveLength(2);
});

test("an unanswered offer is only reported to the guest", async () => {
  const { owner, desk, slot_id, booking } = await aFullTime();
  const guest = await join(desk, slot_id);
  await free(desk, booking.id);
  await mailsTo(owner, guest);
  await pool.query(
    "update booking set expires_at = now() - interval '1 second' where tenant_id = $1 and pending_reason = 'offer'",
    [owner.tenant.id],
  );
  await pool.query(
    "update claim set lapses_at = now() - interval '1 second' where tenant_id = $1 and lapses_at is not null",
    [owner.tenant.id],
  );
  await sweepHolds();
  expect((await mailsTo(owner, guest))[2]!.text).toContain("Book another time");
  expect(await sentTo(owner.email)).toHaveLength(2);
});

test("an accepted offer that needs approval is reported to the owner only then", async () => {
  const { owner, desk, slot_id, booking } = await aFullTime({ requires_approval: true });
  const guest = await join(desk, slot_id);
  await free(desk, booking.id);
  const [, offer] = await mailsTo(owner, guest);
  const before = (await sentTo(owner.email)).length;
  await press(manage, linkIn(offer!.text, "manage"), { intent: "accept" });
  expect((await mailsTo(owner, guest))[2]!.subject).toMatch(/^We have your booking request/);
  const emails = (await sentTo(owner.email)).slice(before);
  expect(emails.map(({ subject }) => subject.split(":")[0])).toEqual(["New request"]);
  expect(linkIn(emails[0]!.text, "approvals")).toBeDefined();
});

test("a declined request's email and page give the reason", async () => {
  const { owner, desk, slot_id, booking } = await aFullTime();
  await free(desk, booking.id);
  const customer = { ...aCustomer(), locale: "en-GB" };
  const request = await createBooking(
    desk,
    NewBooking.parse({ slot_id, customer, status: "pending" }),
    null,
  );
  await mailsTo(owner, customer.email!);
  await changeBookingStatus(
    desk,
    request.id,
    StatusChange.parse({ status: "cancelled", reason: "We are away." }),
    null,
  );
  const [received, declined, ...others] = await mailsTo(owner, customer.email!);
  expect(others).toEqual([]);
  expect(declined!.subject).toMatch(/^Declined: /);
  expect(declined!.text).toContain("Reason: We are away.");
  expect(declined!.text).toMatch(/Book another time\nhttp\S+\/book\//);
  const page = await open(manage, linkIn(received!.text, "manage"));
  expect(page).toContain(">Declined</span>");
  expect(page).toContain("We are away.");
});
