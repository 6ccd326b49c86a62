import type { Tenant } from "~/domain/identity/actor";
import type { Sql } from "~/lib/db.server";
import { cardFee } from "~/sandbox/stripe/objects";
import type { History, MadeBooking, MadeResource } from "./make-history";
import { holds } from "./make-history";
import type { Random } from "./random";
import { insertRows } from "./write-history";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MAIL_DAYS = 20;

interface Part {
  db: Sql;
  tenant: Tenant;
  history: History;
  random: Random;
  now: number;
}

/** Payments, by card and at the desk, and refunds; the last two need attention. */
export async function writePayments({ db, tenant, history, random }: Part): Promise<void> {
  const tenant_id = tenant.id;
  const paid = history.bookings.filter(({ row }) =>
    ["paid", "refunded"].includes(row.payment_status),
  );
  const payments = paid.map(({ row }, index) => {
    const isOnline = row.source === "widget";
    return {
      tenant_id,
      id: random.id(row.created_at.getTime()),
      booking_id: row.id,
      provider: isOnline ? "payprovider" : "offline",
      session_id: isOnline ? `cs_demo_${row.reference}` : null,
      status: row.payment_status,
      currency: row.currency,
      fee_amount: 0,
      provider_fee_amount: isOnline ? cardFee(row.price_amount!) : null, // paid ones have a price
      method: isOnline ? "card" : index % 3 === 0 ? "card_terminal" : "cash",
      amount: row.price_amount! + (index === paid.length - 1 ? 200 : 0),
      description: "",
      is_surplus: false,
      created_at: row.created_at,
      updated_at: row.updated_at,
      captured_at: row.updated_at,
      attention:
        index === paid.length - 1
          ? "amount_mismatch"
          : index === paid.length - 2
            ? "refund_failed"
            : null,
    };
  });
  await insertRows(db, "payment", payments);
  const refunds = payments.filter(({ status }) => status === "refunded");
  await insertRows(
    db,
    "refund",
    refunds.map((payment) => ({
      tenant_id,
      id: random.id(payment.updated_at.getTime()),
      payment_id: payment.id,
      booking_id: payment.booking_id,
      idempotency_key: random.id(payment.updated_at.getTime()),
      amount: payment.amount,
      currency: payment.currency,
      refunds_fee: false,
      status: "succeeded",
      reason: "requested",
      former_status: "paid",
      created_at: payment.updated_at,
      completed_at: payment.updated_at,
    })),
  );
}

/**
 * Emails of the last weeks and reminders already sent. One email about an upcoming booking bounced.
 */
export async function writeMessages({ db, tenant, history, random, now }: Part): Promise<void> {
  const tenant_id = tenant.id;
  const notified = history.bookings.filter(
    ({ row }) => row.customer_email !== null && row.created_at.getTime() > now - MAIL_DAYS * DAY,
  );
  const bounced = notified.find(
    (booking) => isAhead(booking, now) && booking.row.source === "widget",
  );
  const messages = notified.map((booking) => ({
    tenant_id,
    id: random.id(booking.row.created_at.getTime()),
    kind: "booking_confirmed",
    channel: "email",
    audience: "customer",
    recipient: booking.row.customer_email,
    locale: tenant.locale,
    attachments: [],
    context: {},
    subject: `Confirmed: ${booking.row.resource_name}`,
    status: booking === bounced ? "bounced" : "sent",
    attempts: 1,
    error_code: booking === bounced ? "HardBounce" : null,
    booking_id: booking.row.id,
    created_at: booking.row.created_at,
    sent_at: booking.row.created_at,
    updated_at: booking.row.created_at,
  }));
  await insertRows(db, "message", messages);
  const reminders = history.bookings
    .filter((booking) => isAhead(booking, now))
    .flatMap(({ row }) =>
      tenant.policy.reminders_minutes_before
        .filter((minutes) => row.starts_at.getTime() - now <= minutes * 60_000)
        .map((minutes_before) => ({
          tenant_id,
          booking_id: row.id,
          minutes_before,
          starts_at: row.starts_at,
          created_at: new Date(now),
        })),
    );
  await insertRows(db, "reminder", reminders);
}

const isAhead = (booking: MadeBooking, now: number): boolean =>
  holds(booking) && booking.row.starts_at.getTime() > now;

/** 30 days of deliveries of an endpoint; a failing one has failed for two days. */
export async function writeDeliveries(
  { db, tenant, random, now }: Part,
  subscriptionId: string,
  fails: boolean,
): Promise<void> {
  const tenant_id = tenant.id;
  const events = await db.query<{ id: string; created_at: Date }>(
    `select id, created_at from event where tenant_id = $1 and type in ('booking.created', 'booking.confirmed', 'booking.cancelled')
     order by created_at desc limit 1500`,
    [tenant_id],
  );
  const broken = now - 2 * DAY;
  const deliveries = events.rows.map(({ id: event_id, created_at }) => {
    const isLost = fails && created_at.getTime() > broken;
    return {
      tenant_id,
      id: random.id(created_at.getTime()),
      event_id,
      subscription_id: subscriptionId,
      origin: "event",
      status: isLost ? "failed" : "succeeded",
      attempts: isLost ? 8 : 1,
      next_attempt_at: null,
      created_at,
      completed_at: new Date(created_at.getTime() + (isLost ? 20 * HOUR : 900)),
    };
  });
  await insertRows(db, "webhook_delivery", deliveries);
  await insertRows(
    db,
    "webhook_attempt",
    deliveries.map(({ id, status, attempts, created_at }) => ({
      tenant_id,
      id: random.id(created_at.getTime()),
      delivery_id: id,
      attempt: attempts,
      request_url: "",
      request_headers: {},
      started_at: created_at,
      latency_ms: 40 + random.int(200),
      response_code: status === "failed" ? 503 : 200,
    })),
  );
  if (fails)
    await db.query(
      "update webhook_subscription set failing_since = $3, failure_count = 40 where tenant_id = $1 and id = $2",
      [tenant_id, subscriptionId, new Date(broken)],
    );
}

/** Waiting-list entries for a full class. */
export async function writeWaitingList(
  { db, tenant, history, random, now }: Part,
  resources: MadeResource[],
): Promise<void> {
  const tenant_id = tenant.id;
  const classes = resources.filter(({ capacity }) => capacity > 1).map(({ id }) => id);
  // Whether an upcoming class is full depends on the hour, so capacity is lowered to the number of
  // guests.
  await db.query(
    `update slot set capacity = taken where tenant_id = $1 and id in (
       select s.id from slot s where s.tenant_id = $1 and s.resource_id = any($2::uuid[]) and s.taken > 0 and s.starts_at > $3
         and not exists (select from claim c where c.tenant_id = $1 and c.resource_id = s.resource_id and c.lane >= s.taken
           and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from)
       order by s.taken desc, s.starts_at limit 4)`,
    [tenant_id, classes, new Date(now + 2 * HOUR)],
  );
  const full = await db.query<{ id: string; resource_id: string; starts_at: Date }>(
    `select id, resource_id, starts_at from slot where tenant_id = $1 and resource_id = any($2::uuid[]) and taken >= capacity
       and starts_at > $3 order by starts_at limit 8`,
    [tenant_id, classes, new Date(now + 2 * HOUR)],
  );
  const rows = full.rows.flatMap((slot, index) =>
    Array.from({ length: 1 + (index % 3) }, () => {
      const { name, email, phone } = random.of(
        history.customers.filter((customer) => customer.email !== null),
      );
      return {
        tenant_id,
        id: random.id(now - DAY),
        slot_id: slot.id,
        resource_id: slot.resource_id,
        starts_at: slot.starts_at,
        party_size: 1,
        email,
        customer: { name, email, phone },
        status: "waiting",
        created_at: new Date(now - DAY),
      };
    }),
  );
  await insertRows(db, "waitlist_entry", rows);
}

/** Pairs of duplicate customers: another spelling, or a phone call without an email address. */
export async function writeDuplicates({ db, tenant, history, random }: Part): Promise<void> {
  const known = history.customers
    .filter(({ email, phone }) => email !== null && phone !== null)
    .slice(0, 6);
  const rows = known.map(({ name, email, phone, created_at }, index) => ({
    tenant_id: tenant.id,
    id: random.id(created_at.getTime()),
    created_at,
    updated_at: created_at,
    merged_fields: [],
    ...(index % 2 === 0
      ? { name: `${name[0]}. ${name.split(" ").slice(1).join(" ")}`, email: null, phone }
      : { name, email: email!.replace("@example.com", "@mail.example"), phone: null }), // chosen by it
  }));
  await insertRows(db, "customer", rows);
}

/** A request to approve, a booking over capacity, and one outside the current hours. */
export async function writeBookingsToLookAt({ db, tenant, history, now }: Part): Promise<void> {
  const tenant_id = tenant.id;
  const ahead = history.bookings.filter(
    (booking) =>
      isAhead(booking, now) &&
      booking.row.status === "confirmed" &&
      booking.row.starts_at.getTime() > now + DAY,
  );
  ahead.sort((one, other) => one.row.starts_at.getTime() - other.row.starts_at.getTime());
  const [request, second, outside, ...later] = ahead;
  for (const [index, booking] of [request, second].entries()) {
    const expires_at = new Date(now + (5 + 14 * index) * HOUR);
    const ids = [tenant_id, booking?.row.id, expires_at];
    await db.query(
      `update booking set status = 'pending', pending_reason = 'approval', expires_at = $3, event_count = 1 where tenant_id = $1 and id = $2`,
      ids,
    );
    await db.query(
      "delete from event where tenant_id = $1 and booking_id = $2 and sequence > 1 and $3::timestamptz is not null",
      ids,
    );
    await db.query(
      "update claim set lapses_at = $3 where tenant_id = $1 and (booking_id = $2 or need_of = $2)",
      ids,
    );
  }
  await writeOverCapacity(db, tenant_id, later);
  await db.query(
    "update slot set status = 'closed', outside_hours = true where tenant_id = $1 and id = $2",
    [tenant_id, outside?.row.slot_id],
  );
}

/** A second booking of the same service, person and time with one seat. */
async function writeOverCapacity(db: Sql, tenant_id: string, later: MadeBooking[]): Promise<void> {
  const isBeside = (one: MadeBooking, other: MadeBooking) =>
    one.row.processing === null &&
    one.row.schedule_id === other.row.schedule_id &&
    one.row.resource_id === other.row.resource_id;
  const extra = later.find((one, at) => later.slice(0, at).some((other) => isBeside(one, other)));
  if (extra === undefined) return;
  const neighbour = later.find((other) => isBeside(extra, other))!; // checked above
  await db.query(
    `update booking b set slot_id = a.slot_id, starts_at = a.starts_at, ends_at = a.ends_at
     from booking a where b.tenant_id = $1 and b.id = $2 and a.tenant_id = $1 and a.id = $3`,
    [tenant_id, extra.row.id, neighbour.row.id],
  );
  await db.query(
    `update claim c set starts_at = k.starts_at, ends_at = k.ends_at, lane = r.capacity from claim k, resource r
     where c.tenant_id = $1 and c.booking_id = $2 and k.tenant_id = $1 and k.booking_id = $3 and r.tenant_id = $1 and r.id = c.resource_id`,
    [tenant_id, extra.row.id, neighbour.row.id],
  );
  for (const { row } of [extra, neighbour])
    await db.query("select recount_slots($1, $2, $3, $4)", [
      tenant_id,
      row.resource_id,
      row.starts_at,
      row.ends_at,
    ]);
}
