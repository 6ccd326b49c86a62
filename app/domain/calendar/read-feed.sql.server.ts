import type { Booking } from "~/contract/bookings";
import { setImmediate } from "node:timers/promises";
import ical, { ICalCalendarMethod } from "ical-generator";
import sql, { type Sql as Part } from "sql-template-tag";
import { clock } from "~/lib/clock";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { env } from "~/lib/env.server";
import { matchesTag } from "~/lib/etag";
import { dashboardUrl } from "../bookings/read/dashboard-url.server";

import { referenceOf } from "../bookings/read/booking-reference";
import { partyWords } from "../quotes/party-words";
import { bookingLocation } from "../bookings/read/booking-location.server";
import type { LocationWords, Place } from "../bookings/read/booking-location";
import { placeOf } from "../bookings/read/booking-place.sql";
import { locationWords } from "../bookings/read/location-words";
import { addEntry, type CalendarEntry, withConferences } from "./booking-ics";
import { entryLocation } from "./entry-location";

const PAST_DAYS = 90;
const AHEAD_DAYS = 365;
const PAGE = 500;
/** The limit of one response: beyond it the latest bookings of the coming year are left out. */
const MAX_ENTRIES = 10_000;
/** Entries written before yielding to the event loop: about 15 ms. */
const PIECE = 25;
const DAY_MS = 86_400_000;

interface Feed {
  tenant_id: string;
  tenant_name: string;
  resource_name: string | null;
  /** null: every resource of the tenant. */
  resource_ids: string[] | null;
  /** The resources whose bookings its person may see; null: all. */
  limited_to: string[] | null;
  locale: string;
}

interface EntryRow {
  tenant_id: string;
  id: string;
  place: Place | null;
  reference: string;
  resource_name: string;
  service: string | null;
  status: string;
  starts_at: Date;
  ends_at: Date;
  updated_at: Date;
  event_count: number;
  party_size: number;
  party: Booking["party"];
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  notes: string | null;
  needs: { name: string }[];
}

/**
 * The bookings of a private calendar URL, as iCalendar (RFC 5545) in chunks: 90 days back, a year
 * ahead, live ones only, at most 10,000. null for a URL that does not exist or whose maker has lost
 * permission; body null when `known` (If-None-Match) matches the present tag.
 */
export async function readFeed(
  token: string,
  known: string | null,
): Promise<{ etag: string; body: AsyncGenerator<string> | null } | null> {
  const feed = await findFeed(token);
  if (feed === null) return null;
  const now = clock.now();
  const day = Math.floor(now / DAY_MS) * DAY_MS; // whole days: the window moves once a day, not with every call
  const where = sql`b.tenant_id = ${feed.tenant_id} and b.starts_at >= ${new Date(day - PAST_DAYS * DAY_MS)}
    and b.starts_at < ${new Date(day + AHEAD_DAYS * DAY_MS)} and is_live(b.status)
    and (${feed.resource_ids}::uuid[] is null or b.resource_id = any(${feed.resource_ids}::uuid[])
      or b.needs <> '[]' and (${feed.limited_to}::uuid[] is null or b.resource_id = any(${feed.limited_to}::uuid[]))
        and exists (select from claim n where n.tenant_id = ${feed.tenant_id} and n.need_of = b.id and n.resource_id = any(${feed.resource_ids}::uuid[])))`;
  const etag = await tagOf(feed, where, day);
  return { etag, body: matchesTag(known, etag) ? null : write(feed, where) };
}

async function findFeed(token: string): Promise<Feed | null> {
  const found = await pool.query<Omit<Feed, "resource_name"> & { resource_id: string | null }>(
    sql`select f.tenant_id, t.name as tenant_name, t.locale, f.resource_id,
        case when f.resource_id is not null then array[f.resource_id]
          when u.role in ('owner', 'admin') or u.resource_ids = '{}' then null else u.resource_ids end as resource_ids,
        case when u.role in ('owner', 'admin') or u.resource_ids = '{}' then null else u.resource_ids end as limited_to
      from calendar_feed f join tenant t on t.id = f.tenant_id
      join tenant_user u on u.tenant_id = f.tenant_id and u.id = coalesce(f.user_id, f.made_by_user_id)
      where f.token_hash = ${sha256(token)} and u.role <> 'viewer'
        and (f.resource_id is null or u.role in ('owner', 'admin') or u.resource_ids = '{}' or f.resource_id = any(u.resource_ids))`,
  );
  const feed = found.rows[0];
  if (feed === undefined) return null;
  const { tenant_id, resource_id } = feed;
  const named = await pool.query<{ name: string }>(
    sql`select name from resource where tenant_id = ${tenant_id} and id = ${resource_id}`,
  );
  return { ...feed, resource_name: named.rows[0]?.name ?? null };
}

async function tagOf(feed: Feed, where: Part, day: number): Promise<string> {
  const found = await heavyRead(feed.tenant_id, (db) =>
    db.query<{ state: string }>(
      // Names and locations are the services' present ones.
      sql`select count(*) || ' ' || coalesce(max(b.updated_at)::text, '') || ' ' || coalesce((select max(s.updated_at)::text from schedule s
            where s.tenant_id = ${feed.tenant_id}), '') as state from booking b where ${where}`,
    ),
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

async function* write(feed: Feed, where: Part): AsyncGenerator<string> {
  const words = locationWords(feed.locale, "staff");
  const name =
    feed.resource_name === null ? feed.tenant_name : `${feed.resource_name} · ${feed.tenant_name}`;
  const frame = ical({ name, prodId: "//Booking Service//EN", ttl: 900 });
  frame.method(ICalCalendarMethod.PUBLISH);
  const [head = ""] = frame.toString().split(END);
  yield head;
  let after = { starts_at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
  for (let left = MAX_ENTRIES, count = PAGE; count === PAGE && left > 0; left -= count) {
    const rows = await readPage(feed.tenant_id, where, after);
    for (let at = 0; at < rows.length; at += PIECE) {
      yield entriesOf(rows.slice(at, at + PIECE), words);
      await setImmediate();
    }
    count = rows.length;
    after = rows.at(-1) ?? after;
  }
  yield `${END}\r\n`;
}

const END = "END:VCALENDAR";

/** The entries only, without the calendar around them. */
function entriesOf(rows: EntryRow[], words: LocationWords): string {
  const calendar = ical();
  const host = new URL(env.BASE_URL).hostname;
  const entries = rows.map((row) => toEntry(row, words));
  for (const entry of entries) addEntry(calendar, entry, host);
  const text = withConferences(calendar.toString(), entries);
  return text.slice(text.indexOf("BEGIN:VEVENT"), text.lastIndexOf(END));
}

async function readPage(
  tenantId: string,
  where: Part,
  after: { starts_at: Date; id: string },
): Promise<EntryRow[]> {
  const page = sql`select b.tenant_id, b.id, ${placeOf(tenantId)}, b.reference, b.resource_name, s.name as service, b.status, b.starts_at, b.ends_at, b.updated_at, b.event_count,
        b.party_size, b.party, b.customer_name, b.customer_email, b.customer_phone, b.notes, b.needs
      from booking b left join schedule s on s.tenant_id = ${tenantId} and s.id = b.schedule_id
      where ${where} and (b.starts_at, b.id) > (${after.starts_at}::timestamptz, ${after.id}::uuid)
      order by b.starts_at, b.id limit ${PAGE}`;
  return (await heavyRead(tenantId, (db) => db.query<EntryRow>(page), { patient: true })).rows;
}

function toEntry(row: EntryRow, words: LocationWords): CalendarEntry {
  const location = bookingLocation(row);
  // Staff know the company's address; they need the room or place within it.
  const atCompany = location?.kind === "here";
  const lines = [
    referenceOf(row.reference),
    row.status,
    row.customer_email,
    row.customer_phone,
    partyWords(row.party) || (row.party_size > 1 ? `× ${row.party_size}` : null),
    ...row.needs.map(({ name }) => name),
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
    ...entryLocation(atCompany ? null : location, row.customer_phone, words, row.resource_name),
    url: dashboardUrl(row.reference),
    is_cancelled: false,
  };
}
