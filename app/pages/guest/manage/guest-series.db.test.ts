import { expect, test } from "vitest";
import {
  BookingPatch,
  NewBookingSeries,
  NewBookingVisit,
  StatusChange,
} from "~/contract/booking-inputs";
import { TenantPatch } from "~/contract/tenant";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import type { UserActor } from "~/domain/identity/actor";
import { createSeries } from "~/domain/series/create-series.server";
import { readSeries } from "~/domain/series/read-series.server";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { createVisit } from "~/domain/visits/create-visit.server";
import { readVisit } from "~/domain/visits/read-visit.server";
import { pool } from "~/lib/db.server";
import { eraseWhole } from "~/testing/erasure";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { renderedPage } from "~/testing/rendered-page";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import * as route from "./route";

const { loader, action } = renderedPage("manage/:token", route);
const DAY = 86_400_000;

/** A weekly series of a guest who reads English, with the links of its dates. */
async function aSeries(more: Record<string, unknown> = {}, by?: UserActor) {
  const owner = by ?? (await makeTenant({ time_zone: "UTC" }));
  const court = await makeResource(owner);
  const schedule = await makeSchedule(owner, [court.id], {
    max_advance_days: 60,
    price_amount: 2000,
    currency: "EUR",
  });
  const first = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
  const customer = { ...aCustomer(), locale: "en" };
  const made = await createSeries(
    owner,
    NewBookingSeries.parse({
      schedule_id: schedule.id,
      resource_id: court.id,
      starts_at: `${first}T10:00:00Z`,
      customer,
      repeat: { rrule: "FREQ=WEEKLY;COUNT=4" },
      ...more,
    }),
  );
  const ids = made.dates.map(({ booking_id }) => booking_id!);
  const statuses = async () =>
    (await readSeries(owner, made.id!)).dates.map(({ booking_status }) => booking_status);
  return { owner, made, ids, customer, statuses };
}

const argsOf = (url: string, init?: RequestInit) => ({
  request: new Request(url, init),
  params: { token: new URL(url).pathname.split("/")[2] ?? "" },
  context: {},
});
const linkOf = (owner: UserActor, id: string) => manageUrl(owner.tenant.id, id);
const open = async (owner: UserActor, id: string, query = "") =>
  (await loader(argsOf(linkOf(owner, id) + query))).text();
const post = (owner: UserActor, id: string, fields: Record<string, string>) =>
  action(
    argsOf(linkOf(owner, id), {
      method: "POST",
      body: new URLSearchParams({ intent: "cancel", ...fields }),
      headers: { "Sec-Fetch-Site": "same-origin" },
    }),
  );
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
const pathOf = (owner: UserActor, id: string) => new URL(linkOf(owner, id)).pathname;

test("the page says which date it is, and lists the others with their state and link", async () => {
  const { owner, ids } = await aSeries();
  const cancelled = StatusChange.parse({ status: "cancelled", notify: false });
  await changeBookingStatus(owner, ids[3]!, cancelled, null);
  const html = await open(owner, ids[1]!);
  expect(html).toContain("Date 2 of 4");
  for (const id of [ids[0]!, ids[2]!, ids[3]!])
    expect(html).toContain(`href="${pathOf(owner, id)}"`);
  expect(html.match(/<li[^>]*aria-current="true"/g)).toHaveLength(1);
  expect(html).toMatch(/Cancelled<\/span>/);
});

test("this date and later ones are cancelled with one email; the earlier one stays", async () => {
  const { owner, ids, customer, statuses } = await aSeries();
  const html = await open(owner, ids[1]!, "?view=cancel");
  expect(html).toContain("This date and later ones: 3");
  expect(html).toContain("All dates to come: 4");
  await sendQueuedMails(owner);
  const before = (await sentTo(customer.email)).length;
  const answer = await post(owner, ids[1]!, {
    scope: "following",
    refund_following: hidden(html, "refund_following")!,
    reason: "Moving house",
  });
  expect(answer.headers.get("Location")).toMatch(/\?done=cancelled_dates$/);
  expect(await statuses()).toEqual(["confirmed", "cancelled", "cancelled", "cancelled"]);
  await sendQueuedMails(owner);
  const mails = (await sentTo(customer.email)).slice(before);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Cancelled: 3 dates from /),
  ]);
  const rows = await pool.query(
    "select distinct cancelled_by, cancel_reason_code, cancel_reason from booking where id = any($1::uuid[])",
    [ids.slice(1)],
  );
  expect(rows.rows).toEqual([
    {
      cancelled_by: "customer",
      cancel_reason_code: "customer_cancelled",
      cancel_reason: "Moving house",
    },
  ]);
});

test("the refund of each date and their sum are shown, and another one is asked again", async () => {
  const { owner, ids, statuses } = await aSeries();
  for (const id of ids.slice(2))
    await changeBookingStatus(
      owner,
      id,
      StatusChange.parse({ status: "paid", payment_method: "offline", notify: false }),
      null,
    );
  const html = await open(owner, ids[1]!, "?view=cancel");
  expect(html.match(/Refund: €20\.00/g)).toHaveLength(2);
  expect(html).toContain("Refund: €40.00");
  expect(hidden(html, "refund_all")).toBe("4000");
  const refused = await post(owner, ids[1]!, { scope: "all", refund_all: "2000" });
  expect(refused.status).toBe(409);
  expect(await statuses()).toEqual(["confirmed", "confirmed", "paid", "paid"]);
  await post(owner, ids[1]!, { scope: "all", refund_all: "4000" });
  expect(await statuses()).toEqual(Array<string>(4).fill("cancelled"));
});

test("a date that is too late to cancel says so and stays", async () => {
  const { owner, ids, statuses } = await aSeries();
  await updateTenant(owner, TenantPatch.parse({ policy: { cancel_window_minutes: 5 * 24 * 60 } }));
  const first = await open(owner, ids[0]!, "?view=cancel");
  expect(first).toContain("Too late to cancel here, so it stays");
  expect(first).not.toContain('value="this"');
  await post(owner, ids[0]!, {
    scope: "following",
    refund_following: hidden(first, "refund_following")!,
  });
  expect(await statuses()).toEqual(["confirmed", "cancelled", "cancelled", "cancelled"]);
  const again = await post(owner, ids[0]!, { scope: "all", refund_all: "0" });
  expect(again.status).toBe(422);
  expect((await statuses())[0]).toBe("confirmed");
});

test("a link covers its guest's dates of this series alone", async () => {
  const mine = await aSeries();
  const { owner, ids } = mine;
  const other = await aSeries({ customer: mine.customer }, owner);
  // Staff gave one date to somebody else.
  await editBooking(owner, ids[3]!, BookingPatch.parse({ customer: aCustomer(), notify: false }));
  const html = await open(owner, ids[0]!);
  expect(html).not.toContain(pathOf(owner, ids[3]!));
  expect(html).not.toContain(pathOf(owner, other.ids[0]!));
  const page = await open(owner, ids[0]!, "?view=cancel");
  await post(owner, ids[0]!, {
    scope: "following",
    refund_following: hidden(page, "refund_following")!,
  });
  expect(await mine.statuses()).toEqual(["cancelled", "cancelled", "cancelled", "confirmed"]);
  expect(new Set(await other.statuses())).toEqual(new Set(["confirmed"]));
  // The other guest has a single date.
  expect(await open(owner, ids[3]!)).not.toContain("All dates");
});

test("links of dates that ended long ago are left out, and so are the dates of an erased guest", async () => {
  const { owner, ids } = await aSeries();
  await pool.query(
    "update booking set starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days' where id = $1",
    [ids[0]],
  );
  const html = await open(owner, ids[1]!);
  expect(html).not.toContain(pathOf(owner, ids[0]!));
  expect(html).toContain(pathOf(owner, ids[2]!));
  for (const id of ids.slice(1))
    await changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
  const { rows } = await pool.query<{ customer_id: string }>(
    "select customer_id from booking where id = $1",
    [ids[1]],
  );
  await eraseWhole(owner, rows[0]!.customer_id);
  expect(await open(owner, ids[1]!)).not.toContain(pathOf(owner, ids[2]!));
});

/** A cut and a colour after it, with the links of both. */
async function aVisit() {
  const owner = await makeTenant({ time_zone: "UTC" });
  const sami = await makeResource(owner, { name: "Sami" });
  const service = (name: string) =>
    makeSchedule(owner, [sami.id], { name, price_amount: 2000, currency: "EUR" });
  const parts = [
    { schedule_id: (await service("Cut")).id },
    { schedule_id: (await service("Colour")).id },
  ];
  const first = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
  const customer = { ...aCustomer(), locale: "en" };
  const input = NewBookingVisit.parse({ starts_at: `${first}T10:00:00Z`, parts, customer });
  const made = await createVisit(owner, input, null);
  const statuses = async () =>
    (await readVisit(owner, made.id!)).bookings.map(({ status }) => status);
  return { owner, customer, ids: made.bookings.map(({ id }) => id), statuses };
}

test("a visit lists its services, and is cancelled whole or by service", async () => {
  const { owner, customer, ids, statuses } = await aVisit();
  const page = await open(owner, ids[0]!);
  expect(page).toContain("Service 1 of 2 of your visit");
  expect(page).toContain("Colour · Sami");
  expect(page).toContain(`href="${pathOf(owner, ids[1]!)}"`);
  const asked = await open(owner, ids[0]!, "?view=cancel");
  expect(asked).toContain("The whole visit: 2 services");
  expect(asked).not.toContain('value="following"');
  await sendQueuedMails(owner);
  const before = (await sentTo(customer.email)).length;
  const chosen = { scope: "all", refund_all: hidden(asked, "refund_all")! };
  expect((await post(owner, ids[0]!, chosen)).headers.get("Location")).toMatch(/done=cancelled$/);
  expect(await statuses()).toEqual(["cancelled", "cancelled"]);
  await sendQueuedMails(owner);
  expect(await sentTo(customer.email)).toHaveLength(before + 1);

  const other = await aVisit();
  const one = await open(other.owner, other.ids[1]!, "?view=cancel");
  await post(other.owner, other.ids[1]!, { refund_amount: hidden(one, "refund_amount")! });
  expect(await other.statuses()).toEqual(["confirmed", "cancelled"]);
});

test("a service of the visit that belongs to another guest by now is neither shown nor cancelled", async () => {
  const { owner, ids, statuses } = await aVisit();
  const other = BookingPatch.parse({ customer: aCustomer("Ben"), notify: false });
  await editBooking(owner, ids[1]!, other);
  expect(await open(owner, ids[0]!)).not.toContain(pathOf(owner, ids[1]!));
  await post(owner, ids[0]!, { scope: "all", refund_all: "0" });
  expect(await statuses()).toEqual(["cancelled", "confirmed"]);
});
