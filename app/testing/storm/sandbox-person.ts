import type { GoogleEvent } from "~/sandbox/google/state";
import type { OutlookEvent } from "~/sandbox/graph/state";
import { google } from "../google-calendar";
import { microsoft } from "../microsoft-calendar";
import { inBerlin, merged, type Span, type StormPerson } from "./outside-person";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_EVENTS = 40;

type Kind = "busy" | "free" | "declined";
interface NewEvent extends Span {
  id: string;
  kind: Kind;
  /** Both are midnights in Berlin. */
  day?: string;
  /** RFC 5545, in Berlin time. */
  rule?: string;
}

/** Simulates manual edits in a sandbox calendar. */
export interface Hand {
  /** Returns the ids of its occurrences in order, or its own id if it is not a series. */
  add(event: NewEvent): string[];
  move(id: string, span: Span): void;
  moveOccurrence(id: string, span: Span): void;
  remove(id: string): boolean;
  /** Duplicates one of our events with all its data; false if it is gone. */
  copy(externalId: string, id: string, span: Span): boolean;
  isThere(id: string): boolean;
  ownEvents(): { id: string; starts_at: number }[];
}

/** A person who makes random changes in a sandbox calendar and tracks its contents. */
export class SandboxPerson implements StormPerson {
  /** Busy spans by event. */
  private readonly events = new Map<string, Span[]>();
  private made = 0;

  constructor(
    private readonly hand: Hand,
    private readonly plan: { random: () => number; first: number; days: number },
  ) {}

  busy(): Span[] {
    return merged([...this.events.values()].flat());
  }

  async act(): Promise<string> {
    const ids = [...this.events.keys()];
    const roll = this.plan.random();
    if (ids.length === 0 || (roll < 0.5 && ids.length < MAX_EVENTS)) {
      this.add();
      return "appointment added";
    }
    const id = ids[this.below(ids.length)]!;
    this.hand.remove(id);
    this.events.delete(id);
    if (roll >= 0.75) return "appointment deleted";
    this.add();
    return "appointment changed";
  }

  async meddle(externalIds: string[]): Promise<string | null> {
    const id = externalIds[this.below(externalIds.length)];
    if (id === undefined || !this.hand.isThere(id)) return null;
    const roll = this.plan.random();
    if (roll < 0.35) return this.hand.remove(id) ? "booking's event deleted outside" : null;
    const span = this.hourFrom(8, 9);
    if (roll < 0.8) {
      this.hand.move(id, span);
      return "booking's event moved outside";
    }
    const copy = this.nextId();
    if (!this.hand.copy(id, copy, span)) return null;
    this.events.set(copy, [span]);
    return "booking's event copied outside";
  }

  async ownEvents(): Promise<{ id: string; starts_at: number }[]> {
    return this.hand.ownEvents().filter(({ id }) => !this.events.has(id));
  }

  private add(): void {
    const id = this.nextId();
    const kind = this.below(10);
    const span = this.hourFrom(7, 10);
    if (kind < 2) {
      this.hand.add({ id, ...span, kind: kind === 0 ? "free" : "declined" });
      this.events.set(id, []);
    } else if (kind === 2) this.addDay(id, span.starts_at);
    else if (kind > 5) {
      this.hand.add({ id, ...span, kind: "busy" });
      this.events.set(id, [span]);
    } else this.addSeries(id, span);
  }

  private addDay(id: string, at: number): void {
    const day = Math.floor(at / DAY_MS) * DAY_MS;
    const span = { starts_at: inBerlin(day), ends_at: inBerlin(day + DAY_MS) };
    this.hand.add({ id, ...span, kind: "busy", day: new Date(day).toISOString().slice(0, 10) });
    this.events.set(id, [span]);
  }

  /** A series in Berlin time, optionally with one occurrence missing or moved. */
  private addSeries(id: string, wall: Span): void {
    const [count, step] = [2 + this.below(5), this.below(2) === 0 ? 1 : 7];
    const spans = Array.from({ length: count }, (_, index) => {
      const starts_at = inBerlin(wall.starts_at + index * step * DAY_MS);
      return { starts_at, ends_at: starts_at + HOUR_MS };
    });
    const rule = `RRULE:FREQ=${step === 1 ? "DAILY" : "WEEKLY"};COUNT=${count}`;
    const ids = this.hand.add({ id, ...spans[0]!, kind: "busy", rule });
    const left = this.below(3) === 0 ? this.below(count) : null;
    const moved = this.below(3) === 0 ? this.below(count) : null;
    if (moved !== null && moved !== left) {
      const starts_at = spans[moved]!.starts_at + 2 * HOUR_MS;
      spans[moved] = { starts_at, ends_at: starts_at + HOUR_MS };
      this.hand.moveOccurrence(ids[moved]!, spans[moved]);
    }
    if (left !== null) this.hand.remove(ids[left]!);
    this.events.set(id, spans.filter((_, index) => index !== left)); // prettier-ignore
  }

  /** A one-hour span on a random day, within `hours` hours from `from`. */
  private hourFrom(hour: number, hours: number): Span {
    const { first, days } = this.plan;
    const starts_at = first + this.below(days) * DAY_MS + (hour + this.below(hours)) * HOUR_MS;
    return { starts_at, ends_at: starts_at + HOUR_MS };
  }

  private nextId(): string {
    return `person${++this.made}`;
  }

  private below(count: number): number {
    return Math.floor(this.plan.random() * count);
  }
}

const iso = (at: number) => new Date(at).toISOString();
const nextDay = (day: string) => iso(Date.parse(day) + DAY_MS).slice(0, 10);

export function googleHand(calendar: string): Hand {
  const times = ({ starts_at, ends_at }: Span) => ({
    start: { dateTime: iso(starts_at), timeZone: "Europe/Berlin" },
    end: { dateTime: iso(ends_at), timeZone: "Europe/Berlin" },
  });
  const find = (id: string) =>
    google.control.events(calendar).find((event) => event.id === id) as GoogleEvent | undefined;
  return {
    add: ({ id, kind, day, rule, ...span }) =>
      google.control.addEvent(calendar, {
        id,
        ...(day === undefined
          ? times(span)
          : { start: { date: day }, end: { date: nextDay(day) } }),
        transparency: kind === "free" ? "transparent" : "opaque",
        ...(kind === "declined" && {
          attendees: [{ email: calendar, self: true, responseStatus: "declined" }],
        }),
        ...(rule !== undefined && { recurrence: [rule] }),
      }),
    move: (id, span) => google.control.changeEvent(calendar, id, times(span)),
    moveOccurrence: (id, span) => google.control.changeEvent(calendar, id, times(span)),
    remove: (id) => google.control.removeEvent(calendar, id),
    copy: (externalId, id, span) => {
      const found = find(externalId);
      if (found === undefined) return false;
      const { summary, extendedProperties } = found;
      google.control.addEvent(calendar, { id, summary, extendedProperties, ...times(span) });
      return true;
    },
    isThere: (id) => find(id) !== undefined,
    ownEvents: () =>
      google.control.events(calendar).flatMap(({ id, start, extendedProperties }) => {
        const booking = extendedProperties?.private?.booking_id;
        if (booking === undefined || id == null || id.startsWith("person")) return [];
        return [{ id: booking, starts_at: Date.parse(start?.dateTime ?? "") }];
      }),
  };
}

export function graphHand(calendar: string): Hand {
  const find = (id: string) => microsoft.control.events(calendar).find((event) => event.id === id);
  const bookingOf = ({ own }: OutlookEvent) => own.find(({ id }) => id.endsWith("booking_id"));
  return {
    add: ({ id, kind, day, rule, ...span }) => {
      const { occurrences } = microsoft.control.addEvent(calendar, {
        id,
        start: day ?? iso(span.starts_at),
        end: day === undefined ? iso(span.ends_at) : nextDay(day),
        show_as: kind === "free" ? "free" : "busy",
        response: kind === "declined" ? "declined" : "none",
        ...(rule !== undefined && { recurrence: rule }),
      });
      return occurrences?.map((one) => one.id) ?? [id];
    },
    move: (id, { starts_at, ends_at }) =>
      microsoft.control.changeEvent(calendar, id, { starts: starts_at, ends: ends_at }),
    moveOccurrence: (id, { starts_at, ends_at }) =>
      microsoft.control.changeOccurrence(calendar, id, { starts: starts_at, ends: ends_at }),
    remove: (id) => microsoft.control.removeEvent(calendar, id),
    copy: (externalId, id, { starts_at, ends_at }) => {
      const found = find(externalId);
      if (found === undefined) return false;
      const { subject, own, transaction_id } = found;
      const times = { start: iso(starts_at), end: iso(ends_at) };
      microsoft.control.addEvent(calendar, { id, subject, own, transaction_id, ...times });
      return true;
    },
    isThere: (id) => find(id) !== undefined,
    ownEvents: () =>
      microsoft.control.events(calendar).flatMap((event) => {
        const booking = bookingOf(event);
        if (booking === undefined || event.id.startsWith("person")) return [];
        return [{ id: booking.value, starts_at: event.starts }];
      }),
  };
}
