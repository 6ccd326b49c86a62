import sql, { empty, join, raw, type Sql as Part } from "sql-template-tag";
import type { Customer, CustomerFilter, CustomerWithBookings } from "~/contract/customers";
import type { BookingStatus } from "~/contract/bookings";
import type { PageOf } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { readCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { hasRole, resourceLimit, seesContacts, type StaffActor } from "../identity/actor";
import { type CustomerRow, toCustomer } from "./customer-row";

const SORT = "-id";
/** How many rows `include=total` counts at most. */
const COUNT_LIMIT = 10_000;
/** The most rows of one export. */
const MAX_ROWS = 50_000;

/** The text of the index customer_search; must stay the same expression. */
const SEARCHED = raw("(lower(c.name || ' ' || c.email || ' ' || coalesce(c.phone, '')))");

/** One page of the tenant's customers, the newest first; people limited to some resources see those who booked them. */
export async function listCustomers(actor: StaffActor, filter: CustomerFilter): Promise<PageOf<Customer>> {
  const where = conditions(actor, filter.search);
  const place = filter.cursor === undefined ? empty : sql`and c.id < ${lastId(filter.cursor)}::uuid`;
  const found = await pool.query<CustomerRow>(
    sql`select c.* from customer c where ${where} ${place} order by c.id desc limit ${filter.limit + 1}`,
  );
  const total = filter.include?.includes("total") ? await countCustomers(where) : undefined;
  const page = toPage(found.rows, filter.limit, (row) => writeCursor(SORT, [row.id]), total);
  return { ...page, data: page.data.map((row) => toCustomer(row, seesContacts(actor))) };
}

function lastId(cursor: string): string {
  const [id = ""] = readCursor(SORT, cursor, 1);
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new AppError("validation_failed", "That cursor does not belong to this list.");
  return id;
}

async function countCustomers(where: Part): Promise<number> {
  const counted = await pool.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from customer c where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]?.count ?? 0;
}

function conditions(actor: StaffActor, search: string | undefined): Part {
  const limit = resourceLimit(actor);
  const pattern = search === undefined ? null : `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const parts = [
    sql`c.tenant_id = ${actor.tenant.id}`,
    limit &&
      sql`exists (select 1 from booking b where b.tenant_id = c.tenant_id and b.customer_id = c.id and b.resource_id = any(${limit}::uuid[]))`,
    pattern !== null && sql`${SEARCHED} like ${pattern}`,
    // What is masked in the answer must not be found by trying.
    pattern !== null && !seesContacts(actor) && sql`lower(c.name) like ${pattern}`,
  ];
  return join(
    parts.filter((part): part is Part => Boolean(part)),
    " and ",
  );
}

/** Every customer of a filter, page by page through the list's own cursor. Throws forbidden_role: exports are the admins'. */
export function exportCustomers(actor: StaffActor, filter: CustomerFilter): AsyncGenerator<Customer[]> {
  if (!hasRole(actor, "admin")) throw new AppError("forbidden_role", "Only an owner or admin may export customers.");
  return customerPages(actor, filter);
}

async function* customerPages(actor: StaffActor, filter: CustomerFilter): AsyncGenerator<Customer[]> {
  let left = MAX_ROWS;
  let cursor: string | undefined;
  do {
    const page = await listCustomers(actor, { ...filter, cursor, include: undefined, limit: Math.min(1000, left) });
    yield page.data;
    left -= page.data.length;
    cursor = page.page.next_cursor ?? undefined;
  } while (cursor !== undefined && left > 0);
}

/** The customer, if this caller may see it; `lock` holds its row until the transaction ends. Throws not_found. */
export async function findCustomer(db: Sql, actor: StaffActor, id: string, lock = false): Promise<CustomerRow> {
  const found = await db.query<CustomerRow>(
    sql`select c.* from customer c where ${conditions(actor, undefined)} and c.id = ${id} ${lock ? sql`for update of c` : empty}`,
  );
  if (found.rows[0] === undefined) throw notFound();
  return found.rows[0];
}

interface Counted {
  status: BookingStatus;
  total: number;
  upcoming: number;
  first_starts_at: Date;
  last_starts_at: Date;
}

/** A customer with the number of bookings, of those that this caller may see. Throws not_found. */
export async function getCustomer(actor: StaffActor, id: string): Promise<CustomerWithBookings> {
  const row = await findCustomer(pool, actor, id);
  const limit = resourceLimit(actor);
  const { rows } = await pool.query<Counted>(
    sql`select status, count(*)::int as total, min(starts_at) as first_starts_at, max(starts_at) as last_starts_at,
          (count(*) filter (where status in ('pending', 'confirmed', 'paid') and ends_at > now()))::int as upcoming
        from booking where tenant_id = ${actor.tenant.id} and customer_id = ${id}
          ${limit === null ? empty : sql`and resource_id = any(${limit}::uuid[])`} group by status`,
  );
  const sum = (field: "total" | "upcoming") => rows.reduce((all, counted) => all + counted[field], 0);
  const first = Math.min(...rows.map((counted) => counted.first_starts_at.getTime()));
  const last = Math.max(...rows.map((counted) => counted.last_starts_at.getTime()));
  return {
    ...toCustomer(row, seesContacts(actor)),
    bookings: {
      total: sum("total"),
      upcoming: sum("upcoming"),
      by_status: Object.fromEntries(rows.map((counted) => [counted.status, counted.total])),
      first_starts_at: rows.length === 0 ? null : toRfc3339(first),
      last_starts_at: rows.length === 0 ? null : toRfc3339(last),
    },
  };
}
