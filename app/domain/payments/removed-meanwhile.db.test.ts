import "~/testing/payments-on";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { eraseCustomer, runErasure } from "~/domain/privacy/erase-customer.server";
import { deleteResource } from "~/domain/resources/resources.server";
import { deleteSchedule } from "~/domain/schedules/schedules.server";
import { pool } from "~/lib/db.server";
import {
  atProvider,
  checkout,
  makePaidService,
  paymentsOf,
  refundsOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";

// A guest pays for something that is being removed: the money belongs to a booking that takes
// place, or is refunded.

async function opened() {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots.at(-1)!.id);
  const { session_id } = await checkout(owner, id);
  const { resource_id, schedule_id } = await getBooking(owner, id);
  return { owner, id, session_id, resource_id, schedule_id: schedule_id! };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const cancel = (owner: UserActor, id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
async function expire(_owner: UserActor, id: string): Promise<void> {
  await pool.query(
    sql`update booking set status = 'expired', pending_reason = null, expires_at = null where id = ${id}`,
  );
  await pool.query(sql`delete from claim where booking_id = ${id}`);
}

describe.each([
  ["its resource", ({ owner, resource_id }: Opened) => deleteResource(owner, resource_id)],
  ["its service", ({ owner, schedule_id }: Opened) => deleteSchedule(owner, schedule_id)],
])("while a checkout is open, %s", (_, remove) => {
  test("is refused while the booking waits for payment", async () => {
    const each = await opened();
    await expect(remove(each)).rejects.toMatchObject({ code: "in_use" });
    await atProvider(each.session_id, "pay");
    await takeWebhooks(each.owner);
    expect(await getBooking(each.owner, each.id)).toMatchObject({
      status: "paid",
      balance_amount: 0,
    });
  });

  test.each([
    ["the booking was cancelled", cancel],
    ["the booking's hold was over", expire],
  ])("is allowed after %s, and a late payment is refunded", async (_what, end) => {
    const each = await opened();
    await end(each.owner, each.id);
    await remove(each);
    await atProvider(each.session_id, "pay");
    await takeWebhooks(each.owner);
    await work(each.owner);
    expect(await getBooking(each.owner, each.id)).toMatchObject({ status: "refunded" });
    expect(await refundsOf(each.id)).toMatchObject([{ status: "succeeded", amount: 2500 }]);
  });
});

test("a guest erased during payment keeps the booking, and the payment restores no personal data", async () => {
  const { owner, id, session_id } = await opened();
  const { customer, customer_id } = await getBooking(owner, id);
  await eraseCustomer(owner, customer_id);
  await runErasure(owner.tenant.id, customer_id);
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
  await work(owner);
  expect(await getBooking(owner, id)).toMatchObject({
    status: "paid",
    customer: { name: "Erased" },
    balance_amount: 0,
  });
  expect(await paymentsOf(id)).toMatchObject([{ status: "paid", amount: 2500 }]);
  const tables = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'",
  );
  for (const { name } of tables.rows) {
    const found = await pool.query(
      `select 1 from "${name}" r where tenant_id = $1 and strpos(to_jsonb(r)::text, $2) > 0`,
      [owner.tenant.id, customer.email],
    );
    expect({ name, rows: found.rowCount }).toEqual({ name, rows: 0 });
  }
});
