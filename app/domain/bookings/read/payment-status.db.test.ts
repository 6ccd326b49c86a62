import { expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import { StatusChange } from "~/contract/booking-inputs";
import { book, slotsAfter } from "~/testing/booking-calls";
import { makeKey, makeResource, makeSchedule, makeTenant, aCustomer } from "~/testing/factory";
import { localDateOf } from "~/lib/time";
import { call, json } from "~/testing/request";
import { changeBookingStatus } from "../change/change-status.server";
import { countUpcoming } from "./count-upcoming.sql.server";
import { getBooking } from "./get-booking.server";
import { listBookings } from "./list-bookings.sql.server";

test("a price due is open for staff, visitors, lists and counts; nothing due is none", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const priced = await makeSchedule(owner, [room.id], { price_amount: 2500, currency: "EUR" });
  const free = await makeSchedule(owner, [room.id]);
  const [times, freeTimes] = [await slotsAfter(1, priced.id), await slotsAfter(2, free.id)];
  const due = await book(owner, times[0]!.id);
  const costsNothing = await book(owner, freeTimes[0]!.id);
  expect([due.payment_status, due.balance_amount]).toEqual(["open", 2500]);
  expect([costsNothing.payment_status, costsNothing.balance_amount]).toEqual(["none", 0]);
  const { booking } = (await json(
    await call("/api/widget/booking", {
      key: await makeKey(owner),
      body: { slot_id: times[2]!.id, customer: aCustomer() },
    }),
  )) as unknown as { booking: { id: string; payment_status: string } };
  expect(booking.payment_status).toBe("open");
  const listed = async (payment_status: string) =>
    (await listBookings(owner, BookingFilter.parse({ payment_status }))).data
      .map(({ id }) => id)
      .sort();
  expect(await listed("open")).toEqual([due.id, booking.id].sort());
  expect(await listed("none")).toEqual([costsNothing.id]);
  const now = new Date();
  const today = localDateOf(now.getTime(), owner.tenant.time_zone);
  expect(await countUpcoming(owner, { now, today })).toMatchObject({ unpaid: 2 });
  const paid = StatusChange.parse({ status: "paid", payment_method: "offline" });
  expect(await changeBookingStatus(owner, due.id, paid, null)).toMatchObject({
    payment_status: "paid",
  });
  await changeBookingStatus(owner, booking.id, StatusChange.parse({ status: "cancelled" }), null);
  expect((await getBooking(owner, booking.id)).payment_status).toBe("none");
  expect(await listed("open")).toEqual([]);
});
