import sql, { empty, join, type Sql as Part } from "sql-template-tag";
import type { Customer, CustomerFilter, CustomerWithBookings } from "~/contract/customers";
import type { BookingStatus } from "~/contract/bookings";
import type { PageOf } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { readCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { hasMeta } from "~/lib/has-meta.sql";
import { toRfc3339 } from "~/lib/time";
import { exportPages } from "../audit/export-pages.server";
import { resourceLimit, seesContacts, seesTestDataOnly, type StaffActor } from "../identity/actor";
import { type CustomerRow, toCustomer } from "./customer-row";
import { aliasContains, findGuests, recordContains } from "./find-guests.sql.server";
import { typedText } from "./typed-text";

const SORT = "-id";
/** The limit up to which `include=total` counts rows. */
const COUNT_LIMIT = 10_000;

/**
 * One page of the tenant's customers, newest first; people limited to some resources see only those
 * who booked them. A search by text or by meta throws rate_limited and not_ready (heavyRead).
 */
export function listCustomers(
  actor: StaffActor,
  filter: CustomerFilter,
): Promise<PageOf<Customer>> {
  if (filter.search === undefined && filter.meta === undefined)
    return readCustomerPage(pool, actor, filter);
  return heavyRead(actor.tenant.id, (db) => readCustomerPage(db, actor, filter));
}

async function readCustomerPage(
  db: Sql,
  actor: StaffActor,
  filter: CustomerFilter,
): Promise<PageOf<Customer>> {
  const where = [
    ...visible(actor),
    sql`c.merged_into is null`,
    ...(filter.meta === undefined
      ? []
      : [seesContacts(actor) ? hasMeta("c", actor.tenant.id, filter.meta) : sql`false`]),
    ...(filter.livemode === undefined ? [] : [sql`c.livemode = ${filter.livemode}`]),
    ...(filter.search === undefined ? [] : await matches(db, actor, filter.search)),
  ];
  const place =
    filter.cursor === undefined ? empty : sql`and c.id < ${lastId(filter.cursor)}::uuid`;
  const found = await db.query<CustomerRow>(
    sql`select c.* from customer c where ${join(where, " and ")} ${place} order by c.id desc limit ${filter.limit + 1}`,
  );
  const total = filter.include?.includes("total")
    ? await countCustomers(db, join(where, " and "))
    : undefined;
  const page = toPage(found.rows, filter.limit, (row) => writeCursor(SORT, [row.id]), total);
  return { ...page, data: page.data.map((row) => toCustomer(row, seesContacts(actor))) };
}

function lastId(cursor: string): string {
  const [id = ""] = readCursor(SORT, cursor, 1);
  if (!/^[0-9a-f-]{36}$/.test(id))
    throw new AppError("validation_failed", "That cursor does not belong to this list.");
  return id;
}

async function countCustomers(db: Sql, where: Part): Promise<number> {
  const counted = await db.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from customer c where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]?.count ?? 0;
}

/**
 * People limited to some resources see only customers who booked them. A booking entered in the
 * dashboard only shows a record that matches what was entered: otherwise, typing an address would
 * reveal the rest of a hidden record.
 */
function visible(actor: StaffActor): Part[] {
  const limit = resourceLimit(actor);
  const own = [
    sql`c.tenant_id = ${actor.tenant.id}`,
    ...(seesTestDataOnly(actor) ? [sql`not c.livemode`] : []),
  ];
  if (limit === null) return own;
  return [
    ...own,
    sql`exists (select 1 from booking b where b.tenant_id = ${actor.tenant.id} and b.customer_id = c.id and b.resource_id = any(${limit}::uuid[])
      and (b.source not in ('dashboard', 'import') or (b.customer_name = c.name and coalesce(b.customer_phone, '') = coalesce(c.phone, ''))))`,
  ];
}

/**
 * Whether a guest with this address exists but is hidden from the caller (limited to some
 * resources).
 */
export async function isHiddenGuest(
  db: Sql,
  actor: StaffActor,
  email: string | null,
): Promise<boolean> {
  if (email === null || (resourceLimit(actor) === null && !seesTestDataOnly(actor))) return false;
  const found = await db.query(
    sql`select 1 from customer h where h.tenant_id = ${actor.tenant.id} and h.email = ${email}
        and not exists (select 1 from customer c where c.id = coalesce(h.merged_into, h.id) and ${join(visible(actor), " and ")})`,
  );
  return found.rowCount !== 0;
}

/** Matches the customer's record and their other names, addresses and numbers. */
async function matches(db: Sql, actor: StaffActor, search: string): Promise<Part[]> {
  const guests = await findGuests(db, actor.tenant.id, search);
  const isMatch =
    guests === null
      ? sql`(${recordContains(search)} or exists (
          select 1 from customer m where m.tenant_id = ${actor.tenant.id} and m.merged_into = c.id and ${recordContains(search, "m")}) or exists (
          select 1 from customer_alias a where a.tenant_id = ${actor.tenant.id} and a.customer_id = c.id and ${aliasContains(search)}))`
      : sql`c.id = any(${guests}::uuid[])`;
  // Masked values must not be discoverable by searching.
  return seesContacts(actor)
    ? [isMatch]
    : [isMatch, sql`strpos(lower(c.name), ${typedText(search)}) > 0`];
}

/** All customers of a filter. Throws forbidden_role: only admins export. */
export function exportCustomers(
  actor: StaffActor,
  filter: CustomerFilter,
): Promise<AsyncGenerator<Customer[]>> {
  return exportPages(actor, {
    entity: "customer",
    isSearch: filter.search !== undefined,
    refusal: "Only an owner or admin can export customers.",
    read: (db, page) => readCustomerPage(db, actor, { ...filter, ...page, include: undefined }),
  });
}

/**
 * The customer, if this caller may see it; `lock` locks its row until the transaction ends. Throws
 * not_found.
 */
export async function findCustomer(
  db: Sql,
  actor: StaffActor,
  id: string,
  lock = false,
): Promise<CustomerRow> {
  const found = await db.query<CustomerRow>(
    sql`select c.* from customer c where ${join(visible(actor), " and ")} and c.id = ${id} ${lock ? sql`for update of c` : empty}`,
  );
  if (found.rows[0] === undefined) throw notFound("Customer", id);
  return found.rows[0];
}

interface Counted {
  status: BookingStatus;
  total: number;
  upcoming: number;
  first_starts_at: Date;
  last_starts_at: Date;
}

/** A customer with the number of their bookings that this caller may see. Throws not_found. */
export async function getCustomer(actor: StaffActor, id: string): Promise<CustomerWithBookings> {
  const row = await findCustomer(pool, actor, id);
  const bookings = await countCustomerBookings(actor, id);
  const merged = await pool.query<CustomerRow & { merged_at: Date }>(
    sql`select c.* from customer c where c.tenant_id = ${actor.tenant.id} and c.merged_into = ${id} order by c.merged_at, c.id limit 100`,
  );
  return {
    ...toCustomer(row, seesContacts(actor)),
    merged: merged.rows.map(({ merged_at, ...record }) => ({
      ...toCustomer({ ...record, merged_at }, seesContacts(actor)),
      merged_at: toRfc3339(merged_at.getTime()),
    })),
    bookings,
  };
}

/** Counts a customer's bookings; people limited to some resources count only those of these. */
export async function countCustomerBookings(
  actor: StaffActor,
  id: string,
): Promise<CustomerWithBookings["bookings"]> {
  const limit = resourceLimit(actor);
  const { rows } = await pool.query<Counted>(
    sql`select status, count(*)::int as total, min(starts_at) as first_starts_at, max(starts_at) as last_starts_at,
          (count(*) filter (where is_upcoming(status) and ends_at > now()))::int as upcoming
        from booking where tenant_id = ${actor.tenant.id} and customer_id = ${id}
          ${limit === null ? empty : sql`and resource_id = any(${limit}::uuid[])`} group by status`,
  );
  const sum = (field: "total" | "upcoming") =>
    rows.reduce((all, counted) => all + counted[field], 0);
  const first = Math.min(...rows.map((counted) => counted.first_starts_at.getTime()));
  const last = Math.max(...rows.map((counted) => counted.last_starts_at.getTime()));
  return {
    total: sum("total"),
    upcoming: sum("upcoming"),
    by_status: Object.fromEntries(rows.map((counted) => [counted.status, counted.total])),
    first_starts_at: rows.length === 0 ? null : toRfc3339(first),
    last_starts_at: rows.length === 0 ? null : toRfc3339(last),
  };
}
