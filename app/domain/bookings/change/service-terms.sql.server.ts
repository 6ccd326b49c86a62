import sql from "sql-template-tag";
import type { Question, Schedule } from "~/contract/schedules";
import { pool, type Sql } from "~/lib/db.server";
import type { Place } from "../read/booking-location";
import { PLACE_OF_SCHEDULE } from "../read/booking-place.sql";
import type { BookingRow } from "../read/booking-row";

// Reads the settings of a booking's service (schedule) that changes of the booking need.

export async function isService(tenantId: string, id: string): Promise<boolean> {
  const known = await pool.query(
    sql`select from schedule where tenant_id = ${tenantId} and id = ${id}`,
  );
  return known.rowCount !== 0;
}

type OfService = Pick<BookingRow, "tenant_id" | "schedule_id">;

/** Its requirements of guests; null: the service no longer exists. */
export async function readDemands(
  db: Sql,
  booking: OfService,
): Promise<{ requires_payment: boolean; requires_approval: boolean } | null> {
  const found = await db.query<{ requires_payment: boolean; requires_approval: boolean }>(
    sql`select requires_payment, requires_approval from schedule where tenant_id = ${booking.tenant_id} and id = ${booking.schedule_id}`,
  );
  return found.rows[0] ?? null;
}

/**
 * The minimum notice (minutes) of a service that requires payment; undefined: it does not, or there
 * is none.
 */
export async function readNoticeOfPaid(db: Sql, row: OfService): Promise<number | undefined> {
  const found = await db.query<{ min_notice_minutes: number }>(
    sql`select min_notice_minutes from schedule where tenant_id = ${row.tenant_id} and id = ${row.schedule_id} and requires_payment`,
  );
  return found.rows[0]?.min_notice_minutes;
}

/** Its location; null: none. */
export async function readPlace(db: Sql, row: OfService): Promise<Place | null> {
  const found = await db.query<{ place: Place | null }>(
    sql`select ${PLACE_OF_SCHEDULE} as place from schedule sc where sc.tenant_id = ${row.tenant_id} and sc.id = ${row.schedule_id}`,
  );
  return found.rows[0]?.place ?? null;
}

/** The present questions of a booking's configuration and service. */
export async function readQuestions(
  db: Sql,
  row: OfService & Pick<BookingRow, "widget_config_id">,
): Promise<{ of_widget: Question[]; of_schedule: Question[] }> {
  const found = await db.query<{ of_widget: Question[]; of_schedule: Question[] }>(
    sql`select coalesce((select w.settings -> 'questions' from widget_config w
            where w.tenant_id = ${row.tenant_id} and w.id = ${row.widget_config_id}), '[]') as of_widget,
          coalesce((select s.questions from schedule s where s.tenant_id = ${row.tenant_id} and s.id = ${row.schedule_id}), '[]') as of_schedule`,
  );
  return found.rows[0]!; // a select without a table has one row
}

/** Its kinds of people, and its price for those without one of their own; null: it is gone. */
export async function readPersonKinds(
  db: Sql,
  row: OfService,
): Promise<Pick<Schedule, "person_kinds" | "price_amount"> | null> {
  const found = await db.query<Pick<Schedule, "person_kinds" | "price_amount">>(
    sql`select person_kinds, price_amount from schedule where tenant_id = ${row.tenant_id} and id = ${row.schedule_id}`,
  );
  return found.rows[0] ?? null;
}

/** The most people that one booking of its service on its resource can have. */
export async function readMostPeople(
  db: Sql,
  row: OfService & Pick<BookingRow, "resource_id">,
): Promise<number> {
  const found = await db.query<{ most: number }>(
    sql`select least(r.capacity, (select sc.max_party_size from schedule sc where sc.tenant_id = ${row.tenant_id} and sc.id = ${row.schedule_id})) as most
        from resource r where r.tenant_id = ${row.tenant_id} and r.id = ${row.resource_id}`,
  );
  return found.rows[0]?.most ?? 1;
}
