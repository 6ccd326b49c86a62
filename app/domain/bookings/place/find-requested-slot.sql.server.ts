import sql, { empty, type Sql as Part } from "sql-template-tag";
import { NO_TERMS, type ResourceTerms } from "~/contract/service-fields";
import { invalidField, notFound } from "~/lib/app-error";
import { prepared, type Sql } from "~/lib/db.server";
import { isBookable } from "../../seats/slot-parts.sql";
import { lengthNotOffered } from "../../seats/length-not-offered";
import { type StoredPeakPrice, toPeakPrices } from "../../hours/stored-peak-prices";
import type { Actor } from "../../identity/actor";
import { type Gap, gapOf } from "../../seats/processing";
import type { NamedHold } from "../../seats/claim-seats.sql.server";
import { PLACE_OF_SCHEDULE } from "../read/booking-place.sql";
import { closedReasons } from "./closed-reasons.server";
import type { HeldTerms, RunningHold } from "./held-terms";
import { termsOn } from "../../quotes/service-terms";
import { seatPriceAt } from "../../quotes/quote";
import {
  lengthenedBy,
  type OverrideReason,
  type RequestedService,
  type RequestedSlot,
} from "./requested-slot";
import {
  type CustomTime,
  namedTime,
  type OwnTime,
  requiredMinutes,
  type ResourceTarget,
} from "./slot-target";
import { UnofferedTime } from "./unoffered-time";

interface KnownCustomer {
  id: string;
  locale: string | null;
  time_zone: string | null;
}

/** Looks up a guest by id if known, else by email address. */
export interface GuestKey {
  id?: string | undefined;
  email?: string | null | undefined;
}

export interface FoundSlot {
  requested: RequestedSlot;
  customer: KnownCustomer | null;
  /** The database's clock. */
  db_now: Date;
}

interface FoundRow {
  slot: FoundTime;
  resource: RequestedSlot["resource"];
  schedule: RequestedService | null;
  customer: KnownCustomer | null;
  db_now: Date;
}

const RESOURCE = sql`json_build_object('id', r.id, 'type', r.type, 'name', r.name, 'capacity', r.capacity)`;
const SCHEDULE = sql`case when sc.id is not null then json_build_object('id', sc.id, 'name', sc.name, 'time_zone', sc.time_zone,
  'min_notice_minutes', sc.min_notice_minutes, 'max_advance_days', sc.max_advance_days, 'max_party_size', sc.max_party_size,
  'max_per_day', sc.max_per_day, 'max_per_week', sc.max_per_week, 'max_per_month', sc.max_per_month, 'private', sc.private, 'course_only', coalesce(not (sc.course ->> 'single_dates')::boolean, false),
  'max_upcoming_per_customer', sc.max_upcoming_per_customer, 'max_per_week_per_customer', sc.max_per_customer_week, 'requires_payment', sc.requires_payment, 'deposit', sc.deposit, 'card_on_file', sc.card_on_file, 'unpayable', sc.unpayable, 'requires_approval', sc.requires_approval, 'text_reminders', sc.text_reminders,
  'questions', sc.questions, 'addons', sc.addons, 'person_kinds', sc.person_kinds, 'currency', sc.currency, 'place', ${PLACE_OF_SCHEDULE}, 'buffer_before_minutes', sc.buffer_before_minutes, 'buffer_after_minutes', sc.buffer_after_minutes, 'has_needs', sc.has_needs, 'processing', sc.processing) end`;

/** The side of the booking window that a start lies on. */
const windowRefusal = (start: Part): Part =>
  sql`window_refusal(${start}, statement_timestamp(), sc.min_notice_minutes, sc.max_advance_days)`;

function customerOf(tenantId: string, guest: GuestKey | null): Part {
  const isGuest =
    guest?.id === undefined ? sql`c.email = ${guest?.email ?? null}` : sql`c.id = ${guest.id}`;
  return sql`(select json_build_object('id', k.id, 'locale', k.locale, 'time_zone', k.time_zone)
    from customer c join customer k on k.tenant_id = ${tenantId} and k.id = coalesce(c.merged_into, c.id)
    where c.tenant_id = ${tenantId} and ${isGuest})`;
}

/** By how many minutes add-ons of a service lengthen a booking. Throws validation_failed. */
export type ExtraMinutes = (schedule: RequestedService | null) => number;
const NO_MINUTES: ExtraMinutes = () => 0;

/**
 * The slot or custom time of a target, lengthened by `extra`, together with the guest if known: one
 * round trip for a slot.
 * Throws not_found (no such resource or schedule), validation_failed (several schedules start
 * then), slot_unavailable (UnofferedTime).
 */
export async function findRequestedSlot(
  db: Sql,
  actor: Actor,
  target: ResourceTarget,
  guest: GuestKey | null,
  extra: ExtraMinutes = NO_MINUTES,
): Promise<FoundSlot> {
  const tenantId = actor.tenant.id;
  const length = lengthOf(target);
  const result = await db.query<FoundRow>(
    prepared(sql`
      select json_build_object('slot_id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'occupies_from', s.occupies_from,
          'occupies_to', s.occupies_to, 'gap_from', s.gap_from, 'gap_to', s.gap_to, 'capacity', s.capacity, 'price_amount', s.price_amount, 'currency', s.currency,
          'window_refusal', ${windowRefusal(sql`s.starts_at`)}${length === undefined ? empty : longerPart(length)}) as slot,
        ${RESOURCE} as resource, ${SCHEDULE} as schedule, ${customerOf(tenantId, guest)} as customer, clock_timestamp() as db_now
      from slot s
      join resource r on r.tenant_id = ${tenantId} and r.id = s.resource_id
      left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
      ${length === undefined ? empty : sql`left join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = s.schedule_id and sr.resource_id = s.resource_id`}
      where s.tenant_id = ${tenantId} and ${matches(actor, target)}
      limit 2`),
  );
  const [row, second] = result.rows;
  if (row === undefined) return requestWithoutSlot(db, actor, target, guest, extra);
  if (second)
    throw invalidField(
      "schedule_id",
      "Several schedules have that start. Send schedule_id too.",
      "ambiguous",
    );
  const { slot, resource, schedule, customer, db_now } = row;
  const requested = { ...inLength(slot, target), resource, schedule };
  return { requested: lengthenedBy(requested, extra(schedule)), customer, db_now };
}

/**
 * A visitor's running hold with its terms, and the guest if known: one round trip. Null when it has
 * ended or does not exist.
 */
export async function findHeldSlot(
  db: Sql,
  tenantId: string,
  hold: NamedHold,
  guest: GuestKey | null,
): Promise<(RunningHold & FoundSlot) | null> {
  const found = await db.query<
    Pick<FoundSlot, "customer" | "db_now"> &
      Omit<RunningHold, "terms"> & { terms: StoredTerms; slot_id: string | null }
  >(
    prepared(sql`
      select h.terms, h.party_size, ${customerOf(tenantId, guest)} as customer, clock_timestamp() as db_now,
        (select s.id from slot s where s.tenant_id = ${tenantId} and s.id = h.slot_id) as slot_id
      from hold h
      where h.tenant_id = ${tenantId} and h.token_hash = decode(${hold.token_hash}, 'hex') and h.api_key_id = ${hold.api_key_id}::uuid
        and h.expires_at > clock_timestamp() and h.terms is not null`),
  );
  const row = found.rows[0];
  if (row === undefined) return null;
  const { customer, db_now, party_size } = row;
  const terms: HeldTerms = { ...row.terms, requested: readRequested(row.terms.requested) };
  return {
    terms,
    party_size,
    // The slot may have been deleted since: then the booking keeps only the time.
    requested: { ...terms.requested, slot_id: row.slot_id },
    customer,
    db_now,
  };
}

/** As stored in JSON, with instants as text. */
type StoredTerms = Omit<HeldTerms, "requested"> & {
  requested: Omit<RequestedSlot, Instants | keyof Gap> &
    Record<Instants, string> &
    Partial<Record<keyof Gap, string | null>>;
};
type Instants = "starts_at" | "ends_at" | "occupies_from" | "occupies_to";

const readRequested = ({
  gap_from,
  gap_to,
  ...stored
}: StoredTerms["requested"]): RequestedSlot => ({
  ...stored,
  starts_at: new Date(stored.starts_at),
  ends_at: new Date(stored.ends_at),
  occupies_from: new Date(stored.occupies_from),
  occupies_to: new Date(stored.occupies_to),
  ...readGap({ gap_from, gap_to }),
});

/** A gap in JSON, which has instants as text. */
const readGap = (stored: Partial<Record<keyof Gap, Date | string | null>>): Partial<Gap> =>
  stored.gap_from && stored.gap_to
    ? { gap_from: new Date(stored.gap_from), gap_to: new Date(stored.gap_to) }
    : {};

/**
 * A slot as read; `longer` is present if it is offered in the requested longer length, with the
 * price there.
 */
type FoundTime = Omit<RequestedSlot, "resource" | "schedule" | "length_minutes"> & {
  longer?: { price_amount: number | null; currency: string | null } | null;
};

/** The requested length: the caller's, the moving booking's, or that of its custom time. */
function lengthOf(target: ResourceTarget): number | undefined {
  if (target.kind === "slot" || target.kind === "start") return target.length?.minutes;
  return target.schedule?.is_kept ? target.duration_minutes : undefined;
}

const longerOf = (minutes: number): Part =>
  sql`longer_length(sc.duration_minutes, sc.length_options, sr.terms, ${minutes}::int)`;

const longerPart = (minutes: number): Part => sql`,
  'longer', (select json_build_object('price_amount', price_at((l.o ->> 'price_amount')::int, sc.peak_prices, sc.time_zone, s.starts_at),
    'currency', case when l.o ->> 'price_amount' is not null then sc.currency end)
    from (select ${longerOf(minutes)} as o) l where l.o is not null)`;

/**
 * The slot in the requested length. Throws validation_failed if that length is required and not
 * offered.
 */
function inLength(
  { longer, gap_from, gap_to, ...slot }: FoundTime,
  target: ResourceTarget,
): Omit<RequestedSlot, "resource" | "schedule"> {
  const [starts_at, ends_at] = [new Date(slot.starts_at), new Date(slot.ends_at)];
  const [occupies_from, occupies_to] = [new Date(slot.occupies_from), new Date(slot.occupies_to)];
  const wanted = lengthOf(target);
  const gap = readGap({ gap_from: gap_from ?? null, gap_to: gap_to ?? null });
  const own = { ...slot, starts_at, ends_at, occupies_from, occupies_to, ...gap };
  const more = wanted === undefined ? 0 : starts_at.getTime() + wanted * 60_000 - ends_at.getTime();
  if (more === 0) return own;
  if (longer == null) {
    if (requiredMinutes(target) === undefined) return own;
    throw lengthNotOffered();
  }
  const later = (at: Date) => new Date(at.getTime() + more);
  return {
    ...own,
    ...longer,
    length_minutes: wanted,
    ends_at: later(ends_at),
    occupies_to: later(occupies_to),
  };
}

function matches(actor: Actor, target: ResourceTarget): Part {
  if (target.kind === "held") return sql`s.id = ${target.slot_id}`;
  return sql`${chosen(target)} and ${isBookable(sql`s`, actor.tenant.id)} and (sc.id is null or ${isShownTo(actor)})`;
}

/**
 * Restricts schedules `sc` to those this caller may see: for a visitor, no private one except that
 * of their booking link.
 */
export function isShownTo(actor: Actor): Part {
  if (actor.kind !== "publishable_key") return sql`true`;
  return sql`(not sc.private or sc.id = ${actor.link?.schedule_id ?? null}::uuid)`;
}

function chosen(target: Exclude<ResourceTarget, OwnTime>): Part {
  if (target.kind === "slot") return sql`s.id = ${target.slot_id}`;
  const start = sql`s.resource_id = ${target.resource_id} and s.starts_at = ${target.starts_at}`;
  const time = target.kind === "start" ? start : sql`${start} and ${isOfLength(target)}`;
  const { schedule } = target;
  if (schedule === undefined) return time;
  return schedule.id === null
    ? sql`${time} and s.schedule_id is null`
    : sql`${time} and s.schedule_id = ${schedule.id}`;
}

/**
 * A slot of exactly this length. A booking that moves also takes one that is offered in it; else it
 * gets a custom time.
 */
function isOfLength({ duration_minutes, schedule }: CustomTime): Part {
  const end = sql`s.starts_at + ${duration_minutes}::int * interval '1 minute'`;
  if (!schedule?.is_kept) return sql`s.ends_at = ${end}`;
  return sql`(s.ends_at = ${end} or s.open_until >= ${end} and ${longerOf(duration_minutes)} is not null)`;
}

/** Lengths and prices of schedule `sc` on the resource of `sr`, as needed for a custom time. */
type CustomTerms = Omit<Parameters<typeof termsOn>[0], "resource_terms"> & {
  time_zone: string;
  peak_prices: StoredPeakPrice[];
  own: Partial<ResourceTerms> | null;
};
const CUSTOM_TERMS = sql`case when sc.id is not null then json_build_object('duration_minutes', sc.duration_minutes, 'price_amount', sc.price_amount,
  'length_options', sc.length_options, 'peak_prices', sc.peak_prices, 'time_zone', sc.time_zone, 'own', sr.terms) end`;

/** A custom time costs as much as an offered slot of the same length and start. */
function customPrice(
  { own, ...terms }: CustomTerms,
  resource_id: string,
  starts_at: Date,
  minutes: number,
): number | null {
  const resource_terms = [{ ...NO_TERMS, ...own, resource_id }];
  const onResource = termsOn({ ...terms, resource_terms }, resource_id);
  const service = { time_zone: terms.time_zone, peak_prices: toPeakPrices(terms.peak_prices) };
  return seatPriceAt(onResource, service, minutes, starts_at);
}

interface CustomRow {
  window_refusal: RequestedSlot["window_refusal"];
  terms: CustomTerms | null;
  currency: string | null;
  resource: RequestedSlot["resource"];
  schedule: RequestedService | null;
  /** Whether the resource is active and, if there is a service, offers it. */
  is_offered: boolean;
  time_zone: string;
  customer: KnownCustomer | null;
  db_now: Date;
}

/** The length of the custom time that a target is without a slot; undefined: it is unavailable. */
function customMinutes(target: ResourceTarget): number | undefined {
  if (target.kind === "custom" || target.kind === "held") return target.duration_minutes;
  // A booking that moves keeps its length, but needs an override.
  return target.kind === "start" && target.length?.is_required === false
    ? target.length.minutes
    : undefined;
}

/** No slot matches: a custom time, if the target allows one. */
async function requestWithoutSlot(
  db: Sql,
  actor: Actor,
  target: ResourceTarget,
  guest: GuestKey | null,
  extra: ExtraMinutes,
): Promise<FoundSlot> {
  const tenantId = actor.tenant.id;
  const { resource_id, schedule_id, starts_at } = namedTime(target);
  if (resource_id === undefined || starts_at === undefined) throw new UnofferedTime(null);
  const found = await db.query<CustomRow>(
    sql`select ${windowRefusal(sql`${starts_at}::timestamptz`)} as window_refusal, sc.currency, ${CUSTOM_TERMS} as terms, ${RESOURCE} as resource, ${SCHEDULE} as schedule,
          r.active and (sc.id is null or sr.schedule_id is not null) as is_offered, (select t.time_zone from tenant t where t.id = ${tenantId}) as time_zone,
          ${customerOf(tenantId, guest)} as customer, clock_timestamp() as db_now
        from resource r
        left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = ${schedule_id ?? null}::uuid and ${isShownTo(actor)}
        left join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.resource_id = r.id and sr.schedule_id = sc.id
        where r.tenant_id = ${tenantId} and r.id = ${resource_id}`,
  );
  const row = found.rows[0];
  const unknown = (kind: "Resource" | "Schedule", id: string | undefined) =>
    target.kind === "slot" ? new UnofferedTime(null) : notFound(kind, id);
  if (row === undefined) throw unknown("Resource", resource_id);
  if (schedule_id !== undefined && row.schedule === null) throw unknown("Schedule", schedule_id);
  const { resource, schedule, customer, db_now, window_refusal, terms } = row;
  const duration_minutes = customMinutes(target);
  if (duration_minutes === undefined) {
    const isMove = target.kind === "start" && target.schedule?.is_kept;
    if (schedule_id !== undefined && !isMove && !row.is_offered)
      throw unknown("Schedule", schedule_id);
    throw new UnofferedTime({
      resource,
      schedule,
      starts_at,
      price_amount: terms?.price_amount ?? null,
    });
  }
  const price_amount = terms && customPrice(terms, resource.id, starts_at, duration_minutes);
  const currency = price_amount === null ? null : row.currency;
  const minutes = (from: Date, count = 0) => new Date(from.getTime() + count * 60_000);
  const ends_at = minutes(starts_at, duration_minutes);
  const isHeld = target.kind === "held";
  const extra_minutes = extra(schedule);
  const closed = isHeld
    ? []
    : await closedReasons(
        tenantId,
        {
          schedule_id: schedule?.id ?? null,
          resource_id: resource.id,
          time_zone: row.time_zone,
          is_offered: row.is_offered,
          starts_at,
          ends_at: minutes(ends_at, extra_minutes),
        },
        target.kind === "custom" ? target.hours : undefined,
      );
  const requested: RequestedSlot = {
    resource,
    schedule,
    slot_id: null,
    starts_at,
    ends_at,
    occupies_from: minutes(starts_at, -(schedule?.buffer_before_minutes ?? 0)),
    occupies_to: minutes(ends_at, schedule?.buffer_after_minutes),
    ...gapOf(schedule?.processing, { starts_at, ends_at }),
    capacity: resource.capacity,
    price_amount,
    currency,
    window_refusal,
    needs_override: [
      ...(window_refusal === "too_far" && !isHeld ? (["too_far"] satisfies OverrideReason[]) : []),
      ...closed,
      ...(target.kind === "start" ? (["not_offered"] satisfies OverrideReason[]) : []),
    ],
  };
  return { requested: lengthenedBy(requested, extra_minutes), customer, db_now };
}
