import sql from "sql-template-tag";
import type { CustomerInput } from "~/contract/booking-inputs";
import type { WaitlistEntry } from "~/contract/waitlist";
import { pool } from "~/lib/db.server";
import type { Place } from "./booking-location";
import { PLACE_OF_SCHEDULE } from "./booking-place.sql";

/** A guest's place on a waiting list, as they read it. */
export interface WaitingEntry {
  id: string;
  status: WaitlistEntry["status"];
  /** The booking that offers the freed seat. */
  booking_id: string | null;
  starts_at: Date;
  ends_at: Date;
  party_size: number;
  customer: CustomerInput;
  service: string | null;
  resource_name: string;
  resource_type: string;
  price_amount: number | null;
  currency: string;
  place: Place | null;
}

/** The price of its own that the service's first kind of people with a seat has: all who wait are of it. */
const FIRST_KIND_PRICE = sql`(select (kind ->> 'price_amount')::bigint from jsonb_array_elements(sc.person_kinds) with ordinality kinds (kind, no)
  where (kind ->> 'takes_seat')::boolean order by no limit 1)`;

/** undefined when the entry, its time or its resource is gone. */
export async function readWaitingEntry(
  tenantId: string,
  id: string,
): Promise<WaitingEntry | undefined> {
  const found = await pool.query<WaitingEntry>(
    sql`select e.id, e.status, e.booking_id, e.starts_at, e.party_size, e.customer, sc.name as service,
        coalesce(e.starts_at + e.length_minutes * interval '1 minute', s.ends_at) as ends_at,
        case when e.length_minutes is null then coalesce(${FIRST_KIND_PRICE}, s.price_amount, sc.price_amount) * e.party_size end as price_amount,
        coalesce(s.currency, sc.currency, t.currency) as currency,
        r.name as resource_name, r.type as resource_type, ${PLACE_OF_SCHEDULE} as place
      from waitlist_entry e
      join tenant t on t.id = ${tenantId}
      join slot s on s.tenant_id = ${tenantId} and s.id = e.slot_id
      join resource r on r.tenant_id = ${tenantId} and r.id = e.resource_id
      left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
      where e.tenant_id = ${tenantId} and e.id = ${id}`,
  );
  return found.rows[0];
}
