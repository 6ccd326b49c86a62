import sql from "sql-template-tag";
import { NewWidgetBooking, StatusChange } from "~/contract/booking-inputs";
import type { CardOnFile } from "~/contract/card-on-file";
import { findKey } from "~/domain/api-keys/find-key.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import type { KeyActor } from "~/domain/identity/actor";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { aCustomer, makeKey } from "./factory";
import { atProvider, checkout, makePaidService, takeWebhooks } from "./payment-calls";

// Bookings that keep a card, in tests of fees.

const DAY = 86_400_000;
const FEES: CardOnFile = {
  late_cancellation: { amount: 1000 },
  no_show: { percent: 25 },
  window_minutes: 1440,
};
export const AGREED = { late_cancellation_amount: 1000, no_show_amount: 2000 };

/** A company whose service costs 80.00, paid on site, and a visitor of its website. */
export async function company(more: Parameters<typeof makePaidService>[1] = {}) {
  const made = await makePaidService(3, {
    price_amount: 8000,
    requires_payment: false,
    card_on_file: FEES,
    ...more,
  });
  const visitor = (await findKey(await makeKey(made.owner), null)) as KeyActor;
  const owner = { ...made.owner, tenant: { ...made.owner.tenant, takes_payments: true } };
  const slot = made.slots.find(({ starts_at }) => starts_at.getTime() > clock.now() + 8 * DAY)!;
  const bookOnline = (input: object = {}) =>
    createWidgetBooking(
      visitor,
      NewWidgetBooking.parse({
        slot_id: slot.id,
        customer: aCustomer(),
        card_terms: AGREED,
        ...input,
      }),
      null,
      "203.0.113.7",
    );
  return { ...made, owner, visitor, slot, bookOnline };
}

/** A booking whose guest is at the checkout that keeps their card. */
export async function opened(more: Parameters<typeof makePaidService>[1] = {}, input: object = {}) {
  const made = await company(more);
  const { booking, payment } = await made.bookOnline(input);
  const { session_id, amount } = await checkout(made.owner, booking.id);
  return { ...made, id: booking.id, booking, payment, session_id, amount };
}

export type Refusal = Parameters<typeof atProvider>[2];

/** A confirmed booking with a card. */
export async function withCard(
  refuses?: Refusal,
  more: Parameters<typeof makePaidService>[1] = {},
) {
  const made = await opened(more);
  await atProvider(made.session_id, "pay", refuses);
  await takeWebhooks(made.owner);
  return made;
}

/** Moves a booking in time, so that it begins in `minutes`. */
export async function beginsIn(id: string, minutes: number): Promise<void> {
  await pool.query(
    sql`update booking set starts_at = now() + ${minutes} * interval '1 minute', ends_at = now() + ${minutes + 60} * interval '1 minute' where id = ${id}`,
  );
}

/** A booking whose guest didn't come. */
export async function noShow(refuses?: Refusal, more: Parameters<typeof makePaidService>[1] = {}) {
  const made = await withCard(refuses, more);
  await beginsIn(made.id, -120);
  await changeBookingStatus(made.owner, made.id, StatusChange.parse({ status: "no_show" }), null);
  return made;
}
