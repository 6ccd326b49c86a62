import sql, { empty, join, raw, type Sql as Part } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import { readTimeCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { methodColumn, paidAmount, quoted } from "../accounting/booking-money.sql.server";
import { OFFLINE } from "../accounting/offline-payment.sql.server";
import { CAPTURED } from "../accounting/payment-row";
import { exportPages } from "../audit/export-pages.server";
import { matchesSearch } from "../bookings/read/list-bookings.sql.server";
import { findGuests } from "../customers/find-guests.sql.server";
import type { StaffActor } from "../identity/actor";
import {
  COUNTED_MOVEMENTS,
  type MethodTotals,
  type MoneyTotals,
  type Movement,
  MOVEMENT_STATUSES,
  type MovementFilter,
  type MovementKind,
  type MovementStatuses,
} from "./movements";

const SORT = "-moved_at";

/** Instants of movements, as the indexes payment_moved, refund_moved and dispute_moved have them. */
const MOVED_AT: Record<MovementKind, Part> = {
  payment: sql`coalesce(p.captured_at, p.created_at)`,
  refund: sql`coalesce(r.completed_at, r.created_at)`,
  dispute: sql`coalesce(d.closed_at, d.created_at)`,
};
const ALIAS: Record<MovementKind, Part> = { payment: sql`p`, refund: sql`r`, dispute: sql`d` };

/** The part of the platform's fee that is returned with a refund `r` of a payment `p`. */
const returnedFee = (tenantId: string): Part => {
  const upTo = sql`(select sum(o.amount) from refund o where o.tenant_id = ${tenantId} and o.payment_id = r.payment_id
    and o.refunds_fee and o.status = 'succeeded' and (o.created_at, o.id) <= (r.created_at, r.id))`;
  // The share of all refunds so far less that of those before, so that the parts add up.
  return sql`case when r.refunds_fee and r.status = 'succeeded' and p.amount > 0 then (
    select (round(p.fee_amount * so_far::numeric / p.amount) - round(p.fee_amount * (so_far - r.amount)::numeric / p.amount))::int
    from ${upTo} as f (so_far)) else 0 end`;
};

/** Each kind's own columns, tables and money. */
const source = (tenantId: string, kind: MovementKind): Part => {
  if (kind === "payment")
    return sql`p.status, p.amount, case when p.status = any(${CAPTURED}::text[]) and (p.provider = ${OFFLINE} or p.provider_fee_amount is not null)
        then p.fee_amount + coalesce(p.provider_fee_amount, 0) end as fee, p.receipt_url, null::timestamptz as respond_by
      from payment p where p.tenant_id = ${tenantId} and p.purpose <> 'card'`;
  const own =
    kind === "refund"
      ? sql`r.status, -r.amount as amount, case when r.status = 'succeeded' then -${returnedFee(tenantId)} end as fee, null as receipt_url,
          null::timestamptz as respond_by from refund r join payment p on p.tenant_id = ${tenantId} and p.id = r.payment_id`
      : sql`d.status, -d.amount as amount, case when d.status in ${quoted(COUNTED_MOVEMENTS.dispute)} then 0 end as fee, null as receipt_url,
          d.respond_by from dispute d join payment p on p.tenant_id = ${tenantId} and p.id = d.payment_id`;
  return sql`${own} where ${ALIAS[kind]}.tenant_id = ${tenantId}`;
};

interface Chosen {
  from: Date | null;
  to: Date | null;
  statuses: MovementStatuses;
  method?: string | undefined;
  /** Condition on booking `b`. */
  booking?: Part | undefined;
  cursor?: string | undefined;
  /** At most so many of each kind, the latest first. */
  limit?: number;
}

/** The movements chosen: one branch for each kind, each limited through its index. */
function movements(tenantId: string, chosen: Chosen): Part {
  const after = chosen.cursor === undefined ? null : readTimeCursor(SORT, chosen.cursor);
  const kinds = (Object.keys(ALIAS) as MovementKind[]).filter(
    (kind) => chosen.statuses[kind].length > 0,
  );
  const branches = kinds.map((kind) => {
    const [alias, at] = [ALIAS[kind], MOVED_AT[kind]];
    const conditions = [
      sql`${alias}.status = any(${[...chosen.statuses[kind]]}::text[])`,
      chosen.from && sql`${at} >= ${chosen.from}::timestamptz`,
      chosen.to && sql`${at} < ${chosen.to}::timestamptz`,
      after && sql`(${at}, ${alias}.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      chosen.method && usesMethod(chosen.method),
      chosen.booking &&
        sql`p.booking_id in (select b.id from booking b where b.tenant_id = ${tenantId} and ${chosen.booking})`,
    ].filter((part): part is Part => Boolean(part));
    const page =
      chosen.limit === undefined
        ? empty
        : sql`order by ${at} desc, ${alias}.id desc limit ${chosen.limit}`;
    return sql`(select ${raw(`'${kind}'`)} as kind, ${alias}.id, p.id as payment_id, ${alias}.booking_id, ${at} as at, ${alias}.currency,
        p.provider, ${methodColumn("p")} as method, ${source(tenantId, kind)} and ${join(conditions, " and ")} ${page})`;
  });
  return join(branches, " union all ");
}

const usesMethod = (method: string): Part =>
  method === OFFLINE ? sql`p.provider = ${OFFLINE}` : sql`${methodColumn("p")} = ${method}`;

const EVERY_STATUS: MovementStatuses = {
  payment: Object.values(MOVEMENT_STATUSES).flatMap(({ payment }) => payment),
  refund: Object.values(MOVEMENT_STATUSES).flatMap(({ refund }) => refund),
  dispute: Object.values(MOVEMENT_STATUSES).flatMap(({ dispute }) => dispute),
};

/**
 * One page of the company's money movements, the latest first. A search, or a page without a
 * period, throws rate_limited and not_ready (heavyRead).
 */
export function listMovements(
  actor: StaffActor,
  filter: MovementFilter,
): Promise<PageOf<Movement>> {
  const isBounded = filter.from !== null && filter.search === undefined;
  return isBounded
    ? readPage(pool, actor, filter)
    : heavyRead(actor.tenant.id, (db) => readPage(db, actor, filter));
}

async function readPage(
  db: Sql,
  actor: StaffActor,
  { search, status, limit, ...filter }: MovementFilter,
): Promise<PageOf<Movement>> {
  const tenantId = actor.tenant.id;
  const booking =
    search === undefined
      ? undefined
      : matchesSearch(search, await findGuests(db, tenantId, search));
  const statuses = status === undefined ? EVERY_STATUS : MOVEMENT_STATUSES[status];
  const moved = movements(tenantId, { ...filter, statuses, booking, limit: limit + 1 });
  const { rows } = await db.query<Movement>(
    sql`select m.*, m.amount - m.fee as net, b.reference, b.customer_name, b.livemode, coalesce(s.name, b.resource_name) as service_name
        from (${moved}) m
        join booking b on b.tenant_id = ${tenantId} and b.id = m.booking_id
        left join schedule s on s.tenant_id = ${tenantId} and s.id = b.schedule_id
        order by m.at desc, m.id desc limit ${limit + 1}`,
  );
  return toPage(rows, limit, ({ at, id }) => writeCursor(SORT, [at.toISOString(), id]));
}

/** All movements of a filter. Throws forbidden_role: only admins export. */
export function exportMovements(
  actor: StaffActor,
  filter: Omit<MovementFilter, "cursor" | "limit">,
): Promise<AsyncGenerator<Movement[]>> {
  return exportPages(actor, {
    entity: "payment",
    isSearch: filter.search !== undefined,
    refusal: "Only an owner or admin can export payments.",
    read: (db, page) => readPage(db, actor, { ...filter, ...page }),
  });
}

/**
 * The money of a period by currency and method, without test bookings: movements by their date, and what is
 * due for the bookings that start in it. Only bookings whose money may differ from their price need
 * the ledger.
 */
export async function readMoneyTotals(
  actor: StaffActor,
  { from, to }: { from: Date; to: Date },
): Promise<MoneyTotals[]> {
  const tenantId = actor.tenant.id;
  const inPeriod = sql`b.tenant_id = ${tenantId} and b.starts_at >= ${from} and b.starts_at < ${to} and b.livemode
    and is_live(b.status) and b.price_amount > 0 and b.currency is not null`;
  const { rows } = await pool.query<MoneyTotals & MethodTotals & { is_method: boolean }>(
    sql`select currency, provider, method, grouping(method) = 0 as is_method, sum(collected)::float8 as collected, sum(refunded)::float8 as refunded, sum(fee)::float8 as fees,
          sum(unknown)::int as unknown_fees, sum(collected - refunded - fee)::float8 as net,
          sum(due)::float8 as due, (count(*) filter (where due > 0))::int as due_bookings
        from (
          select m.currency, m.provider, m.method, case m.kind when 'payment' then m.amount else 0 end as collected,
            case m.kind when 'payment' then 0 else -m.amount end as refunded, coalesce(m.fee, 0) as fee,
            case when m.fee is null then 1 else 0 end as unknown, 0 as due
          from (${movements(tenantId, { from, to, statuses: COUNTED_MOVEMENTS })}) m
          where not exists (select from booking t where t.tenant_id = ${tenantId} and t.id = m.booking_id and not t.livemode)
          union all
          select b.currency, null, null, 0, 0, 0, 0, greatest(b.price_amount - b.written_off_amount, 0)
          from booking b where ${inPeriod} and b.payment_status = 'none'
          union all
          select u.currency, null, null, 0, 0, 0, 0, greatest(u.price_amount - u.written_off_amount - u.paid_amount, 0)
          from (
            select b.currency, b.price_amount, b.written_off_amount, ${paidAmount(tenantId)} from booking b
            where ${inPeriod} and b.payment_status <> 'none'
              and (b.payment_status <> all(${CAPTURED}::text[]) or b.unsettled_since is not null)) u) moved
        group by grouping sets ((currency), (currency, provider, method))
        order by currency = ${actor.tenant.currency} desc, currency, collected desc, provider, method`,
  );
  const methods = rows.filter((row) => row.is_method && row.provider !== null);
  return rows
    .filter((row) => !row.is_method)
    .map(({ provider: _provider, method: _method, is_method: _is, ...totals }) => ({
      ...totals,
      methods: methods
        .filter(({ currency }) => currency === totals.currency)
        .map(({ provider, method, collected, refunded }) => ({
          provider,
          method,
          collected,
          refunded,
        })),
    }));
}
