import sql from "sql-template-tag";
import { whenWriter } from "~/i18n/tenant-time";
import { plural, t } from "~/i18n/text";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { isolate } from "~/lib/isolate";
import type { Reads } from "~/lib/one-trip.sql.server";
import type { Alert, AttentionTenant } from "../payments/attention.server";
import { timeOffWithBookings } from "../displaced/in-time-off.sql.server";
import { findOutsideHours } from "../displaced/outside-hours.sql.server";
import { bookingsOverCapacity } from "../seats/over-capacity.sql.server";
import { isBookable, isOpen } from "../seats/slot-parts.sql";
import { DISABLE_AFTER_MS } from "../webhooks/delivery-schedule";

// Alerts about the working day: one indexed query per kind.

/** Most items of each kind in one list. */
const MOST = 20;
/** How far ahead overbooked times are searched: the search reads all claims until then. */
const DAYS_AHEAD = 60;
/** How many guests of an overbooked time are named. */
const MAX_NAMES = 3;
const wire = (instant: Date) => toRfc3339(instant.getTime());

interface FoundBooking {
  id: string;
  customer_name: string;
  resource_name: string;
  starts_at: Date;
}

/** Requests that await approval, by deadline. */
export async function approvals(tenant: AttentionTenant, reads: Reads = pool): Promise<Alert[]> {
  const when = whenWriter(tenant);
  const { rows } = await reads.query<FoundBooking & { expires_at: Date }>(
    sql`select id, customer_name, resource_name, starts_at, expires_at from booking where tenant_id = ${tenant.id} and status = 'pending'
          and pending_reason = 'approval' and expires_at > now() order by expires_at limit ${MOST}`,
  );
  return rows.map(({ id, customer_name, resource_name, starts_at, expires_at }) => ({
    kind: "approval_waiting",
    message: t("Approve {{guest}}? {{time}} with {{resource}} · held until {{until}}", {
      guest: isolate(customer_name),
      resource: isolate(resource_name),
      time: when(starts_at),
      until: when(expires_at),
    }),
    booking_id: id,
    at: wire(starts_at),
    expires_at: wire(expires_at),
  }));
}

/** Endpoints that have accepted no webhook recently. */
export async function failingWebhooks(
  tenant: AttentionTenant,
  reads: Reads = pool,
): Promise<Alert[]> {
  const when = whenWriter(tenant);
  const { rows } = await reads.query<{
    id: string;
    url: string;
    failing_since: Date;
    disabled: boolean;
  }>(
    sql`select id, url, failing_since, disabled_at is not null as disabled from webhook_subscription
        where tenant_id = ${tenant.id} and failing_since is not null order by failing_since limit ${MOST}`,
  );
  return rows.map(({ id, url, failing_since, disabled }) => ({
    kind: "webhook_failing",
    message: disabled
      ? t(
          "Webhook turned off after failing: {{host}}. Fix the endpoint, turn it on, then replay.",
          {
            host: new URL(url).host,
          },
        )
      : t("Webhook failing: {{host}}. Still retrying until {{time}}.", {
          host: new URL(url).host,
          time: when(new Date(failing_since.getTime() + DISABLE_AFTER_MS)),
        }),
    subscription_id: id,
    at: wire(failing_since),
  }));
}

/** Bounced email to guests of upcoming bookings. */
export async function bouncedMail(
  { id: tenantId }: AttentionTenant,
  reads: Reads = pool,
): Promise<Alert[]> {
  const { rows } = await reads.query<FoundBooking & { message_id: string; updated_at: Date }>(
    sql`select m.id as message_id, m.updated_at, b.id, b.customer_name from message m
        join booking b on b.tenant_id = ${tenantId} and b.id = m.booking_id
        where m.tenant_id = ${tenantId} and m.status = 'bounced' and m.channel = 'email' and m.audience = 'customer' and b.starts_at > now() and is_live(b.status)
        order by m.updated_at desc limit ${MOST}`,
  );
  return rows.map(({ id, message_id, updated_at, customer_name }) => ({
    kind: "mail_bounced",
    message: t("Email to {{guest}} bounced. Update the address and resend.", {
      guest: isolate(customer_name),
    }),
    booking_id: id,
    message_id,
    at: wire(updated_at),
  }));
}

/**
 * Times with more guests than seats: booked over capacity, or before the capacity was lowered. Each
 * names the guests without a seat.
 */
export async function overCapacity(tenant: AttentionTenant, reads: Reads = pool): Promise<Alert[]> {
  const when = whenWriter(tenant);
  const found = await bookingsOverCapacity(reads, tenant.id, { days: DAYS_AHEAD }, 20 * MOST);
  const times = new Map<string, typeof found>();
  for (const each of found) {
    const time = `${each.resource_id} ${each.starts_at.getTime()}`;
    times.set(time, [...(times.get(time) ?? []), each]);
  }
  return [...times.values()].slice(0, MOST).map((each) => {
    const { resource_name, booking_id, starts_at, booked, capacity } = each[0]!; // each has at least one
    const names = each.slice(0, MAX_NAMES).map(({ customer_name }) => isolate(customer_name));
    const others = each.length - names.length;
    const listed = names.join(", ");
    const guests =
      others > 0
        ? plural(others, "{{guests}} and {{count}} more", "{{guests}} and {{count}} more", {
            guests: listed,
          })
        : listed;
    const values = { resource: isolate(resource_name), time: when(starts_at), guests };
    return {
      kind: "over_capacity",
      message:
        capacity === 1
          ? t(
              "Double-booked: {{resource}}, {{time}} ({{guests}}). Move or cancel a booking.",
              values,
            )
          : t(
              "Overbooked: {{resource}}, {{time}}, {{booked}} of {{capacity}} taken ({{guests}}). Move or cancel a booking.",
              { ...values, booked, capacity },
            ),
      booking_id,
      at: wire(starts_at),
    };
  });
}

/** Bookings outside the present hours of their service. */
export async function outsideHours(tenant: AttentionTenant, reads: Reads = pool): Promise<Alert[]> {
  const when = whenWriter(tenant);
  const found = await findOutsideHours(tenant, MOST, reads);
  return found.map(({ id, customer_name, resource_name, starts_at }) => ({
    kind: "outside_hours",
    message: t(
      "Outside opening hours: {{guest}}, {{time}} with {{resource}}. Keep, move or cancel the booking.",
      {
        guest: isolate(customer_name),
        resource: isolate(resource_name),
        time: when(starts_at),
      },
    ),
    booking_id: id,
    at: wire(starts_at),
  }));
}

/** Time off set by staff that bookings are still in. */
export async function bookingsInTimeOff(
  tenant: AttentionTenant,
  reads: Reads = pool,
): Promise<Alert[]> {
  const when = whenWriter(tenant);
  const found = await timeOffWithBookings(tenant.id, MOST, reads);
  return found.map(({ block_id, resource_name, starts_at, bookings, booking_id, ...first }) => ({
    kind: "bookings_in_block",
    message: plural(
      bookings,
      "{{resource}} is off: {{count}} booking to move ({{guest}}, {{time}}).",
      "{{resource}} is off: {{count}} bookings to move (first {{guest}}, {{time}}).",
      {
        resource: isolate(resource_name),
        guest: isolate(first.customer_name),
        time: when(starts_at),
      },
    ),
    booking_id,
    block_id,
    at: wire(starts_at),
  }));
}

/** Services without a bookable time in the next 14 days. */
export async function withoutFreeTime(tenantId: string, reads: Reads = pool): Promise<Alert[]> {
  const { rows } = await reads.query<{ id: string; name: string }>(
    sql`select sc.id, sc.name from schedule sc where sc.tenant_id = ${tenantId} and sc.active and not exists (
          select 1 from slot s where s.tenant_id = ${tenantId} and s.schedule_id = sc.id and ${isOpen(sql`s`)} and s.taken < s.capacity
            and s.starts_at >= first_bookable_start(now(), sc.min_notice_minutes)
            and s.starts_at < now() + interval '14 days'
            and ${isBookable(sql`s`, tenantId)})
        order by sc.name, sc.id limit ${MOST}`,
  );
  return rows.map(({ id, name }) => ({
    kind: "no_free_time",
    message: t("No free times for {{service}} in the next 14 days. Check its hours.", {
      service: isolate(name),
    }),
    schedule_id: id,
  }));
}
