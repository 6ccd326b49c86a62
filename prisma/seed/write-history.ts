import { makeEvent, type EventType } from "~/domain/bookings/change/event-body";
import { eventsOf } from "~/domain/bookings/change/decide-booking";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import type { Tenant } from "~/domain/identity/actor";
import { gapOf } from "~/domain/seats/processing";
import type { Processing } from "~/contract/service-fields";
import type { SlotTime } from "~/domain/schedules/slot-times";
import type { Sql } from "~/lib/db.server";
import type { History, MadeBooking, MadeResource, PastTime } from "./make-history";
import { holds } from "./make-history";
import type { Random } from "./random";

const CHUNK = 2000;
const DAY = 86_400_000;
/** The feed covers 30 days; older history is in the bookings themselves. */
const EVENT_DAYS = 30;
/** Past slots are kept for this long; earlier hours are only stored for statistics. */
const SLOT_DAYS = 7;

type Row = Record<string, unknown>;

/** Inserts rows with the same columns, some thousand per statement. */
export async function insertRows(db: Sql, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  for (let start = 0; start < rows.length; start += CHUNK)
    await db.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows.slice(start, start + CHUNK))],
    );
}

/**
 * Writes the history: customers, slots, bookings, claims, relayed events. `taken` is counted as the
 * product does.
 */
export async function writeHistory(
  db: Sql,
  tenant: Tenant,
  resources: MadeResource[],
  history: History,
  random: Random,
  now: number,
): Promise<void> {
  const tenant_id = tenant.id;
  await insertRows(
    db,
    "customer",
    history.customers.map((customer) => ({
      tenant_id,
      ...customer,
      updated_at: customer.created_at,
      merged_fields: [],
    })),
  );
  const hasSlot = ({ time }: PastTime) => time.starts_at > now - SLOT_DAYS * DAY;
  await writeSlots(db, tenant, history, history.past.filter(hasSlot), resources, random);
  await writeOfferedTime(
    db,
    tenant.id,
    history.past.filter((time) => !hasSlot(time)),
  );
  for (const booking of history.bookings) booking.row.event_count = storyOf(booking).length;
  await insertRows(
    db,
    "booking",
    // Amounts paid are not columns: they are derived from payments.
    history.bookings.map(({ row: { paid_amount: _, owed_amount: __, ...row } }) => ({ ...row })),
  );
  await insertRows(
    db,
    "claim",
    history.bookings.filter(holds).flatMap(({ row, time, lane }) => {
      const gap = gapOf(row.processing, row);
      const claim = {
        tenant_id,
        booking_id: row.id,
        need_of: null,
        need_no: null,
        lane,
        resource_id: row.resource_id,
        starts_at: new Date(time.occupies_from),
        ends_at: gap?.gap_from ?? new Date(time.occupies_to),
        lapses_at: row.expires_at,
      };
      if (gap === null) return [claim];
      const after = { starts_at: gap.gap_to, ends_at: new Date(time.occupies_to) };
      return [claim, { ...claim, booking_id: null, need_of: row.id, need_no: 0, ...after }];
    }),
  );
  // Without statistics on the new rows the planner would scan all of them per slot.
  await db.query("analyze slot, claim");
  for (const { id } of resources)
    await db.query(
      "select recount_slots($1, $2, $3::timestamptz - interval '2 years', $3::timestamptz + interval '2 years')",
      [tenant_id, id, new Date(now)],
    );
  await writeEvents(db, tenant, resources, history, now);
}

/** Counts offered and booked seats per resource and day, after everything is written. */
export async function countDays(db: Sql, tenantId: string): Promise<void> {
  const spans = await db.query<{ resource_id: string; first: Date; last: Date }>(
    `select s.resource_id, min(s.occupies_from) - interval '1 day' as first, max(s.occupies_to) + interval '1 day' as last
     from slot s where s.tenant_id = $1 group by s.resource_id`,
    [tenantId],
  );
  // One call each: on a cluster, a function with its own statements can't be called within a
  // statement on a table.
  for (const { resource_id, first, last } of spans.rows)
    await db.query("select recount_days($1, $2, $3::timestamptz, $4::timestamptz)", [
      tenantId,
      resource_id,
      first,
      last,
    ]);
}

/**
 * Assigns each booking the slot of its time: an offered one, or one created as it was at booking
 * time. Creates the past ones that nobody booked, too.
 */
async function writeSlots(
  db: Sql,
  { id: tenant_id }: Tenant,
  { bookings }: History,
  past: PastTime[],
  resources: MadeResource[],
  random: Random,
): Promise<void> {
  const keyOf = (resource: string, schedule: string, start: number) =>
    `${resource} ${schedule} ${start}`;
  const found = await db.query<{
    id: string;
    resource_id: string;
    schedule_id: string;
    starts_at: Date;
  }>("select id, resource_id, schedule_id, starts_at from slot where tenant_id = $1", [tenant_id]);
  const slots = new Map(
    found.rows.map((slot) => [
      keyOf(slot.resource_id, slot.schedule_id, slot.starts_at.getTime()),
      slot.id,
    ]),
  );
  const capacity = new Map(resources.map((resource) => [resource.id, resource.capacity]));
  const missing: Row[] = [];
  const slotOf = (
    { resource_id, schedule_id, processing, ...price }: Offered,
    time: SlotTime,
    made: number,
  ): string => {
    const key = keyOf(resource_id, schedule_id, time.starts_at);
    const known = slots.get(key);
    if (known !== undefined) return known;
    const id = random.id(made);
    slots.set(key, id);
    missing.push({
      tenant_id,
      id,
      resource_id,
      schedule_id,
      starts_at: new Date(time.starts_at),
      ends_at: new Date(time.ends_at),
      capacity: capacity.get(resource_id),
      taken: 0,
      occupies_from: new Date(time.occupies_from),
      occupies_to: new Date(time.occupies_to),
      ...(gapOf(processing, {
        starts_at: new Date(time.starts_at),
        ends_at: new Date(time.ends_at),
      }) ?? { gap_from: null, gap_to: null }),
      ...price,
      status: "open",
      origin: "generated",
      outside_hours: false,
    });
    return id;
  };
  for (const { row, time } of bookings) {
    const { resource_id, schedule_id, price_amount, currency, processing } = row;
    // each is of a service
    const offered = { resource_id, schedule_id: schedule_id!, price_amount, currency, processing };
    row.slot_id = slotOf(offered, time, row.created_at.getTime());
  }
  for (const { resource, service, time } of past) {
    const { id: schedule_id, price_amount, currency, processing } = service;
    const offered = { resource_id: resource.id, schedule_id, price_amount, currency, processing };
    slotOf(offered, time, time.starts_at - 30 * DAY);
  }
  await insertRows(db, "slot", missing);
}

interface Offered {
  resource_id: string;
  schedule_id: string;
  price_amount: number | null;
  currency: string | null;
  processing: Processing | null;
}

/** Stores the hours of times whose slots are gone, as forget-slots.sql does. */
async function writeOfferedTime(db: Sql, tenant_id: string, past: PastTime[]): Promise<void> {
  interface Day {
    row: Row;
    ranges: string[];
  }
  const days = new Map<string, Day>();
  for (const { resource, time } of past) {
    const [from, to] = [time.starts_at, time.ends_at].map((ms) => new Date(ms).toISOString());
    const day = from!.slice(0, 10); // two instants
    const key = `${resource.id} ${day}`;
    const row = { tenant_id, resource_id: resource.id, day, seats: resource.capacity };
    const known: Day = days.get(key) ?? { row, ranges: [] };
    known.ranges.push(`[${from},${to})`);
    days.set(key, known);
  }
  const rows = [...days.values()].map(({ row, ranges }) => ({
    ...row,
    open: `{${ranges.join(",")}}`,
  }));
  await insertRows(db, "offered_time", rows);
}

interface HistoryStep {
  booking: MadeBooking;
  type: EventType;
  sequence: number;
  at: Date;
}

/** The history of a booking in order, with its status at each step. */
function storyOf(booking: MadeBooking): HistoryStep[] {
  const { row } = booking;
  const types: EventType[] = [
    "booking.created",
    ...(row.status === "expired" || row.status === "pending"
      ? []
      : (["booking.confirmed"] as const)),
  ];
  const last = ["confirmed", "pending"].includes(row.status)
    ? []
    : eventsOf("confirmed", row.status);
  return [...types, ...last].map((type, index) => ({
    booking,
    type,
    sequence: index + 1,
    at: index < types.length ? row.created_at : row.updated_at,
  }));
}

const STATUS_IN: Partial<Record<EventType, "pending" | "confirmed">> = {
  "booking.created": "pending",
  "booking.confirmed": "confirmed",
};

async function writeEvents(
  db: Sql,
  { id: tenant_id }: Tenant,
  resources: MadeResource[],
  { bookings }: History,
  now: number,
): Promise<void> {
  const resourceOf = new Map(resources.map(({ id, type, name }) => [id, { id, type, name }]));
  const events = bookings.flatMap(storyOf);
  const recent = events.filter(({ at }) => at.getTime() > now - EVENT_DAYS * DAY);
  recent.sort(
    (one, other) => one.at.getTime() - other.at.getTime() || one.sequence - other.sequence,
  );
  const rows = recent.map(({ booking: { row }, type, sequence, at }, index) => {
    const source = {
      booking: { ...row, status: STATUS_IN[type] ?? row.status },
      resource: resourceOf.get(row.resource_id)!, // every booking has a resource
      customer: { locale: null, time_zone: null },
      manage_url: manageUrl(tenant_id, row.id),
    };
    const previous =
      sequence === 1
        ? null
        : { ...row, status: sequence === 2 ? ("pending" as const) : ("confirmed" as const) };
    const { id, body } = makeEvent(type, sequence, at, source, previous);
    return {
      tenant_id,
      id,
      type,
      booking_id: row.id,
      sequence,
      body,
      actor: { kind: "system", id: null },
      notify: true,
      created_at: at,
      relayed_at: at,
      position: index + 1,
    };
  });
  await insertRows(db, "event", rows);
}
