import { BookingStatus } from "~/contract/bookings";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { seededRandom } from "./seeded-random";
import { makeResource, makeSchedule, makeTenant } from "./factory";

// A company with random bookings, slots and payments around both clock changes, inserted as rows.

export interface MadeBooking {
  id: string;
  resource_id: string;
  customer_id: string;
  status: BookingStatus;
  payment_status: string;
  starts_at: Date;
  ends_at: Date;
  created_at: Date;
  party_size: number;
  /** false: created with a test key. */
  livemode: boolean;
}
interface MadeSlot {
  resource_id: string;
  starts_at: Date;
  ends_at: Date;
  capacity: number;
  status: "open" | "closed";
  blocked: boolean;
}
interface MadePayment {
  id: string;
  booking_id: string;
  amount: number;
  currency: string;
  status: string;
  is_surplus: boolean;
}
interface MadeRefund {
  payment_id: string;
  booking_id: string;
  amount: number;
  currency: string;
  status: string;
}
export interface AnalyticsWorld {
  owner: UserActor;
  resources: { id: string; name: string }[];
  bookings: MadeBooking[];
  slots: MadeSlot[];
  payments: MadePayment[];
  refunds: MadeRefund[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGIN = Date.parse("2025-05-01T00:00:00Z");
const DAYS = 640;
/** Nights of clock changes in Amsterdam or New York. */
const CHANGES = ["2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01"].map((date) =>
  Date.parse(`${date}T00:00:00Z`),
);
const BOOKINGS = 1500;
const SLOTS = 3000;

/** `has_tests`: some bookings are created with a test key. */
export async function makeAnalyticsWorld(seed: number, has_tests = false): Promise<AnalyticsWorld> {
  const random = seededRandom(seed);
  const int = (below: number) => Math.floor(random() * below);
  const of = <T>(list: readonly T[]): T => list[int(list.length)]!; // never an empty list
  const owner = await makeTenant({ time_zone: "Europe/Amsterdam", currency: "EUR" });
  const resources: { id: string; name: string }[] = [];
  const capacity = new Map<string, number>();
  for (const seats of [1, 1, 2, 3, 4, 4, 5, 6, 8, 9, 10, 12]) {
    const { id, name } = await makeResource(owner, {
      name: `Resource ${seats} ${resources.length}`,
      capacity: seats,
    });
    resources.push({ id, name });
    capacity.set(id, seats);
  }
  const ids = resources.map(({ id }) => id);
  const schedules = [await makeSchedule(owner, ids), await makeSchedule(owner, ids)];
  await pool.query("delete from slot where tenant_id = $1", [owner.tenant.id]);
  const tenant_id = owner.tenant.id;
  // A third around the clock changes, in steps of five minutes.
  const start = () =>
    int(3) === 0
      ? of(CHANGES) + (int(288) - 72) * 5 * MINUTE
      : BEGIN + int(DAYS * 24 * 12) * 5 * MINUTE;
  const length = () => (1 + int(24)) * 5 * MINUTE;
  const customers = Array.from({ length: 400 }, () => ({
    tenant_id,
    id: newId(),
    name: "Guest",
    merged_fields: [],
  }));

  const bookings = Array.from({ length: BOOKINGS }, (): MadeBooking => {
    const at = start();
    return {
      id: newId(),
      resource_id: of(ids),
      customer_id: of(customers).id,
      status: of(BookingStatus.options),
      payment_status: of([
        "none",
        "none",
        "open",
        "failed",
        "paid",
        "partially_refunded",
        "refunded",
      ]),
      starts_at: new Date(at),
      ends_at: new Date(at + length()),
      party_size: 1 + int(4),
      created_at: new Date(at - (int(20) === 0 ? -HOUR : int(60 * DAY))),
      livemode: !has_tests || int(15) > 0,
    };
  });
  const slots = [...Array(SLOTS).keys()].map((): MadeSlot => {
    const at = start();
    const resource_id = of(ids);
    return {
      resource_id,
      starts_at: new Date(at),
      ends_at: new Date(at + length()),
      capacity: 1 + int(capacity.get(resource_id)!), // each has one
      status: int(8) === 0 ? "closed" : "open",
      blocked: int(12) === 0,
    };
  });
  const payments = bookings
    .filter(() => int(2) === 0)
    .flatMap((booking) =>
      Array.from({ length: 1 + int(2) }, (_, number): MadePayment => {
        const status = of(["paid", "paid", "partially_refunded", "refunded", "failed"]);
        return {
          id: newId(),
          booking_id: booking.id,
          amount: 100 + int(50_000),
          status,
          is_surplus: number === 1,
          currency: of(["EUR", "EUR", "USD"]),
        };
      }),
    );
  const refunds = payments
    .filter(({ status }) => status === "partially_refunded" || status === "refunded")
    .map(({ id: payment_id, booking_id, amount, currency, status }): MadeRefund => ({
      payment_id,
      booking_id,
      currency,
      amount: status === "refunded" ? amount : 1 + int(amount),
      status: of(["succeeded", "succeeded", "failed"]),
    }));

  await insert("customer", customers);
  const text = {
    resource_name: "As it was booked",
    time_zone: "Europe/Amsterdam",
    customer_name: "Guest",
  };
  await insert(
    "booking",
    bookings.map((booking, index) => ({
      tenant_id,
      ...text,
      ...booking,
      reference: String(index).padStart(8, "0"),
      source: "api",
    })),
  );
  const used = new Set<string>();
  const rows = slots.map((slot) => {
    const { resource_id, starts_at, ends_at } = slot;
    const schedule_id = of(schedules).id;
    const key = `${resource_id} ${starts_at.getTime()} ${schedule_id}`;
    if (used.has(key)) return null;
    used.add(key);
    return {
      tenant_id,
      id: newId(),
      schedule_id,
      ...slot,
      occupies_from: starts_at,
      occupies_to: ends_at,
      taken: 0,
      origin: "generated",
    };
  });
  await insert(
    "slot",
    rows.filter((row) => row !== null),
  );
  await insert(
    "payment",
    payments.map((payment) => ({
      tenant_id,
      ...payment,
      provider: "offline",
      captured_at: new Date(BEGIN),
    })),
  );
  await insert(
    "refund",
    refunds.map((refund) => ({
      tenant_id,
      id: newId(),
      ...refund,
      reason: "requested",
      idempotency_key: newId(),
    })),
  );
  // The planner has no statistics on this many new rows.
  await pool.query("analyze booking, slot, payment, refund");
  return {
    owner,
    resources,
    bookings,
    slots: slots.filter((_, index) => rows[index] !== null),
    payments,
    refunds,
  };
}

async function insert(table: string, rows: Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0]!).join(", "); // never called without any
  await pool.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
