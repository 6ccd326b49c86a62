import sql, { empty, type Sql as Part } from "sql-template-tag";
import { invalidField, notFound } from "~/lib/app-error";
import { prepared, type Sql } from "~/lib/db.server";
import { type Actor, resourceLimit } from "../../identity/actor";
import { type NamedHold, slotUnavailable } from "../../seats/claim-seats.sql.server";
import { lengthNotOffered } from "../../seats/length-not-offered";
import { priceInLength, slotsInLength } from "../../seats/slots-in-length.sql";
import { isBookable, slotReason } from "../../seats/slot-parts.sql";
import { type Candidate, chooseCandidates, type Offered } from "./candidates";
import { type GuestKey, isShownTo } from "./find-requested-slot.sql.server";
import type { AnyoneTarget } from "./slot-target";

/** A request to book or hold a time for anyone. */
export interface AnyoneWish extends Omit<AnyoneTarget, "kind"> {
  party_size: number;
  guest: GuestKey | null;
  hold?: NamedHold | null | undefined;
}

/**
 * The period over which bookings are balanced: 30 days counted from 1970, the one that contains the
 * start (decisions/fair-assignment.md).
 */
export const PERIOD_DAYS = 30;
export function periodOf(startsAt: Date): { first: string; end: string } {
  const ms = PERIOD_DAYS * 86_400_000;
  const first = Math.floor(startsAt.getTime() / ms) * ms;
  return { first: dateOf(first), end: dateOf(first + ms) };
}
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The resources that this caller may book; null: all. */
export function bookableResources(actor: Actor): string[] | null {
  if (actor.kind === "publishable_key") return actor.configuration.resource_ids;
  return actor.kind === "user" || actor.kind === "secret_key" ? resourceLimit(actor) : null;
}

interface Row extends Offered {
  shown: { price: number; currency: string | null; is_that_time: boolean } | null;
}

/**
 * The candidates of a booking for anyone in the order of the schedule's `assign`, judged by their
 * seat counters: one statement, no lock. The first that still has seats when tried gets the
 * booking. Throws not_found (no such schedule for this caller), slot_unavailable,
 * validation_failed.
 */
export async function findCandidates(
  db: Sql,
  actor: Actor,
  wish: AnyoneWish,
): Promise<Candidate[]> {
  const tenantId = actor.tenant.id;
  const only = bookableResources(actor);
  const isVisitor = actor.kind === "publishable_key";
  const isShown = isShownTo(actor);
  const { rows } = await db.query<Row>(
    prepared(offeredStatement(tenantId, wish, only, { isVisitor, isShown })),
  );
  const chosenSlot = rows[0]?.shown;
  if (rows.length === 0) throw await nothingThen(db, tenantId, wish, only, isShown);
  if (wish.slot_id !== undefined) {
    if (!chosenSlot) throw slotUnavailable("closed");
    if (!chosenSlot.is_that_time)
      throw invalidField(
        "slot_id",
        "This is a slot of another time or schedule. Correct it, or leave it out.",
        "contradiction",
      );
  }
  return chooseCandidates(rows, isVisitor, chosenSlot ?? undefined);
}

/**
 * Each of the schedule's resources with a slot then. Order: held by the visitor, free, price,
 * `assign`, load.
 */
function offeredStatement(
  tenantId: string,
  wish: AnyoneWish,
  only: string[] | null,
  { isVisitor, isShown }: { isVisitor: boolean; isShown: Part },
): Part {
  const { party_size, starts_at } = wish;
  const { price_amount, currency, slots, isOffered } = inWantedLength(
    tenantId,
    wish.length_minutes,
  );
  const { first, end } = periodOf(starts_at);
  return sql`
    with o as (
      select s.id as slot_id, s.resource_id, coalesce(${price_amount}, 0) as price, ${currency} as currency, sc.assign, r.position, ${slotReason(tenantId, party_size)} as reason,
        coalesce((sr.terms ->> 'priority')::int, 0) as priority, coalesce(d.booked, 0) as booked,
        ${loadOf(sql`extract(epoch from s.occupies_to - s.occupies_from) / 60 * ${party_size}::int`)} as load,
        ${lapsesIn(tenantId)} as has_lapsed, s.id is not distinct from ${heldSlot(tenantId, wish)} as is_held,
        sc.assign = 'same_as_last_time' and s.resource_id is not distinct from ${lastResource(tenantId, wish)} as is_last
      from ${slots} s
      join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
      join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = s.schedule_id and sr.resource_id = s.resource_id
      join resource r on r.tenant_id = ${tenantId} and r.id = s.resource_id
      left join lateral (
        select sum(m.booked_minutes) as booked, sum(m.offered_minutes) as offered from resource_day m
        where m.tenant_id = ${tenantId} and m.resource_id = s.resource_id and m.day >= ${first}::date and m.day < ${end}::date) d on true
      where s.tenant_id = ${tenantId} and s.schedule_id = ${wish.schedule_id} and s.starts_at = ${starts_at} and ${isBookable(sql`s`, tenantId)}
        and ${isShown} and ${isOffered} ${only === null ? empty : sql`and s.resource_id = any(${only}::uuid[])`}),
    judged as (
      select o.*, coalesce(o.reason in (${isVisitor ? sql`'-'` : sql`'too_soon', 'too_far'`}) or o.reason = 'full' and o.has_lapsed, true) as is_free
      from o)
    select j.slot_id, j.is_held, j.is_free, j.is_last, j.assign, j.price, j.currency, ${shownSlot(tenantId, wish, isShown)} as shown
    from judged j
    order by j.is_held desc, j.is_free desc,
      case when not j.is_free then array_position(array['full', 'need_taken', 'daily_limit', 'weekly_limit', 'monthly_limit', 'party_too_large', 'closed'], j.reason) end nulls last,
      j.price, ${inAssignOrder}`;
}

/** The order in which a schedule's resources `j` are assigned. */
export const inAssignOrder = sql`case j.assign when 'priority' then -j.priority when 'same_as_last_time' then 1 - j.is_last::int else 0 end,
  case when j.assign <> 'first_free' then j.load end, case when j.assign <> 'first_free' then j.booked end, j.position, j.resource_id`;

/**
 * The load of resource `r` with terms `sr` and booked minutes `d`, as if half of this booking's
 * `minutes` were theirs: shares come out nearest to what each is due (Webster).
 */
export const loadOf = (minutes: Part): Part =>
  sql`(coalesce(d.booked, 0) + ${minutes} / 2.0) / (greatest(d.offered, 1) * r.capacity * coalesce((sr.terms ->> 'weight')::int, 100))`;

/**
 * A lapsed hold blocks only until somebody tries to book (has_lapsed_claims in claim-seats.sql).
 */
const lapsesIn = (tenantId: string): Part => sql`
  (s.taken > 0 and exists (select from claim k where k.tenant_id = ${tenantId} and k.resource_id = s.resource_id and k.starts_at < s.occupies_to
    and k.ends_at > s.occupies_from and k.starts_at > s.occupies_from - interval '2 days' and k.lapses_at <= now()))`;

function heldSlot(tenantId: string, { hold }: AnyoneWish): Part {
  if (!hold) return sql`null::uuid`;
  return sql`(select h.slot_id from hold h where h.tenant_id = ${tenantId} and h.token_hash = decode(${hold.token_hash}, 'hex')
    and h.api_key_id = ${hold.api_key_id}::uuid and h.expires_at > now())`;
}

/** The guest's last resource for this schedule, past or future; null for an unknown guest. */
function lastResource(tenantId: string, { schedule_id, guest }: AnyoneWish): Part {
  if (!guest?.id && !guest?.email) return sql`null::uuid`;
  const isGuest = guest.id === undefined ? sql`c.email = ${guest.email}` : sql`c.id = ${guest.id}`;
  return sql`(select b.resource_id from customer c
    join booking b on b.tenant_id = ${tenantId} and b.customer_id = coalesce(c.merged_into, c.id)
    where sc.assign = 'same_as_last_time' and c.tenant_id = ${tenantId} and ${isGuest} and b.schedule_id = ${schedule_id} and is_live(b.status)
    order by b.starts_at desc, b.id desc limit 1)`;
}

function shownSlot(tenantId: string, wish: AnyoneWish, isShown: Part): Part {
  if (wish.slot_id === undefined) return sql`null::json`;
  const { price_amount, currency, slots } = inWantedLength(tenantId, wish.length_minutes);
  return sql`(select json_build_object('price', coalesce(${price_amount}, 0), 'currency', ${currency},
      'is_that_time', s.schedule_id is not distinct from ${wish.schedule_id}::uuid and s.starts_at = ${wish.starts_at})
    from ${slots} s left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
    left join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = s.schedule_id and sr.resource_id = s.resource_id
    where s.tenant_id = ${tenantId} and s.id = ${wish.slot_id} and (sc.id is null or ${isShown}))`;
}

/** Slots `s` of a schedule `sc`, on the terms `sr`, in the requested length and with its price. */
export function inWantedLength(
  tenantId: string,
  length_minutes: number | undefined,
): Record<"slots" | "price_amount" | "currency" | "isOffered", Part> {
  if (length_minutes === undefined)
    return {
      slots: sql`slot`,
      price_amount: sql`s.price_amount`,
      currency: sql`s.currency`,
      isOffered: sql`true`,
    };
  const longer = sql`longer_length(sc.duration_minutes, sc.length_options, sr.terms, ${length_minutes}::int)`;
  return {
    slots: slotsInLength(tenantId, length_minutes),
    ...priceInLength(longer),
    isOffered: sql`(s.is_own or ${longer} is not null)`,
  };
}

/** No one has a slot then: checks whether this caller may book the schedule at all. */
async function nothingThen(
  db: Sql,
  tenantId: string,
  wish: AnyoneWish,
  only: string[] | null,
  isShown: Part,
): Promise<Error> {
  const minutes = sql`${wish.length_minutes ?? null}::int`;
  const known = await db.query<{ has_length: boolean | null }>(
    sql`select bool_or(${minutes} is null or base_minutes(sc.duration_minutes, sr.terms) = ${minutes}
            or longer_length(sc.duration_minutes, sc.length_options, sr.terms, ${minutes}) is not null) as has_length
        from schedule_resource sr join schedule sc on sc.tenant_id = ${tenantId} and sc.id = sr.schedule_id
        where sr.tenant_id = ${tenantId} and sr.schedule_id = ${wish.schedule_id} and ${isShown} ${only === null ? empty : sql`and sr.resource_id = any(${only}::uuid[])`}`,
  );
  const { has_length } = known.rows[0]!; // an aggregate is one row
  if (has_length === null) return notFound("Schedule", wish.schedule_id);
  return has_length ? slotUnavailable("closed") : lengthNotOffered();
}
