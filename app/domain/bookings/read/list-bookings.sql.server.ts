import sql, { empty, join, raw, type Sql as Part } from "sql-template-tag";
import type { BookingFilter } from "~/contract/booking-filter";
import type { Booking } from "~/contract/bookings";
import type { PageOf } from "~/contract/common";
import { readTimeCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { hasMeta } from "~/lib/has-meta.sql";
import { instantRange } from "~/lib/time";
import { contains, findGuests } from "../../customers/find-guests.sql.server";
import { referenceStart, typedText } from "../../customers/typed-text";
import {
  resourceLimit,
  seesContacts,
  seesSensitive,
  seesTestDataOnly,
  type StaffActor,
} from "../../identity/actor";
import { paidAmount } from "../../accounting/booking-money.sql.server";
import { SHOWN_PAYMENT_STATUS } from "./payment-status.sql";
import { placeOf, PLACE_OF_JOINED } from "./booking-place.sql";
import { type BookingRow, toBooking } from "./booking-row";

/** The limit up to which `include=total` counts rows. */
const COUNT_LIMIT = 10_000;

/** The guest's details as stored with the booking. */
const GUEST_DETAILS = raw(
  "lower(b.customer_name || ' ' || coalesce(b.customer_email, '') || ' ' || coalesce(b.customer_phone, ''))",
);

/**
 * One page of the tenant's bookings; people limited to some resources see only those. Dates are
 * days in the tenant's zone. A search by text or by meta throws rate_limited and not_ready
 * (heavyRead).
 */
export function listBookings(actor: StaffActor, filter: BookingFilter): Promise<PageOf<Booking>> {
  if (filter.search === undefined && filter.meta === undefined)
    return readBookingPage(pool, actor, filter);
  return heavyRead(actor.tenant.id, (db) => readBookingPage(db, actor, filter));
}

export async function readBookingPage(
  db: Sql,
  actor: StaffActor,
  filter: BookingFilter,
): Promise<PageOf<Booking>> {
  const column = filter.sort.replace("-", "") as "starts_at" | "created_at" | "updated_at"; // the contract's enum without its sign
  const isDescending = filter.sort.startsWith("-");
  const guests =
    filter.search === undefined ? null : await findGuests(db, actor.tenant.id, filter.search);
  const where = conditions(actor, filter, guests);
  const place =
    filter.cursor === undefined
      ? empty
      : afterCursor(filter.cursor, filter.sort, column, isDescending);
  const direction = raw(isDescending ? "desc" : "asc");
  const order = sql`order by b.${raw(column)} ${direction}, b.id ${direction}`;
  const most = filter.limit + 1;
  const rows = await db.query<BookingRow>(
    guests === null
      ? sql`select b.*, ${paidAmount(actor.tenant.id)}, ${placeOf(actor.tenant.id)} from booking b where ${where} ${place} ${order} limit ${most}`
      : // Start from the guests' index instead of walking past thousands of others in list
        // order. Full rows are read for the page only ("offset 0" keeps that apart): a common
        // name matches a great many.
        sql`with found as materialized (select b.id, b.${raw(column)} from booking b where ${where} ${place}),
              page as materialized (select * from found b ${order} limit ${most})
            select b.*, ${PLACE_OF_JOINED} as place from page cross join lateral (
              select b.*, ${paidAmount(actor.tenant.id)} from booking b where b.tenant_id = ${actor.tenant.id} and b.id = page.id offset 0) b
            left join schedule sc on sc.tenant_id = ${actor.tenant.id} and sc.id = b.schedule_id
            left join tenant t on t.id = ${actor.tenant.id} ${order}`,
  );
  const total = filter.include?.includes("total") ? await countBookings(db, where) : undefined;
  const page = toPage(
    rows.rows,
    filter.limit,
    (row) => writeCursor(filter.sort, [row[column].toISOString(), row.id]),
    total,
  );
  return {
    ...page,
    data: page.data.map((row) => toBooking(row, seesContacts(actor), seesSensitive(actor))),
  };
}

/** The tenant's bookings with these ids that the actor may see, in no order. */
export async function bookingsById(actor: StaffActor, ids: readonly string[]): Promise<Booking[]> {
  if (ids.length === 0) return [];
  const { id: tenantId } = actor.tenant;
  const limit = resourceLimit(actor);
  const { rows } = await pool.query<BookingRow>(
    sql`select b.*, ${paidAmount(tenantId)}, ${placeOf(tenantId)} from booking b
        where b.tenant_id = ${tenantId} and b.id = any(${ids}::uuid[])
          ${limit === null ? empty : sql`and b.resource_id = any(${limit}::uuid[])`}
          ${seesTestDataOnly(actor) ? sql`and not b.livemode` : empty}`,
  );
  return rows.map((row) => toBooking(row, seesContacts(actor), seesSensitive(actor)));
}

async function countBookings(db: Sql, where: Part): Promise<number> {
  const counted = await db.query<{ count: string }>(
    sql`select count(*) from (select 1 from booking b where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return Number(counted.rows[0]?.count ?? 0);
}

function afterCursor(cursor: string, sort: string, column: string, isDescending: boolean): Part {
  const { at, id } = readTimeCursor(sort, cursor);
  return sql`and (b.${raw(column)}, b.id) ${raw(isDescending ? "<" : ">")} (${at}::timestamptz, ${id}::uuid)`;
}

function conditions(actor: StaffActor, filter: BookingFilter, guests: string[] | null): Part {
  const { time_zone } = actor.tenant;
  const { from, to } = instantRange({ from: filter.from, to: filter.to }, time_zone);
  const created = instantRange({ from: filter.created_from, to: filter.created_to }, time_zone);
  const limit = resourceLimit(actor);
  const parts = [
    sql`b.tenant_id = ${actor.tenant.id}`,
    limit && sql`b.resource_id = any(${limit}::uuid[])`,
    filter.status && sql`b.status = any(${filter.status}::text[])`,
    filter.resource_id && sql`b.resource_id = any(${filter.resource_id}::uuid[])`,
    filter.schedule_id && sql`b.schedule_id = any(${filter.schedule_id}::uuid[])`,
    filter.slot_id && sql`b.slot_id = ${filter.slot_id}`,
    filter.customer_id && sql`b.customer_id = ${filter.customer_id}`,
    filter.series_id && sql`b.series_id = ${filter.series_id}`,
    filter.visit_id && sql`b.visit_id = ${filter.visit_id}`,
    // A booking lasts at most a day (booking_time_check), so an index on starts_at serves the
    // overlap.
    from &&
      filter.range_by !== "start" &&
      sql`b.ends_at > ${from} and b.starts_at > ${from}::timestamptz - interval '1 day'`,
    from && filter.range_by === "start" && sql`b.starts_at >= ${from}`,
    to && sql`b.starts_at < ${to}`,
    created.from && sql`b.created_at >= ${created.from}`,
    created.to && sql`b.created_at < ${created.to}`,
    filter.updated_since && sql`b.updated_at >= ${filter.updated_since}`,
    filter.payment_status && sql`${SHOWN_PAYMENT_STATUS} = any(${filter.payment_status}::text[])`,
    filter.reference && sql`b.reference = ${filter.reference}`,
    filter.meta && hasMeta("b", actor.tenant.id, filter.meta),
    filter.livemode !== undefined && sql`b.livemode = ${filter.livemode}`,
    seesTestDataOnly(actor) && sql`not b.livemode`,
    filter.source && sql`b.source = any(${filter.source}::text[])`,
    filter.search && matchesSearch(filter.search, guests),
    // Masked values must not be discoverable by searching: a viewer's search covers only name and
    // reference.
    filter.search &&
      !seesContacts(actor) &&
      sql`(strpos(lower(b.customer_name), ${typedText(filter.search)}) > 0 or ${hasReference(filter.search)})`,
  ];
  return join(
    parts.filter((part): part is Part => Boolean(part)),
    " and ",
  );
}

/** Whether a search text means booking `b`; `guests`: the result of findGuests. */
export const matchesSearch = (search: string, guests: string[] | null): Part =>
  guests === null
    ? matchesDetails(search)
    : sql`${matchesDetails(search)} and ${isOfGuests(guests, search)}`;

/** Matches the guest's details as shown in the list, and the beginning of the reference. */
const matchesDetails = (search: string): Part =>
  sql`(${contains(GUEST_DETAILS, raw("b.customer_phone"), search)} or ${hasReference(search)})`;

/** A superset of the matching bookings that the indexes can serve. */
function isOfGuests(guests: string[], search: string): Part {
  const isTheirs = sql`b.customer_id = any(${guests}::uuid[])`;
  return referenceStart(search) === null ? isTheirs : sql`(${isTheirs} or ${hasReference(search)})`;
}

function hasReference(search: string): Part {
  const start = referenceStart(search);
  return start === null
    ? sql`false`
    : sql`(b.reference >= ${start} and b.reference < ${`${start}~`})`;
}
