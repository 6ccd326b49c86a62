import { addDays, localDateOf, startOfDay, wallTimeToInstant } from "~/lib/time";
import { zoneOf } from "~/adapters/calendars/windows-zones";
import { Memory } from "../calendars/memory";
import { datesOf } from "../calendars/recurrence";

/** An event of a mailbox, in instants; an all-day event has dates in addition. */
export interface OutlookEvent {
  id: string;
  subject: string;
  starts: number;
  ends: number;
  /** First day, and the day after the last. */
  dates: { start: string; end: string } | null;
  /** Windows name of the zone it was created in. */
  zone: string;
  show_as: "free" | "tentative" | "busy" | "oof" | "workingElsewhere" | "unknown";
  response: "none" | "organizer" | "tentativelyAccepted" | "accepted" | "declined" | "notResponded";
  is_cancelled: boolean;
  etag: string;
  transaction_id: string | null;
  /** singleValueExtendedProperties. */
  own: { id: string; value: string }[];
  body: string;
  location: string;
  /** Link of its Teams meeting; the joining instructions are added to the returned body. */
  join_url?: string | null;
  /** An endless series, of which the stand-in creates two years. */
  is_endless: boolean;
  /** Occurrences, if this is the master of a series. */
  occurrences: OutlookOccurrence[] | null;
}
/** `changed`: moved or cancelled individually. */
export type OutlookOccurrence = Pick<OutlookEvent, "id" | "starts" | "ends" | "dates"> & {
  changed?: boolean;
  is_cancelled?: boolean;
};

/** A new event: times with offset, or dates; `zone`: Windows name. */
export interface NewOutlookEvent extends Partial<
  Omit<OutlookEvent, "starts" | "ends" | "dates" | "etag" | "occurrences" | "is_endless">
> {
  start: string;
  end: string;
  /** "RRULE:FREQ=WEEKLY;COUNT=6" */
  recurrence?: string;
}

export interface OutlookCalendar {
  id: string;
  name: string;
  revision: number;
  oldest_token: number;
  /** `removed`: it is in Deleted Items, where its id still finds it. */
  events: Record<string, { event: OutlookEvent; revision: number; removed: boolean }>;
  /** All used transactionIds, including those of deleted events. */
  transactions: string[];
}
export interface GraphGrant {
  account: string;
  scopes: string[];
  refresh_token: string;
  revoked: boolean;
}
export interface GraphSubscription {
  id: string;
  account: string;
  calendar: string;
  resource: string;
  notification_url: string;
  lifecycle_url: string | null;
  client_state: string;
  expires: number;
}
interface CalendarEntry {
  id: string;
  can_edit: boolean;
  is_default: boolean;
  /** Another mailbox's calendar, which has no subscriptions. */
  is_shared?: boolean;
}
export interface GraphData {
  counter: number;
  ahead_ms: number;
  /**
   * A delta reports only the id of a deleted occurrence, without the rest of its series. Graph's
   * real behaviour is undocumented.
   */
  removes_bare: boolean;
  /** A delta of a calendar with an endless series times out. */
  endless_times_out: boolean;
  /** Deletes are permanent and skip Deleted Items. */
  empties_bin: boolean;
  /** needs_admin: members of the organization can't consent themselves. */
  accounts: Record<string, { calendars: CalendarEntry[]; needs_admin: boolean }>;
  calendars: Record<string, OutlookCalendar>;
  codes: Record<string, { grant: string; challenge: string; expires: number; used: boolean }>;
  grants: Record<string, GraphGrant>;
  access: Record<string, { grant: string; expires: number }>;
  subscriptions: Record<string, GraphSubscription>;
}

export const MIA = "mia@example.com";
/** Her organization requires an administrator's consent. */
export const NO_CONSENT = "noor@company.example.com";
export const MIA_CALENDAR = "AAMkMia=";
/** Mia has read access only. */
export const HOLIDAYS = "AAMkHolidays=";
const ZONE = "W. Europe Standard Time";

function emptyData(): GraphData {
  const calendar = (id: string, name: string): OutlookCalendar => {
    return { id, name, revision: 0, oldest_token: 0, events: {}, transactions: [] };
  };
  return {
    counter: 0,
    ahead_ms: 0,
    removes_bare: false,
    endless_times_out: false,
    empties_bin: false,
    accounts: {
      [MIA]: {
        needs_admin: false,
        calendars: [
          { id: MIA_CALENDAR, can_edit: true, is_default: true },
          { id: HOLIDAYS, can_edit: false, is_default: false },
        ],
      },
      [NO_CONSENT]: { needs_admin: true, calendars: [] },
    },
    calendars: {
      [MIA_CALENDAR]: calendar(MIA_CALENDAR, "Calendar"),
      [HOLIDAYS]: calendar(HOLIDAYS, "Holidays"),
    },
    codes: {},
    grants: {},
    access: {},
    subscriptions: {},
  };
}

export type ChangeType = "created" | "updated" | "deleted";

/** State of the stand-in and changes of events. Calls `changed` with each changed event. */
export class GraphState {
  readonly memory: Memory<GraphData>;
  changed: (calendarId: string, eventId: string, change: ChangeType) => void = () => undefined;

  constructor(file: string | null) {
    this.memory = new Memory(file, emptyData);
  }

  get data(): GraphData {
    return this.memory.data;
  }

  now(): number {
    return this.memory.now();
  }

  calendar(id: string): OutlookCalendar {
    const calendar = this.data.calendars[id];
    if (calendar === undefined) throw new Error(`The stand-in has no calendar ${id}`);
    return calendar;
  }

  addCalendar(email: string, id: string, can_edit = true, is_shared = false): void {
    this.data.calendars[id] ??= {
      id,
      name: id,
      revision: 0,
      oldest_token: 0,
      events: {},
      transactions: [],
    };
    const account = (this.data.accounts[email] ??= { calendars: [], needs_admin: false });
    const is_default = account.calendars.length === 0;
    account.calendars.push({ id, can_edit, is_default, is_shared });
    this.memory.save();
  }

  /** Creates an event, or replaces the one with the same id. */
  put(calendarId: string, { start, end, recurrence, ...given }: NewOutlookEvent): OutlookEvent {
    const id = given.id ?? `AAMkE${String(this.memory.next()).padStart(8, "0")}=`;
    const zone = given.zone ?? ZONE;
    const iana = zoneOf(zone) ?? "UTC";
    const isDay = start.length === 10;
    const event: OutlookEvent = {
      subject: "",
      show_as: "busy",
      response: "none",
      is_cancelled: false,
      transaction_id: null,
      own: [],
      body: "",
      location: "",
      ...given,
      id,
      zone,
      starts: isDay ? startOfDay(start, iana) : Date.parse(start),
      ends: isDay ? startOfDay(end, iana) : Date.parse(end),
      dates: isDay ? { start, end } : null,
      etag: "",
      is_endless: recurrence !== undefined && !/COUNT=|UNTIL=/.test(recurrence),
      occurrences: null,
    };
    if (recurrence !== undefined) event.occurrences = occurrencesOf(event, recurrence, iana);
    return this.keep(
      calendarId,
      event,
      this.calendar(calendarId).events[id] === undefined ? "created" : "updated",
    );
  }

  /** Changes some fields of an event, as its owner. */
  patch(calendarId: string, id: string, change: Partial<Omit<OutlookEvent, "id">>): OutlookEvent {
    const stored = this.calendar(calendarId).events[id];
    if (stored === undefined || stored.removed) throw new Error(`The stand-in has no event ${id}`);
    return this.keep(calendarId, { ...stored.event, ...change }, "updated");
  }

  /** Moves or cancels one occurrence of a series, as its owner. */
  changeOccurrence(
    calendarId: string,
    id: string,
    change: Partial<Pick<OutlookOccurrence, "starts" | "ends" | "is_cancelled">>,
  ): void {
    for (const { event, removed } of Object.values(this.calendar(calendarId).events)) {
      const found = event.occurrences?.find((one) => one.id === id);
      if (removed || found === undefined) continue;
      Object.assign(found, change, { changed: true });
      this.keep(calendarId, event, "updated");
      return;
    }
    throw new Error(`The stand-in has no occurrence ${id}`);
  }

  /** Deletes an event, a series, or one occurrence. */
  remove(calendarId: string, id: string): boolean {
    const calendar = this.calendar(calendarId);
    const stored = calendar.events[id];
    if (stored !== undefined && !stored.removed) {
      stored.removed = true;
      stored.revision = calendar.revision += 1;
      stored.event.etag = `W/"${stored.revision}${this.memory.next()}"`; // it was moved to Deleted Items
      this.#touched(calendarId, id, "deleted");
      return true;
    }
    for (const { event, removed } of Object.values(calendar.events)) {
      const left = event.occurrences?.filter((one) => one.id !== id);
      if (removed || left === undefined || left.length === event.occurrences?.length) continue;
      if (this.data.removes_bare) this.#removeBare(calendar, event, left, id);
      else this.keep(calendarId, { ...event, occurrences: left }, "updated");
      return true;
    }
    return false;
  }

  #removeBare(
    calendar: OutlookCalendar,
    master: OutlookEvent,
    left: OutlookOccurrence[],
    id: string,
  ): void {
    master.occurrences = left;
    const revision = (calendar.revision += 1);
    calendar.events[id] = { event: { ...master, id, occurrences: null }, revision, removed: true };
    this.#touched(calendar.id, id, "deleted");
  }

  keep(calendarId: string, event: OutlookEvent, change: ChangeType): OutlookEvent {
    const calendar = this.calendar(calendarId);
    const revision = (calendar.revision += 1);
    const stored = { ...event, etag: `W/"${revision}${this.memory.next()}"` };
    calendar.events[event.id] = { event: stored, revision, removed: false };
    if (event.transaction_id !== null) calendar.transactions.push(event.transaction_id);
    this.#touched(calendarId, event.id, change);
    return stored;
  }

  #touched(calendarId: string, eventId: string, change: ChangeType): void {
    this.memory.save();
    this.changed(calendarId, eventId, change);
  }
}

/** At the same wall-clock time in the series' zone. */
function occurrencesOf(event: OutlookEvent, rule: string, zone: string): OutlookOccurrence[] {
  const id = (date: string) => `${event.id.replace("=", "")}.${date}=`;
  const { dates } = event;
  if (dates !== null) {
    const days = (Date.parse(dates.end) - Date.parse(dates.start)) / 86_400_000;
    return datesOf(rule, dates.start).map((start) => {
      const end = addDays(start, days);
      return {
        id: id(start),
        starts: startOfDay(start, zone),
        ends: startOfDay(end, zone),
        dates: { start, end },
      };
    });
  }
  const time = new Date(event.starts).toLocaleTimeString("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  return datesOf(rule, localDateOf(event.starts, zone)).map((date) => {
    const starts = wallTimeToInstant(date, time, zone);
    return { id: id(date), starts, ends: starts + event.ends - event.starts, dates: null };
  });
}
