import { parseInstant } from "~/lib/time";
import { WireError } from "../calendars/wire";
import { bareOccurrence, shownEvent, shownOccurrence } from "./shown";
import type { OutlookCalendar, OutlookEvent, OutlookOccurrence } from "./state";

/** Content of a link, including the fixed window. */
interface Round {
  calendar: string;
  from: number;
  to: number;
  /** Changes since this revision; null: everything. */
  since: number | null;
  revision: number;
  offset: number;
  /** The previous page was empty. */
  is_next?: boolean;
}

export interface DeltaAnswer {
  "@odata.nextLink"?: string;
  "@odata.deltaLink"?: string;
  value: object[];
}

const write = (round: Round) => Buffer.from(JSON.stringify(round)).toString("base64url");

/** GET …/calendarView/delta. `address`: URL of the function, the base of its links. */
export function readDelta(
  calendar: OutlookCalendar,
  query: URLSearchParams,
  {
    address,
    size,
    isBasic,
    emptyPages,
  }: { address: string; size: number; isBasic: boolean; emptyPages: boolean },
): DeltaAnswer {
  const { is_next = false, ...round } = roundOf(calendar, query);
  if (emptyPages && !is_next) {
    const next = write({ ...round, is_next: true });
    return { "@odata.nextLink": `${address}?$skiptoken=${next}`, value: [] };
  }
  const items = itemsOf(calendar, round, isBasic);
  const end = round.offset + size;
  const value = items.slice(round.offset, end);
  if (end < items.length)
    return {
      "@odata.nextLink": `${address}?$skiptoken=${write({ ...round, offset: end })}`,
      value,
    };
  const next = { ...round, since: round.revision, offset: 0 };
  return { "@odata.deltaLink": `${address}?$deltatoken=${write(next)}`, value };
}

function roundOf(calendar: OutlookCalendar, query: URLSearchParams): Round {
  const [skip, delta] = [query.get("$skiptoken"), query.get("$deltatoken")];
  const token = skip ?? delta;
  if (token === null) {
    const [from, to] = ["startDateTime", "endDateTime"].map((name) =>
      parseInstant(query.get(name) ?? ""),
    );
    if (from == null || to == null || from >= to)
      throw new WireError(400, "ErrorInvalidParameter", "The window.");
    return { calendar: calendar.id, from, to, since: null, revision: calendar.revision, offset: 0 };
  }
  if ([...query.keys()].length > 1)
    throw new WireError(400, "ErrorInvalidUrlQuery", "A token excludes other parameters.");
  const round = readRound(token);
  if (round?.calendar !== calendar.id)
    throw new WireError(400, "ErrorInvalidUrlQuery", "Badly formed token.");
  if ((round.since ?? round.revision) < calendar.oldest_token)
    throw new WireError(410, "SyncStateNotFound", "The sync state is not found.");
  return delta === null ? round : { ...round, revision: calendar.revision };
}

function readRound(token: string): Round | null {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString()) as Round; // one of ours, or refused by what it lacks
  } catch {
    return null;
  }
}

function itemsOf(
  calendar: OutlookCalendar,
  { from, to, since }: Round,
  isBasic: boolean,
): object[] {
  const isWithin = ({ starts, ends }: { starts: number; ends: number }) =>
    ends > from && starts < to;
  const items: object[] = [];
  const sorted = Object.values(calendar.events).sort((one, other) =>
    one.event.id.localeCompare(other.event.id),
  );
  for (const { event, revision, removed } of sorted) {
    if (since !== null && revision <= since) continue;
    if (removed) {
      if (since !== null)
        items.push(
          ...[event, ...(event.occurrences ?? [])].map(({ id }) => removedItem(id, "deleted")),
        );
    } else if (event.occurrences?.some(isWithin))
      items.push(...seriesItems(event, isWithin, isBasic));
    else if (event.occurrences === null && isWithin(event)) items.push(shownEvent(event, isBasic));
    else if (since !== null) items.push(removedItem(event.id, "changed")); // it has left the window
  }
  return items;
}

/**
 * A series is returned as its master, bare occurrences and changed ones; a deleted occurrence is
 * omitted.
 */
function seriesItems(
  master: OutlookEvent,
  isWithin: (one: OutlookOccurrence) => boolean,
  isBasic: boolean,
): object[] {
  const within = (master.occurrences ?? []).filter(isWithin);
  const shown = within.map((one) =>
    one.changed === true ? shownOccurrence(master, one, isBasic) : bareOccurrence(master, one),
  );
  return [shownEvent(master, isBasic), ...shown];
}

const removedItem = (id: string, reason: "deleted" | "changed") => ({ "@removed": { reason }, id });
