import sql, { empty, join, raw, type Sql as Part } from "sql-template-tag";
import type { Booking, BookingFilter } from "~/contract/bookings";
import type { PageOf } from "~/contract/common";
import { readTimeCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { addDays, startOfDay } from "~/lib/time";
import { resourceLimit, seesContacts, type StaffActor } from "../identity/actor";
import { type BookingRow, toBooking } from "./booking-row";

/** How many rows `include=total` counts at most. */
const COUNT_LIMIT = 10_000;

/** The text of the index booking_search; must stay the same expression. */
const SEARCHED = raw(
  "(lower(b.reference || ' ' || b.customer_name || ' ' || b.customer_email || ' ' || coalesce(b.customer_phone, '')))",
);

/** One page of the tenant's bookings; people limited to some resources see those. Dates are days in the tenant's zone. */
export async function listBookings(actor: StaffActor, filter: BookingFilter): Promise<PageOf<Booking>> {
  const column = filter.sort.replace("-", "") as "starts_at" | "created_at" | "updated_at"; // the contract's enum without its sign
  const isDescending = filter.sort.startsWith("-");
  const matches = filter.search === undefined ? null : await findMatches(actor.tenant.id, filter.search);
  const where = conditions(actor, filter, matches);
  const place = filter.cursor === undefined ? empty : afterCursor(filter.cursor, filter.sort, column, isDescending);
  const direction = raw(isDescending ? "desc" : "asc");
  const rows = await pool.query<BookingRow>(
    sql`select b.* from booking b where ${where} ${place}
      order by b.${raw(column)} ${direction}, b.id ${direction} limit ${filter.limit + 1}`,
  );
  const total = filter.include?.includes("total") ? await countBookings(where) : undefined;
  const page = toPage(
    rows.rows,
    filter.limit,
    (row) => writeCursor(filter.sort, [row[column].toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map((row) => toBooking(row, seesContacts(actor))) };
}

/** Up to this many matches of a search are fetched by id; of more, the list is walked in its order until the page is full. */
const FEW = 2000;

/**
 * The bookings that a search finds, when they are few: the trigram index knows them, while walking the list in order could pass
 * thousands of others before each. null when there are many, so that walking finds a page soon. The materialized part is planned as if
 * all of it were wanted (the trigram index) and read only as far as the limit.
 */
async function findMatches(tenantId: string, search: string): Promise<string[] | null> {
  const found = await pool.query<{ id: string }>(
    sql`with matching as materialized (
          select b.id from booking b where b.tenant_id = ${tenantId} and ${SEARCHED} like ${likePattern(search)})
        select id from matching limit ${FEW + 1}`,
  );
  return found.rows.length > FEW ? null : found.rows.map((row) => row.id);
}

async function countBookings(where: Part): Promise<number> {
  const counted = await pool.query<{ count: string }>(
    sql`select count(*) from (select 1 from booking b where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return Number(counted.rows[0]?.count ?? 0);
}

function afterCursor(cursor: string, sort: string, column: string, isDescending: boolean): Part {
  const { at, id } = readTimeCursor(sort, cursor);
  return sql`and (b.${raw(column)}, b.id) ${raw(isDescending ? "<" : ">")} (${at}::timestamptz, ${id}::uuid)`;
}

function conditions(actor: StaffActor, filter: BookingFilter, matches: string[] | null): Part {
  const zone = actor.tenant.time_zone;
  const from = typeof filter.from === "string" ? new Date(startOfDay(filter.from, zone)) : filter.from;
  const to = typeof filter.to === "string" ? new Date(startOfDay(addDays(filter.to, 1), zone)) : filter.to;
  const limit = resourceLimit(actor);
  const parts = [
    sql`b.tenant_id = ${actor.tenant.id}`,
    limit && sql`b.resource_id = any(${limit}::uuid[])`,
    filter.status && sql`b.status = any(${filter.status}::text[])`,
    filter.resource_id && sql`b.resource_id = any(${filter.resource_id}::uuid[])`,
    filter.customer_id && sql`b.customer_id = ${filter.customer_id}`,
    // A booking lasts a day at most (booking_time_check), so an index on starts_at serves the overlap.
    from && sql`b.ends_at > ${from} and b.starts_at > ${from}::timestamptz - interval '1 day'`,
    to && sql`b.starts_at < ${to}`,
    filter.created_from && sql`b.created_at >= ${filter.created_from}`,
    filter.created_to && sql`b.created_at < ${filter.created_to}`,
    filter.updated_since && sql`b.updated_at >= ${filter.updated_since}`,
    filter.payment_status && sql`b.payment_status = any(${filter.payment_status}::text[])`,
    filter.source && sql`b.source = any(${filter.source}::text[])`,
    matches && sql`b.id = any(${matches}::uuid[])`,
    filter.search && matches === null && sql`${SEARCHED} like ${likePattern(filter.search)}`,
    // What is masked in the answer must not be found by trying: a viewer's search sees name and reference only.
    filter.search &&
      !seesContacts(actor) &&
      sql`lower(b.reference || ' ' || b.customer_name) like ${likePattern(filter.search)}`,
  ];
  return join(
    parts.filter((part): part is Part => Boolean(part)),
    " and ",
  );
}

/** Contains, without the wildcards of LIKE; a reference may be typed with its dash (K7QF-2M9D). */
function likePattern(search: string): string {
  const typed = /^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/i.test(search) ? search.replace("-", "") : search;
  return `%${typed.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
