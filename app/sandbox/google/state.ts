import { randomUUID } from "node:crypto";
import type { calendar_v3 } from "@googleapis/calendar";
import { addDays, localDateOf, toRfc3339, wallTimeToInstant } from "~/lib/time";
import { Memory } from "../calendars/memory";
import { datesOf } from "../calendars/recurrence";

/** An event with the fields that every event has. */
export type GoogleEvent = calendar_v3.Schema$Event & {
  id: string;
  status: "confirmed" | "tentative" | "cancelled";
};
export type AccessRole = "owner" | "writer" | "reader" | "freeBusyReader";

export interface GoogleCalendar {
  id: string;
  summary: string;
  time_zone: string;
  /** Increases with each change; a sync token contains the revision its holder has read. */
  revision: number;
  /** Older sync tokens have expired. */
  oldest_token: number;
  events: Record<string, { event: GoogleEvent; revision: number }>;
}
interface GoogleAccount {
  email: string;
  calendars: { id: string; access_role: AccessRole; primary: boolean }[];
}
export interface GoogleGrant {
  account: string;
  scopes: string[];
  created: number;
  revoked: boolean;
}
export interface GoogleChannel {
  id: string;
  resource_id: string;
  calendar: string;
  token: string;
  address: string;
  expires: number;
  messages: number;
  stopped: boolean;
}
export interface GoogleData {
  counter: number;
  ahead_ms: number;
  /** A project in status "Testing": its refresh tokens expire after 7 days. */
  testing: boolean;
  accounts: Record<string, GoogleAccount>;
  calendars: Record<string, GoogleCalendar>;
  codes: Record<
    string,
    { grant: string; challenge: string; redirect_uri: string; expires: number; used: boolean }
  >;
  /** By refresh token. */
  grants: Record<string, GoogleGrant>;
  access: Record<string, { grant: string; expires: number }>;
  channels: Record<string, GoogleChannel>;
}

/** The stand-in's people. */
export const ANNA = "anna@example.com";
export const TOM = "tom@example.com";
/** A member of the demo company, whose calendar is connected from the start. */
export const MILA = "mila@example.com";
/** Anna has read access only. */
export const SHARED = "team@group.calendar.example.com";
const ZONE = "Europe/Amsterdam";

function emptyData(): GoogleData {
  const calendar = (id: string, summary: string): GoogleCalendar => {
    return { id, summary, time_zone: ZONE, revision: 0, oldest_token: 0, events: {} };
  };
  const primary = (id: string) => ({ id, access_role: "owner" as const, primary: true });
  const team = { id: SHARED, access_role: "reader" as const, primary: false };
  return {
    counter: 0,
    ahead_ms: 0,
    testing: false,
    accounts: {
      [ANNA]: { email: ANNA, calendars: [primary(ANNA), team] },
      [TOM]: { email: TOM, calendars: [primary(TOM)] },
    },
    calendars: {
      [ANNA]: calendar(ANNA, "Anna"),
      [TOM]: calendar(TOM, "Tom"),
      [SHARED]: calendar(SHARED, "Team"),
    },
    codes: {},
    grants: {},
    access: {},
    channels: {},
  };
}

/** Input of an event: `start` and `end` are both dates, or both times with offset. */
export type NewGoogleEvent = calendar_v3.Schema$Event &
  Required<Pick<calendar_v3.Schema$Event, "start" | "end">>;

/** State of the stand-in and changes of events. Calls `changed` with each changed calendar. */
export class GoogleState {
  readonly memory: Memory<GoogleData>;
  changed: (calendarId: string) => void = () => undefined;

  constructor(file: string | null) {
    this.memory = new Memory(file, emptyData);
  }

  get data(): GoogleData {
    return this.memory.data;
  }

  now(): number {
    return this.memory.now();
  }

  calendar(id: string): GoogleCalendar {
    const calendar = this.data.calendars[id];
    if (calendar === undefined) throw new Error(`The stand-in has no calendar ${id}`);
    return calendar;
  }

  addCalendar(email: string, id: string, role: AccessRole = "owner", time_zone = ZONE): void {
    this.data.calendars[id] ??= {
      id,
      summary: id,
      time_zone,
      revision: 0,
      oldest_token: 0,
      events: {},
    };
    const account = (this.data.accounts[email] ??= { email, calendars: [] });
    account.calendars.push({ id, access_role: role, primary: account.calendars.length === 0 });
    this.memory.save();
  }

  /** Records a person's consent; returns its refresh token. */
  grant(account: string, scopes: string[]): string {
    const token = `1//${randomUUID()}`;
    this.data.grants[token] = { account, scopes, created: this.now(), revoked: false };
    this.memory.save();
    return token;
  }

  /** Adds an owner's event; `recurrence` is expanded to instances. Returns the resulting ids. */
  put(calendarId: string, given: NewGoogleEvent): string[] {
    const id = given.id ?? `e${String(this.memory.next()).padStart(8, "0")}`;
    const instances =
      given.recurrence?.[0] === undefined ? [{ ...given, id }] : instancesOf(given, id);
    const now = new Set(instances.map((one) => one.id));
    for (const [other, { event }] of Object.entries(this.calendar(calendarId).events))
      if (event.recurringEventId === id && !now.has(other)) this.#remove(calendarId, other);
    for (const instance of instances) {
      const event = { status: "confirmed", ...instance } as GoogleEvent;
      this.#keep(calendarId, event);
      this.#invite(calendarId, event);
    }
    this.#touched(calendarId);
    return [...now];
  }

  /**
   * An attendee's calendar contains the event under the same id, without the organizer's private
   * fields.
   */
  #invite(calendarId: string, event: GoogleEvent): void {
    for (const { email } of event.attendees ?? []) {
      if (email == null || email === calendarId || this.data.calendars[email] === undefined)
        continue;
      const { extendedProperties: _private, ...copy } = event;
      this.#keep(email, { ...copy, organizer: { email: calendarId } });
      this.#touched(email);
    }
  }

  /** Changes some fields of an event, as its owner. */
  patch(calendarId: string, id: string, change: calendar_v3.Schema$Event): void {
    const stored = this.calendar(calendarId).events[id];
    if (stored === undefined) throw new Error(`The stand-in has no event ${id}`);
    const event = { ...stored.event, ...change } as GoogleEvent;
    this.#keep(calendarId, event);
    this.#invite(calendarId, event);
    this.#touched(calendarId);
  }

  /** Deletes an event, or a series with all instances. */
  remove(calendarId: string, id: string): boolean {
    const events = Object.entries(this.calendar(calendarId).events);
    const found = events.filter(
      ([own, { event }]) =>
        (own === id || event.recurringEventId === id) && event.status !== "cancelled",
    );
    for (const [own] of found) this.#remove(calendarId, own);
    if (found.length > 0) this.#touched(calendarId);
    return found.length > 0;
  }

  #remove(calendarId: string, id: string): void {
    this.#keep(calendarId, { ...this.calendar(calendarId).events[id]!.event, status: "cancelled" });
  }

  #keep(calendarId: string, event: GoogleEvent): void {
    const calendar = this.calendar(calendarId);
    calendar.revision += 1;
    const etag = `"${calendar.revision}${this.memory.next()}"`;
    const updated = toRfc3339(this.now());
    const stored = {
      eventType: "default",
      ...event,
      kind: "calendar#event",
      etag,
      updated,
    } satisfies GoogleEvent;
    calendar.events[event.id] = { event: stored, revision: calendar.revision };
  }

  #touched(calendarId: string): void {
    this.memory.save();
    this.changed(calendarId);
  }
}

/**
 * The occurrences as events.list returns them with singleEvents: individual ids, the same
 * wall-clock time.
 */
function instancesOf(series: NewGoogleEvent, id: string): (NewGoogleEvent & { id: string })[] {
  const { recurrence, start, end, ...rest } = series;
  const rule = recurrence?.[0] ?? "";
  if (start.date != null && end.date != null) {
    const days = (Date.parse(end.date) - Date.parse(start.date)) / 86_400_000;
    return datesOf(rule, start.date).map((date) => ({
      ...rest,
      id: `${id}_${date.replaceAll("-", "")}`,
      recurringEventId: id,
      originalStartTime: { date },
      start: { date },
      end: { date: addDays(date, days) },
    }));
  }
  const zone = start.timeZone ?? ZONE;
  const starts = Date.parse(start.dateTime ?? "");
  const length = Date.parse(end.dateTime ?? "") - starts;
  const time = new Date(starts).toLocaleTimeString("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  return datesOf(rule, localDateOf(starts, zone)).map((date) => {
    const at = wallTimeToInstant(date, time, zone);
    return {
      ...rest,
      id: `${id}_${toRfc3339(at).replace(/[-:]/g, "")}`,
      recurringEventId: id,
      originalStartTime: { dateTime: toRfc3339(at), timeZone: zone },
      start: { dateTime: toRfc3339(at), timeZone: zone },
      end: { dateTime: toRfc3339(at + length), timeZone: zone },
    };
  });
}
