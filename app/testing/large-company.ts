import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { inReplicaMode } from "./replica-mode";

/** Amount of data of a company. */
export interface Size {
  resources: number;
  services: number;
  /** Services of each resource. */
  services_each: number;
  /** Days ahead with slots. */
  days: number;
  /** Slots per service, resource and day: from 08:00 UTC, half an hour each. */
  times: number;
  customers: number;
  /**
   * Past bookings: one every half hour per resource, back from yesterday. Future bookings are in
   * slots.
   */
  past_bookings: number;
  bookings: number;
}

/** A deterministic id from kind and number. */
const id = (kind: number, n: string) =>
  `(left($1::text, 8) || '-${kind.toString(16).padStart(4, "0")}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const idIn = (actor: UserActor, kind: keyof typeof KIND, n: number): string =>
  `${prefixOf(actor)}-${KIND[kind].toString(16).padStart(4, "0")}-7000-8000-${n.toString(16).padStart(12, "0")}`;
const KIND = { resource: 1, service: 2, slot: 3, customer: 4, booking: 5 };
const prefixOf = ({ tenant }: UserActor) => tenant.id.slice(-8);

/**
 * Fills a company with consistent rows as after long use, without jobs and events. Resource r
 * provides services (r + k) % services for each k.
 */
export async function fillCompany(actor: UserActor, size: Size): Promise<void> {
  const { resources, services, services_each, days, times, customers, past_bookings, bookings } =
    size;
  const key = [prefixOf(actor), actor.tenant.id];
  const start = `(current_date + interval '1 day' * d + interval '8 hours' + interval '30 minutes' * t)`;
  await inReplicaMode(async (db) => {
    const run = (text: string) => db.query(text, text.includes("$2") ? key : [key[0]]);
    await run(
      `insert into resource (tenant_id, id, type, name, capacity, longest_minutes, position)
       select $2::uuid, ${id(KIND.resource, "n")}, 'person', 'Person ' || n, 1, 30, n from generate_series(0, ${resources - 1}) n`,
    );
    await run(
      `insert into schedule (tenant_id, id, name, time_zone, rules, duration_minutes, min_notice_minutes, max_advance_days, price_amount, currency, position)
       select $2::uuid, ${id(KIND.service, "n")}, 'Service ' || n, 'Europe/Amsterdam',
         '[{"days":[1,2,3,4,5,6,7],"start":"08:00","end":"20:00"}]', 30, 0, ${days + 60}, 2500, 'EUR', n from generate_series(0, ${services - 1}) n`,
    );
    await run(
      `insert into schedule_resource (tenant_id, schedule_id, resource_id)
       select $2::uuid, ${id(KIND.service, `(r + k) % ${services}`)}, ${id(KIND.resource, "r")}
       from generate_series(0, ${resources - 1}) r, generate_series(0, ${services_each - 1}) k`,
    );
    await run(
      `insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, price_amount, currency)
       select $2::uuid, ${id(KIND.slot, `((r * ${services_each}::bigint + k) * ${days} + d) * ${times} + t`)}, ${id(KIND.resource, "r")},
         ${id(KIND.service, `(r + k) % ${services}`)}, ${start}, ${start} + interval '30 minutes', ${start}, ${start} + interval '30 minutes', 1, 2500, 'EUR'
       from generate_series(0, ${resources - 1}) r, generate_series(0, ${services_each - 1}) k, generate_series(0, ${days - 1}) d,
         generate_series(0, ${times - 1}) t`,
    );
    await run(
      `insert into customer (tenant_id, id, email, name, phone)
       select $2::uuid, ${id(KIND.customer, "n")}, 'guest.' || n || '@' || $1 || '.example', 'Guest ' || n, '+316' || lpad(n::text, 8, '0')
       from generate_series(0, ${customers - 1}) n`,
    );
    const columns = `tenant_id, id, reference, resource_id, resource_name, schedule_id, slot_id, status, starts_at, ends_at, time_zone, customer_id,
      customer_name, customer_email, price_amount, currency, source, created_at, updated_at`;
    const guest = `${id(KIND.customer, `n % ${customers}`)}, 'Guest ' || n % ${customers}, 'guest.' || n % ${customers} || '@' || $1 || '.example', 2500, 'EUR', 'widget'`;
    await run(
      `insert into booking (${columns})
       select $2::uuid, ${id(KIND.booking, "n")}, 'P' || upper(lpad(to_hex(n), 7, '0')), ${id(KIND.resource, `n % ${resources}`)}, 'Person ' || n % ${resources},
         ${id(KIND.service, `(n % ${resources} + n % ${services_each}) % ${services}`)}, null, case when n % 17 = 0 then 'cancelled' else 'completed' end,
         at, at + interval '30 minutes', 'Europe/Amsterdam', ${guest}, at - interval '3 days', at
       from generate_series(0, ${past_bookings - 1}) n, lateral (select current_date - interval '4 hours' - n / ${resources} * interval '30 minutes' as at) x`,
    );
    // Every third slot of each resource's first service, from tomorrow.
    await run(
      `insert into booking (${columns})
       select $2::uuid, ${id(KIND.booking, `${past_bookings} + n`)}, 'U' || upper(lpad(to_hex(n), 7, '0')), s.resource_id, 'Person', s.schedule_id, s.id, 'confirmed',
         s.starts_at, s.ends_at, 'Europe/Amsterdam', ${guest}, now(), now()
       from generate_series(0, ${bookings - 1}) n join slot s on s.tenant_id = $2::uuid
         and s.id = ${id(KIND.slot, `(n % ${resources} * ${services_each}::bigint) * ${days * times} + ${times} + n / ${resources} * 3`)}`,
    );
    await run(
      `insert into claim (tenant_id, booking_id, lane, resource_id, starts_at, ends_at)
       select tenant_id, id, 0, resource_id, starts_at, ends_at from booking where tenant_id = $2::uuid and is_live(status) and id::text like $1 || '%'`,
    );
    await db.query("analyze slot, claim, booking");
    await run(
      `update slot s set taken = 1 from claim c
       where s.tenant_id = $2::uuid and c.tenant_id = $2::uuid and c.resource_id = s.resource_id and c.starts_at = s.starts_at and $1::text is not null`,
    );
  });
  await pool.query(
    "vacuum (analyze) booking, slot, claim, customer, resource, schedule, schedule_resource",
  );
}

/** Number of external calendars that a company's resources check. */
export interface Calendars {
  resources: string[];
  /** Calendars per resource. */
  calendars: number;
  /**
   * Events per calendar: half an hour every six hours, from 01:00 UTC today, next to the slots of
   * fillCompany.
   */
  events: number;
}

/** Connects calendars of the actor's own account, with a recent read. */
export async function fillCalendars(
  { tenant, user_id }: UserActor,
  { resources, calendars, events }: Calendars,
): Promise<void> {
  const connection = newId();
  await inReplicaMode(async (db) => {
    await db.query(
      `insert into calendar_connection (tenant_id, id, user_id, provider, account, secret, last_ok_at)
       values ($1, $2::uuid, $3, 'ical', $2::text, '', now())`,
      [tenant.id, connection, user_id],
    );
    await db.query(
      `insert into connected_calendar (tenant_id, id, connection_id, resource_id, external_id, name, can_write, next_read_at, last_read_at)
       select $1, gen_random_uuid(), $2, r, r || ' ' || n, 'Calendar ' || n, false, now() + interval '1 hour', now()
       from unnest($3::uuid[]) r, generate_series(1, $4::int) n`,
      [tenant.id, connection, resources, calendars],
    );
    await db.query(
      `insert into busy (tenant_id, calendar_id, external_id, starts_at, ends_at)
       select $1, k.id, 'event ' || n, at, at + interval '30 minutes'
       from connected_calendar k, generate_series(0, $3::int - 1) n, lateral (select current_date + interval '1 hour' + n * interval '6 hours' as at) x
       where k.tenant_id = $1 and k.connection_id = $2`,
      [tenant.id, connection, events],
    );
  });
  await pool.query("vacuum (analyze) busy, connected_calendar, calendar_connection");
}
