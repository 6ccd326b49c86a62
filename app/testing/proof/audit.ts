import pg from "pg";
import { auditDatabase } from "../../commands/audit-database";
import type { ReceivedDelivery } from "../webhook-receivers";
import type { ClientCall } from "./clients";
import type { Company } from "./company";
import { isLinearizable, type Step } from "./slot-history";

/** Faults, one per line. */
export interface Findings {
  /** Confirmed or expected, but missing. */
  lost: string[];
  /** Seats assigned twice. */
  oversold: string[];
  /** Present, but never confirmed to a client. */
  phantom: string[];
  /** Slots whose responses no order of the calls explains. */
  unexplained: string[];
}

interface BookingRow {
  id: string;
  slot_id: string;
  status: string;
  event_count: number;
  events: number;
}
interface EventRow {
  id: string;
  type: string;
}

const GIVEN_BACK = ["cancelled", "refunded"];

/**
 * Compares the responses to clients with the database and, if there is a receiver of every
 * booking.created, with its deliveries. Requires an idle company: all responses and deliveries are
 * complete.
 */
export async function audit(
  databaseUrl: string,
  company: Pick<Company, "tenant_id" | "seats">,
  calls: readonly ClientCall[],
  received: readonly ReceivedDelivery[] | null = null,
): Promise<Findings> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const bookings = await client.query<BookingRow>(
      `select id, slot_id, status, event_count, (select count(*)::int from event e
         where e.tenant_id = b.tenant_id and e.booking_id = b.id) as events from booking b where tenant_id = $1`,
      [company.tenant_id],
    );
    const events = await client.query<EventRow>("select id, type from event where tenant_id = $1", [
      company.tenant_id,
    ]);
    const broken = await auditDatabase(client);
    const rows = new Map(bookings.rows.map((row) => [row.id, row]));
    const found = compareBookings(calls, rows, company.seats);
    found.oversold.push(
      ...broken.map(({ rule, broken: times }) => `${times} times not so: ${rule}`),
    );
    if (received !== null) compareDeliveries(found, received, events.rows, rows);
    return found;
  } finally {
    await client.end();
  }
}

/** Pure: the clients' answers against the rows. */
export function compareBookings(
  clientCalls: readonly ClientCall[],
  rows: ReadonlyMap<string, BookingRow>,
  seats: number,
): Findings {
  const found: Findings = { lost: [], oversold: [], phantom: [], unexplained: [] };
  const made = clientCalls.filter(({ action, status }) => action === "book" && status === 201);
  const confirmed = new Set(made.map(({ booking_id }) => booking_id));
  if (confirmed.size < made.length)
    found.lost.push(`${made.length - confirmed.size} bookings were confirmed to two clients`);
  for (const { booking_id, key } of made)
    if (!rows.has(booking_id!))
      found.lost.push(`booking ${booking_id} (201 under the key ${key}) is not there`);
  for (const { action, status, booking_id } of clientCalls)
    if (
      action === "cancel" &&
      status === 200 &&
      !GIVEN_BACK.includes(rows.get(booking_id!)?.status ?? "")
    )
      found.lost.push(`booking ${booking_id} is not cancelled`);
  for (const row of rows.values()) {
    if (row.events !== row.event_count)
      found.lost.push(`booking ${row.id} has ${row.events} of ${row.event_count} events`);
    if (!confirmed.has(row.id)) found.phantom.push(`no client got booking ${row.id}`);
  }
  const live = new Map<string, number>();
  for (const { status, slot_id } of rows.values())
    if (!GIVEN_BACK.includes(status)) live.set(slot_id, (live.get(slot_id) ?? 0) + 1);
  for (const [slot, count] of live)
    if (count > seats) found.oversold.push(`time ${slot} has ${count} bookings`);
  for (const [slot, calls] of histories(clientCalls))
    if (!isLinearizable(calls, seats))
      found.unexplained.push(`time ${slot}: ${JSON.stringify(calls)}`);
  return found;
}

/** Responses by slot; those without seat information are ignored. */
export function histories(calls: readonly ClientCall[]): Map<string, Step[]> {
  const found = new Map<string, Step[]>();
  for (const { slot_id, action, status, code, sent, answered } of calls) {
    const outcome =
      action === "cancel"
        ? status === 200
          ? "freed"
          : null
        : status === 201
          ? "taken"
          : refusal(code);
    if (outcome !== null)
      found.set(slot_id, [...(found.get(slot_id) ?? []), { outcome, sent, answered }]);
  }
  return found;
}

const refusal = (code: string | null) => (code === "slot_unavailable" ? "refused" : null);

/** Pure: compares received booking.created deliveries with the rows; adds to the findings. */
export function compareDeliveries(
  found: Findings,
  received: readonly ReceivedDelivery[],
  events: EventRow[],
  rows: ReadonlyMap<string, BookingRow>,
): void {
  const ids = new Set(received.map(({ headers }) => String(headers["webhook-id"])));
  for (const { id, type } of events)
    if (type === "booking.created" && !ids.has(id))
      found.lost.push(`event ${id} has reached no receiver`);
  const known = new Set(events.map(({ id }) => id));
  for (const id of ids)
    if (!known.has(id))
      found.phantom.push(`the receiver has heard of event ${id}, which is not there`);
  for (const { body } of received) {
    const { id } = (JSON.parse(body) as { data: { booking: { id: string } } }).data.booking;
    if (!rows.has(id))
      found.phantom.push(`the receiver has heard of booking ${id}, which is not there`);
  }
}
