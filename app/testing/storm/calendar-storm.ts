import { CalendarError, type CalendarProvider } from "~/adapters/calendars/port";
import type { UserActor } from "~/domain/identity/actor";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { sealSecret } from "~/domain/calendars/access.server";
import { pushCalendar } from "~/domain/calendars/push.server";
import { queuePush } from "~/domain/calendars/queue-pushes.server";
import { confirmShrunk, queueRead } from "~/domain/calendars/queue-read.server";
import { readCalendar } from "~/domain/calendars/read.server";
import { resolveOutside } from "~/domain/calendars/resolve-outside.server";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import type { FaultPoint } from "~/lib/fault-point.server";
import { newId } from "~/lib/ids";
import { book, slotsAfter, type SlotRow } from "../booking-calls";
import { makeResource, makeSchedule, makeTenant } from "../factory";
import { relayAll } from "../push-world";
import { untilTrue } from "../webhook-receivers";
import { startWorkerProcess } from "../worker-process";
import { faultyProvider, type Faults } from "./faulty-provider";
import type { StormPerson } from "./outside-person";
import type { StormSide } from "./storm-sides";

const DAY_MS = 86_400_000;
const DAYS = 12;
const NO_FAULTS: Faults = { before: 0, after: 0, killed: 0 };

export interface StormCalendar {
  id: string;
  resource_id: string;
  person: StormPerson;
  slots: SlotRow[];
}
/** A booking as confirmed to its guest. */
export interface ConfirmedBooking {
  status: "confirmed" | "cancelled";
  starts_at: number;
}

/**
 * Two staff members, each with an external calendar that receives their bookings and blocks their
 * time.
 */
export class CalendarStorm {
  readonly counts = new Map<string, number>();
  readonly bookings = new Map<string, ConfirmedBooking>();
  readonly faults: Faults = { before: 4, after: 4, killed: 2 };
  private readonly provider: CalendarProvider;

  private constructor(
    readonly side: StormSide,
    readonly owner: UserActor,
    readonly calendars: StormCalendar[],
    private readonly random: () => number,
  ) {
    this.provider = faultyProvider(side.provider, random, this.faults, (operation) =>
      this.count(operation),
    );
  }

  static async begin(side: StormSide, random: () => number): Promise<CalendarStorm> {
    const owner = await makeTenant();
    const rooms = [await makeResource(owner), await makeResource(owner)];
    const offer = await makeSchedule(
      owner,
      rooms.map(({ id }) => id),
      { max_advance_days: DAYS + 2 },
    );
    const tenant_id = owner.tenant.id;
    const connection_id = newId();
    await prisma.calendarConnection.create({
      data: {
        tenant_id,
        id: connection_id,
        user_id: owner.user_id,
        provider: side.provider.name,
        account: "anna@example.com",
        secret: new Uint8Array(sealSecret(tenant_id, connection_id, await side.secret())),
      },
    });
    const calendars: StormCalendar[] = [];
    for (const { id: resource_id } of rooms) {
      const id = newId();
      const slots = await slotsAfter(1, offer.id, resource_id);
      const first = Math.floor(slots[0]!.starts_at.getTime() / DAY_MS) * DAY_MS;
      const { external_id, person } = await side.makeCalendar(id, { random, first, days: DAYS });
      await prisma.connectedCalendar.create({
        data: {
          tenant_id,
          id,
          connection_id,
          resource_id,
          external_id,
          name: "Anna",
          time_zone: "Europe/Berlin",
          can_write: true,
          checks: true,
          writes: true,
          next_read_at: new Date(clock.now() + DAY_MS),
        },
      });
      calendars.push({ id, resource_id, slots, person });
    }
    return new CalendarStorm(side, owner, calendars, random);
  }

  /** Runs that many operations, up to three in parallel. */
  async run(operations: number): Promise<void> {
    for (let done = 0; done < operations;) {
      const together = 1 + this.below(3);
      const each = this.calendars[this.below(2)]!;
      // One person acts sequentially; the service's work interleaves freely.
      const work = [
        this.outsideOrInside(each),
        this.serve(this.calendars[this.below(2)]!),
        this.serve(each),
      ];
      await Promise.all(work.slice(0, together).map((begin) => begin()));
      done += together;
      await this.endLeases();
    }
  }

  /** Leases of killed workers expire. */
  private endLeases() {
    return pool.query(
      "update connected_calendar set reading_until = null, pushing_until = null where tenant_id = $1",
      [this.owner.tenant.id],
    );
  }

  /** Completes the remaining work without faults. */
  async settle(): Promise<void> {
    Object.assign(this.faults, NO_FAULTS);
    for (let round = 0; round < 20; round++) {
      await this.makeDue();
      for (const calendar of this.calendars) await this.service(calendar, true);
      if (!(await this.isAnythingLeft())) return;
      for (const calendar of this.calendars) while (await this.resolve(calendar, "put_back"));
    }
    throw new Error("The service does not settle.");
  }

  /** A worker does the due work of both calendars and is killed there. */
  async kill(point: FaultPoint): Promise<void> {
    const { id, resource_id } = this.calendars[0]!;
    const tenantId = this.owner.tenant.id;
    while ((await this.someBooking(resource_id)) === null) await this.book(this.calendars[0]!);
    await relayAll();
    await pool.query(
      "update calendar_push set wanted_version = wanted_version + 1, next_at = now() where tenant_id = $1 and calendar_id = $2",
      [tenantId, id],
    );
    const worker = await startWorkerProcess("127.0.0.1:1", {
      ...this.side.settings,
      NODE_ENV: "test",
      FAULT_POINT: point,
    });
    await queuePush(tenantId, id);
    await queueRead(pool, tenantId, id);
    await untilTrue(() => !isAlive(worker.pid));
    await this.endLeases();
    this.count("killed");
  }

  private outsideOrInside(calendar: StormCalendar): () => Promise<void> {
    const roll = this.random();
    if (roll < 0.3) return async () => this.count(await calendar.person.act());
    if (roll < 0.38) return () => this.meddle(calendar);
    if (roll < 0.45)
      return async () =>
        void (await this.resolve(calendar, ["put_back", "cancel", "move"][this.below(3)]!));
    if (roll < 0.75) return () => this.book(calendar);
    return roll < 0.88 ? () => this.move(calendar) : () => this.cancel(calendar);
  }

  private serve(calendar: StormCalendar): () => Promise<void> {
    return this.random() < 0.5 ? () => this.read(calendar) : () => this.push(calendar);
  }

  private async service(calendar: StormCalendar, all = false): Promise<void> {
    if (all) await confirmShrunk(this.owner.tenant.id, calendar.id);
    await this.read(calendar);
    await this.push(calendar);
    if (all) await this.read(calendar);
  }

  /** A read; if a call never returns, the result is lost. */
  async read(calendar: StormCalendar): Promise<void> {
    await this.orEnded(() => readCalendar(this.owner.tenant.id, calendar.id, () => this.provider));
    this.count("read");
  }

  private async push(calendar: StormCalendar): Promise<void> {
    await relayAll();
    await this.orEnded(() => pushCalendar(this.owner.tenant.id, calendar.id, () => this.provider));
    if (this.random() < 0.3) await this.makeDue();
    this.count("written out");
  }

  /** Work whose call never returns is abandoned, as by kill -9. */
  private async orEnded(work: () => Promise<unknown>): Promise<void> {
    const before = this.counts.get("ended in a call") ?? 0;
    let stop: NodeJS.Timeout | undefined;
    const ended = new Promise<void>((resolve) => {
      stop = setInterval(() => (this.counts.get("ended in a call") ?? 0) > before && resolve(), 5);
    });
    const done = work().catch((error: unknown) => {
      if (!(error instanceof CalendarError)) throw error;
    });
    await Promise.race([done, ended]);
    clearInterval(stop);
  }

  private async book({ slots }: StormCalendar): Promise<void> {
    const slot = slots[this.below(slots.length)]!;
    const booking = await this.attempt("booked", () => book(this.owner, slot.id));
    if (booking !== null)
      this.bookings.set(booking.id, { status: "confirmed", starts_at: slot.starts_at.getTime() });
  }

  private async move({ resource_id, slots }: StormCalendar): Promise<void> {
    const id = await this.someBooking(resource_id);
    const slot = slots[this.below(slots.length)]!;
    if (id === null) return;
    const patch = BookingPatch.parse({ slot_id: slot.id });
    const moved = await this.attempt("moved", () => editBooking(this.owner, id, patch));
    if (moved !== null) this.bookings.get(id)!.starts_at = slot.starts_at.getTime();
  }

  private async cancel({ resource_id }: StormCalendar): Promise<void> {
    const id = await this.someBooking(resource_id);
    if (id === null) return;
    const change = StatusChange.parse({ status: "cancelled" });
    const done = await this.attempt("cancelled", () =>
      changeBookingStatus(this.owner, id, change, null),
    );
    if (done !== null) this.bookings.get(id)!.status = "cancelled";
  }

  private async meddle(calendar: StormCalendar): Promise<void> {
    const found = await pool.query<{ external_id: string }>(
      "select external_id from calendar_push where tenant_id = $1 and calendar_id = $2 and external_id is not null order by external_id",
      [this.owner.tenant.id, calendar.id],
    );
    const operation = await calendar.person.meddle(
      found.rows.map(({ external_id }) => external_id),
    );
    if (operation !== null) this.count(operation);
  }

  /** Answers one external change; false if there is none. */
  private async resolve(calendar: StormCalendar, answer: string): Promise<boolean> {
    const found = await pool.query<{ booking_id: string }>(
      "select booking_id from calendar_push where tenant_id = $1 and calendar_id = $2 and outside in ('deleted', 'moved') order by booking_id limit 1",
      [this.owner.tenant.id, calendar.id],
    );
    const id = found.rows[0]?.booking_id;
    if (id === undefined) return false;
    const given = answer as "put_back" | "cancel" | "move";
    const done = await this.attempt(`answered ${given}`, async () => {
      await resolveOutside(this.owner, id, { calendar_id: calendar.id, action: given });
      return prisma.booking.findFirstOrThrow({ where: { tenant_id: this.owner.tenant.id, id } });
    });
    if (done === null) return true;
    const confirmed = this.bookings.get(id)!;
    if (given === "cancel") confirmed.status = "cancelled";
    if (given === "move") confirmed.starts_at = done.starts_at.getTime();
    return true;
  }

  private async attempt<T>(operation: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await work();
      this.count(operation);
      return answer;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.count(`${operation}: refused`);
      return null;
    }
  }

  private async someBooking(resource_id: string): Promise<string | null> {
    const found = await pool.query<{ id: string }>(
      "select id from booking where tenant_id = $1 and resource_id = $2 and status = 'confirmed' order by id",
      [this.owner.tenant.id, resource_id],
    );
    return found.rows[this.below(found.rows.length)]?.id ?? null;
  }

  private async isAnythingLeft(): Promise<boolean> {
    const found = await pool.query(
      `select 1 from calendar_push where tenant_id = $1 and (done_version < wanted_version or outside in ('deleted', 'moved'))
       union all select 1 from connected_calendar where tenant_id = $1 and shrunk_at is not null`,
      [this.owner.tenant.id],
    );
    return found.rows.length > 0;
  }

  private makeDue() {
    return pool.query("update calendar_push set next_at = now() where tenant_id = $1", [
      this.owner.tenant.id,
    ]);
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private count(operation: string): void {
    this.counts.set(operation, (this.counts.get(operation) ?? 0) + 1);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
