import type { BookingRow } from "~/domain/bookings/read/booking-row";
import { type SlotTime, slotTimes } from "~/domain/schedules/slot-times";
import type { Processing } from "~/contract/service-fields";
import { isLive } from "~/contract/booking-status";
import { addDays, isoWeekday, localDateOf } from "~/lib/time";
import type { Company } from "./companies";
import type { Random } from "./random";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const DAYS_BACK = 365;
const DAYS_AHEAD = 182;

const HOBBIES =
  "cycling garden piano sailing chess cinema running pottery birds coffee jazz hiking".split(" ");

/** A created service with the data to generate its times. */
export interface MadeService {
  id: string;
  name: string;
  price_amount: number;
  currency: string;
  hours: Parameters<typeof slotTimes>[0];
  processing: Processing | null;
  resource_ids: string[];
}
export interface MadeResource {
  id: string;
  name: string;
  type: string;
  capacity: number;
}
export interface MadeCustomer {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  created_at: Date;
}
/** A booking with its occupied time and first seat. */
export interface MadeBooking {
  row: BookingRow;
  time: SlotTime;
  lane: number;
}

interface Place {
  service: MadeService;
  time: SlotTime;
}
/** A time that a resource offered, booked or not. */
export interface PastTime extends Place {
  resource: MadeResource;
}

/**
 * Bookings of a company from a year ago to half a year ahead of `now`, without double-booked seats.
 */
export class History {
  readonly customers: MadeCustomer[] = [];
  readonly bookings: MadeBooking[] = [];
  readonly past: PastTime[] = [];
  private readonly known = new Map<number, MadeCustomer>();

  constructor(
    private readonly tenantId: string,
    private readonly company: Company,
    private readonly random: Random,
    private readonly now: number,
  ) {}

  fill(resources: MadeResource[], services: MadeService[]): this {
    const today = localDateOf(this.now, this.company.time_zone);
    const [from, to] = [addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)];
    const times = new Map(
      services.map((service) => [service.id, slotTimes(service.hours, from, to)]),
    );
    for (const resource of resources) {
      const places = services
        .filter((service) => service.resource_ids.includes(resource.id))
        .flatMap((service) => times.get(service.id)!.map((time): Place => ({ service, time })));
      for (const place of places)
        if (place.time.ends_at <= this.now) this.past.push({ resource, ...place });
      places.sort((one, other) => one.time.starts_at - other.time.starts_at);
      if (resource.capacity > 1) for (const place of places) this.fillClass(resource, place);
      else this.fillChair(resource, places);
    }
    return this;
  }

  private fillChair(resource: MadeResource, places: Place[]): void {
    let free = 0;
    for (let first = 0; first < places.length;) {
      let next = first;
      while (next < places.length && places[next]!.time.starts_at === places[first]!.time.starts_at)
        next += 1;
      const choice = places.slice(first, next).filter(({ time }) => time.occupies_from >= free);
      first = next;
      if (choice.length === 0 || !this.random.chance(this.demandAt(choice[0]!.time))) continue;
      const { service, time } = this.random.of(choice);
      free = time.occupies_to;
      this.add(resource, service, time, 0);
    }
  }

  private fillClass(resource: MadeResource, { service, time }: Place): void {
    const demand = this.demandAt(time) * 1.15;
    // One class in ten is full.
    const guests = this.random.chance(0.1 * Math.min(1, demand * 1.5)) ? resource.capacity : 0;
    for (let lane = 0; lane < resource.capacity; lane++)
      if (lane < guests || this.random.chance(demand)) this.add(resource, service, time, lane);
  }

  /**
   * Higher in spring and autumn, at the end of the week, before lunch and after work; lower further
   * ahead.
   */
  private demandAt(time: SlotTime): number {
    const month = Number(time.date.slice(5, 7));
    const season = [0.8, 0.85, 1, 1.15, 1.2, 1.1, 0.75, 0.7, 1.05, 1.15, 1.1, 1.05][month - 1]!;
    const week = [0.8, 0.85, 0.95, 1.1, 1.25, 1.2, 0.9][isoWeekday(time.date) - 1]!;
    const hour = new Date(time.starts_at).getUTCHours();
    const busy = hour % 8 === 2 || hour % 8 === 7 ? 1.3 : 0.9;
    const days = (time.starts_at - this.now) / DAY;
    const ahead = days < 0 ? 1 : Math.max(0.04, Math.exp(-days / 22));
    return Math.min(0.95, this.company.demand * season * week * busy * ahead);
  }

  private add(resource: MadeResource, service: MadeService, time: SlotTime, lane: number): void {
    const { random, now } = this;
    const lead = (0.1 + random.next() * random.next() * 25) * DAY;
    const ageLimit = now - random.next() * random.next() * 12 * DAY - 60_000;
    const created = Math.min(time.starts_at - lead, ageLimit);
    const customer = this.guest(created);
    const end = this.endOf(time, created);
    const isPaid =
      service.price_amount > 0 &&
      (end.status === "paid" ||
        end.status === "refunded" ||
        // Few guests leave without paying.
        random.chance(end.status === "completed" ? 0.97 : 0.3));
    const isSettled = isPaid && !["cancelled", "expired", "pending"].includes(end.status);
    const row: BookingRow = {
      tenant_id: this.tenantId,
      id: random.id(created),
      reference: random.reference(),
      resource_id: resource.id,
      resource_name: resource.name,
      schedule_id: service.id,
      slot_id: null,
      assigned_because: null,
      needs: [],
      processing: service.processing,
      pending_reason: null,
      expires_at: null,
      arrived_at: null,
      notes: null,
      addons: [],
      party: [],
      answers: [],
      livemode: true,
      meta: {},
      cancelled_by: null,
      cancel_reason_code: null,
      cancel_reason: null,
      widget_config_id: null,
      booking_link_id: null,
      series_id: null,
      series_no: null,
      series_of: null,
      visit_id: null,
      visit_no: null,
      visit_of: null,
      payment_status: end.status === "refunded" ? "refunded" : isSettled ? "paid" : "none",
      owed_amount: 0,
      paid_amount: isSettled ? service.price_amount : 0,
      written_off_amount: 0,
      no_show_returned_amount: 0,
      refund_starts_at: null,
      unsettled_since: null,
      pays_later: false,
      deposit_amount: null,
      card_terms: null,
      card: null,
      fees: [],
      fee_starts_at: null,
      fee_due_at: null,
      is_proven: null,
      agreed_price_amount: null,
      agreed_party_size: null,
      length_minutes: null,
      starts_at: new Date(time.starts_at),
      ends_at: new Date(time.ends_at),
      time_zone: this.company.time_zone,
      party_size: 1,
      customer_id: customer.id,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone,
      price_amount: service.price_amount,
      currency: service.currency,
      source: customer.email === null || random.chance(0.35) ? "dashboard" : "widget",
      reschedule_count: random.chance(0.05) ? 1 : 0,
      version: 2,
      event_count: 2,
      created_at: new Date(created),
      updated_at: new Date(created),
      ...end,
    };
    if (random.chance(0.08))
      row.notes = random.of([
        "Allergic to henna",
        "Rings when they are here",
        "First visit",
        "Prefers mornings",
      ]);
    this.bookings.push({ row, time, lane });
  }

  /** A booking's current status. */
  private endOf(time: SlotTime, created: number): Partial<BookingRow> & Pick<BookingRow, "status"> {
    const { random, now } = this;
    const at = (ms: number) => ({
      version: 3,
      event_count: 3,
      updated_at: new Date(Math.min(ms, now - 1000)),
    });
    const draw = random.next();
    const between = created + (Math.min(time.starts_at, now) - created) * random.next();
    if (draw < 0.07)
      return {
        status: "cancelled",
        ...at(between),
        cancelled_by: random.chance(0.8) ? "customer" : "staff",
        cancel_reason: random.of([null, null, "Ill", "Another time suits better"]),
      };
    if (time.ends_at <= now) {
      if (draw < 0.13) return { status: "no_show", ...at(time.ends_at) };
      if (draw < 0.14)
        return {
          status: "expired",
          ...at(created + 15 * 60_000),
          event_count: 2,
          cancelled_by: "system",
          cancel_reason_code: "payment_expired",
        };
      if (draw < 0.155) return { status: "refunded", ...at(time.ends_at + 3 * HOUR) };
      return {
        status: "completed",
        ...at(time.ends_at),
        arrived_at: new Date(time.starts_at - random.int(9) * 60_000),
      };
    }
    if (time.starts_at <= now)
      return {
        status: "confirmed",
        version: 3,
        arrived_at: new Date(Math.min(now, time.starts_at) - 120_000),
      };
    return draw < 0.2 ? { status: "paid", ...at(created) } : { status: "confirmed" };
  }

  /** Picks a guest; a few come often. */
  private guest(created: number): MadeCustomer {
    const { random } = this;
    const { first, family, phone } = this.company.people;
    const number = Math.floor(random.next() * random.next() * this.company.guests);
    const known = this.known.get(number);
    if (known !== undefined) {
      if (created < known.created_at.getTime()) known.created_at = new Date(created);
      return known;
    }
    const name = `${random.of(first)} ${random.of(family)}`;
    const plain = name.toLowerCase().replace(/[^a-z]+/g, ".");
    const mailbox = random.of([
      plain,
      `${plain[0]}${random.of(HOBBIES)}`,
      `${random.of(HOBBIES)}.${random.of(HOBBIES)}`,
    ]);
    const customer = {
      id: random.id(created),
      name,
      email: random.chance(0.04) ? null : `${mailbox}.${number}@example.com`,
      phone: random.chance(0.85)
        ? phone + String(10_000_000 + ((number * 7919) % 89_999_999)).slice(-8)
        : null,
      created_at: new Date(created),
    };
    this.known.set(number, customer);
    this.customers.push(customer);
    return customer;
  }
}

/** Whether it currently occupies its seat. */
export const holds = ({ row }: MadeBooking): boolean => isLive(row.status);
