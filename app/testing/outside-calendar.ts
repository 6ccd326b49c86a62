import {
  CalendarError,
  type CalendarProvider,
  type CalendarSecret,
  type EventMeeting,
  type OpenChannel,
  type OutsideCalendar,
  type OutsideEvent,
  type WantedEvent,
} from "~/adapters/calendars/port";
import type { UserActor } from "~/domain/identity/actor";
import { sealSecret } from "~/domain/calendars/access.server";
import { clock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";

interface HeldEvent extends OutsideEvent {
  calendar: string;
  wanted: WantedEvent;
}
type Call = "put" | "delete" | "find" | "watch" | "unwatch" | "revoke";

/**
 * An account at a calendar provider that keeps events in memory and follows the port: provider ids,
 * idempotent creation, an ETag that changes with each change. Injected failures happen before or
 * after the call's effect.
 */
export class OutsideAccount {
  events: HeldEvent[] = [];
  channels: (OpenChannel & { token: string; address: string; is_open: boolean })[] = [];
  calls: Call[] = [];
  isRevoked = false;
  private made = 0;
  private faults: { call: Call; when: "before" | "after"; error: Error }[] = [];
  /** Meeting returned for an event that requests one. */
  meeting: (wanted: WantedEvent) => EventMeeting = () => null;
  /** Awaited during the next call. */
  during: (call: Call) => Promise<void> = async () => undefined;

  /**
   * The next call of this kind fails; `after`: its effect remains and only the response is lost.
   */
  failNext(call: Call, error: Error, when: "before" | "after" = "before"): void {
    this.faults.push({ call, when, error });
  }

  /** Manual changes by the calendar's owner. */
  moveByHand(bookingId: string, starts_at: Date): void {
    const event = this.ofBooking(bookingId)[0]!;
    const length = event.ends_at.getTime() - event.starts_at.getTime();
    Object.assign(event, {
      starts_at,
      ends_at: new Date(starts_at.getTime() + length),
      etag: this.nextTag(),
    });
  }
  deleteByHand(bookingId: string): void {
    this.events = this.events.filter((event) => event.booking_id !== bookingId);
  }
  ofBooking(bookingId: string): HeldEvent[] {
    return this.events.filter((event) => event.booking_id === bookingId);
  }

  readonly provider: CalendarProvider = {
    name: "google",
    writes: true,
    oauth: {
      refresh: () => Promise.reject(new CalendarError("reconnect")),
      revoke: () => this.call("revoke", () => void (this.isRevoked = true)),
    } as unknown as CalendarProvider["oauth"], // nothing else of it is called
    listCalendars: async () => [],
    read: async () => ({ events: this.events, removed: [], page: null, cursor: null }),
    channels: {
      life_ms: 7 * 86_400_000,
      watch: (_secret, _calendar, { id, token, address, expires_at }) =>
        this.call("watch", () => {
          const channel = { id, external_id: `their-${id}`, outside_resource: "r1", expires_at };
          this.channels.push({ ...channel, token, address, is_open: true });
          return channel;
        }),
      unwatch: (_secret, { id }) =>
        this.call("unwatch", () => {
          for (const channel of this.channels) if (channel.id === id) channel.is_open = false;
        }),
    },
    putEvent: (_secret: CalendarSecret, calendar: OutsideCalendar, wanted: WantedEvent, known) =>
      this.call("put", () =>
        this.put(calendar, wanted, known?.etag ?? null, known?.external_id ?? null),
      ),
    deleteEvent: (_secret, _calendar, { external_id, etag }) =>
      this.call("delete", () => {
        const there = this.events.find((event) => event.external_id === external_id);
        if (there !== undefined && etag !== null && there.etag !== etag)
          throw new CalendarError("conflict");
        this.events = this.events.filter((event) => event !== there);
      }),
    findEvent: (_secret, _calendar, external_id) =>
      this.call(
        "find",
        () => this.events.find((event) => event.external_id === external_id) ?? null,
      ),
  };
  readonly find = () => this.provider;

  private put(
    calendar: OutsideCalendar,
    wanted: WantedEvent,
    etag: string | null,
    externalId: string | null,
  ) {
    let event = this.events.find(
      (one) => one.calendar === calendar.external_id && one.wanted.id === wanted.id,
    );
    event ??= this.events.find((one) => one.external_id === externalId);
    if (event !== undefined && etag !== null && event.etag !== etag)
      throw new CalendarError("conflict");
    if (event === undefined) {
      event = { external_id: `outside-${++this.made}` } as HeldEvent; // filled below
      this.events.push(event);
    }
    const { booking_id, starts_at, ends_at, title } = wanted;
    Object.assign(event, {
      calendar: calendar.external_id,
      wanted,
      booking_id,
      starts_at,
      ends_at,
      title,
    });
    Object.assign(event, { instance: "", is_busy: true, etag: this.nextTag() });
    const { external_id } = event;
    const written = { external_id, etag: event.etag };
    return wanted.wants_meeting === true ? { ...written, meeting: this.meeting(wanted) } : written;
  }

  private nextTag = () => `"${++this.made}"`;

  private async call<T>(name: Call, work: () => T): Promise<T> {
    this.calls.push(name);
    await this.during(name);
    const at = this.faults.findIndex(({ call }) => call === name);
    const fault = at < 0 ? null : this.faults.splice(at, 1)[0]!;
    if (fault?.when === "before") throw fault.error;
    const answer = work();
    if (fault !== null) throw fault.error;
    return answer;
  }
}

interface CalendarOptions {
  resource_id: string;
  external_id?: string;
  writes?: boolean;
  writes_guest?: boolean;
  checks?: boolean;
  connection_id?: string;
}

/** A connection of this person with one calendar. */
export async function connectCalendar(
  owner: UserActor,
  { resource_id, ...options }: CalendarOptions,
) {
  const tenant_id = owner.tenant.id;
  const connection_id = options.connection_id ?? newId();
  if (options.connection_id === undefined) {
    const secret = sealSecret(tenant_id, connection_id, {
      kind: "oauth",
      access_token: `access-${connection_id}`,
      access_expires_at: new Date(clock.now() + 86_400_000).toISOString(),
      refresh_token: `refresh-${connection_id}`,
    });
    await prisma.calendarConnection.create({
      data: {
        tenant_id,
        id: connection_id,
        user_id: owner.user_id,
        provider: "google",
        account: `${connection_id}@example.test`,
        secret: new Uint8Array(secret),
        last_ok_at: clock.date(),
      },
    });
  }
  const calendar = await prisma.connectedCalendar.create({
    data: {
      tenant_id,
      id: newId(),
      connection_id,
      resource_id,
      name: "Anna",
      can_write: true,
      external_id: options.external_id ?? `calendar-${newId()}`,
      writes: options.writes ?? true,
      writes_guest: options.writes_guest ?? false,
      checks: options.checks ?? true,
      next_read_at: new Date(clock.now() + 86_400_000),
    },
  });
  return { connection_id, calendar_id: calendar.id };
}
