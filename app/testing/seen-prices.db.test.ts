import { expect, test } from "vitest";
import { BookingPatch, NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { pool } from "~/lib/db.server";
import * as route from "~/pages/guest/manage/route";
import { renderedPage } from "./rendered-page";
import { loader as payLoader } from "~/pages/guest/manage/pay";
import { slotsAfter } from "./booking-calls";
import { aCompany, bookingsOf, guest, hidden, submit, walkToForm } from "./booking-page";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "./factory";

const { loader, action } = renderedPage("manage/:token", route);

// Pages without JavaScript book, move and pay at the displayed price, or show the new one first.

test("the booking page shows both prices after a change, and books at the new one on confirmation", async () => {
  const { owner, slug, schedule } = await aCompany({ capacity: 3 });
  const { search, form, attempt } = await walkToForm(slug);
  const shown = hidden(form.html, "expected_amount");
  expect(shown).toBe("4200");
  await updateSchedule(owner, schedule.id, { price_amount: 9900 });
  const refused = await submit(slug, search, { ...guest(), attempt, expected_amount: shown });
  expect(refused.status).toBe(409);
  const again = await refused.text();
  expect(again).toContain("The price is now €99.00, not €42.00.");
  expect(hidden(again, "expected_amount")).toBe("9900");
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  const fields = { ...guest(), attempt: hidden(again, "attempt") };
  const booked = await submit(slug, search, { ...fields, expected_amount: "9900" });
  expect(booked.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([{ price_amount: 9900 }]);
});

async function aGuest() {
  const owner = await makeTenant();
  const room = (await makeResource(owner, { capacity: 3 })).id;
  const price = { price_amount: 2500, currency: "EUR" };
  const { id } = await makeSchedule(owner, [room], price);
  const slots = await slotsAfter(20, id);
  const input = NewBooking.parse({ slot_id: slots[0]!.id, customer: aCustomer() });
  const booking = await createBooking(owner, input, null);
  return { owner, slots, booking, url: manageUrl(owner.tenant.id, booking.id) };
}
const argsOf = (url: string, init?: RequestInit) => ({
  request: new Request(url, init),
  params: { token: new URL(url).pathname.split("/")[2] ?? "" },
  context: {},
});
const post = (url: string, form: Record<string, string>) =>
  action(
    argsOf(url, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { "Sec-Fetch-Site": "same-origin" },
    }),
  );
const open = async (url: string) => (await loader(argsOf(url))).text();

test("a guest who moves confirms again if the price has changed", async () => {
  const { owner, slots, booking, url } = await aGuest();
  const page = await open(`${url}?view=move`);
  expect(hidden(page, "expected_amount")).toBe("2500");
  await editBooking(owner, booking.id, BookingPatch.parse({ party_size: 2 }));
  const version = hidden(await open(`${url}?view=move`), "version");
  const move = { intent: "move", slot_id: slots[1]!.id, version };
  const refused = await post(url, { ...move, expected_amount: "2500" });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toMatch(/€50\.00[^<]*€25\.00|€25\.00[^<]*€50\.00/);
  expect((await post(url, { ...move, expected_amount: "5000" })).status).toBe(303);
});

test("a guest accepts a waiting-list offer at the displayed price", async () => {
  const { booking, url } = await aGuest();
  await pool.query(
    `update booking set status = 'pending', pending_reason = 'offer', expires_at = now() + interval '1 hour' where id = $1`,
    [booking.id],
  );
  expect(hidden(await open(url), "expected_amount")).toBe("2500");
  const refused = await post(url, { intent: "accept", expected_amount: "2000" });
  expect(await refused.text()).toContain("The price is now €25.00, not €20.00.");
  expect((await post(url, { intent: "accept", expected_amount: "2500" })).status).toBe(303);
});

test("a guest paying an outdated amount is shown the amount due", async () => {
  const { booking, url } = await aGuest();
  await pool.query(
    `update booking set status = 'pending', pending_reason = 'payment', expires_at = now() + interval '1 hour' where id = $1`,
    [booking.id],
  );
  expect(await open(url)).toContain("/pay?amount=2500");
  const setLive = (livemode: boolean) =>
    pool.query("update booking set livemode = $2 where id = $1", [booking.id, livemode]);
  await setLive(false);
  expect(await open(url)).not.toContain("/pay?"); // payments are no test here
  await setLive(true);
  const pay = (amount: string) => payLoader(argsOf(`${url}/pay?amount=${amount}`));
  const led = (await pay("2000")).headers.get("Location")!;
  expect(led).toMatch(/\?done=price_changed&before=2000$/);
  const message = await open(new URL(led, url).href);
  expect(message).toContain("The price is now €25.00, not €20.00.");
  // No payments are possible in this test, but the amount is correct.
  expect((await pay("2500")).headers.get("Location")).toContain("done=not_payable");
  expect(await open(`${url}?done=price_changed&before=%3Cb%3E`)).not.toContain("The price is now");
});
