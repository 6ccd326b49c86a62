import sql, { type Sql as Part } from "sql-template-tag";
import { AppError } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../../audit/write-audit.server";
import type { StaffActor } from "../../identity/actor";
import { applySeatChange } from "./booking-seats.sql.server";
import { offerFreedSeats } from "./offer-freed-seats.server";
import { UNFINISHED } from "../../accounting/payment-row";
import { isTestBooking } from "../read/booking-row";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * Whether a provider captured real money for booking `b`, or may still capture it: then the booking
 * is kept.
 */
export const hasRealMoney = (tenantId: string): Part =>
  sql`exists (select from payment p where p.tenant_id = ${tenantId} and p.booking_id = b.id and p.livemode
    and (p.captured_at is not null or p.status = any(${UNFINISHED}::text[])))`;

async function tookRealMoney(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const found = await db.query(
    sql`select from booking b where b.tenant_id = ${tenantId} and b.id = ${id} and ${hasRealMoney(tenantId)}`,
  );
  return found.rowCount !== 0;
}

/**
 * Removes a test booking (of the onboarding, or of a test key) with all its data and its guest, and
 * frees its time. Other bookings are never deleted.
 * Throws not_found, invalid_transition (not a test).
 */
export async function removeTestBooking(actor: StaffActor, id: string): Promise<void> {
  const { tenant } = actor;
  await transaction((db) =>
    withLockedBooking(db, actor, id, {}, async ({ loaded: { row }, locks }) => {
      if (!isTestBooking(row) || (await tookRealMoney(db, tenant.id, id)))
        throw new AppError(
          "invalid_transition",
          "This is no test booking. It can be cancelled, not removed.",
        );
      // Cancelled before its seats are freed, so that it no longer counts when the waiting list is
      // served.
      await db.query(
        sql`update booking set status = 'cancelled' where tenant_id = ${tenant.id} and id = ${id}`,
      );
      const freed = await applySeatChange(db, row, row, { kind: "release" }, locks, null);
      for (const { place, lock } of freed) await offerFreedSeats(db, tenant, place, lock);
      await db.query(sql`delete from booking where tenant_id = ${tenant.id} and id = ${id}`);
      await db.query(
        sql`delete from customer c where c.tenant_id = ${tenant.id} and c.id = ${row.customer_id} and (c.email is null or not c.livemode)
              and not exists (select from booking b where b.tenant_id = ${tenant.id} and b.customer_id = c.id)
              and not exists (select from customer o where o.tenant_id = ${tenant.id} and o.merged_into = c.id)`,
      );
      await writeAudit(db, actor, {
        action: "booking.test_removed",
        entity: "booking",
        entity_id: id,
      });
    }),
  );
}
