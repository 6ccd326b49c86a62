import { expect, test } from "vitest";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { pool } from "~/lib/db.server";
import { loader as readFeed } from "~/pages/public/calendar/feed";
import * as manageRoute from "~/pages/guest/manage/route";
import { book, slotsAfter } from "~/testing/booking-calls";
import { hidden } from "~/testing/booking-page";
import { aCustomer, makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { renderedPage } from "~/testing/rendered-page";
import { call, json } from "~/testing/request";
import { manageUrl } from "../bookings/links/manage-link.server";
import { getBooking } from "../bookings/read/get-booking.server";
import { relayEvents } from "../events/relay.server";
import { sendMessage } from "../email/send-message.server";
import { updateSchedule } from "../schedules/schedules.server";
import { joinWaitlist } from "../waitlist/waitlist.server";

// Each place that says how many people come says which.

const { loader: guestPage, action: guestAction } = renderedPage("manage/:token", manageRoute);

const KINDS = [
  { id: "adult", name: "Adult", price_amount: null, takes_seat: true },
  { id: "child", name: "Child", price_amount: 1000, takes_seat: true },
  { id: "baby", name: "Baby", price_amount: 0, takes_seat: false },
];
const FAMILY = [
  { kind: "adult", count: 2 },
  { kind: "child", count: 1 },
  { kind: "baby", count: 1 },
];
const WORDS = "2 × Adult, 1 × Child, 1 × Baby";

async function aBoat(kinds = KINDS) {
  const owner = await makeTenant({ currency: "EUR", time_zone: "UTC" });
  const boat = await makeResource(owner, { capacity: 6 });
  const service = await makeSchedule(owner, [boat.id], {
    price_amount: 2000,
    currency: "EUR",
    person_kinds: kinds,
  });
  const slots = await slotsAfter(3, service.id, boat.id);
  return { owner, boat, service, slots };
}

async function aFamily() {
  const world = await aBoat();
  const booking = await book(world.owner, world.slots[0]!.id, {
    party: FAMILY,
    customer: { ...aCustomer(), locale: "en-US" },
  });
  const url = manageUrl(world.owner.tenant.id, booking.id);
  const params = { token: new URL(url).pathname.split("/")[2]! };
  const open = async (view = "") => {
    const request = new Request(`${url}${view}`);
    const page = await guestPage({ request, params, context: {} });
    return (await page.text()).replaceAll("<!-- -->", "");
  };
  /** Sends the guest's form as it is shown. */
  const change = async (fields: Record<string, string>) => {
    const page = await open("?view=change");
    const body = new URLSearchParams({
      intent: "change",
      version: hidden(page, "version"),
      expected_amount: hidden(page, "expected_amount"),
      ...fields,
    });
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const request = new Request(url, { method: "POST", body, headers });
    return guestAction({ request, params, context: {} });
  };
  return { ...world, booking, open, change };
}

async function sendAll(tenantId: string): Promise<void> {
  while ((await relayEvents(100)) > 0);
  const queued = await pool.query<{ id: string }>(
    "select id from message where tenant_id = $1 and status = 'queued' order by created_at, id",
    [tenantId],
  );
  for (const { id } of queued.rows) await sendMessage({ message_id: id });
}

test("the guest's page and the emails", async () => {
  const { owner, booking, open } = await aFamily();
  expect(await open()).toContain(WORDS);
  await sendAll(owner.tenant.id);
  const [mail] = await sentTo(booking.customer.email);
  expect(mail!.html).toMatch(new RegExp(`People</th>\\s*<td[^>]*>${WORDS}<`));
});

test("the CSV and the calendar feed", async () => {
  const { owner, slots } = await aFamily();
  await book(owner, slots[1]!.id, { party: [{ kind: "adult", count: 1 }] });
  const cookie = await signIn(owner);
  const csv = await (await call("/api/bookings?format=csv&sort=starts_at", { cookie })).text();
  const lines = csv.trimEnd().split("\r\n");
  expect(lines[0]!.split(",").at(-1)).toBe("party");
  expect(lines.map((line) => line.split(',"').at(-1))).toContain(`${WORDS}"`);
  expect(lines[2]!.split(",").at(-1)).toBe("1 × Adult");
  const feed = (await json(await call("/api/calendar-feeds", { cookie, body: {} }))) as {
    url: string;
  };
  const token = new URL(feed.url).pathname.split("/")[2]!;
  const entries = await readFeed({
    request: new Request(feed.url),
    params: { token },
    context: {},
  });
  const ics = (await entries.text()).replaceAll("\r\n ", "");
  expect(ics).toContain("2 × Adult\\, 1 × Child\\, 1 × Baby");
});

test("the guest changes them by kind at the price shown", async () => {
  const { owner, service, booking, open, change } = await aFamily();
  const form = await open("?view=change");
  expect(form).toMatch(/name="person_adult"[^>]*value="2"[^<]*>Adult · €20.00/);
  expect(form).toMatch(/name="person_baby"[^>]*value="1"[^<]*>Baby · Free/);
  expect(form).not.toContain('name="people"');
  const wish = { person_adult: "2", person_child: "2", person_baby: "" };
  const asked = await change(wish);
  expect(asked.status).toBe(409);
  expect(await asked.text()).toContain("The price is now €60.00, not €50.00.");
  const changed = await change({ ...wish, expected_amount: "6000" });
  expect(changed.headers.get("Location")).toMatch(/done=changed$/);
  const now = () => getBooking(owner, booking.id);
  expect(await now()).toMatchObject({
    price_amount: 6000,
    party_size: 4,
    party: [
      { kind: "adult", count: 2 },
      { kind: "child", count: 2 },
    ],
  });
  const nobody = await change({ person_adult: "", person_child: "", person_baby: "1" });
  expect(nobody.status).toBe(422);
  expect(await nobody.text()).toContain("Please fill this in.");
  const many = await change({ ...wish, person_adult: "9" });
  expect(many.status).toBe(422);
  expect(await many.text()).toContain("This cannot be used. Please correct it.");
  // A kind that is no longer offered may stay, and become fewer.
  await updateSchedule(owner, service.id, { person_kinds: KINDS.slice(0, 1) });
  expect(await open("?view=change")).toContain("Child · €10.00");
  const fewer = await change({ person_adult: "2", person_child: "1", expected_amount: "5000" });
  expect(fewer.headers.get("Location")).toMatch(/done=changed$/);
  expect(await now()).toMatchObject({ price_amount: 5000, party_size: 3 });
});

test("people wait as people of the first kind with a seat, at its price", async () => {
  const [adult, child, baby] = KINDS;
  const { owner, slots } = await aBoat([baby!, { ...adult!, price_amount: 2500 }, child!]);
  const slot = slots[0]!;
  const full = await book(owner, slot.id, { party_size: 6 });
  const waiting = { ...aCustomer(), locale: "en-US" };
  const entry = NewWaitlistEntry.parse({ slot_id: slot.id, party_size: 2, customer: waiting });
  await joinWaitlist(owner, entry);
  await sendAll(owner.tenant.id);
  const [mail] = await sentTo(waiting.email);
  expect(mail!.html).toContain("€50.00");
  await call(`/api/bookings/${full.id}/status`, {
    cookie: await signIn(owner),
    body: { status: "cancelled" },
  });
  const offered = await pool.query(
    "select price_amount, party_size, party from booking where tenant_id = $1 and pending_reason = 'offer'",
    [owner.tenant.id],
  );
  expect(offered.rows).toMatchObject([
    { price_amount: 5000, party_size: 2, party: [{ kind: "adult", count: 2 }] },
  ]);
});
