import type { CalDavServer } from "../caldav-servers";
import { ics } from "../calendar-files";
import { wallTimeToInstant } from "~/lib/time";

/** A person who uses another calendar program: random but recorded changes. */
export interface StormPerson {
  /** Their busy times, merged. */
  busy(): Span[];
  /** Adds, changes or deletes one of their appointments. */
  act(): Promise<string>;
  /** Moves, copies or deletes one of our events; null if there is none. */
  meddle(externalIds: string[]): Promise<string | null>;
  /** The booking events in their calendar. */
  ownEvents(): Promise<{ id: string; starts_at: number }[]>;
}

export interface Span {
  starts_at: number;
  ends_at: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE = "Europe/Berlin";
/** The files in their calendar. */
const MAX_FILES = 40;
const CALENDAR_TYPE = { "Content-Type": "text/calendar" };

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
const wallStamp = (at: number) => stamp(at).slice(0, -1);

/**
 * A person who randomly changes their calendar with another program. Expected busy times are
 * computed from their intentions, not from the files.
 */
export class OutsidePerson implements StormPerson {
  /** Busy times per file. */
  readonly files = new Map<string, Span[]>();
  private made = 0;

  constructor(
    private readonly server: CalDavServer,
    readonly url: string,
    private readonly random: () => number,
    /** Midnight (UTC) of the first planned day, and number of days. */
    private readonly first: number,
    private readonly days: number,
  ) {}

  busy(): Span[] {
    return merged([...this.files.values()].flat());
  }

  /** Adds, changes or deletes one of their appointments. */
  async act(): Promise<string> {
    const names = [...this.files.keys()];
    const roll = this.random();
    if (names.length === 0 || (roll < 0.5 && names.length < MAX_FILES)) {
      await this.write(`p${++this.made}.ics`);
      return "appointment added";
    }
    const name = names[this.below(names.length)]!;
    if (roll < 0.75) {
      await this.write(name);
      return "appointment changed";
    }
    await this.send("DELETE", `${this.url}${name}`);
    this.files.delete(name);
    return "appointment deleted";
  }

  /** Moves or deletes one of our events; null if there is none. */
  async meddle(paths: string[]): Promise<string | null> {
    const path = paths[this.below(paths.length)];
    if (path === undefined) return null;
    const url = new URL(path, this.url).href;
    if (this.random() < 0.4) {
      const { status } = await this.server.send("DELETE", url);
      return status === 404 ? null : "booking's event deleted outside";
    }
    const { status, text } = await this.server.send("GET", url);
    if (status !== 200) return null;
    const starts = this.first + this.below(this.days) * DAY_MS + (8 + this.below(9)) * HOUR_MS;
    const moved = text
      .replace(/^DTSTART[^\r\n]*/m, `DTSTART:${stamp(starts)}`)
      .replace(/^DTEND[^\r\n]*/m, `DTEND:${stamp(starts + HOUR_MS)}`);
    await this.send("PUT", url, moved, CALENDAR_TYPE);
    return "booking's event moved outside";
  }

  async ownEvents(): Promise<{ id: string; starts_at: number }[]> {
    const { text } = await this.server.send("GET", this.url);
    return text.split("BEGIN:VEVENT").flatMap((part) => {
      const id = /^X-BOOKING-ID:(\S+)/m.exec(part)?.[1];
      const starts = /^DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/m.exec(part);
      if (id === undefined || starts === null) return [];
      const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = starts.slice(1).map(Number);
      return [{ id, starts_at: Date.UTC(year, month - 1, day, hour, minute) }];
    });
  }

  private async write(name: string): Promise<void> {
    const { lines, spans } = this.plan();
    await this.send(
      "PUT",
      `${this.url}${name}`,
      ics(name, "SUMMARY:Private", ...lines).replaceAll("%UID%", name),
      CALENDAR_TYPE,
    );
    this.files.set(name, spans);
  }

  /**
   * A single time, a whole day, a series with or without exceptions and moved occurrences, or
   * something that takes no time.
   */
  private plan(): { lines: string[]; spans: Span[] } {
    const day = this.first + this.below(this.days) * DAY_MS;
    const starts = day + (7 + this.below(10)) * HOUR_MS + this.below(2) * (HOUR_MS / 2);
    const minutes = 30 * (1 + this.below(6));
    const kind = this.below(10);
    if (kind === 0) return { lines: [...single(starts, minutes), "TRANSP:TRANSPARENT"], spans: [] };
    if (kind === 1) return { lines: [...single(starts, minutes), "STATUS:CANCELLED"], spans: [] };
    if (kind === 2) return wholeDay(day);
    if (kind > 5) return { lines: single(starts, minutes), spans: [spanOf(starts, minutes)] };
    return this.series(starts, minutes);
  }

  /** In Berlin time, from which busy times are computed day by day. */
  private series(starts: number, minutes: number): { lines: string[]; spans: Span[] } {
    const [count, step] = [2 + this.below(5), this.below(2) === 0 ? 1 : 7];
    const instants = Array.from({ length: count }, (_, index) =>
      inBerlin(starts + index * step * DAY_MS),
    );
    const lines = [
      `DTSTART;TZID=${ZONE}:${wallStamp(starts)}`,
      `DURATION:PT${minutes}M`,
      `RRULE:FREQ=${step === 1 ? "DAILY" : "WEEKLY"};COUNT=${count}`,
    ];
    const left = this.below(3) === 0 ? this.below(count) : null;
    if (left !== null)
      lines.push(`EXDATE;TZID=${ZONE}:${wallStamp(starts + left * step * DAY_MS)}`);
    const spans = instants.filter((_, index) => index !== left).map((at) => spanOf(at, minutes));
    const moved = this.below(3) === 0 ? this.below(count) : null;
    if (moved === null || moved === left) return { lines, spans };
    const to = instants[moved]! + 2 * HOUR_MS;
    const original = wallStamp(starts + moved * step * DAY_MS);
    return {
      lines: [...lines, ...occurrence(original, to, minutes)],
      spans: [
        ...spans.filter(({ starts_at }) => starts_at !== instants[moved]),
        spanOf(to, minutes),
      ],
    };
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private async send(
    method: string,
    url: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<void> {
    const { status, text } = await this.server.send(method, url, body, headers);
    if (status >= 400 && status !== 404) throw new Error(`${method} ${url}: ${status} ${text}`);
  }
}

const spanOf = (starts_at: number, minutes: number): Span => ({
  starts_at,
  ends_at: starts_at + minutes * 60_000,
});
const single = (starts: number, minutes: number) => [
  `DTSTART:${stamp(starts)}`,
  `DTEND:${stamp(starts + minutes * 60_000)}`,
];

function wholeDay(day: number): { lines: string[]; spans: Span[] } {
  const [starts_at, ends_at] = [inBerlin(day), inBerlin(day + DAY_MS)];
  return {
    lines: [`DTSTART;VALUE=DATE:${stamp(day).slice(0, 8)}`],
    spans: [{ starts_at, ends_at }],
  };
}

/**
 * A second component of the same file: the occurrence of `original` takes place at another time.
 * `ics` closes it.
 */
function occurrence(original: string, to: number, minutes: number): string[] {
  return [
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:%UID%",
    "DTSTAMP:20270101T000000Z",
    "SUMMARY:Private",
    `RECURRENCE-ID;TZID=${ZONE}:${original}`,
    ...single(to, minutes),
  ];
}

/** Converts Berlin wall time to an instant. */
export function inBerlin(wall: number): number {
  const text = new Date(wall).toISOString();
  return wallTimeToInstant(text.slice(0, 10), text.slice(11, 16), ZONE);
}

/** In order, what touches or overlaps as one. */
export function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { starts_at, ends_at } of [...spans].sort(
    (one, other) => one.starts_at - other.starts_at,
  )) {
    const last = found.at(-1);
    if (last !== undefined && starts_at <= last.ends_at)
      last.ends_at = Math.max(last.ends_at, ends_at);
    else found.push({ starts_at, ends_at });
  }
  return found;
}
