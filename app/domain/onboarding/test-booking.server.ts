import type { Booking } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { book } from "../bookings/place/book.server";
import { toBooking } from "../bookings/read/booking-row";
import { getBooking } from "../bookings/read/get-booking.server";
import type { UserActor } from "../identity/actor";
import { findFirstSlots } from "../slots/free-slots.server";
import { findTestBookingId } from "./checklist.sql.server";

const GUEST = "Test guest";

/** The company's test booking; null if it has none. */
export async function findTestBooking(actor: UserActor): Promise<Booking | null> {
  const id = await findTestBookingId(actor.tenant.id);
  return id === undefined ? null : getBooking(actor, id);
}

/**
 * Books the first free time as a test: it appears in calendar, lists and figures, but causes no
 * email or webhook. Returns an existing test booking instead. Throws slot_unavailable (there is no
 * free time), and what `book` throws.
 */
export async function makeTestBooking(actor: UserActor): Promise<Booking> {
  const known = await findTestBooking(actor);
  if (known !== null) return known;
  const [first] = await findFirstSlots(actor, {}, 1);
  if (first === undefined)
    throw new AppError(
      "slot_unavailable",
      "There is no free time to book. Check the hours of your services first.",
    );
  const wish = {
    target: { kind: "slot" as const, slot_id: first.id },
    party_size: 1,
    customer: { name: GUEST, email: null },
    notes: null,
    addons: [],
    meta: {},
    source: "test" as const,
    widget_config_id: null,
    override: false,
    notify: false,
    corrects_customer: false,
  };
  // Nothing is due: the test is not about payment or approval.
  const rules = {
    check: () => undefined,
    mayShow: () => false,
    answers: () => [],
    due: () => null,
  };
  try {
    return await book(actor, wish, rules, null, ({ row }) => toBooking(row, true, true));
  } catch (error) {
    // Lost a race: the form was submitted twice.
    const other = await findTestBooking(actor);
    if (other === null) throw error;
    return other;
  }
}
