import ical, { ICalCalendarMethod } from "ical-generator";
import sql, { type Sql as Part } from "sql-template-tag";
import { clock } from "~/lib/clock";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { referenceOf } from "../bookings/booking-reference";
import { addEntry } from "./booking-ics";

const PAST_DAYS = 90;
const AHEAD_DAYS = 365;
const PAGE = 500;
const DAY_MS = 86_400_000;

interface Feed {
  tenant_id: string;
  tenant_name: string;
  resource_name: string | null;
  /** null: every resource of the tenant. */
  resource_ids: string[] | null;
  sees_contacts: boolean;
  locale: string;
}

interface EntryRow {
  id: string;
  reference: string;
  resource_name: string;
  service: string | null;
  status: string;
  starts_at: Date;
  ends_at: Date;
  updated_at: Date;
  event_count: number;
  party_size: number;
  customer_name: string;
  customer_email: string;
  customer_phone: string | null;
  notes: string | null;
}

/**
 * The bookings behind a private calendar address, as iCalendar (RFC 5545): 90 days back, a year ahead, live ones only. null for an
 * address that does not exist; body null when `known` is the caller's ETag and nothing has changed.
 */
export async function readFeed(
  token: string,
  known: string | null,
): Promise<{ etag: string; body: string | null } | null> {
  const feed = await findFeed(token);
  if (feed === null) return null;
  const now = clock.now();
  const day = Math.floor(now / DAY_MS) * DAY_MS; // whole days: the window moves once a day, not with every call
  const where = sql`b.tenant_id = ${feed.tenant_id} and b.starts_at >= ${new Date(day - PAST_DAYS * DAY_MS)}
    and b.starts_at < ${new Date(day + AHEAD_DAYS * DAY_MS)} and is_live(b.status)
    and (${feed.resource_ids}::uuid[] is null or b.resource_id = any(${feed.resource_ids}::uuid[]))`;
  const etag = await tagOf(feed, where, day);
  if (etag === known) return { etag, body: null };
  return { etag, body: await write(feed, where) };
}

async function findFeed(token: string): Promise<Feed | null> {
  const found = await pool.query<Feed>(
    sql`select f.tenant_id, t.name as tenant_name, t.locale, r.name as resource_name,
        case when f.resource_id is not null then array[f.resource_id]
          when u.role in ('owner', 'admin') or u.resource_ids = '{}' then null else u.resource_ids end as resource_ids,
        u.role is distinct from 'viewer' as sees_contacts
      from calendar_feed f join tenant t on t.id = f.tenant_id
      left join resource r on r.tenant_id = f.tenant_id and r.id = f.resource_id
      left join tenant_user u on u.tenant_id = f.tenant_id and u.id = f.user_id
      where f.token_hash = ${sha256(token)}`,
  );
  return found.rows[0] ?? null;
}

async function tagOf(feed: Feed, where: Part, day: number): Promise<string> {
  const found = await pool.query<{ state: string }>(
    sql`select count(*) || ' ' || coalesce(max(b.updated_at)::text, '') as state from booking b where ${where}`,
  );
  const parts = [
    feed.tenant_id,
    feed.tenant_name,
    feed.resource_name,
    feed.resource_ids?.join(),
    day,
    found.rows[0]!.state,
  ];
  return `"${sha256(parts.join("\n")).toString("base64url").slice(0, 22)}"`;
}

async function write(feed: Feed, where: Part): Promise<string> {
  const name = feed.resource_name === null ? feed.tenant_name : `${feed.resource_name} · ${feed.tenant_name}`;
  const calendar = ical({ name, prodId: "//Booking Service//EN", ttl: 900 });
  calendar.method(ICalCalendarMethod.PUBLISH);
  const host = new URL(env.BASE_URL).hostname;
  let after = { starts_at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
  for (let count = PAGE; count === PAGE;) {
    const rows = await readPage(where, after);
    for (const row of rows) addEntry(calendar, toEntry(row, feed), host);
    count = rows.length;
    after = rows.at(-1) ?? after;
  }
  return `${calendar.toString()}\r\n`;
}

async function readPage(where: Part, after: { starts_at: Date; id: string }): Promise<EntryRow[]> {
  const found = await pool.query<EntryRow>(
    sql`select b.id, b.reference, b.resource_name, s.name as service, b.status, b.starts_at, b.ends_at, b.updated_at, b.event_count,
        b.party_size, b.customer_name, b.customer_email, b.customer_phone, b.notes
      from booking b left join schedule s on s.tenant_id = b.tenant_id and s.id = b.schedule_id
      where ${where} and (b.starts_at, b.id) > (${after.starts_at}::timestamptz, ${after.id}::uuid)
      order by b.starts_at, b.id limit ${PAGE}`,
  );
  return found.rows;
}

function toEntry(row: EntryRow, feed: Feed) {
  const contacts = feed.sees_contacts ? [row.customer_email, row.customer_phone] : [];
  const lines = [
    referenceOf(row.reference),
    row.status,
    ...contacts,
    row.party_size > 1 ? `× ${row.party_size}` : null,
    row.notes,
  ];
  return {
    booking_id: row.id,
    sequence: row.event_count,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    updated_at: row.updated_at,
    summary: `${row.status === "pending" ? "? " : ""}${row.customer_name} · ${row.service ?? row.resource_name}`,
    description: lines.filter(Boolean).join("\n"),
    location: row.resource_name,
    url: `${env.BASE_URL}/dashboard/bookings/${row.id}`,
    is_cancelled: false,
  };
}
