import { clashes } from "~/domain/calendars/clashes.sql.server";
import { readCalendar } from "~/domain/calendars/read.server";
import { pool } from "~/lib/db.server";
import { book, outcome, wrongCounts } from "../booking-calls";
import { busyBlocks } from "../calendar-calls";
import type { CalendarStorm, StormCalendar } from "./calendar-storm";
import { merged, type Span } from "./outside-person";

export interface StormFindings {
  /** Bookings that differ from their guest's confirmation, or are missing in the calendar. */
  lost: string[];
  /** Double bookings. */
  oversold: string[];
  /** External events without a booking or duplicated, and blocked times that aren't busy. */
  phantom: string[];
  /** Times busy in the calendar but not blocked here. */
  open: string[];
}

interface Live {
  id: string;
  resource_id: string;
  status: string;
  starts_at: Date;
  ends_at: Date;
}

/** Compares stored data with what people intended and were told, after everything has settled. */
export async function auditStorm(storm: CalendarStorm): Promise<StormFindings> {
  const found: StormFindings = { lost: [], oversold: [], phantom: [], open: [] };
  const rows = await pool.query<Live>(
    "select id, resource_id, status, starts_at, ends_at from booking where tenant_id = $1 order by starts_at",
    [storm.owner.tenant.id],
  );
  const byId = new Map(rows.rows.map((row) => [row.id, row]));
  for (const [id, confirmed] of storm.bookings) {
    const row = byId.get(id);
    if (row?.status !== confirmed.status || row.starts_at.getTime() !== confirmed.starts_at)
      found.lost.push(
        `${id}: confirmed ${JSON.stringify(confirmed)}, stored ${JSON.stringify(row)}`,
      );
  }
  for (const row of rows.rows)
    if (!storm.bookings.has(row.id)) found.phantom.push(`booking ${row.id}`);
  for (const calendar of storm.calendars) {
    const live = rows.rows.filter(
      (row) => row.resource_id === calendar.resource_id && row.status === "confirmed",
    );
    await auditEvents(calendar, live, found);
    await auditBusy(storm, calendar, live, found);
  }
  return found;
}

/** Each booking appears once at its time, and nothing else of ours. */
async function auditEvents({ person }: StormCalendar, live: Live[], found: StormFindings) {
  const ownEvents = await person.ownEvents();
  for (const { id, starts_at } of live) {
    const events = ownEvents.filter((event) => event.id === id);
    if (events.length === 0) found.lost.push(`${id} is missing in the external calendar`);
    if (events.length > 1)
      found.phantom.push(`${id} is in the external calendar ${events.length} times`);
    if (events[0] && events[0].starts_at !== starts_at.getTime())
      found.lost.push(`${id} has another time in the external calendar`);
  }
  const ids = new Set(live.map(({ id }) => id));
  for (const { id } of ownEvents)
    if (!ids.has(id)) found.phantom.push(`an event of ${id}, which has no live booking`);
}

/** Blocked time equals external busy time minus bookings; clashes are reported. */
async function auditBusy(
  storm: CalendarStorm,
  calendar: StormCalendar,
  live: Live[],
  found: StormFindings,
) {
  const { owner } = storm;
  const busy = calendar.person.busy();
  const blocks = await busyBlocks(calendar.resource_id);
  const closed = merged(
    blocks.map((block) => ({
      starts_at: block.starts_at.getTime(),
      ends_at: block.ends_at.getTime(),
    })),
  );
  for (const span of without(busy, closed)) found.open.push(show(span));
  for (const span of without(closed, busy)) found.phantom.push(`closed ${show(span)}`);
  for (const [index, booking] of live.entries()) {
    const next = live[index + 1];
    if (next && next.starts_at < booking.ends_at)
      found.oversold.push(`${booking.id} and ${next.id}`);
  }
  if ((await wrongCounts(calendar.resource_id)) > 0)
    found.oversold.push("the counts of slots differ from the claimed seats");
  const reported = new Set(
    (await clashes(owner.tenant.id, { resource_ids: [calendar.resource_id] })).map(
      (each) => each.booking_id,
    ),
  );
  for (const row of live) {
    const isClash = busy.some(
      (span) => span.starts_at < row.ends_at.getTime() && span.ends_at > row.starts_at.getTime(),
    );
    if (isClash !== reported.has(row.id))
      found.open.push(
        `${row.id} ${isClash ? "has an unreported clash" : "is reported without a clash"}`,
      );
  }
  const again = await readCalendar(owner.tenant.id, calendar.id, () => storm.side.provider);
  if (again.changed !== 0) found.phantom.push(`a second read changed ${again.changed} blocks`);
  await auditSlots(storm, calendar, busy, live, found);
}

/** Busy times are refused, free ones are bookable. */
async function auditSlots(
  { owner }: CalendarStorm,
  { slots }: StormCalendar,
  busy: Span[],
  live: Live[],
  found: StormFindings,
) {
  const isTaken = (
    starts: Date,
    ends: Date,
    by: { starts_at: number | Date; ends_at: number | Date }[],
  ) =>
    by.some(
      (span) => Number(span.starts_at) < ends.getTime() && Number(span.ends_at) > starts.getTime(),
    );
  const closed = slots.filter((slot) => isTaken(slot.starts_at, slot.ends_at, busy));
  const free = slots.filter((slot) => !isTaken(slot.starts_at, slot.ends_at, [...busy, ...live]));
  for (const slot of closed.slice(0, 10))
    if (typeof (await outcome(book(owner, slot.id))) !== "string")
      found.open.push(`${slot.starts_at.toISOString()} was booked`);
  for (const slot of free.slice(0, 10)) {
    const answer = await outcome(book(owner, slot.id));
    if (typeof answer === "string")
      found.phantom.push(`${slot.starts_at.toISOString()}: ${answer}`);
  }
}

/** The part of `spans` not covered by the others. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const left: Span[] = [];
    let from = span.starts_at;
    for (const other of others.filter(
      (one) => one.starts_at < span.ends_at && one.ends_at > span.starts_at,
    )) {
      if (other.starts_at > from) left.push({ starts_at: from, ends_at: other.starts_at });
      from = Math.max(from, other.ends_at);
    }
    if (from < span.ends_at) left.push({ starts_at: from, ends_at: span.ends_at });
    return left;
  });
}

const show = ({ starts_at, ends_at }: Span) =>
  `${new Date(starts_at).toISOString()}/${new Date(ends_at).toISOString()}`;
