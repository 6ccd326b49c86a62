import { type StoredMessage, sentTo } from "~/testing/outbox";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { sendMessage } from "~/domain/email/send-message.server";
import { queueReminders } from "~/domain/email/reminders.server";
import { listEvents } from "~/domain/events/list-events.sql.server";
import { relayEvents } from "~/domain/events/relay.server";
import { EventFilter } from "~/contract/events";
import { pool } from "~/lib/db.server";
import { book, slotsAfter } from "~/testing/booking-calls";
import {
  aCompany,
  bookingsOf,
  guest as guestFields,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";
import { connectCalendar, OutsideAccount } from "~/testing/outside-calendar";
import { pushCalendar } from "~/domain/calendars/push.server";
import { loader as guestIcs } from "~/pages/guest/manage/booking.ics";
import * as manageRoute from "~/pages/guest/manage/route";
import { renderedPage } from "~/testing/rendered-page";
import { loader as feed } from "~/pages/public/calendar/feed";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../../identity/actor";
import { updateTenant } from "../../tenants/tenant-profile.server";
import { updateSchedule } from "../../schedules/schedules.server";
import { createBooking } from "../place/create-booking.server";
import { editBooking } from "../change/edit-booking.server";
import { manageUrl } from "../links/manage-link.server";

const { loader: guestPage } = renderedPage("manage/:token", manageRoute);

// Every output of a booking's location follows one rule (booking-location.ts) and the present
// settings of its schedule.

const VIDEO = { kind: "video_url", url: "https://video.example/room?x=1&y=2" };

async function aBooking(
  location: object | null,
  more: { customer?: object; tenant?: object } = {},
) {
  const owner = await makeTenant({ name: "Studio Linden", ...more.tenant });
  const room = await makeResource(owner, { name: "Mila" });
  const desk = await makeUser(owner, "staff", { resource_ids: [room.id] }); // the person who books gets no email about it
  const schedule = await makeSchedule(owner, [room.id], { name: "Advice", location });
  const slots = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 30",
    [owner.tenant.id, schedule.id],
  );
  const customer = { ...aCustomer(), ...more.customer };
  const booking = await createBooking(
    owner,
    NewBooking.parse({ slot_id: slots.rows[0]!.id, customer }),
    null,
  );
  return { owner, desk, room, schedule, booking, slots: slots.rows };
}
interface Made {
  owner: UserActor;
  desk: UserActor;
  booking: Pick<Booking, "id" | "starts_at" | "customer">;
}

/** All emails sent so far, to the guest and to the desk. */
async function mailsOf({ owner, desk, booking }: Made) {
  while ((await relayEvents(100)) > 0);
  const queued = await pool.query<{ id: string }>(
    "select id from message where tenant_id = $1 and status = 'queued' order by created_at, id",
    [owner.tenant.id],
  );
  for (const { id } of queued.rows) await sendMessage({ message_id: id });
  return { guest: await sentTo(booking.customer.email), desk: await sentTo(desk.email) };
}

const tokenArgs = (url: string, headers: Record<string, string> = {}) => ({
  request: new Request(url, { headers }),
  params: { token: new URL(url).pathname.split("/")[2] ?? "" },
  context: {},
});
const pageOf = async ({ owner, booking }: Made) =>
  (
    await guestPage(tokenArgs(manageUrl(owner.tenant.id, booking.id), { "Accept-Language": "en" }))
  ).text();

const entryIn = (text: string): ICAL.Component =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getFirstSubcomponent("vevent")!;
const textsOf = (entry: ICAL.Component) => ({
  location: entry.getFirstPropertyValue("location"),
  conference: entry.getFirstPropertyValue("conference"),
});
const invitation = (mail: StoredMessage) =>
  textsOf(entryIn(Buffer.from(mail.attachments[0]!.content, "base64").toString("utf8")));
const guestFile = async ({ owner, booking }: Made) =>
  textsOf(
    entryIn(
      await (
        await guestIcs(tokenArgs(`${manageUrl(owner.tenant.id, booking.id)}/booking.ics`))
      ).text(),
    ),
  );

async function feedUrl(owner: UserActor): Promise<string> {
  const made = await call("/api/calendar-feeds", { cookie: await signIn(owner), body: {} });
  return String((await json(made))["url"]);
}
const readFeed = async (url: string, known = "") =>
  feed(tokenArgs(url, known === "" ? {} : { "If-None-Match": known }));

test("a video call's link is in emails, invitations, the guest's page and file, the staff feed and the booking", async () => {
  const made = await aBooking(VIDEO);
  expect(made.booking.location).toEqual({ kind: "video_url", text: null, url: VIDEO.url });
  const { guest, desk } = await mailsOf(made);
  const link = /<a [^>]*href="https:\/\/video\.example\/room\?x=1&amp;y=2">Video call<\/a>/;
  expect(guest[0]!.html).toMatch(link);
  expect(guest[0]!.text).toContain(VIDEO.url);
  expect(desk[0]!.html).toMatch(link);
  const call_ = { location: VIDEO.url, conference: VIDEO.url };
  expect(invitation(guest[0]!)).toEqual(call_);
  expect(await guestFile(made)).toEqual(call_);
  expect(await pageOf(made)).toMatch(
    /href="https:\/\/video\.example\/room\?x=1&amp;y=2"[^>]*><bdi>Video call/,
  );
  expect(textsOf(entryIn(await (await readFeed(await feedUrl(made.owner))).text()))).toEqual(call_);
});

test("the schedule's current location is used, also in emails about earlier changes; a video room stays", async () => {
  const made = await aBooking({ kind: "jitsi" });
  const { owner, schedule, booking } = made;
  const url = booking.location!.url!;
  const feedAt = await feedUrl(owner);
  const tag = (await readFeed(feedAt)).headers.get("ETag")!;
  expect((await readFeed(feedAt, tag)).status).toBe(304);
  await updateSchedule(owner, schedule.id, {
    location: { kind: "address", text: "Quay 3", url: null },
  });
  expect((await readFeed(feedAt, tag)).status).toBe(200);
  const { guest } = await mailsOf(made); // the event predates the change
  expect(guest[0]!.html).toContain("Quay 3");
  expect(guest[0]!.html).not.toContain(url);
  expect(await pageOf(made)).toContain("Quay 3");
  expect(await guestFile(made)).toEqual({ location: "Quay 3", conference: null });
  await updateSchedule(owner, schedule.id, { location: { kind: "jitsi", text: null, url: null } });
  const read = (await json(
    await call(`/api/bookings/${booking.id}`, { cookie: await signIn(owner) }),
  )) as unknown as Booking;
  expect(read.location).toEqual({ kind: "jitsi", text: null, url });
  await updateSchedule(owner, schedule.id, { location: null });
  expect(await pageOf(made)).not.toContain("Where");
});

test("a reminder includes the location", async () => {
  const made = await aBooking({ kind: "address", text: "Quay 3" });
  const starts = Date.parse(made.booking.starts_at);
  await mailsOf(made);
  while ((await queueReminders(new Date(starts - 23 * 3_600_000))) > 0);
  const { guest } = await mailsOf(made);
  expect(guest.at(-1)!.subject).toMatch(/\d\d:\d\d: (Advice|Haircut)$/);
  expect(guest.at(-1)!.html).toContain("Quay 3");
});

test("a phone call: guests read that they will be called, staff whom to call", async () => {
  const made = await aBooking({ kind: "phone" }, { customer: { phone: "+31612345678" } });
  expect(made.booking.location).toEqual({ kind: "phone", text: null, url: null });
  const { guest, desk } = await mailsOf(made);
  expect(guest[0]!.text).toMatch(/We call you: .*\+31612345678/);
  expect(desk[0]!.text).toMatch(/Call the guest: .*\+31612345678/);
  expect(await pageOf(made)).toContain("We call you");
  expect((await guestFile(made)).location).toContain("We call you");
});

test("at the company: its address, and the resource in the staff's calendar", async () => {
  const made = await aBooking({ kind: "here" });
  await updateTenant(made.owner, { address: { line1: "Linden Lane 1", city: "Amsterdam" } });
  const { guest } = await mailsOf(made);
  expect(guest[0]!.html).toContain("Linden Lane 1, Amsterdam");
  expect(await pageOf(made)).toContain("Where");
  expect(textsOf(entryIn(await (await readFeed(await feedUrl(made.owner))).text())).location).toBe(
    "Mila",
  );
});

test("the company's text is escaped in HTML, attributes and calendar lines", async () => {
  const text = `Quay 3"><script>x</script>\r\nATTENDEE:mailto:eve@example.com {{ customer.email }}`;
  const made = await aBooking({ kind: "address", text });
  const { guest } = await mailsOf(made);
  expect(guest[0]!.html).not.toContain("<script>");
  expect(guest[0]!.html).toContain("{{ customer.email }}");
  expect(await pageOf(made)).not.toContain("<script>x");
  const file = await (
    await guestIcs(tokenArgs(`${manageUrl(made.owner.tenant.id, made.booking.id)}/booking.ics`))
  ).text();
  expect(entryIn(file).getFirstProperty("attendee")).toBeNull();
});

test("a link that is not https is rejected, and never shown as a link if stored anyway", async () => {
  const made = await aBooking(VIDEO);
  const cookie = await signIn(made.owner);
  for (const wrong of [
    "http://video.example/",
    "javascript:alert(1)",
    "https://user:secret@video.example/",
  ]) {
    const body = { location: { kind: "video_url", url: wrong } };
    expect(
      (await call(`/api/schedules/${made.schedule.id}`, { method: "PATCH", cookie, body })).status,
      wrong,
    ).toBe(422);
  }
  const body = { location: { kind: "video_url", text: VIDEO.url } };
  const refused = await call(`/api/schedules/${made.schedule.id}`, {
    method: "PATCH",
    cookie,
    body,
  });
  expect(await json(refused)).toMatchObject({ error: { issues: [{ path: "location.url" }] } });
  await pool.query("update schedule set location = $2 where id = $1", [
    made.schedule.id,
    JSON.stringify({ kind: "video_url", text: "javascript:alert(1)" }),
  ]);
  expect(await pageOf(made)).not.toContain("javascript:");
});

test("links and rooms are private: not in widget configurations, nor for viewers", async () => {
  for (const location of [VIDEO, { kind: "jitsi" }]) {
    const made = await aBooking(location);
    const { owner, booking } = made;
    const url = booking.location!.url!;
    const key = await makeKey(owner);
    for (const path of [
      "/api/widget/config",
      `/api/availability?schedule_id=${made.schedule.id}`,
    ]) {
      const text = await (await call(path, { key })).text();
      expect(text).not.toContain(url);
      expect(text).not.toContain(JSON.stringify(url).slice(1, -1));
    }
    const viewer = { cookie: await signIn(await makeUser(owner, "viewer")) };
    const viewerKey = { key: await makeSecretKey(owner, "viewer") };
    for (const caller of [viewer, viewerKey])
      for (const path of [`/api/bookings/${booking.id}`, "/api/bookings"]) {
        const answer = await (await call(path, caller)).text();
        expect(answer).toContain(`"kind":"${location.kind}"`);
        expect(answer).not.toContain(url);
      }
    const staff = await (
      await call("/api/bookings", { key: await makeSecretKey(owner, "staff") })
    ).text();
    expect(staff).toContain(url);
    const found = await call("/api/bookings?search=Anna", {
      key: await makeSecretKey(owner, "staff"),
    });
    expect(await found.text()).toContain(url);
  }
});

test("the widget's guest gets the link with the booking, and integrators in events", async () => {
  const { owner, slots } = await aBooking({ kind: "jitsi" });
  const body = { slot_id: slots[2]!.id, party_size: 1, customer: aCustomer() };
  const answer = await call("/api/widget/booking", { key: await makeKey(owner), body });
  const { booking } = (await json(answer)) as unknown as { booking: Booking };
  expect(booking.location).toMatchObject({
    kind: "jitsi",
    url: expect.stringMatching(/^https:\/\/meet\.jit\.si\//) as string,
  });
  while ((await relayEvents(100)) > 0);
  const { data } = await listEvents(owner, EventFilter.parse({ booking_id: booking.id }));
  expect(data[0]!.data.booking).toMatchObject({ location: booking.location });
});

test("a booking uses its new service's location; without a service there is none", async () => {
  const { owner, room, booking } = await aBooking({ kind: "jitsi" });
  const other = await makeSchedule(owner, [room.id], {
    location: { kind: "address", text: "Quay 3", url: null },
  });
  const moved = await editBooking(owner, booking.id, { schedule_id: other.id });
  expect(moved.location).toEqual({ kind: "address", text: "Quay 3", url: null });
  await pool.query("update booking set schedule_id = null where id = $1", [booking.id]);
  const read = await call(`/api/bookings/${booking.id}`, { cookie: await signIn(owner) });
  expect((await json(read))["location"]).toBeNull();
});

const MEET = "https://meet.google.com/abc-defg-hij";

/** A service with meetings, made by the calendar of one of its two resources. */
async function aMeetingService() {
  const location = { kind: "online_meeting", text: null };
  const company = await aCompany({ schedule: { location } });
  const { owner, room, schedule } = company;
  const other = await makeResource(owner, { name: "Noor" });
  await updateSchedule(owner, schedule.id, { resource_ids: [room.id, other.id] });
  const desk = await makeUser(owner, "staff", { resource_ids: [room.id, other.id] });
  const outside = new OutsideAccount();
  outside.meeting = () => ({ url: MEET });
  const connect = (resource_id: string) => connectCalendar(owner, { resource_id });
  const calendars = [(await connect(room.id)).calendar_id];
  const push = async () => {
    while ((await relayEvents(100)) > 0);
    for (const id of calendars) await pushCalendar(owner.tenant.id, id, outside.find);
  };
  const connectOther = async () => void calendars.push((await connect(other.id)).calendar_id);
  const slots = await slotsAfter(2, schedule.id, room.id);
  const elsewhere = await slotsAfter(2, schedule.id, other.id);
  return { ...company, other, desk, outside, push, connectOther, slots, elsewhere };
}
type MeetingService = Awaited<ReturnType<typeof aMeetingService>>;

const readBooking = async (owner: UserActor, id: string) =>
  (await json(
    await call(`/api/bookings/${id}`, { cookie: await signIn(owner) }),
  )) as unknown as Booking;

test.each<[string, (service: MeetingService) => Promise<unknown>]>([
  ["the desk", ({ owner, slots }) => book(owner, slots[0]!.id)],
  [
    "the widget",
    async ({ owner, slots }) => {
      const body = { slot_id: slots[0]!.id, party_size: 1, customer: aCustomer() };
      const answer = await call("/api/widget/booking", { key: await makeKey(owner), body });
      expect(answer.status).toBe(201);
    },
  ],
  [
    "the page without JavaScript",
    async ({ slug, room, schedule }) => {
      const { search, attempt } = await walkToForm(
        slug,
        {},
        `?service=${schedule.id}&resource=${room.id}`,
      );
      expect((await submit(slug, search, { ...guestFields(), attempt })).status).toBe(303);
    },
  ],
])("a meeting booked through %s has its link everywhere once created", async (_door, bookThere) => {
  const service = await aMeetingService();
  const { owner, room, slug } = service;
  await bookThere(service);
  const [{ id } = { id: "" }] = await bookingsOf(owner.tenant.id);
  const booking = await readBooking(owner, id);
  expect(booking).toMatchObject({ resource_id: room.id, location: { url: null } });
  const made = { ...service, booking };
  expect(await pageOf(made)).toContain("The link isn’t ready yet.");
  const feedAt = await feedUrl(owner);
  const tag = (await readFeed(feedAt)).headers.get("ETag")!;

  await service.push();
  expect((await readBooking(owner, id)).location).toEqual({
    kind: "online_meeting",
    text: null,
    url: MEET,
  });
  const page = await pageOf(made);
  expect(page).toContain(`href="${MEET}"`);
  expect(page).not.toContain("The link isn’t ready yet.");
  const link = { location: MEET, conference: MEET };
  expect(await guestFile(made)).toEqual(link);
  expect(textsOf(entryIn(await (await readFeed(feedAt, tag)).text()))).toEqual(link);
  const first = await mailsOf(made);
  expect(first.guest.at(-1)!.html).toContain(`href="${MEET}"`);
  expect(invitation(first.guest.at(-1)!)).toEqual(link);
  expect(first.desk[0]!.html).toContain(MEET);

  const secret = MEET.slice("https://".length);
  const viewer = { key: await makeSecretKey(owner, "viewer") };
  expect(await (await call(`/api/bookings/${id}`, viewer)).text()).not.toContain(secret);
  expect((await open(slug)).html).not.toContain(secret);
});

test("after a move to another resource, the email waits for the new meeting's link", async () => {
  const service = await aMeetingService();
  const { owner, slots, elsewhere, outside } = service;
  const booking = await book(owner, slots[0]!.id);
  await service.push();
  const made = { ...service, booking };
  await mailsOf(made);
  await service.connectOther();
  const there = elsewhere.find(({ starts_at }) => +starts_at === +slots[0]!.starts_at)!;
  const moved = await editBooking(owner, booking.id, { slot_id: there.id });
  expect(moved.location).toMatchObject({ kind: "online_meeting", url: null });
  expect(await pageOf(made)).not.toContain(MEET);
  await expect(mailsOf(made)).rejects.toThrow(/waits for the link/);
  outside.meeting = () => ({ url: `${MEET}-2` });
  await service.push();
  const { guest } = await mailsOf(made);
  expect(guest.at(-1)!.html).toContain(`href="${MEET}-2"`);
  expect(guest.at(-1)!.html).not.toContain(`href="${MEET}"`);
});

test("changing to another online service keeps the meeting's link", async () => {
  const service = await aMeetingService();
  const { owner, room, slots } = service;
  const booking = await book(owner, slots[0]!.id);
  await service.push();
  const location = { kind: "online_meeting", text: null };
  const other = await makeSchedule(owner, [room.id], { location });
  const changed = await editBooking(owner, booking.id, { schedule_id: other.id });
  expect(changed.location).toMatchObject({ kind: "online_meeting", url: MEET });
});

test("the reminder of a meeting has its link", async () => {
  const service = await aMeetingService();
  const booking = await book(service.owner, service.slots[0]!.id);
  const made = { ...service, booking };
  await service.push();
  await mailsOf(made);
  while ((await queueReminders(new Date(Date.parse(booking.starts_at) - 23 * 3_600_000))) > 0);
  const reminder = (await mailsOf(made)).guest.at(-1)!;
  expect(reminder.subject).toMatch(/\d\d:\d\d: (Advice|Haircut)$/);
  expect(reminder.html).toContain(`href="${MEET}"`);
});
