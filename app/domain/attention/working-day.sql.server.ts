import sql, { type Sql as Part } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import type { ToLookAt } from "../payments/attention.server";
import { isOpen } from "../seats/slot-parts.sql";

// What of the working day a person has to look at: for each kind one query, which an index serves.

/** How many of each kind are told at once. */
const MOST = 20;
/** How far ahead bookings over capacity are looked for: they are found by reading what is claimed until then. */
const DAYS_AHEAD = 60;
const wire = (instant: Date) => toRfc3339(instant.getTime());

interface FoundBooking {
  id: string;
  customer_name: string;
  resource_name: string;
  starts_at: Date;
}

/** Requests that somebody must approve, the one that ends first at the top. */
export async function approvals(tenantId: string): Promise<ToLookAt[]> {
  const { rows } = await pool.query<FoundBooking & { expires_at: Date }>(
    sql`select id, customer_name, resource_name, starts_at, expires_at from booking where tenant_id = ${tenantId} and status = 'pending'
          and pending_reason = 'approval' and expires_at > now() order by expires_at limit ${MOST}`,
  );
  return rows.map(({ id, customer_name, resource_name, starts_at, expires_at }) => ({
    kind: "approval_waiting",
    message: `${customer_name} asks for ${resource_name}. Approve or decline; then the time is free again.`,
    ...{ booking_id: id, at: wire(starts_at), expires_at: wire(expires_at) },
  }));
}

/** Endpoints that have not taken a webhook since. */
export async function failingWebhooks(tenantId: string): Promise<ToLookAt[]> {
  const { rows } = await pool.query<{ id: string; url: string; failing_since: Date; disabled: boolean }>(
    sql`select id, url, failing_since, disabled_at is not null as disabled from webhook_subscription
        where tenant_id = ${tenantId} and failing_since is not null order by failing_since limit ${MOST}`,
  );
  return rows.map(({ id, url, failing_since, disabled }) => ({
    kind: "webhook_failing",
    message: `${new URL(url).host} does not take webhooks. ${disabled ? "It was switched off: repair it, then switch it on and replay." : "Repair it; deliveries are tried again."}`,
    ...{ subscription_id: id, at: wire(failing_since) },
  }));
}

/** Mail to guests that came back, of bookings that are still ahead. */
export async function bouncedMail(tenantId: string): Promise<ToLookAt[]> {
  const { rows } = await pool.query<FoundBooking & { message_id: string; updated_at: Date }>(
    sql`select m.id as message_id, m.updated_at, b.id, b.customer_name from message m
        join booking b on b.tenant_id = m.tenant_id and b.id = m.booking_id
        where m.tenant_id = ${tenantId} and m.status = 'bounced' and m.audience = 'customer' and b.starts_at > now() and is_live(b.status)
        order by m.updated_at desc limit ${MOST}`,
  );
  return rows.map(({ id, message_id, updated_at, customer_name }) => ({
    kind: "mail_bounced",
    message: `A mail to ${customer_name} came back. Ask for the right address, correct it and send the mail again.`,
    ...{ booking_id: id, message_id, at: wire(updated_at) },
  }));
}

/** Bookings in seats that their resource does not have, or that their time does not have where it has fewer. */
export async function overCapacity(tenantId: string): Promise<ToLookAt[]> {
  const { rows } = await pool.query<FoundBooking>(
    sql`with over as (
          -- An index finds these claims. There are few, so their bookings are looked up one by one ("offset 0").
          select c.booking_id, c.lapses_at from resource r
          join claim c on c.tenant_id = r.tenant_id and c.resource_id = r.id and c.lane >= r.capacity
          where r.tenant_id = ${tenantId} and ${isAhead(sql`c.starts_at`)}
          union
          select c.booking_id, c.lapses_at from resource r
          join slot s on s.tenant_id = r.tenant_id and s.resource_id = r.id and s.capacity < r.capacity
          cross join lateral (select id from booking b where b.tenant_id = ${tenantId} and b.slot_id = s.id offset 0) b
          join claim c on c.tenant_id = s.tenant_id and c.booking_id = b.id and c.lane >= s.capacity
          where r.tenant_id = ${tenantId} and r.capacity > 1 and ${isAhead(sql`s.starts_at`)})
        select distinct b.id, b.customer_name, b.resource_name, b.starts_at from over
        cross join lateral (select * from booking b where b.tenant_id = ${tenantId} and b.id = over.booking_id offset 0) b
        where over.lapses_at is null or over.lapses_at > now()
        order by b.starts_at, b.id limit ${MOST}`,
  );
  return rows.map(({ id, customer_name, resource_name, starts_at }) => ({
    kind: "over_capacity",
    message: `${resource_name} has more guests than seats: ${customer_name} was booked over capacity.`,
    ...{ booking_id: id, at: wire(starts_at) },
  }));
}

const isAhead = (start: Part): Part => sql`${start} > now() and ${start} < now() + ${DAYS_AHEAD} * interval '1 day'`;

/** Bookings at times that their service no longer has. */
export async function outsideHours(tenantId: string): Promise<ToLookAt[]> {
  const { rows } = await pool.query<FoundBooking>(
    sql`select b.id, b.customer_name, b.resource_name, b.starts_at from slot s
        join booking b on b.tenant_id = s.tenant_id and b.slot_id = s.id
        where s.tenant_id = ${tenantId} and s.outside_hours and s.starts_at > now() and is_live(b.status)
        order by s.starts_at, b.id limit ${MOST}`,
  );
  return rows.map(({ id, customer_name, resource_name, starts_at }) => ({
    kind: "outside_hours",
    message: `${customer_name} is booked at ${resource_name} outside the hours as they are now. Keep, move or cancel it.`,
    ...{ booking_id: id, at: wire(starts_at) },
  }));
}

/** Services that guests cannot book on any of the next 14 days. */
export async function withoutFreeTime(tenantId: string): Promise<ToLookAt[]> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    sql`select sc.id, sc.name from schedule sc where sc.tenant_id = ${tenantId} and sc.active and not exists (
          select 1 from slot s where s.tenant_id = sc.tenant_id and s.schedule_id = sc.id and ${isOpen(sql`s`)} and s.taken < s.capacity
            and s.starts_at >= first_bookable_start(now(), sc.min_notice_minutes)
            and s.starts_at < now() + interval '14 days'
            and is_offered(s.tenant_id, s.resource_id, s.schedule_id, s.starts_at))
        order by sc.name, sc.id limit ${MOST}`,
  );
  return rows.map(({ id, name }) => ({
    kind: "no_free_time",
    message: `"${name}" has no free time in the next 14 days. See why on its page.`,
    schedule_id: id,
  }));
}
