import { keptId } from "./port";
import { eventsOf, type FileEvent } from "./file-events";
import { MAX_SPANS, seriesOf, TooMuch } from "./series";
import { ianaZone, UTC } from "./zones";

/** A file of a CalDAV calendar, whose events are known by its `id`; or a whole feed, whose events have their own (`id` null). */
export interface CalendarFile {
  id: string | null;
  etag: string | null;
  data: string;
}

export interface ExpandTask {
  files: CalendarFile[];
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** IANA: of all-day and floating times. */
  time_zone: string;
  tentative_is_busy: boolean;
  /** Addresses of the calendar's owner: a meeting that they have declined takes no time. */
  own_addresses: string[];
  /** The host of ids that our own mails and feeds give a booking's event. */
  own_host: string;
}

/** An OutsideEvent whose times are epoch milliseconds. */
export interface Expanded {
  external_id: string;
  instance: string;
  starts_at: number;
  ends_at: number;
  is_busy: boolean;
  title: string | null;
  etag: string | null;
  booking_id: string | null;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const TITLE_LENGTH = 500;

/**
 * Every occurrence in the window of every event in the files, cut to it. Throws TooMuch beyond the bounds: whoever repeats something each
 * second has no calendar that could be checked.
 */
export function expand(task: ExpandTask): Expanded[] {
  const found: Expanded[] = [];
  const taken = new Set<string>();
  for (const file of task.files)
    for (const [uid, events] of eventsOf(file.data, ianaZone(task.time_zone) ?? UTC))
      for (const span of seriesOf(events, task)) {
        if (found.length >= MAX_SPANS) throw new TooMuch("occurrences");
        const { event } = span;
        const external_id = keptId(file.id ?? uid);
        found.push({
          external_id,
          instance: freeInstance(taken, external_id, span.instance),
          starts_at: Math.max(span.starts_at, task.from),
          ends_at: Math.min(span.ends_at, task.to),
          is_busy: isBusy(event, task),
          title: text(event, "summary")?.slice(0, TITLE_LENGTH) ?? null,
          etag: file.etag,
          booking_id: bookingOf(event, uid, task.own_host),
        });
      }
  return found;
}

/** Feeds there are whose events all have one UID, or none: each still takes its time. */
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
  // Exchange's own word, more exact than TRANSP, which it writes beside it.
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

/** What the calendar's owner has answered to an invitation (PARTSTAT); null where they are not invited. */
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

/** By the property that we write, or the id that our mails and feeds give a booking. */
function bookingOf(event: FileEvent, uid: string, ownHost: string): string | null {
  const written = new RegExp(`^${UUID}$`).exec(
    text(event, BOOKING_PROPERTY.toLowerCase()) ?? "",
  )?.[0];
  const [id, host] = uid.split("@");
  const sent = host === ownHost && new RegExp(`^${UUID}$`).test(id ?? "") ? id : undefined;
  return written ?? sent ?? null;
}

/** The private property of an event that we wrote: its booking. */
export const BOOKING_PROPERTY = "X-BOOKING-ID";

function text(event: FileEvent, name: string): string | null {
  const value = event.component.getFirstPropertyValue(name);
  return typeof value === "string" ? value : null;
}
