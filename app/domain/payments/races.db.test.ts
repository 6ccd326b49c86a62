import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { webhookEventTypes } from "~/contract/webhooks";
import { relayEvents } from "~/domain/events/relay.server";
import { pool } from "~/lib/db.server";
import {
  checkout,
  events,
  makePaidService,
  paymentsOf,
  refundsOf,
  stateOf,
  waitingBooking,
} from "~/testing/payment-calls";
import { races } from "~/testing/payment-races";
import { balanceRaces } from "~/testing/payment-races-balance";
import { makeSubscription } from "~/testing/webhook-receivers";

// All races between a guest, time, staff and the provider, driven at the provider's stand-in: the
// resulting booking, its payments and refunds, and the events and emails sent. Every case ends
// without open work.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

test.each(Object.entries({ ...races, ...balanceRaces }))(
  "%s",
  async (_name, { drive, capacity, booking, payments, refunds = [], events: eventTypes }) => {
    const { owner, slots, account } = await makePaidService(capacity);
    const slot = slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + 8 * 86_400_000)!;
    const { id: subscription } = await makeSubscription(owner, "http://127.0.0.1:1/hook", [
      ...webhookEventTypes,
    ]);
    const id = await waitingBooking(owner, slot.id);
    const { session_id } = await checkout(owner, id);
    await drive({ owner, account, slotId: slot.id, id, session_id });
    const [status, payment_status, seats] = booking;
    expect(await stateOf(id)).toEqual({ status, payment_status, seats });
    expect(await paymentsOf(id)).toMatchObject(payments);
    expect(await paymentsOf(id)).toHaveLength(payments.length);
    const made = await refundsOf(id);
    expect(made).toMatchObject(refunds);
    expect(made).toHaveLength(refunds.length);
    expect((await events(id)).filter((type) => type !== "created" && type !== "progress")).toEqual(
      eventTypes,
    );
    expect(await deliveriesOf(subscription, id)).toEqual(
      eventTypes.filter((type) => DELIVERED.includes(type)),
    );
  },
);

/** The event types that subscribers can receive. */
const DELIVERED = ["confirmed", "paid", "cancelled", "refunded"];

/** The deliveries for a booking, one for each event. */
async function deliveriesOf(subscription: string, bookingId: string): Promise<string[]> {
  while ((await relayEvents(200)) > 0);
  const found = await pool.query<{ type: string }>(
    sql`select e.type from webhook_delivery d join event e on e.tenant_id = d.tenant_id and e.id = d.event_id
        where d.subscription_id = ${subscription} and e.booking_id = ${bookingId} order by e.sequence`,
  );
  return found.rows
    .map(({ type }) => type.replace("booking.", ""))
    .filter((type) => type !== "created");
}
