import type { Analytics, AnalyticsFigures } from "~/contract/analytics";
import { BookingStatus } from "~/contract/bookings";
import type { AnalyticsWorld, MadeBooking } from "./analytics-world";

// Recomputes analytics from all rows, following the contract's wording without the product's code.

export interface RecountScope {
  from: Date;
  to: Date;
  zone: string;
  interval: "day" | "week" | "month";
  /** null: all resources. */
  resources: string[] | null;
  now: Date;
}

const HELD = ["pending", "confirmed", "paid", "completed", "no_show"];
const DAY = 86_400_000;
const TICK = 300_000;

export function recount(
  world: AnalyticsWorld,
  scope: RecountScope,
): Pick<Analytics, "top_resources" | "heatmap"> & {
  figures: AnalyticsFigures;
} {
  const { from, to } = scope;
  const isOurs = ({ resource_id }: { resource_id: string }) =>
    scope.resources?.includes(resource_id) ?? true;
  const bookings = world.bookings.filter(
    (one) => isOurs(one) && one.livemode && one.starts_at >= from && one.starts_at < to,
  );
  const slots = world.slots.filter(
    (one) => isOurs(one) && one.starts_at >= from && one.starts_at < to,
  );
  const held = bookings.filter(({ status }) => HELD.includes(status));
  const having = (...statuses: string[]) =>
    bookings.filter(({ status }) => statuses.includes(status)).length;
  const started = bookings.filter(({ starts_at }) => starts_at <= scope.now);
  const hasStarted = (...statuses: string[]) =>
    started.filter(({ status }) => statuses.includes(status)).length;
  const offered = offeredMinutes(slots, scope);
  const counts = (some: MadeBooking[], minutes: number) => ({
    bookings_total: some.length,
    by_status: Object.fromEntries(
      BookingStatus.options.map((name) => [
        name,
        some.filter(({ status }) => status === name).length,
      ]),
    ) as AnalyticsFigures["by_status"],
    party_total: sum(
      some.filter(({ status }) => HELD.includes(status)).map(({ party_size }) => party_size),
    ),
    money: moneyOf(world, some),
    utilisation: share(
      sum(some.filter(({ status }) => HELD.includes(status)).map(minutesOf)),
      minutes,
    ),
  });
  const guests = new Set(held.map(({ customer_id }) => customer_id));
  const hasAnother = (customer: string) =>
    world.bookings.filter(
      (one) =>
        isOurs(one) &&
        one.livemode &&
        one.customer_id === customer &&
        HELD.includes(one.status) &&
        one.starts_at < to,
    ).length > 1;
  const leads = bookings.map(({ starts_at, created_at }) =>
    Math.max(0, starts_at.getTime() - created_at.getTime()),
  );
  return {
    figures: {
      starts_at: wire(from),
      ends_at: wire(to),
      ...counts(bookings, sum([...offered.values()])),
      cancellation_rate: share(
        having("cancelled", "refunded"),
        bookings.length - having("pending", "expired"),
      ),
      no_show_rate: share(
        hasStarted("no_show"),
        hasStarted("confirmed", "paid", "completed", "no_show"),
      ),
      expiry_rate: share(having("expired"), bookings.length),
      payment_conversion: share(
        bookings.filter(({ payment_status }) =>
          ["paid", "partially_refunded", "refunded"].includes(payment_status),
        ).length,
        bookings.filter(({ payment_status }) => payment_status !== "none").length,
      ),
      avg_lead_hours:
        leads.length === 0 ? null : Math.round((sum(leads) / leads.length / 3_600_000) * 100) / 100,
      repeat_customer_rate: share([...guests].filter(hasAnother).length, guests.size),
      series: intervals(scope).map((date) => ({
        date,
        ...counts(
          bookings.filter(({ starts_at }) => intervalOf(starts_at, scope) === date),
          offered.get(date) ?? 0,
        ),
      })),
    },
    heatmap: [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
      Array.from(
        { length: 24 },
        (_, hour) => held.filter((one) => isAt(one, scope.zone, weekday, hour)).length,
      ),
    ),
    top_resources: world.resources
      .map(({ id, name }) => {
        const theirs = held.filter(({ resource_id }) => resource_id === id);
        return {
          resource_id: id,
          name,
          bookings: theirs.length,
          party_total: sum(theirs.map(({ party_size }) => party_size)),
          booked_minutes: sum(theirs.map(minutesOf)),
        };
      })
      .filter((one) => one.bookings > 0)
      .sort((a, b) => b.bookings - a.bookings || (a.name < b.name ? -1 : 1))
      .slice(0, 10),
  };
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
const wire = (instant: Date) => instant.toISOString().replace(".000Z", "Z");
const minutesOf = ({ starts_at, ends_at, party_size }: MadeBooking) =>
  (party_size * (ends_at.getTime() - starts_at.getTime())) / 60_000;

/**
 * Seat-minutes by interval in steps of five minutes, each day separately; overlapping times count
 * the larger capacity.
 */
function offeredMinutes(slots: AnalyticsWorld["slots"], scope: RecountScope): Map<string, number> {
  const seats = new Map<string, number>();
  const minutes = new Map<string, number>();
  const open = slots.filter(({ status, blocked }) => status === "open" && !blocked);
  for (const slot of open) {
    const date = intervalOf(slot.starts_at, scope);
    for (let at = slot.starts_at.getTime(); at < slot.ends_at.getTime(); at += TICK) {
      const key = `${slot.resource_id} ${localOf(slot.starts_at, scope.zone).date} ${at}`;
      const more = Math.max(0, slot.capacity - (seats.get(key) ?? 0));
      seats.set(key, (seats.get(key) ?? 0) + more);
      minutes.set(date, (minutes.get(date) ?? 0) + (more * TICK) / 60_000);
    }
  }
  return minutes;
}

function moneyOf(
  { payments, refunds }: AnalyticsWorld,
  bookings: MadeBooking[],
): AnalyticsFigures["money"] {
  const ids = new Set(bookings.map(({ id }) => id));
  const counted = payments.filter(
    ({ booking_id, status }) => ids.has(booking_id) && status !== "failed",
  );
  const back = refunds.filter(
    ({ booking_id, status }) => ids.has(booking_id) && status === "succeeded",
  );
  const currencies = [...new Set([...counted, ...back].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const gross = sum(
      counted.filter((one) => one.currency === currency).map(({ amount }) => amount),
    );
    const returned = sum(
      back.filter((one) => one.currency === currency).map(({ amount }) => amount),
    );
    return {
      currency,
      gross,
      refunds: returned,
      owed: 0,
      deposits: 0,
      fees: 0,
      net: gross - returned,
    };
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Local date and hour in a zone: "2026-03-29", hour 0 to 23. */
function localOf(instant: Date, zone: string): { date: string; hour: number } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      hourCycle: "h23",
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
const isAt = ({ starts_at }: MadeBooking, zone: string, weekday: number, hour: number) => {
  const local = localOf(starts_at, zone);
  return local.hour === hour && weekdayOf(local.date) === weekday;
};

function intervalOf(instant: Date, { zone, interval }: RecountScope): string {
  const { date } = localOf(instant, zone);
  if (interval === "month") return `${date.slice(0, 7)}-01`;
  if (interval === "day") return date;
  return new Date(Date.parse(`${date}T00:00:00Z`) - (weekdayOf(date) - 1) * DAY)
    .toISOString()
    .slice(0, 10);
}
/** Hour by hour, so that no day is skipped, however long it is. */
function intervals(scope: RecountScope): string[] {
  const found = new Set<string>();
  for (let at = scope.from.getTime(); at < scope.to.getTime(); at += DAY / 24)
    found.add(intervalOf(new Date(at), scope));
  return [...found];
}
