import { LRUCache } from "lru-cache";
import type { QueryArrayConfig } from "pg";
import sql, { empty, type Sql as Part } from "sql-template-tag";
import { ANYONE } from "~/contract/fields";
import { MAX_SLOTS_IN_AVAILABILITY } from "~/contract/limits";
import type { AvailabilityQuery, AvailableSlot } from "~/contract/slots";
import type { AppError } from "~/lib/app-error";
import { invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { sha256 } from "~/lib/crypto.server";
import { matchesTag } from "~/lib/etag";
import { pool, prepared } from "~/lib/db.server";
import { addDays, daysBetween, localDateOf, startOfDay } from "~/lib/time";
import { type Actor, mayUseResource, resourceLimit } from "../identity/actor";
import {
  type AvailabilityDays,
  firstBookable,
  type SlotSources,
  type SlotText,
  sortSlots,
  toSlotSources,
  writeAvailability,
} from "./availability-json";
import { isFree, isOffered, slotJson, slotReason } from "../seats/slot-parts.sql";
import { nearTimes, priceInLength, slotsInLength } from "../seats/slots-in-length.sql";
import { lengthNotOffered } from "../seats/length-not-offered";
import { isOfAnyone, namedResources, onePerStart } from "./times-of-anyone.sql";

/** A serialised answer with its ETag. */
export interface AvailabilityAnswer {
  etag: string;
  /** null when `etag` matches the caller's: no slot was read. */
  json: string | null;
  /** Whether it comes from the cache. */
  was_cached?: boolean;
}

interface Range extends AvailabilityDays {
  from: Date;
  to: Date;
}

const DEFAULT_DAYS = 14;
/** The longest validity of an answer: notice and horizon move with the clock. */
const ETAG_SECONDS = 60;

/**
 * Free times of the tenant's resources, day by day, as JSON, from the slots alone (bookings
 * maintain slot.taken): one statement. `maxDays`: 31 for keys, 92 for sessions. `known` is the
 * caller's If-None-Match. `at_the_desk`: guests' minimum notice doesn't apply.
 * Throws not_found (unknown resource or schedule), validation_failed (a range that is empty, too
 * long or not a range, too many slots, a length that none of the schedules offers).
 */
export async function readAvailability(
  actor: Actor,
  query: AvailabilityQuery,
  maxDays: number,
  known: string | null,
  at_the_desk = false,
): Promise<AvailabilityAnswer> {
  const range = toRange(query, query.tz ?? actor.tenant.time_zone, maxDays);
  const scope = { ...scopeOf(actor, query), at_the_desk };
  const question = questionOf(scope, range);
  const answer = cached.get(question);
  if (known !== null || answer !== undefined) {
    const { sources } = await knowingLimits(scope, (known) => readSources(actor, known));
    const etag = tagOf(question, sources);
    if (matchesTag(known, etag)) return { etag, json: null };
    if (answer?.etag === etag) return { ...answer, was_cached: true };
  }
  const { sources, slots } = await knowingLimits(scope, (known) => readSlots(actor, known, range));
  const next =
    firstBookable(slots) ??
    (await nextAfter({ ...scope, has_limits: sources.has_limits }, range.to));
  const all = query.include?.includes("unavailable") ?? false;
  const made = {
    etag: tagOf(question, sources),
    json: writeAvailability(range, sources, slots, next, all),
  };
  cached.set(question, made);
  return made;
}

/** The sources of an answer. Throws what `checked` throws. */
async function readSources(actor: Actor, scope: Scope): Promise<{ sources: SlotSources }> {
  const { tables, texts } = sourcesPart(scope);
  const { rows } = await pool.query<{ source: string }>(prepared(sql`with ${tables} ${texts}`));
  const found = rows.map(({ source }) => source);
  return { sources: await checked(actor, scope, found) };
}

/** The sources and slots of a range. Throws what readAvailability throws. */
async function readSlots(
  actor: Actor,
  scope: Scope,
  range: Range,
): Promise<{ sources: SlotSources; slots: SlotText[] }> {
  const { rows } = await pool.query<SlotText>(slotsStatement(scope, range));
  const isSlot = (row: SlotText | [null, ...string[]]): row is SlotText => row[0] !== null;
  const found = rows.filter((row) => !isSlot(row)).map((row) => row[1]);
  const sources = await checked(actor, scope, found);
  if (rows.length - found.length > MAX_SLOTS_IN_AVAILABILITY) throw tooMany(scope.query);
  return { sources, slots: sortSlots(rows.filter(isSlot)) };
}

/**
 * Reads with the statement for schedules without limits and needs, which is cheaper, unless they
 * are known to have some; reads again if the result says that they do.
 */
async function knowingLimits<Read extends { sources: SlotSources }>(
  scope: Scope,
  read: (scope: Scope) => Promise<Read>,
): Promise<Read> {
  const about = JSON.stringify([scope.tenant_id, scope.only_schedules, scope.query.schedule_id]);
  const has_limits = knownLimits.get(about) ?? false;
  const result = await read({ ...scope, has_limits });
  if (result.sources.has_limits !== has_limits) knownLimits.set(about, result.sources.has_limits);
  return result.sources.has_limits && !has_limits ? read({ ...scope, has_limits: true }) : result;
}

/** Whether these schedules had limits or needs when last read. A guess, verified by each result. */
const knownLimits = new LRUCache<string, boolean>({ max: 10_000 });

/**
 * Caches the last answers for visitors of the same page: an entry is used only while its tag, which
 * is read each time, is current. A JavaScript string takes up to two bytes per character.
 */
const cached = new LRUCache<string, { etag: string; json: string }>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ json }) => 2 * json.length,
  ttl: ETAG_SECONDS * 1000,
});

/** The requested slots and the allowed resources and schedules (null: all of the tenant's). */
interface Scope {
  tenant_id: string;
  only: string[] | null;
  only_schedules: string[] | null;
  /**
   * Schedules with online payment: all, those that can be paid, or none if the company cannot take
   * payments.
   */
  payable: "all" | "possible" | "none";
  /**
   * Private schedules: all, that of a guest's own booking, or none. The one opened by a visitor's
   * link is in `only_schedules`.
   */
  private: "all" | { booking_id: string } | "none";
  /** Whether to leave out schedules whose times guests book as a course alone. */
  no_course_only: boolean;
  query: AvailabilityQuery;
  /** False: no schedule has needs, or a limit of a day, week or month (slotReason). */
  has_limits?: boolean;
  /** Guests' minimum notice doesn't apply. */
  at_the_desk?: boolean;
}

function scopeOf(actor: Actor, query: AvailabilityQuery): Scope {
  const { id: tenant_id, takes_payments } = actor.tenant;
  if (actor.kind === "publishable_key") {
    const { resource_ids: only, schedule_ids, payment } = actor.configuration;
    return {
      tenant_id,
      only,
      only_schedules: actor.link === undefined ? schedule_ids : [actor.link.schedule_id],
      private: actor.link === undefined ? "none" : "all",
      no_course_only: true,
      payable: takes_payments && payment !== "off" ? "possible" : "none",
      query,
    };
  }
  const isStaff = actor.kind === "user" || actor.kind === "secret_key";
  const only = isStaff ? resourceLimit(actor) : null;
  return {
    tenant_id,
    only,
    only_schedules: null,
    payable: isStaff ? "all" : takes_payments ? "possible" : "none",
    private:
      actor.kind === "customer" ? { booking_id: actor.booking_id } : isStaff ? "all" : "none",
    no_course_only: !isStaff,
    query,
  };
}

function toRange(query: AvailabilityQuery, timeZone: string, maxDays: number): Range {
  const first = query.from ?? clock.date();
  const firstDate = typeof first === "string" ? first : localDateOf(first.getTime(), timeZone);
  const last = query.to ?? addDays(firstDate, DEFAULT_DAYS - 1);
  const lastDate = typeof last === "string" ? last : localDateOf(last.getTime() - 1, timeZone);
  const days = daysBetween(firstDate, lastDate) + 1;
  if (days < 1) throw invalidField("to", "The end is before the start. Choose a later end.");
  if (days > maxDays) throw invalidField("to", `At most ${maxDays} days in one call.`, "too_big");
  const { dates, bounds } = daysFrom(firstDate, days, timeZone);
  return {
    time_zone: timeZone,
    dates,
    bounds,
    from: typeof first === "string" ? new Date(bounds[0]!) : first, // at least one date
    to: typeof last === "string" ? new Date(bounds.at(-1)!) : last,
  };
}

/**
 * Cached: callers request the same few ranges, and computing 32 day starts costs as much as reading
 * a month's slots.
 */
const knownDays = new LRUCache<string, Pick<Range, "dates" | "bounds">>({ max: 1000 });

function daysFrom(first: string, count: number, timeZone: string): Pick<Range, "dates" | "bounds"> {
  const name = `${first} ${count} ${timeZone}`;
  let days = knownDays.get(name);
  if (days === undefined) {
    const dates = Array.from({ length: count }, (_, index) => addDays(first, index));
    days = {
      dates,
      bounds: [...dates, addDays(first, count)].map((date) => startOfDay(date, timeZone)),
    };
    knownDays.set(name, days);
  }
  return days;
}

/**
 * A single id is by far the most frequent case, and an array of unknown length gets a worse plan.
 */
const among = (column: Part, ids: string[]): Part =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::uuid` : sql`${column} = any(${ids}::uuid[])`;

const mustPay = sql`(sc.requires_payment and coalesce(sc.price_amount, 0) > 0 or sc.card_on_file is not null)`;
const payableOnly: Record<Scope["payable"], Part> = {
  all: empty,
  possible: sql`and not (${mustPay} and sc.unpayable is not null)`,
  none: sql`and not (${mustPay})`,
};

/** Whether times differ from their slots: in a longer length, or with minutes for add-ons. */
const isOtherLength = ({ length_minutes, extra_minutes = 0 }: AvailabilityQuery): boolean =>
  length_minutes !== undefined || extra_minutes > 0;

/** Whether a schedule `sc` has the requested length on the resource of its link `sr`. */
const hasLength = (minutes: number): Part =>
  sql`(base_minutes(sc.duration_minutes, sr.terms) = ${minutes}::int or ${longerLength(minutes)} is not null)`;

const longerLength = (minutes: number): Part =>
  sql`longer_length(sc.duration_minutes, sc.length_options, sr.terms, ${minutes}::int)`;

/** Restricts schedules `sc` to those this caller may see. */
function isShown({ tenant_id, private: shown }: Scope): Part {
  if (shown === "all") return empty;
  if (shown === "none") return sql`and not sc.private`;
  return sql`and (not sc.private or sc.id = (select b.schedule_id from booking b
    where b.tenant_id = ${tenant_id} and b.id = ${shown.booking_id}))`;
}

/** Whether the times of schedule `sc` can be booked one by one. */
const hasSingleDates = sql`coalesce((sc.course ->> 'single_dates')::boolean, true)`;

/** Restricts them to the requested ones. */
function isRequested(scope: Scope): Part {
  const { payable, only_schedules, no_course_only, query } = scope;
  return sql`${payableOnly[payable]} ${isShown(scope)} ${no_course_only ? sql`and ${hasSingleDates}` : empty}
    ${query.schedule_id === undefined ? empty : sql`and sc.id = ${query.schedule_id}::uuid`}
    ${only_schedules === null ? empty : sql`and ${among(sql`sc.id`, only_schedules)}`}`;
}

/** The requested active resources, as far as this caller may see them. */
function resourcesPart({ tenant_id, only, only_schedules, query }: Scope): Part {
  const named = namedResources(query);
  const { schedule_id } = query;
  const links = sql`select sr.resource_id from schedule_resource sr where sr.tenant_id = ${tenant_id}`;
  const ofSchedules =
    schedule_id !== undefined
      ? sql`and r.id in (${links} and sr.schedule_id = ${schedule_id}::uuid)`
      : only_schedules !== null
        ? sql`and r.id in (${links} and ${among(sql`sr.schedule_id`, only_schedules)})`
        : empty;
  return sql`
    select r.id, r.slots_version, r.longest_minutes from resource r where r.tenant_id = ${tenant_id} and r.active
      ${named === null ? ofSchedules : sql`and ${among(sql`r.id`, named)}`}
      ${only === null ? empty : sql`and ${among(sql`r.id`, only)}`}`;
}

/**
 * The inputs of an answer as texts (toSlotSources): the resources, their schedules, and times of
 * both that are still being made. Not every schedule on every resource: a company can have tens of
 * thousands of pairs. The horizon's end moves once a minute, like the tag.
 */
function sourcesPart(scope: Scope): { tables: Part; texts: Part } {
  const { tenant_id, query } = scope;
  const { length_minutes } = query;
  const named = namedResources(query);
  const links = sql`from schedule_resource sr where sr.tenant_id = ${tenant_id}`;
  // Starts from the side that is named. "offset 0" stops at a schedule's first resource.
  const isOffered =
    named === null
      ? sql`exists (select ${links} and sr.schedule_id = sc.id and sr.resource_id in (select id from resources) offset 0)`
      : sql`sc.id in (select sr.schedule_id ${links} and ${among(sql`sr.resource_id`, named)} and sr.resource_id in (select id from resources))`;
  const tables = sql`
    resources as materialized (${resourcesPart(scope)}),
    schedules as materialized (
      select sc.id, sc.active, sc.updated_at, sc.max_advance_days,
        sc.active and (coalesce(sc.max_per_day, sc.max_per_week, sc.max_per_month) is not null or sc.has_needs) as has_limits, sc.has_needs,
        ${length_minutes === undefined ? sql`true` : sql`exists (select ${links} and sr.schedule_id = sc.id and sr.resource_id in (select id from resources) and ${hasLength(length_minutes)})`} as has_length
      from schedule sc where sc.tenant_id = ${tenant_id} ${isRequested(scope)} and ${isOffered})`;
  const texts = sql`
    select concat_ws('/', 'resource', id, slots_version) as source from resources
    union all
    select concat_ws('/', 'schedule', id, updated_at, has_length::int, has_limits::int,
      case when active then floor(extract(epoch from date_trunc('minute', last_bookable_start(now(), max_advance_days)))) end) from schedules
    ${scope.has_limits === false ? empty : needSources(tenant_id)}
    union all
    select concat_ws('/', 'pending', sr.schedule_id, sr.resource_id, floor(extract(epoch from sr.pending_from)), ceil(extract(epoch from sr.pending_until)))
    ${links} and sr.pending_from is not null and sr.schedule_id in (select id from schedules where active) and sr.resource_id in (select id from resources)`;
  return { tables, texts };
}

/** The resources that can meet the needs of `schedules` (sourcesPart). */
const needSources = (tenant_id: string): Part => sql`
  union all
  select distinct concat_ws('/', 'need', p.id, p.slots_version, p.version, g.version) from schedules n
    join service_need w on w.tenant_id = ${tenant_id} and w.schedule_id = n.id
    left join resource_group g on g.tenant_id = ${tenant_id} and g.id = w.group_id
    left join resource_group_member m on m.tenant_id = ${tenant_id} and m.group_id = g.id
    join resource p on p.tenant_id = ${tenant_id} and p.id = coalesce(w.resource_id, m.resource_id)
    where n.has_needs`;

/**
 * Throws not_found or validation_failed when a requested resource or schedule does not exist, or
 * none has the length.
 */
async function checked(actor: Actor, scope: Scope, found: string[]): Promise<SlotSources> {
  const { schedule_id, length_minutes } = scope.query;
  const resources = namedResources(scope.query);
  const sources = toSlotSources(found);
  if (resources !== null && !resources.every((id) => sources.resources.has(id)))
    throw await missingResource(actor, resources);
  if (schedule_id !== undefined && sources.schedules.size === 0) {
    // A schedule that none of these resources offers has no times; one that does not exist is an
    // error.
    const known = await pool.query(
      sql`select from schedule sc where sc.tenant_id = ${actor.tenant.id} and sc.id = ${schedule_id} ${isShown(scope)}`,
    );
    if (known.rowCount === 0) throw notFound("Schedule", schedule_id);
  }
  if (length_minutes !== undefined && !sources.has_length) throw lengthNotOffered();
  return sources;
}

/** Keeps every value as the text that Postgres sends. */
const asText = { getTypeParser: () => (text: string) => text };

/**
 * Sources and slots in one round trip, as rows of one shape: a source has no id, and its text in
 * place of a slot's resource.
 */
function slotsStatement(scope: Scope, range: Range): QueryArrayConfig {
  const { schedule_id } = scope.query;
  const { tables, texts } = sourcesPart(scope);
  const slots =
    schedule_id === undefined
      ? candidates(scope, isStartIn(range), undefined, range)
      : candidatesOf(schedule_id, scope, range);
  const statement = prepared(sql`
    with ${tables}
    select null::uuid as id, source as resource_id, null::text as schedule_id, null::timestamptz as starts_at, null::timestamptz as ends_at, null::int as capacity,
      null::int as taken, null::text as reason, null::int as price_amount, null::text as currency from (${texts}) sources
    union all
    select id, resource_id::text, schedule_id::text, starts_at, ends_at, capacity, taken, reason, price_amount, currency from (
      ${isOfAnyone(scope.query) ? onePerStart(slots) : slots} limit ${MAX_SLOTS_IN_AVAILABILITY + 1}) s`);
  return { ...statement, rowMode: "array", types: asText };
}

/**
 * The request as given rather than as instants: without `from` the instant differs on every call.
 */
function questionOf(scope: Scope, { time_zone, dates }: Range): string {
  const { tenant_id, only, only_schedules, payable, private: shown, query, at_the_desk } = scope;
  const { no_course_only } = scope;
  return JSON.stringify([
    no_course_only,
    tenant_id,
    at_the_desk,
    only,
    only_schedules,
    payable,
    shown,
    query,
    time_zone,
    dates[0],
    dates.at(-1),
  ]);
}

/** The ETag, derived from all inputs of the answer. */
function tagOf(question: string, sources: SlotSources): string {
  const parts = [question, sources.version, Math.floor(clock.now() / 1000 / ETAG_SECONDS)];
  return `W/"${sha256(parts.join("\n")).toString("base64url").slice(0, 22)}"`;
}

function tooMany({ resource_id, schedule_id }: AvailabilityQuery): AppError {
  const narrower = [
    ...(resource_id?.length === 1 ? [] : ["name one resource (resource_id)"]),
    ...(schedule_id === undefined ? ["name a schedule (schedule_id)"] : []),
    "ask for fewer days",
  ];
  const most = MAX_SLOTS_IN_AVAILABILITY.toLocaleString("en");
  return invalidField(
    "to",
    `There are more than ${most} times in this range: ${narrower.join(", or ")}.`,
    "too_big",
  );
}

/** An archived resource of the tenant has no times; any other id is unknown. */
async function missingResource(actor: Actor, requestedIds: string[]): Promise<AppError> {
  const own = await pool.query<{ id: string }>(
    "select id from resource where tenant_id = $1 and id = any($2::uuid[])",
    [actor.tenant.id, requestedIds],
  );
  const ownIds = new Set(own.rows.map(({ id }) => id));
  const unknown = requestedIds.find((id) => !ownIds.has(id) || !mayUseResource(actor, id));
  return unknown === undefined
    ? invalidField("resource_id", "This resource cannot be booked at the moment.", "inactive")
    : notFound("Resource", unknown);
}

const slotColumns = (reason: Part, price: { price_amount: Part; currency: Part }): Part => sql`
  s.id, s.resource_id, s.schedule_id, s.starts_at, s.ends_at, s.capacity, s.taken, ${price.price_amount} as price_amount,
  ${price.currency} as currency, ${reason} as reason`;

const ownPrice = { price_amount: sql`s.price_amount`, currency: sql`s.currency` };

/** Those of `schedules` (sourcesPart) that have needs. */
const WITH_NEEDS = sql`in (select id from schedules where has_needs)`;

const reasonOf = (
  { tenant_id, query, has_limits, at_the_desk }: Scope,
  range?: { from: Date; to: Date },
): Part =>
  slotReason(tenant_id, query.party_size, {
    range: range && { ...range, schedules: WITH_NEEDS },
    tells_held: query.include?.includes("unavailable"),
    has_limits,
    at_the_desk,
  });

/**
 * The requested slots, each with the reason it cannot be booked; `resource`: restricts
 * resourcesPart to this one.
 */
function candidates(
  scope: Scope,
  times: Part,
  resource?: Part,
  range?: { from: Date; to: Date },
): Part {
  const { tenant_id, only_schedules, query } = scope;
  const { schedule_id, length_minutes } = query;
  const resources = namedResources(query);
  const isOfResource =
    resource !== undefined
      ? sql`s.resource_id = ${resource}`
      : resources === null
        ? sql`s.resource_id in (select id from (${resourcesPart(scope)}) asked)`
        : among(sql`s.resource_id`, resources);
  const price = length_minutes === undefined ? ownPrice : priceInLength(sql`l.longer`);
  return sql`
    select ${slotColumns(reasonOf(scope, range), price)}
    from ${isOtherLength(query) ? slotsInLength(tenant_id, length_minutes, undefined, undefined, query.extra_minutes) : sql`slot`} s
    left join schedule sc on sc.tenant_id = ${tenant_id} and sc.id = s.schedule_id ${isRequested(scope)}
    left join schedule_resource sr on sr.tenant_id = ${tenant_id} and sr.schedule_id = sc.id and sr.resource_id = s.resource_id
      ${schedule_id === undefined ? empty : sql`and sr.schedule_id = ${schedule_id}::uuid`}
      ${resources === null ? empty : sql`and ${among(sql`sr.resource_id`, resources)}`}
    ${length_minutes === undefined ? empty : sql`left join lateral (select ${longerLength(length_minutes)} as longer offset 0) l on true`}
    where s.tenant_id = ${tenant_id} and ${times}
      and ${isOfResource}
      ${schedule_id === undefined ? empty : sql`and s.schedule_id = ${schedule_id}::uuid`}
      ${only_schedules === null ? empty : sql`and ${among(sql`s.schedule_id`, only_schedules)}`}
      and ${isOffered}
      ${length_minutes === undefined ? empty : sql`and (s.is_own or l.longer is not null)`}`;
}

/**
 * The same for a range of a named schedule. Its slots and its terms on each resource are read once
 * and then joined. Reading slots per resource, a plan for all parameters reads those of all
 * resources each time; and as it expects one slot, only a full join, which is hashed, compares
 * each with one resource instead of all. "offset 0" keeps the planner from turning it into another
 * join, and from counting a slot's seats twice.
 */
function candidatesOf(schedule_id: string, scope: Scope, range: Range): Part {
  const { tenant_id, only, query } = scope;
  const { length_minutes, extra_minutes } = query;
  const isInLength = isOtherLength(query);
  const resources = namedResources(query);
  const near = { claimed: sql`o.claimed`, blocked: sql`o.blocks` };
  const own = sql`(select o.*)`;
  return sql`
    with terms as materialized (${termsPart(schedule_id, scope, range)})
    select ${slotColumns(reasonOf(scope, range), length_minutes === undefined ? ownPrice : priceInLength(sql`o.longer`))}
    from (
      select own.*, terms.* from (
        select s.tenant_id, s.id, s.resource_id, s.schedule_id, s.starts_at, s.ends_at, s.occupies_from, s.occupies_to, s.gap_from, s.gap_to, s.open_until,
          s.capacity, s.taken, s.price_amount, s.currency, s.status, s.blocked, s.origin
        from slot s where s.tenant_id = ${tenant_id} and s.schedule_id = ${schedule_id}::uuid and ${isStartIn(range)}
          ${resources === null ? empty : sql`and ${among(sql`s.resource_id`, resources)}`}
          ${only === null ? empty : sql`and ${among(sql`s.resource_id`, only)}`}) own
      full join terms on terms.offered_by = own.resource_id offset 0) o
    cross join lateral (select o.active, o.time_zone, o.schedule_currency as currency, o.peak_prices, o.min_notice_minutes,
      o.max_advance_days, o.max_party_size, o.max_per_day, o.max_per_week, o.max_per_month, o.has_needs) sc
    cross join lateral (select o.schedule_id, o.pending_from, o.pending_until) sr
    cross join lateral ${isInLength ? sql`(select l.* from ${slotsInLength(tenant_id, length_minutes, near, own, extra_minutes)} l offset 0)` : own} s
    where o.id is not null and o.offered_by is not null and ${isOffered}
      ${length_minutes === undefined ? empty : sql`and (s.is_own or o.longer is not null)`}`;
}

/** The schedule's terms on each of `resources` and, for a length, what is taken there. */
function termsPart(schedule_id: string, scope: Scope, range: Range): Part {
  const { tenant_id, query } = scope;
  const { length_minutes } = query;
  const longer = length_minutes === undefined ? sql`null::jsonb` : longerLength(length_minutes);
  const isInLength = isOtherLength(query);
  return sql`
    select r.id as offered_by, sc.active, sc.time_zone, sc.currency as schedule_currency, sc.peak_prices, sc.min_notice_minutes,
      sc.max_advance_days, sc.max_party_size, sc.max_per_day, sc.max_per_week, sc.max_per_month, sc.has_needs, sr.pending_from, sr.pending_until
      ${isInLength ? sql`, ${longer} as longer, near.claimed, near.blocked as blocks` : empty}
    from resources r
    join schedule_resource sr on sr.tenant_id = ${tenant_id} and sr.resource_id = r.id and sr.schedule_id = ${schedule_id}::uuid
    join schedule sc on sc.tenant_id = ${tenant_id} and sc.id = sr.schedule_id and sc.active ${isRequested(scope)}
    ${isInLength ? sql`cross join lateral (${nearTimes(tenant_id, sql`r`, range)}) near` : empty}`;
}

const isStartIn = ({ from, to }: Range): Part =>
  sql`s.starts_at >= ${from} and s.starts_at < ${to}`;

/** The first bookable start (epoch ms) from `to` on; null if there is none. */
async function nextAfter(scope: Scope, to: Date): Promise<number | null> {
  const [first] = await firstOfEach(scope, [{ from: to, to: null }], 1);
  return first === undefined ? null : Date.parse(first.starts_at);
}

interface Span {
  from: Date;
  /** null: open-ended. */
  to: Date | null;
}

/**
 * The first `most` bookable slots of each resource in each span, by start, resource and schedule.
 * Reads no more than that: each resource's slots are read in index order.
 */
export function readFirstSlots(
  actor: Actor,
  query: AvailabilityQuery,
  spans: Span[],
  most: number,
  at_the_desk = false,
): Promise<AvailableSlot[]> {
  return firstOfEach({ ...scopeOf(actor, query), at_the_desk }, spans, most);
}

/** The same as the company's visitors get it: no private services, and none that can't be paid. */
export function readFirstForVisitors(
  actor: Actor,
  query: AvailabilityQuery,
  spans: Span[],
  most: number,
): Promise<AvailableSlot[]> {
  const payable = actor.tenant.takes_payments ? "possible" : "none";
  const scope = {
    ...scopeOf(actor, query),
    payable,
    private: "none",
    no_course_only: true,
  } as const;
  return firstOfEach(scope, spans, most);
}

/**
 * The times of a course from `first` to `last`: one per start for any resource, bookable or not.
 * Each is one of the schedule's times in the span, so there are few more than the course has dates.
 */
export async function readCourseTimes(
  actor: Actor,
  { schedule_id, party_size }: { schedule_id: string; party_size: number },
  { first, last }: { first: Date; last: Date },
): Promise<AvailableSlot[]> {
  const query = {
    schedule_id,
    party_size,
    resource_id: [ANYONE],
    include: ["unavailable" as const],
  };
  const scope = {
    ...scopeOf(actor, query),
    no_course_only: false,
    at_the_desk: actor.kind !== "publishable_key",
  };
  const times = candidates(scope, sql`s.starts_at between ${first} and ${last}`);
  const found = await pool.query<{ slot: AvailableSlot }>(
    prepared(
      sql`select ${slotJson(sql`s`)} as slot from (${onePerStart(times)}) s order by s.starts_at`,
    ),
  );
  return found.rows.map(({ slot }) => slot);
}

async function firstOfEach(scope: Scope, spans: Span[], most: number): Promise<AvailableSlot[]> {
  // An artificial upper bound would look like a short range to the planner, which would then sort
  // all of it.
  const times = spans.every(({ to }) => to === null)
    ? sql`s.starts_at >= span.first`
    : sql`s.starts_at >= span.first and s.starts_at < span.last`;
  const firsts = sql`
    select s.* from (${resourcesPart(scope)}) r
    cross join unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to ?? "infinity")}::timestamptz[]) span (first, last)
    cross join lateral (
      select c.* from (${candidates(scope, times, sql`r.id`)}) c where ${isFree(sql`c.reason`)} order by c.starts_at, c.schedule_id limit ${most}) s`;
  const found = await pool.query<{ slot: AvailableSlot }>(
    prepared(sql`
      select ${slotJson(sql`s`)} as slot from (${isOfAnyone(scope.query) ? onePerStart(firsts) : firsts}) s
      order by s.starts_at, s.resource_id, s.schedule_id`),
  );
  return found.rows.map(({ slot }) => slot);
}
