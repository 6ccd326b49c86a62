import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  CalendarError,
  type CalendarProvider,
  type OutsideEvent,
  type ReadPage,
  type ReadRequest,
} from "~/adapters/calendars/port";
import { MAX_BUSY_TIMES_OF_A_CALENDAR as MAX_BUSY } from "~/contract/limits";
import { pool, prisma } from "~/lib/db.server";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { busyBlocks, makeCalendar, type MadeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { type CalendarBeingRead, keepReading } from "./connected-calendar.sql.server";
import { openTitle } from "./busy-title.server";
import { confirmShrunk, queueDueReads, readAnew } from "./queue-read.server";
import { getCalendar } from "./calendars.server";
import { readCalendar } from "./read.server";

let owner: UserActor;
let room: string;
let slots: SlotRow[];
let calendar: MadeCalendar;

/**
 * A fake external calendar: its events, the changes since each cursor, and the requests it
 * received.
 */
let outside: Map<string, OutsideEvent[]>;
let changes: string[];
let requests: ReadRequest[];
let page_size: number;
/** Runs before a response is given. */
let before: (request: ReadRequest, signal: AbortSignal) => Promise<void>;

const provider = {
  name: "ical",
  oauth: null,
  read: async (_secret, _calendar, request, call): Promise<ReadPage> => {
    requests.push(request);
    await before(request, call!.signal);
    const ids =
      request.cursor === null
        ? [...outside.keys()]
        : [...new Set(changes.slice(Number(request.cursor)))];
    const first = Number(request.page ?? 0);
    const pageIds = ids.slice(first, first + page_size);
    const isLast = first + page_size >= ids.length;
    return {
      events: pageIds.flatMap((id) => outside.get(id) ?? []),
      removed: pageIds.filter((id) => !outside.has(id)),
      page: isLast ? null : String(first + page_size),
      cursor: isLast ? String(changes.length) : null,
    };
  },
} as CalendarProvider; // the other methods are not called

beforeAll(async () => {
  owner = await makeTenant();
});
beforeEach(async () => {
  [outside, changes, requests, page_size, before] = [new Map(), [], [], 100, async () => undefined];
  room = (await makeResource(owner)).id;
  const schedule = await makeSchedule(owner, [room], { max_advance_days: 6 });
  slots = await slotsAfter(1, schedule.id);
  calendar = await makeCalendar(owner, room);
});

const read = (id = calendar.id) => readCalendar(owner.tenant.id, id, () => provider);
const row = () =>
  prisma.connectedCalendar.findUniqueOrThrow({
    where: { tenant_id_id: { tenant_id: owner.tenant.id, id: calendar.id } },
  });
const set = (data: Parameters<typeof prisma.connectedCalendar.update>[0]["data"]) =>
  prisma.connectedCalendar.update({
    where: { tenant_id_id: { tenant_id: owner.tenant.id, id: calendar.id } },
    data,
  });
const storedBusy = async () =>
  (
    await pool.query<{
      external_id: string;
      instance: string;
      title: Buffer | null;
      fine_at: Date | null;
    }>(
      "select external_id, instance, title, fine_at from busy where calendar_id = $1 order by external_id, instance",
      [calendar.id],
    )
  ).rows;
const storedIds = async () => (await storedBusy()).map(({ external_id }) => external_id);
const span = (index: number) => ({
  starts_at: slots[index]!.starts_at,
  ends_at: slots[index]!.ends_at,
});

function event(external_id: string, index: number, more: Partial<OutsideEvent> = {}): OutsideEvent {
  const { starts_at, ends_at } = slots[index]!;
  return {
    external_id,
    instance: "",
    starts_at,
    ends_at,
    is_busy: true,
    title: null,
    etag: null,
    booking_id: null,
    ...more,
  };
}
/** Somebody writes it externally; null: deletes it. */
function put(external_id: string, events: OutsideEvent[] | null): void {
  if (events === null) outside.delete(external_id);
  else outside.set(external_id, events);
  changes.push(external_id);
}

test("events read in pages close the resource, and a second read is a no-op", async () => {
  page_size = 2;
  for (let index = 0; index < 5; index++) put(`e${index}`, [event(`e${index}`, index * 2)]);
  expect(await read()).toEqual({ changed: 5 });
  expect(requests.map(({ page }) => page)).toEqual([null, "2", "4"]);
  expect(await busyBlocks(room)).toEqual([0, 2, 4, 6, 8].map(span));
  const first = await row();
  expect(first).toMatchObject({ cursor: "5", event_count: 5, reading_until: null, problem: null });
  expect(await outcome(book(owner, slots[0]!.id))).toBe("slot_unavailable");
  expect(await read()).toEqual({ changed: 0 });
  expect(requests.at(-1)).toMatchObject({ cursor: "5", page: null });
  await readAnew(pool, owner.tenant.id, calendar.id);
  expect(await read()).toEqual({ changed: 0 });
  expect(requests.at(-1)).toMatchObject({ cursor: null });
  expect((await row()).last_read_at!.getTime()).toBeGreaterThanOrEqual(
    first.last_read_at!.getTime(),
  );
});

test("free, moved, deleted and shortened events reopen their time", async () => {
  put("free", [event("free", 0, { is_busy: false })]);
  put("moved", [event("moved", 1)]);
  put("deleted", [event("deleted", 2)]);
  put("series", [event("series", 3, { instance: "1" }), event("series", 4, { instance: "2" })]);
  await read();
  expect(await storedIds()).toEqual(["deleted", "moved", "series", "series"]);
  put("moved", [event("moved", 6)]);
  put("deleted", null);
  put("series", [event("series", 4, { instance: "2" })]);
  expect(await read()).toEqual({ changed: 3 });
  expect(await busyBlocks(room)).toEqual([4, 6].map(span));
  put("moved", [event("moved", 6, { is_busy: false })]);
  await read();
  expect(await busyBlocks(room)).toEqual([span(4)]);
});

test("an accepted conflict is reported again if the event moves, not if it is renamed", async () => {
  put("a", [event("a", 0)]);
  await read();
  await pool.query("update busy set fine_at = now() where calendar_id = $1", [calendar.id]);
  put("a", [event("a", 0, { etag: "2" })]);
  await read();
  expect((await storedBusy())[0]!.fine_at).not.toBeNull();
  put("a", [event("a", 1, { etag: "3" })]);
  await read();
  expect((await storedBusy())[0]!.fine_at).toBeNull();
});

test("an expired cursor leads to a whole read that removes missing events", async () => {
  for (const id of ["a", "b", "c"]) put(id, [event(id, ["a", "b", "c"].indexOf(id) * 2)]);
  await read();
  outside.delete("b");
  before = async ({ cursor }) => {
    if (cursor !== null) throw new CalendarError("cursor_gone");
  };
  expect(await read()).toEqual({ changed: 1 });
  expect(await storedIds()).toEqual(["a", "c"]);
  expect((await row()).shrunk_at).toBeNull();
});

test("a whole read with less than half removes nothing until confirmed", async () => {
  for (let index = 0; index < 5; index++) put(`e${index}`, [event(`e${index}`, index)]);
  await read();
  outside.clear();
  await set({ cursor: null });
  expect(await read()).toEqual({ changed: 0 });
  const { shrunk_at, ...shrunk } = await row();
  expect(shrunk).toMatchObject({ problem: "shrunk", event_count: 5 });
  expect(shrunk_at).toBeInstanceOf(Date);
  expect(await storedIds()).toHaveLength(5);
  put("new", [event("new", 8)]);
  await read();
  await set({ cursor: null });
  await read();
  expect(await storedIds()).toHaveLength(6);
  expect((await row()).shrunk_at).toEqual(shrunk_at);
  expect(await confirmShrunk((await makeTenant()).tenant.id, calendar.id)).toBe(false);
  expect(await confirmShrunk(owner.tenant.id, calendar.id)).toBe(true);
  expect(await read()).toEqual({ changed: 5 });
  expect(await storedIds()).toEqual(["new"]);
  expect(await row()).toMatchObject({ shrunk_at: null, problem: null, event_count: 1 });
  expect(await busyBlocks(room)).toEqual([span(8)]);
  expect(await confirmShrunk(owner.tenant.id, calendar.id)).toBe(false);
});

test("a complete read afterwards needs no confirmation", async () => {
  for (let index = 0; index < 5; index++) put(`e${index}`, [event(`e${index}`, index)]);
  await read();
  const there = new Map(outside);
  outside.clear();
  await set({ cursor: null });
  await read();
  outside = there;
  await set({ cursor: null });
  expect(await read()).toEqual({ changed: 0 });
  expect(await row()).toMatchObject({ shrunk_at: null, problem: null });
});

test("above the limit the nearest busy times count, and the calendar reports it", async () => {
  page_size = 1_000_000;
  const first = slots[0]!.starts_at.getTime();
  const tiny = (index: number) => ({
    starts_at: new Date(first + index * 60_000),
    ends_at: new Date(first + (index + 1) * 60_000),
  });
  for (let index = MAX_BUSY + 599; index >= 0; index--) {
    put(`e${index}`, [event(`e${index}`, 0, tiny(index))]);
    if (index % 10 === 0) put(`free${index}`, [event(`free${index}`, 0, { is_busy: false })]);
  }
  await read();
  const nearest = { starts_at: slots[0]!.starts_at, ends_at: tiny(MAX_BUSY - 1).ends_at };
  expect(await storedIds()).toHaveLength(MAX_BUSY);
  expect(await row()).toMatchObject({ problem: "too_many", cursor: null });
  expect(await busyBlocks(room)).toEqual([nearest]);
  expect((await getCalendar(owner, calendar.id)).problem).toMatch(/20,000 .*nearest to now/);
  page_size = 1000;
  await read();
  expect(await busyBlocks(room)).toEqual([nearest]);
  for (let index = 1000; index < MAX_BUSY + 600; index++) outside.delete(`e${index}`);
  await set({ event_count: 0 });
  await read();
  expect(await row()).toMatchObject({ problem: null, event_count: 1000 });
  expect((await getCalendar(owner, calendar.id)).problem).toBeNull();
});

test("a change that exceeds the limit leads to a whole read, which keeps the nearest", async () => {
  page_size = 1_000_000;
  const first = slots[0]!.starts_at.getTime();
  const tiny = (index: number) => ({
    starts_at: new Date(first + index * 60_000),
    ends_at: new Date(first + (index + 1) * 60_000),
  });
  for (let index = 10; index < MAX_BUSY + 10; index++)
    put(`e${index}`, [event(`e${index}`, 0, tiny(index))]);
  await read();
  expect(await row()).toMatchObject({ problem: null, event_count: MAX_BUSY });
  for (let index = 0; index < 10; index++) put(`e${index}`, [event(`e${index}`, 0, tiny(index))]);
  await read();
  expect(requests.at(-1)).toMatchObject({ cursor: null });
  expect(await row()).toMatchObject({ problem: "too_many", event_count: MAX_BUSY });
  expect(await busyBlocks(room)).toEqual([
    { starts_at: slots[0]!.starts_at, ends_at: tiny(MAX_BUSY - 1).ends_at },
  ]);
});

test("titles are stored only on request, encrypted", async () => {
  put("a", [event("a", 0, { title: "Dentist" })]);
  await read();
  expect((await storedBusy())[0]!.title).toBeNull();
  await set({ keeps_titles: true, cursor: null });
  await read();
  const { title } = (await storedBusy())[0]!;
  expect(title!.includes("Dentist")).toBe(false);
  expect(openTitle(owner.tenant.id, calendar.id, title!)).toBe("Dentist");
  await set({ cursor: null });
  expect(await read()).toEqual({ changed: 0 });
  await set({ keeps_titles: false, cursor: null });
  await read();
  expect((await storedBusy())[0]!.title).toBeNull();
});

test("a failed read keeps the stored times, and the next one starts from the same cursor", async () => {
  page_size = 1;
  put("a", [event("a", 0)]);
  put("b", [event("b", 2)]);
  before = async ({ page }) => {
    if (page !== null) throw new CalendarError("rate_limited", { retry_after_ms: 3_000_000 });
  };
  await expect(read()).rejects.toMatchObject({ kind: "rate_limited" });
  expect(await busyBlocks(room)).toEqual([span(0)]);
  const failed = await row();
  expect(failed).toMatchObject({
    cursor: null,
    last_read_at: null,
    reading_until: null,
    problem: "rate_limited",
    failures: 1,
  });
  expect(failed.next_read_at.getTime()).toBeGreaterThan(Date.now() + 2_900_000);
  before = async () => undefined;
  await pool.query("update calendar_connection set retry_at = now() where id = $1", [
    calendar.connection_id,
  ]);
  await read();
  expect(await busyBlocks(room)).toEqual([0, 2].map(span));
});

test("a deleted calendar is reported, and its stored times stay closed", async () => {
  put("a", [event("a", 0)]);
  await read();
  before = () => Promise.reject(new CalendarError("not_found"));
  await expect(read()).rejects.toMatchObject({ kind: "not_found" });
  expect(await row()).toMatchObject({ problem: "not_found", cursor: "1" });
  expect(await busyBlocks(room)).toEqual([span(0)]);
  before = async () => undefined;
  await read();
  expect(await row()).toMatchObject({ problem: null });
});

test("one process reads a calendar at a time, a second one retries later", async () => {
  put("a", [event("a", 0)]);
  before = async () => {
    before = async () => undefined;
    expect(await read()).toEqual({ changed: 0 });
  };
  expect(await read()).toEqual({ changed: 1 });
  expect(requests).toHaveLength(1);
  const jobs = await pool.query(
    "select start_after > now() as later from pgboss.job where name = 'calendars.read' and singleton_key = $1",
    [calendar.id],
  );
  expect(jobs.rows).toEqual([{ later: true }]);
});

test("a read with an expired lease writes nothing after its successor", async () => {
  put("a", [event("a", 0)]);
  before = async () => {
    before = async () => undefined;
    await set({ reading_until: new Date(0) });
    await read();
    put("a", [event("a", 4)]); // later than what the second read saw
  };
  expect(await read()).toEqual({ changed: 0 });
  expect(await busyBlocks(room)).toEqual([span(0)]);
  expect(await row()).toMatchObject({ cursor: "1", reading_until: null });
});

test("an expired lease does not block others", async () => {
  await read();
  const { round } = await row();
  const over = { tenant_id: owner.tenant.id, id: calendar.id, round } as CalendarBeingRead; // the fields that a renewal uses
  await keepReading(over, new Date(Date.now() + 60_000));
  expect(await row()).toMatchObject({ reading_until: null });
});

test("the window moves daily with a whole read", async () => {
  put("a", [event("a", 0)]);
  await read();
  const { window_from, window_to } = await row();
  expect((window_to!.getTime() - window_from!.getTime()) / 86_400_000).toBe(401);
  expect(window_to!.getTime()).toBeGreaterThan(Date.now() + 398 * 86_400_000);
  await set({ window_to: new Date(window_to!.getTime() - 86_400_000) });
  await read();
  expect(requests.at(-1)).toMatchObject({
    cursor: null,
    window: { from: window_from, to: window_to },
  });
});

test("the sweep queues due calendars, except those being read", async () => {
  const waiting = async () =>
    (
      await pool.query(
        "select 1 from pgboss.job where name = 'calendars.read' and singleton_key = $1",
        [calendar.id],
      )
    ).rowCount;
  await set({ reading_until: new Date(Date.now() + 60_000) });
  await queueDueReads();
  expect(await waiting()).toBe(0);
  await set({ reading_until: null });
  await queueDueReads();
  await queueDueReads();
  expect(await waiting()).toBe(1);
  await read();
  expect((await row()).next_read_at.getTime()).toBeGreaterThan(Date.now() + 60_000);
});

test("another company's calendar and a disconnecting one are not found", async () => {
  const stranger = await makeTenant();
  put("a", [event("a", 0)]);
  expect(await readCalendar(stranger.tenant.id, calendar.id, () => provider)).toEqual({
    changed: 0,
  });
  await pool.query("update calendar_connection set state = 'disconnecting' where id = $1", [
    calendar.connection_id,
  ]);
  expect(await read()).toEqual({ changed: 0 });
  expect(requests).toEqual([]);
});

test("a read's deadline extends with each page", async () => {
  page_size = 1;
  for (const index of [0, 1, 2]) put(`e${index}`, [event(`e${index}`, index * 2)]);
  const withTime = (first_ms: number, page_ms: number) =>
    readCalendar(owner.tenant.id, calendar.id, () => provider, {
      first_ms,
      page_ms,
      most_ms: 60_000,
    });
  // A server that never responds.
  before = (_request, signal) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new CalendarError("unavailable"))),
    );
  await expect(withTime(20, 0)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await row()).toMatchObject({ last_read_at: null, reading_until: null });
  before = async ({ page }, signal) => {
    if (page !== null) signal.throwIfAborted();
    else await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  };
  expect(await withTime(20, 30_000)).toEqual({ changed: 3 });
});
