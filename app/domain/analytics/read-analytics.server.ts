import type {
  Analytics,
  AnalyticsFigures,
  AnalyticsInterval,
  AnalyticsMoney,
  AnalyticsQuery,
} from "~/contract/analytics";
import { BookingStatus } from "~/contract/bookings";
import { clock } from "~/lib/clock";
import type { Sql } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { toRfc3339 } from "~/lib/time";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { isLive } from "~/contract/booking-status";
import {
  type AnalyticsRange,
  firstDayOf,
  intervalsOf,
  rangeBefore,
  readRange,
} from "./analytics-range";
import {
  type AnalyticsScope,
  type BookedResource,
  type BusyHour,
  countBookings,
  type CountedBookings,
  type DepositsOfDay,
  groupInMemory,
  type MoneyOfDay,
  readDepositsHeld,
  readMoneyOf,
  readNames,
  readOffered,
} from "./analytics.sql.server";

const MAX_RESOURCES = 10;

/**
 * The figures of the tenant's bookings that start in a range; people limited to some resources get
 * only those of these. The contract defines what each figure counts. Throws validation_failed for a
 * range that is empty or too long, rate_limited and not_ready (heavyRead).
 */
export async function readAnalytics(actor: StaffActor, query: AnalyticsQuery): Promise<Analytics> {
  const { id: tenant_id, time_zone } = actor.tenant;
  const now = clock.now();
  const range = readRange(query, query.tz ?? time_zone, now);
  const among = [resourceLimit(actor), query.resource_id ?? null].filter((ids) => ids !== null);
  const scope = { tenant_id, among };
  return heavyRead(tenant_id, async (db) => {
    await groupInMemory(db);
    const { figures, hours, resources } = await readFigures(db, scope, range, query.interval, now);
    const before =
      query.compare && (await readFigures(db, scope, rangeBefore(range), query.interval, now));
    return {
      ...figures,
      time_zone: range.time_zone,
      interval: query.interval,
      top_resources: await topResources(db, tenant_id, resources),
      heatmap: heatmapOf(hours),
      previous: before?.figures ?? null,
    };
  });
}

/** The figures of one range, queried one after another on one connection. */
async function readFigures(
  db: Sql,
  scope: AnalyticsScope,
  range: AnalyticsRange,
  interval: AnalyticsInterval,
  now: number,
): Promise<{ figures: AnalyticsFigures; hours: BusyHour[]; resources: BookedResource[] }> {
  const booked = await countBookings(db, scope, range, now);
  const { days: counted, hours, resources } = booked;
  const moved = await readMoneyOf(db, scope, range);
  const deposits = await readDepositsHeld(db, scope, range, now);
  const money: PartOfDay[] = [...moved, ...deposits];
  const offered = await readOffered(db, scope, range);
  const [countedIn, offeredIn, moneyIn] = [
    by(counted, interval),
    by(offered, interval),
    by(money, interval),
  ];
  const inStatus = (...statuses: BookingStatus[]) =>
    counted.filter(({ status }) => statuses.includes(status));
  const all = sumOf(counted, "bookings");
  const started = inStatus("confirmed", "paid", "completed", "no_show");
  const figures = {
    starts_at: toRfc3339(range.from),
    ends_at: toRfc3339(range.to),
    ...countsOf(counted, offered, money),
    cancellation_rate: share(
      sumOf(inStatus("cancelled", "refunded"), "bookings"),
      all - sumOf(inStatus("pending", "expired"), "bookings"),
    ),
    no_show_rate: share(sumOf(inStatus("no_show"), "begun"), sumOf(started, "begun")),
    expiry_rate: share(sumOf(inStatus("expired"), "bookings"), all),
    payment_conversion: share(sumOf(counted, "paid"), sumOf(counted, "payment_begun")),
    avg_lead_hours: all === 0 ? null : Math.round(sumOf(counted, "lead_seconds") / all / 36) / 100,
    repeat_customer_rate: share(booked.again, booked.customers),
    series: intervalsOf(range, interval).map((date) => ({
      date,
      ...countsOf(countedIn.get(date) ?? [], offeredIn.get(date) ?? [], moneyIn.get(date) ?? []),
    })),
  };
  return { figures, hours, resources };
}

/** A part of the money of one day's bookings in one currency. */
type PartOfDay = Pick<MoneyOfDay, "date" | "currency"> & Partial<MoneyOfDay & DepositsOfDay>;

/** Groups rows of days by the first day of their interval. */
function by<T extends { date: string }>(rows: T[], interval: AnalyticsInterval): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const first = firstDayOf(row.date, interval);
    found.set(first, [...(found.get(first) ?? []), row]);
  }
  return found;
}

type CountName =
  "bookings" | "people" | "booked_minutes" | "begun" | "payment_begun" | "paid" | "lead_seconds";
const sumOf = (rows: CountedBookings[], name: CountName) =>
  rows.reduce((sum, row) => sum + row[name], 0);
const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

/** Figures of the whole range and of each interval. */
function countsOf(counted: CountedBookings[], offered: { minutes: number }[], money: PartOfDay[]) {
  const held = counted.filter(({ status }) => isLive(status));
  const inStatus = (status: BookingStatus) => counted.filter((row) => row.status === status);
  return {
    bookings_total: sumOf(counted, "bookings"),
    by_status: Object.fromEntries(
      BookingStatus.options.map((status) => [status, sumOf(inStatus(status), "bookings")]),
    ) as Record<BookingStatus, number>, // each option is present
    party_total: sumOf(held, "people"),
    money: byCurrency(money),
    utilisation: share(
      sumOf(held, "booked_minutes"),
      offered.reduce((sum, { minutes }) => sum + minutes, 0),
    ),
  };
}

function byCurrency(parts: PartOfDay[]): AnalyticsMoney[] {
  const found = new Map<string, AnalyticsMoney>();
  const none = { gross: 0, refunds: 0, owed: 0, deposits: 0, fees: 0, net: 0 };
  for (const { currency, gross = 0, refunds = 0, owed = 0, deposits = 0, fees = 0 } of parts) {
    const before = found.get(currency) ?? { currency, ...none };
    const after = {
      currency,
      gross: before.gross + gross,
      refunds: before.refunds + refunds,
      owed: before.owed + owed,
      deposits: before.deposits + deposits,
      fees: before.fees + fees,
    };
    found.set(currency, { ...after, net: after.gross - after.refunds });
  }
  return [...found.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

async function topResources(
  db: Sql,
  tenantId: string,
  booked: BookedResource[],
): Promise<Analytics["top_resources"]> {
  const most = booked.sort((a, b) => b.bookings - a.bookings);
  // Includes ties with the tenth: names break them.
  const least = most[MAX_RESOURCES - 1]?.bookings ?? 0;
  const level = most.filter(({ bookings }) => bookings >= least);
  const names = await readNames(
    db,
    tenantId,
    level.map(({ resource_id }) => resource_id),
  );
  return level
    .map((resource) => ({ ...resource, name: names.get(resource.resource_id)! })) // each has bookings, which name it
    .sort(
      (a, b) =>
        b.bookings - a.bookings || compare(a.name, b.name) || compare(a.resource_id, b.resource_id),
    )
    .slice(0, MAX_RESOURCES);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function heatmapOf(hours: BusyHour[]): number[][] {
  const map = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { weekday, hour, bookings } of hours) map[weekday - 1]![hour] = bookings; // weekdays are 1 to 7
  return map;
}
