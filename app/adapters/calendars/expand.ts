import ICAL from "ical.js";
import { ianaZone, UTC } from "~/lib/zone-clock";
import { type FileContent, type FileEvent, readFile, stampOf, valuesOf } from "./file-events";
import { boundedId, type ReadProblem, type UnreadReason } from "./port";
import { isSeries, MAX_EVENT_SPANS, seriesOf, type Span } from "./series";

/**
 * A file of a CalDAV calendar, whose events are identified by its `id`; or a whole feed, whose
 * events have UIDs (`id` null).
 */
interface CalendarFile {
  id: string | null;
  etag: string | null;
  data: string;
}

export interface ExpandTask {
  files: CalendarFile[];
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** IANA zone of all-day and floating times. */
  time_zone: string;
  tentative_is_busy: boolean;
  /** The calendar owner's addresses: a meeting they declined takes no time. */
  own_addresses: string[];
  /** The host in the event ids of our own mails and feeds. */
  own_host: string;
}

/** An OutsideEvent with times in epoch milliseconds. */
interface Expanded {
  external_id: string;
  instance: string;
  starts_at: number;
  ends_at: number;
  is_busy: boolean;
  title: string | null;
  etag: string | null;
  booking_id: string | null;
}

/** Events read from files, and the number of unreadable ones by reason. */
export interface Expansion {
  events: Expanded[];
  problems: ReadProblem[];
}

/** Limit of busy times from all files together. */
const MAX_SPANS = 20_000;
/**
 * CPU limit for expanding rules; later repetitions are dropped. The limit of the process is
 * slightly higher.
 */
const MAX_CPU_MS = 3_000;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const TITLE_LENGTH = 500;

/**
 * Expands every event of the files within the window. Above the limits the nearest occurrences are
 * kept and a problem is reported: one event that repeats every second must neither hide the others
 * nor count as free time.
 */
export function expand(task: ExpandTask): Expansion {
  const found = new Found(task);
  const startUsage = process.cpuUsage();
  const isSpent = () => {
    const { user, system } = process.cpuUsage(startUsage);
    return (user + system) / 1000 > MAX_CPU_MS;
  };
  const groups = task.files.flatMap((file) => readGroups(file, task, found));
  // Expand cheap events first, so that an expensive rule cannot use up their share of the time
  // limit.
  for (const { file, uid, events } of groups.sort((one, other) => one.cost - other.cost)) {
    const reported = new Set<UnreadReason>();
    const series = {
      from: task.from,
      to: found.end,
      isBusy: (event: FileEvent) => isBusy(event, task),
      isSpent,
      report: (reason: UnreadReason) => void reported.add(reason),
    };
    for (const span of seriesOf(events, series)) found.add(file, uid, span);
    for (const reason of reported) found.report(reason);
  }
  return found.result();
}

interface Group {
  file: CalendarFile;
  uid: string;
  events: FileEvent[];
  cost: number;
}

/** Groups a file's events by UID; its free/busy times are added immediately. */
function readGroups(file: CalendarFile, task: ExpandTask, found: Found): Group[] {
  let content: FileContent;
  try {
    content = readFile(file.data, ianaZone(task.time_zone) ?? UTC, task.to);
  } catch (error) {
    // A feed that can't be read must not count as one without events.
    if (file.id === null) throw error;
    found.report("format");
    return [];
  }
  found.report("no_time", content.without_time);
  found.report("format", content.without_zone);
  for (const each of content.free_busy) found.addFreeBusy(file, each);
  return [...content.events].map(([uid, events]) => ({ file, uid, events, cost: costOf(events) }));
}

/** 0: single events; 1: common rules; 2: hourly or shorter rules, or long lists. */
function costOf(events: readonly FileEvent[]): number {
  if (!events.some(isSeries)) return 0;
  const isCommon = events.every(({ component }) =>
    component
      .getAllProperties("x-rrule")
      .every((property) => isCommonRule(String(property.getFirstValue()))),
  );
  return isCommon ? 1 : 2;
}

function isCommonRule(rule: string): boolean {
  return rule.length < 100 && /FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)/.test(rule);
}

/** Collects occurrences and keeps the ones nearest to now. */
class Found {
  /** Later occurrences are dropped. */
  end: number;
  #busy: Expanded[] = [];
  readonly #free: Expanded[] = [];
  readonly #names = new Set<string>();
  /** Events whose furthest occurrences were dropped. */
  readonly #cutOff = new Set<string>();
  readonly #problems = new Map<UnreadReason, number>();

  constructor(private readonly task: ExpandTask) {
    this.end = task.to;
  }

  report(reason: UnreadReason, count = 1): void {
    if (count > 0) this.#problems.set(reason, (this.#problems.get(reason) ?? 0) + count);
  }

  add(file: CalendarFile, uid: string, { event, instance, starts_at, ends_at }: Span): void {
    this.#keep({
      external_id: boundedId(file.id ?? uid),
      instance,
      starts_at,
      ends_at,
      is_busy: isBusy(event, this.task),
      title: text(event, "summary")?.slice(0, TITLE_LENGTH) ?? null,
      etag: file.etag,
      booking_id: bookingOf(event, uid, this.task.own_host),
    });
  }

  /** Adds the times of a VFREEBUSY (RFC 5545, 3.6.4); unknown types count as busy. */
  addFreeBusy(file: CalendarFile, { component, timeOf }: FileContent["free_busy"][number]): void {
    const uid = String(component.getFirstPropertyValue("uid") ?? "");
    if (component.hasProperty("x-unreadable")) this.report("format");
    let count = 0;
    for (const property of component.getAllProperties("freebusy"))
      for (const value of valuesOf(property)) {
        if (!(value instanceof ICAL.Period)) continue;
        const { zone, wall } = timeOf(property, stampOf(value.start));
        const starts_at = zone.toInstant(wall);
        const ends_at = starts_at + value.getDuration().toSeconds() * 1000;
        if (starts_at >= ends_at || starts_at >= this.end || ends_at <= this.task.from) continue;
        const kind = property.getFirstParameter("fbtype")?.toUpperCase();
        const is_busy = kind === "BUSY-TENTATIVE" ? this.task.tentative_is_busy : kind !== "FREE";
        if (is_busy && ++count > MAX_EVENT_SPANS) return this.report("too_many");
        this.#keep({
          external_id: boundedId(file.id ?? uid),
          instance: new Date(starts_at).toISOString(),
          starts_at,
          ends_at,
          is_busy,
          title: null,
          etag: file.etag,
          booking_id: null,
        });
      }
  }

  result(): Expansion {
    this.#cut();
    this.report("too_many", this.#cutOff.size);
    return {
      events: [...this.#busy, ...this.#free],
      problems: [...this.#problems].map(([reason, count]) => ({ reason, count })),
    };
  }

  #keep(event: Expanded): void {
    const list = event.is_busy ? this.#busy : this.#free;
    // Free occurrences block nothing; one per event is enough to record that it exists.
    if (!event.is_busy && list.length >= MAX_SPANS) return;
    const instance = freeInstance(this.#names, event.external_id, event.instance);
    list.push({
      ...event,
      instance,
      starts_at: Math.max(event.starts_at, this.task.from),
      ends_at: Math.min(event.ends_at, this.task.to),
    });
    if (this.#busy.length >= 2 * MAX_SPANS) this.#cut();
  }

  /** Drops the furthest occurrences and reports their events. */
  #cut(): void {
    if (this.#busy.length <= MAX_SPANS) return;
    const sorted = this.#busy.sort((one, other) => one.starts_at - other.starts_at);
    this.#busy = sorted.slice(0, MAX_SPANS);
    for (const { external_id } of sorted.slice(MAX_SPANS)) this.#cutOff.add(external_id);
    this.end = Math.min(this.end, this.#busy.at(-1)?.starts_at ?? this.end);
  }
}

/** Some feeds give all events the same UID or none; each still takes its time. */
function freeInstance(taken: Set<string>, id: string, instance: string): string {
  let free = instance;
  for (let more = 2; taken.has(`${id}\n${free}`); more++) free = `${instance}#${more}`;
  taken.add(`${id}\n${free}`);
  return free;
}

function isBusy(event: FileEvent, task: ExpandTask): boolean {
  const status = text(event, "status")?.toUpperCase();
  if (status === "CANCELLED" || text(event, "transp")?.toUpperCase() === "TRANSPARENT")
    return false;
  // Exchange writes this property in addition to TRANSP, and it is more precise.
  const exchange = text(event, "x-microsoft-cdo-busystatus")?.toUpperCase();
  if (exchange === "FREE" || exchange === "WORKINGELSEWHERE") return false;
  const answer = ownAnswer(event, task.own_addresses);
  if (answer === "DECLINED") return false;
  const isTentative =
    status === "TENTATIVE" ||
    exchange === "TENTATIVE" ||
    answer === "TENTATIVE" ||
    answer === "NEEDS-ACTION";
  return !isTentative || task.tentative_is_busy;
}

/** The calendar owner's reply to an invitation (PARTSTAT); null if they are not invited. */
function ownAnswer(event: FileEvent, addresses: readonly string[]): string | null {
  for (const attendee of event.component.getAllProperties("attendee")) {
    const address = String(attendee.getFirstValue())
      .toLowerCase()
      .replace(/^mailto:/, "");
    if (!addresses.includes(address)) continue;
    return (attendee.getFirstParameter("partstat") || "NEEDS-ACTION").toUpperCase();
  }
  return null;
}

/** The booking of an event, by our property or by the UID used in our mails and feeds. */
function bookingOf(event: FileEvent, uid: string, ownHost: string): string | null {
  const written = new RegExp(`^${UUID}$`).exec(
    text(event, BOOKING_PROPERTY.toLowerCase()) ?? "",
  )?.[0];
  const [id, host] = uid.split("@");
  const sent = host === ownHost && new RegExp(`^${UUID}$`).test(id ?? "") ? id : undefined;
  return written ?? sent ?? null;
}

/** The private property with the booking's id in events that we wrote. */
export const BOOKING_PROPERTY = "X-BOOKING-ID";

function text(event: FileEvent, name: string): string | null {
  const value = event.component.getFirstPropertyValue(name);
  return typeof value === "string" ? value : null;
}
