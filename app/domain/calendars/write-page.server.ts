import type { OutsideEvent, ReadPage } from "~/adapters/calendars/port";
import { MAX_BUSY_TIMES_OF_A_CALENDAR as MAX_BUSY } from "~/contract/limits";
import { type Sql, transaction } from "~/lib/db.server";
import { busyOf, type BusyKey, type BusyRow, deleteBusy, writeBusy } from "./busy-rows.sql.server";
import { keepTitle } from "./busy-title.server";
import { type CalendarBeingRead, lockRead } from "./connected-calendar.sql.server";
import { noteOwnEvents } from "./note-own-events.server";

/** Events per transaction: a page may have thousands. */
const STEP = 500;

export const keyOf = ({ external_id, instance }: BusyKey): string => `${external_id}\n${instance}`;

/** The external ids a read has seen, and the stored busy times among them. */
export interface Seen {
  ids: Set<string>;
  /** Stored by a whole read so far. */
  keys: Map<string, BusyKey & { starts_at: Date }>;
  /** Events of all pages so far, free ones included. */
  events: number;
  /** The number of stored busy times; after a whole read, of those it has seen. */
  stored: number;
  /** Whether it includes those stored before. */
  counts_known: boolean;
  /** The limit is exceeded: the busy times furthest from now are left out. */
  is_cut: boolean;
  /** Busy times that start at or after this are left out. */
  cut_from: Date | null;
}

/**
 * Stores a page in short transactions; returns how many rows changed. Above the limit, a whole read
 * keeps the busy times nearest to now. A read of changes stops: it can't tell which of the stored
 * ones are further away. Throws OvertakenError.
 */
export async function writePage(
  read: CalendarBeingRead,
  page: ReadPage,
  seen: Seen,
): Promise<number> {
  let changed = 0;
  for (const part of partsOf(page)) {
    if (seen.counts_known && seen.stored + busyAmong(part.events).length > MAX_BUSY) {
      seen.is_cut = true;
      break;
    }
    seen.events += part.events.length;
    for (const { external_id } of part.events) seen.ids.add(external_id);
    changed += await transaction(async (db) => {
      await lockRead(db, read);
      return replaceEvents(db, read, part, seen);
    });
  }
  return changed;
}

/** Splits a page without splitting an event: all occurrences of an id stay together. */
function partsOf(page: ReadPage): ReadPage[] {
  const parts: ReadPage[] = [];
  const byId = new Map<string, OutsideEvent[]>(page.removed.map((id) => [id, []]));
  for (const event of page.events) {
    const same = byId.get(event.external_id);
    if (same === undefined) byId.set(event.external_id, [event]);
    else same.push(event);
  }
  let part: ReadPage = { events: [], removed: [], page: null, cursor: null };
  for (const [id, events] of byId) {
    if (events.length === 0) part.removed.push(id);
    else part.events.push(...events);
    if (part.events.length + part.removed.length < STEP) continue;
    parts.push(part);
    part = { events: [], removed: [], page: null, cursor: null };
  }
  return part.events.length + part.removed.length > 0 ? [...parts, part] : parts;
}

async function replaceEvents(
  db: Sql,
  read: CalendarBeingRead,
  page: ReadPage,
  seen: Seen,
): Promise<number> {
  const part = await noteOwnEvents(db, read.tenant_id, read.id, page);
  const ids = [...new Set([...part.events.map(({ external_id }) => external_id), ...part.removed])];
  const known = new Map(
    (await busyOf(db, read, ids, part.removed)).map((row) => [keyOf(row), row]),
  );
  const { cut_from } = seen;
  const near = busyAmong(part.events).filter(
    ({ starts_at }) => cut_from === null || starts_at < cut_from,
  );
  const wanted = new Map(near.map((event) => [keyOf(event), event]));
  const rows = [...wanted].map(([key, event]) => rowOf(read, event, known.get(key)));
  const changed = rows.filter((row) => !isSame(row, known.get(keyOf(row))));
  const removed = [...known.values()].filter((row) => !wanted.has(keyOf(row)));
  await writeBusy(db, read, changed);
  await deleteBusy(db, read, removed);
  for (const [key, { external_id, instance, starts_at }] of wanted)
    seen.keys.set(key, { external_id, instance, starts_at });
  seen.stored = seen.counts_known ? seen.stored + wanted.size - known.size : seen.keys.size;
  if (!seen.counts_known && seen.stored > MAX_BUSY) await dropFurthest(db, read, seen);
  return changed.length + removed.length;
}

/** Deletes the latest busy times above the limit: the window begins at the present. */
async function dropFurthest(db: Sql, read: CalendarBeingRead, seen: Seen): Promise<void> {
  const furthest = [...seen.keys.values()]
    .sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime())
    .slice(MAX_BUSY);
  await deleteBusy(db, read, furthest);
  for (const key of furthest) seen.keys.delete(keyOf(key));
  seen.stored = seen.keys.size;
  seen.is_cut = true;
  seen.cut_from = furthest[0]?.starts_at ?? null;
}

const busyAmong = (events: OutsideEvent[]) =>
  events.filter(({ is_busy, starts_at, ends_at }) => is_busy && starts_at < ends_at);

function rowOf(read: CalendarBeingRead, event: OutsideEvent, known: BusyRow | undefined): BusyRow {
  const { external_id, instance, starts_at, ends_at, etag } = event;
  const title = read.keeps_titles
    ? keepTitle(read.tenant_id, read.id, event.title, known?.title ?? null)
    : null;
  return { external_id, instance, starts_at, ends_at, etag, title };
}

function isSame(row: BusyRow, known: BusyRow | undefined): boolean {
  return (
    known !== undefined &&
    row.starts_at.getTime() === known.starts_at.getTime() &&
    row.ends_at.getTime() === known.ends_at.getTime() &&
    row.etag === known.etag &&
    (row.title === known.title || (row.title !== null && known.title?.equals(row.title) === true))
  );
}

/** Removes what a whole read has not seen; returns how many rows. Throws OvertakenError. */
export async function giveUp(read: CalendarBeingRead, keys: BusyKey[]): Promise<number> {
  for (let index = 0; index < keys.length; index += STEP)
    await transaction(async (db) => {
      await lockRead(db, read);
      await deleteBusy(db, read, keys.slice(index, index + STEP));
    });
  return keys.length;
}
