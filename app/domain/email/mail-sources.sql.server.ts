import sql, { type Sql as Part } from "sql-template-tag";
import type { BookingMail, Recipient, TemplateKey } from "~/contract/email";
import type { Preferences } from "~/contract/users";
import { pool, prepared, type Sql } from "~/lib/db.server";
import type { BookedAddon, Booking, BookingLocation } from "~/contract/bookings";
import type { Place } from "../bookings/read/booking-location";
import { bookingLocation } from "../bookings/read/booking-location.server";
import { placeOf } from "../bookings/read/booking-place.sql";
import type { EventFacts, MailedEvent } from "./choose-mails";
import type { ChosenTemplate } from "./choose-template";

// The inputs of an email: the tenant's texts and settings, the reader, and the event.

/** The tenant's own texts of these emails, one per language. */
export async function readTemplates(
  tenantId: string,
  keys: readonly TemplateKey[],
): Promise<(ChosenTemplate & { key: TemplateKey })[]> {
  const own = await pool.query<ChosenTemplate & { key: TemplateKey }>(
    sql`select key, locale, subject, body from email_template where tenant_id = ${tenantId} and key = any(${keys}::text[])`,
  );
  return own.rows;
}

export interface EventSource {
  /** JSON, written by makeEvent only. */
  body: string;
  sequence: number;
  created_at: Date;
  service: string | null;
  questions: { id: string; label: string }[];
  place: Place | null;
  /** Returned or on its way to the guest by the payment provider, minor units. */
  refund: number;
}

/** An event with its booking's service as it is now. */
export async function readEventSource(
  tenantId: string,
  eventId: string,
): Promise<EventSource | undefined> {
  const found = await pool.query<EventSource>(
    prepared(sql`select e.body, e.sequence, e.created_at, s.name as service, coalesce(s.questions, '[]') as questions, ${placeOf(tenantId)},
        (select coalesce(sum(r.amount), 0)::int from refund r where r.tenant_id = ${tenantId}::uuid and r.booking_id = e.booking_id
          and r.status in ('requested', 'pending', 'succeeded')) as refund from event e
      join booking b on b.tenant_id = ${tenantId}::uuid and b.id = e.booking_id
      left join schedule s on s.tenant_id = ${tenantId}::uuid and s.id = b.schedule_id
      where e.tenant_id = ${tenantId}::uuid and e.id = ${eventId}::uuid`),
  );
  return found.rows[0];
}

/** One of several bookings of an email, in its present state. */
export interface TogetherRow {
  id: string;
  reference: string;
  starts_at: Date;
  ends_at: Date;
  price_amount: number | null;
  addons: BookedAddon[];
  needs: Booking["needs"];
  sequence: number;
  updated_at: Date;
  /** The start and end before its last move with others; null: it wasn't moved. */
  moved_from: { starts_at: string; ends_at: string } | null;
  location: BookingLocation | null;
  /** The visit of several services that it is part of. */
  visit_id: string | null;
  service: string | null;
  resource: string;
}

/** The bookings that an email is about, by start. */
export async function readTogether(tenantId: string, ids: string[]): Promise<TogetherRow[]> {
  const found = await pool.query<Omit<TogetherRow, "location"> & { place: Place | null }>(
    sql`select b.id, b.reference, b.starts_at, b.ends_at, b.price_amount, b.addons, b.needs, b.event_count as sequence, b.updated_at, ${placeOf(tenantId)},
          b.visit_id, b.resource_name as resource, (select sc.name from schedule sc where sc.tenant_id = ${tenantId} and sc.id = b.schedule_id) as service,
          (select e.body::jsonb #> '{data,previous}' from event e where e.tenant_id = ${tenantId} and e.booking_id = b.id
            and e.in_group and e.type = 'booking.moved' order by e.sequence desc limit 1) as moved_from
        from booking b where b.tenant_id = ${tenantId} and b.id = any(${ids}::uuid[]) order by b.starts_at, b.id`,
  );
  return found.rows.map(({ place, ...row }) => ({
    ...row,
    location: bookingLocation({ tenant_id: tenantId, id: row.id, place }),
  }));
}

/** The bookings of a visit that take place. */
export async function readVisitIds(tenantId: string, visitId: string): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    sql`select id from booking where tenant_id = ${tenantId} and visit_id = ${visitId} and status in ('confirmed', 'paid')`,
  );
  return found.rows.map(({ id }) => id);
}

/** A member who gets an email, with their language. */
export interface StaffReader<Role = string> {
  role: Role;
  email: string;
  language: Preferences["language"];
}

/** The tenant's people who get emails about its own account. */
export async function readManagers(
  db: Sql,
  tenantId: string,
): Promise<StaffReader<"owner" | "admin">[]> {
  const readers = await db.query<StaffReader<"owner" | "admin">>(
    sql`select u.role, a.email, u.preferences ->> 'language' as language from tenant_user u join account a on a.id = u.account_id
        where u.tenant_id = ${tenantId} and u.role in ('owner', 'admin') order by a.email`,
  );
  return readers.rows;
}

/** The tenant's settings for one email, where they differ from the defaults. */
export async function readChoices(
  db: Sql,
  tenantId: string,
  event: string,
): Promise<Partial<Record<Recipient, boolean>>> {
  const chosen = await db.query<{ recipient: Recipient; enabled: boolean }>(
    sql`select recipient, enabled from email_preference where tenant_id = ${tenantId} and event = ${event}`,
  );
  return Object.fromEntries(chosen.rows.map(({ recipient, enabled }) => [recipient, enabled]));
}

export interface EventToMail extends EventFacts {
  id: string;
  booking_id: string;
  notify: boolean;
  /** null: no address. */
  customer_email: string | null;
  customer_locale: string | null;
  tenant_locale: string;
  /** The tenant's settings for this email, where they differ from the defaults. */
  chosen: Partial<Record<Recipient, boolean>>;
  staff: StaffReader[];
}

/**
 * Whether a booking.updated `e` changes what the guest was told of an upcoming booking: service,
 * party, add-ons, rooms, or guest, or accepts the offer of a freed seat. Notes, arrivals and money cause no email of this kind. The address is compared
 * with that in the previous event, while events are kept.
 */
const tellsGuest = (tenantId: string) => sql`(e.type <> 'booking.updated' or (
  e.body::jsonb #>> '{data,booking,status}' in ('pending', 'confirmed', 'paid')
  and (e.body::jsonb #>> '{data,booking,starts_at}')::timestamptz > e.created_at
  and (e.body::jsonb #> '{data,booking,party_size}' is distinct from e.body::jsonb #> '{data,previous,party_size}'
    or e.body::jsonb #> '{data,booking,schedule_id}' is distinct from e.body::jsonb #> '{data,previous,schedule_id}'
    or exists (select from event o where o.tenant_id = ${tenantId} and o.booking_id = e.booking_id and o.sequence = e.sequence - 1
      and o.body::jsonb #>> '{data,booking,pending_reason}' = 'offer')
    or exists (select from event f where f.tenant_id = ${tenantId} and f.booking_id = e.booking_id and f.sequence = e.sequence - 1
      and (f.body::jsonb #>> '{data,booking,customer,email}' is distinct from e.body::jsonb #>> '{data,booking,customer,email}'
        or coalesce(f.body::jsonb #> '{data,booking,addons}', '[]') <> coalesce(e.body::jsonb #> '{data,booking,addons}', '[]')
        or coalesce(f.body::jsonb #> '{data,booking,party}', '[]') <> coalesce(e.body::jsonb #> '{data,booking,party}', '[]')
        or ${shownNeeds(sql`f`)} <> ${shownNeeds(sql`e`)})))))`;

/** The resources that the guest's booking takes as well, as the guest sees them. */
function shownNeeds(event: Part): Part {
  return sql`jsonb_path_query_array(${event}.body::jsonb, '$.data.booking.needs[*] ? (@.shown == true).resource_id')`;
}

/**
 * The latest event of these types of each booking that was changed in a group, by the bookings'
 * start.
 */
export async function readGroupEvents(
  db: Sql,
  tenantId: string,
  bookingIds: string[],
  types: readonly MailedEvent[],
): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    sql`select e.id from booking b
        join lateral (select o.id from event o where o.tenant_id = ${tenantId} and o.booking_id = b.id and o.in_group
          and o.type = any(${types}::text[]) order by o.sequence desc limit 1) e on true
        where b.tenant_id = ${tenantId} and b.id = any(${bookingIds}::uuid[]) order by b.starts_at, b.id`,
  );
  return found.rows.map(({ id }) => id);
}

/**
 * These events, without those that the next one supersedes; `mailOf` names the email of each type.
 * Test bookings cause no emails, nor do events of a group, which share theirs (`together`: these).
 */
export async function readEventsToMail(
  db: Sql,
  tenantId: string,
  eventIds: string[],
  mailOf: Record<MailedEvent, BookingMail>,
  together = false,
): Promise<EventToMail[]> {
  const found = await db.query<EventToMail>(
    prepared(sql`select e.id, e.type, e.booking_id, e.notify, t.locale as tenant_locale, b.source,
        e.body::jsonb #>> '{data,booking,status}' as status,
        e.body::jsonb #>> '{data,booking,pending_reason}' as pending_reason,
        e.body::jsonb #>> '{data,booking,cancelled_by}' as cancelled_by,
        e.body::jsonb #>> '{data,booking,cancel_reason_code}' as cancel_reason_code,
        (select f.body::jsonb #>> '{data,booking,pending_reason}' from event f
          where f.tenant_id = ${tenantId} and f.booking_id = e.booking_id and f.sequence = e.sequence - 1) as previous_reason,
        exists (select from event a where a.tenant_id = ${tenantId} and a.booking_id = e.booking_id and a.type = 'booking.approved') as is_approved,
        e.body::jsonb #>> '{data,booking,customer,email}' as customer_email,
        coalesce(e.body::jsonb #>> '{data,booking,customer,locale}', (select c.locale from customer c
          where c.tenant_id = ${tenantId} and c.id = b.customer_id)) as customer_locale,
        (select coalesce(jsonb_object_agg(p.recipient, p.enabled), '{}') from email_preference p
          where p.tenant_id = ${tenantId} and p.event = ${JSON.stringify(mailOf)}::jsonb ->> e.type) as chosen,
        (select coalesce(jsonb_agg(jsonb_build_object('role', u.role, 'email', a.email, 'language', u.preferences ->> 'language')), '[]')
          from tenant_user u join account a on a.id = u.account_id
          where u.tenant_id = ${tenantId} and u.id::text is distinct from e.actor ->> 'id'
            and (u.role = 'owner' or (u.role = 'staff' and b.resource_id = any(u.resource_ids)))) as staff
      from event e
      join booking b on b.tenant_id = ${tenantId} and b.id = e.booking_id
      join tenant t on t.id = ${tenantId}
      where e.tenant_id = ${tenantId} and e.id = any(${eventIds}::uuid[]) and b.source <> 'test' and (${together}::bool or not e.in_group) and ${tellsGuest(tenantId)} and not exists (
        select 1 from event n where n.tenant_id = ${tenantId} and n.booking_id = e.booking_id and n.sequence = e.sequence + 1
          and n.created_at = e.created_at and n.type in ('booking.confirmed', 'booking.paid'))
      order by e.created_at, e.sequence`),
  );
  return found.rows;
}

export interface LastChange<Type extends string> {
  type: Type;
  notify: boolean;
  is_test: boolean;
  email: string | null;
  /** The tenant's setting for the guest's email; null: none. */
  chosen: boolean | null;
  is_suppressed: boolean;
  /** The message log has a mail to the guest about this change, or about several bookings at once. */
  has_message: boolean;
}

/**
 * A booking's latest change of these types, with the facts that decide on the guest's email about
 * it.
 */
export async function readLastChange<Type extends string>(
  tenantId: string,
  bookingId: string,
  types: string[],
  mailOf: Record<Type, BookingMail>,
): Promise<LastChange<Type> | undefined> {
  const found = await pool.query<LastChange<Type>>(
    sql`select e.type, e.notify, b.source = 'test' as is_test, c.email,
        (select p.enabled from email_preference p where p.tenant_id = ${tenantId} and p.recipient = 'customer'
          and p.event = ${JSON.stringify(mailOf)}::jsonb ->> e.type) as chosen,
        exists (select 1 from email_suppression x where x.tenant_id = ${tenantId} and x.address = lower(c.email)) as is_suppressed,
        exists (select 1 from message m where m.tenant_id = ${tenantId} and m.event_id = e.id and m.audience = 'customer')
          or (coalesce(b.series_id, b.visit_id) is not null and exists (select 1 from message m where m.tenant_id = ${tenantId} and m.audience = 'customer'
            and m.created_at >= e.created_at and m.context -> 'booking_ids' @> to_jsonb(e.booking_id)
            and m.booking_id in (select o.id from booking o where o.tenant_id = ${tenantId} and (o.series_id = b.series_id or o.visit_id = b.visit_id)))) as has_message
      from event e
      join booking b on b.tenant_id = ${tenantId} and b.id = e.booking_id
      left join customer c on c.tenant_id = ${tenantId} and c.id = b.customer_id
      where e.tenant_id = ${tenantId} and e.booking_id = ${bookingId} and e.type = any(${types}::text[]) and ${tellsGuest(tenantId)}
      order by e.sequence desc limit 1`,
  );
  return found.rows[0];
}
