import sql, { empty } from "sql-template-tag";
import type { PublicBooking } from "~/contract/bookings";
import { notFound } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { paidAmount } from "../../accounting/booking-money.sql.server";
import { placeOf } from "./booking-place.sql";
import type { BookingRow } from "./booking-row";

/**
 * A booking with the resource, schedule and customer data that its events and its guest's view
 * need.
 */
export interface LoadedBooking {
  row: BookingRow;
  resource: PublicBooking["resource"];
  schedule: PublicBooking["schedule"];
  customer: { locale: string | null; time_zone: string | null };
  /** Whether it takes more than its own resource, or its service needs that by now. */
  has_needs: boolean;
}

/**
 * One booking; `lock` holds its row until the transaction ends. Throws not_found, also for another
 * tenant's.
 */
export async function loadBooking(
  db: Sql,
  tenantId: string,
  id: string,
  lock: boolean,
): Promise<LoadedBooking> {
  const result = await db.query<
    BookingRow & {
      resource_type: string;
      schedule_name: string | null;
      customer_locale: string | null;
      customer_zone: string | null;
      has_needs: boolean;
    }
  >(
    // Not prepared: it selects all columns, and a cached plan fails after a migration adds one.
    sql`
      select b.*, ${paidAmount(tenantId)}, ${placeOf(tenantId)}, coalesce(r.type, '') as resource_type, sc.name as schedule_name, c.locale as customer_locale, c.time_zone as customer_zone,
        b.needs <> '[]' or coalesce(sc.has_needs, false) as has_needs
      from booking b
      join customer c on c.tenant_id = ${tenantId} and c.id = b.customer_id
      left join resource r on r.tenant_id = ${tenantId} and r.id = b.resource_id
      left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = b.schedule_id
      where b.tenant_id = ${tenantId} and b.id = ${id} ${lock ? sql`for update of b` : empty}`,
  );
  const found = result.rows[0];
  if (found === undefined) throw notFound("Booking", id);
  const { resource_type, schedule_name, customer_locale, customer_zone, has_needs, ...row } = found;
  return {
    row,
    resource: { id: row.resource_id, type: resource_type, name: row.resource_name },
    schedule: row.schedule_id === null ? null : { id: row.schedule_id, name: schedule_name ?? "" },
    customer: { locale: customer_locale, time_zone: customer_zone },
    has_needs,
  };
}
