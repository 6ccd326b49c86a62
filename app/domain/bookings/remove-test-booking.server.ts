import sql from "sql-template-tag";
import { AppError } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { carryOutSeats } from "./booking-seats.sql.server";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * Removes a test booking with all that came of it, and its guest; its time is free again. Any other booking stays for ever.
 * Throws not_found, invalid_transition (it is no test).
 */
export async function removeTestBooking(actor: StaffActor, id: string): Promise<void> {
  const { tenant } = actor;
  await transaction((db) =>
    withLockedBooking(db, actor, id, {}, async ({ loaded: { row }, locks }) => {
      if (row.source !== "test")
        throw new AppError("invalid_transition", "This is no test booking. It can be cancelled, not removed.");
      // First it no longer counts, then its seats are free: who waits for them is judged without it.
      await db.query(sql`update booking set status = 'cancelled' where tenant_id = ${tenant.id} and id = ${id}`);
      await carryOutSeats(db, tenant, row, row, { kind: "release" }, locks);
      await db.query(sql`delete from booking where tenant_id = ${tenant.id} and id = ${id}`);
      await db.query(
        sql`delete from customer c where c.tenant_id = ${tenant.id} and c.id = ${row.customer_id} and c.email is null
              and not exists (select from booking b where b.tenant_id = ${tenant.id} and b.customer_id = c.id)
              and not exists (select from customer o where o.tenant_id = ${tenant.id} and o.merged_into = c.id)`,
      );
      await writeAudit(db, actor, { action: "booking.test_removed", entity: "booking", entity_id: id });
    }),
  );
}
