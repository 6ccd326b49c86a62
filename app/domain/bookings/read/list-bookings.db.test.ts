import { beforeAll, describe, expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import type { Booking } from "~/contract/bookings";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { makeResource, makeSchedule, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call } from "~/testing/request";
import { book, putStatus, slotsOf, type SlotRow } from "~/testing/booking-calls";
import type { UserActor } from "../../identity/actor";
import { listBookings } from "./list-bookings.sql.server";

/** Later than any other booking in this file. */
const YEAR = new Date(clock.now()).getUTCFullYear() + 3;
let owner: UserActor;
let viewer: UserActor;
let rooms: string[];
let slots: SlotRow[];
let anna: Booking;
let bob: Booking;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "Pacific/Auckland" });
  viewer = await makeUser(owner, "viewer");
  rooms = [(await makeResource(owner)).id, (await makeResource(owner)).id];
  const offer = await makeSchedule(owner, rooms);
  slots = (await slotsOf(offer.id, rooms[0]!)).slice(8);
  const other = (await slotsOf(offer.id, rooms[1]!)).slice(8);
  const guest = (name: string, email: string, phone: string | null = null) => ({
    customer: { name, email, phone },
  });
  anna = await book(owner, slots[0]!.id, {
    ...guest("Anna 100% Jansen", "anna.j@example.test", "+31612345678"),
    notes: "Window",
  });
  bob = await book(owner, slots[1]!.id, guest("Bob under_score", "bob@elsewhere.test"));
  await book(owner, other[2]!.id, guest("Çarla Ñuñez", "carla@example.test"));
  await putStatus(bob.id, "paid");
  await pool.query(
    "update booking set payment_status = 'paid', source = 'widget', updated_at = now() + interval '1 hour' where id = $1",
    [bob.id],
  );
  await pool.query("update booking set created_at = '2026-01-01T12:00:00Z' where id = $1", [
    anna.id,
  ]);
});

const list = (filter: Record<string, unknown> = {}, actor = owner) =>
  listBookings(actor, BookingFilter.parse(filter));
const names = async (filter: Record<string, unknown>, actor = owner) =>
  (await list({ sort: "starts_at", ...filter }, actor)).data.map(
    (booking) => booking.customer.name.split(" ")[0],
  );
const at = (booking: Booking, minutes = 0) =>
  new Date(Date.parse(booking.starts_at) + minutes * 60_000).toISOString();
const [ANNA, BOB, CARLA] = ["Anna", "Bob", "Çarla"];

describe("filters", () => {
  test.each<[string, () => Record<string, unknown>, string[]]>([
    ["nothing", () => ({}), [ANNA!, BOB!, CARLA!]],
    ["a status", () => ({ status: "paid" }), [BOB!]],
    ["a list of statuses", () => ({ status: "paid,confirmed" }), [ANNA!, BOB!, CARLA!]],
    ["statuses repeated", () => ({ status: ["paid", "cancelled"] }), [BOB!]],
    ["a resource", () => ({ resource_id: rooms[1] }), [CARLA!]],
    ["resources repeated", () => ({ resource_id: rooms }), [ANNA!, BOB!, CARLA!]],
    ["a customer", () => ({ customer_id: anna.customer_id }), [ANNA!]],
    ["schedules", () => ({ schedule_id: [anna.schedule_id, anna.id] }), [ANNA!, BOB!, CARLA!]],
    ["a schedule without bookings", () => ({ schedule_id: anna.id }), []],
    ["a slot", () => ({ slot_id: bob.slot_id }), [BOB!]],
    ["payment", () => ({ payment_status: "paid" }), [BOB!]],
    ["the source", () => ({ source: "widget" }), [BOB!]],
    ["what overlaps an instant", () => ({ from: at(anna, 30), to: at(anna, 31) }), [ANNA!]],
    [
      "what starts from an instant on",
      () => ({ from: at(anna, 30), range_by: "start" }),
      [BOB!, CARLA!],
    ],
    ["what ends after an instant, to the minute", () => ({ from: at(anna, 60) }), [BOB!, CARLA!]],
    ["what starts before an instant, to the minute", () => ({ to: at(bob) }), [ANNA!]],
    [
      "what was made from then on",
      () => ({ created_from: "2026-06-01T00:00:00Z" }),
      [BOB!, CARLA!],
    ],
    ["what was made until then", () => ({ created_to: "2026-01-01T12:00:00Z" }), []],
    [
      "what was made then",
      () => ({ created_from: "2026-01-01T12:00:00Z", created_to: "2026-01-01T12:00:01Z" }),
      [ANNA!],
    ],
    [
      "what was made on a date of the tenant's zone",
      () => ({ created_from: "2026-01-02", created_to: "2026-01-02" }),
      [ANNA!],
    ],
    [
      "what has changed since",
      () => ({ updated_since: new Date(Date.now() + 60_000).toISOString() }),
      [BOB!],
    ],
    [
      "several at once",
      () => ({ status: "confirmed", resource_id: rooms[0], search: "jansen" }),
      [ANNA!],
    ],
  ])("by %s", async (_what, filter, expected) => {
    expect(await names(filter())).toEqual(expected);
  });

  test("a date means the whole day in the tenant's zone", async () => {
    const local = (instant: string) =>
      new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Auckland" }).format(new Date(instant));
    const midnight = async (instant: string) => {
      const booking = await book(owner, slots.at(-1)!.id, {
        customer: { name: "Dora", email: "dora@example.test" },
      });
      await pool.query(
        "update booking set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1",
        [booking.id, instant],
      );
      const found = await names({ from: local(instant), to: local(instant) });
      const dayBefore = await names({
        to: local(new Date(Date.parse(instant) - 3_600_000).toISOString()),
        from: `${YEAR}-01-01`,
      });
      await pool.query("delete from booking where id = $1", [booking.id]);
      await pool.query("update slot set taken = 0 where id = $1", [slots.at(-1)!.id]);
      return [found, dayBefore];
    };
    // Auckland is at +13:00 in January: the second day of the year begins at 11:00 UTC of the day
    // before.
    expect(await midnight(`${YEAR}-01-01T11:00:00Z`)).toEqual([["Dora"], []]);
    expect(await midnight(`${YEAR}-01-01T10:00:00Z`)).toEqual([["Dora"], ["Dora"]]);
  });

  test.each<[string, () => string, string[]]>([
    ["part of a name, in any case", () => "aNNa", [ANNA!]],
    ["letters beyond ASCII, in any case", () => "çARLA ñ", [CARLA!]],
    ["an address", () => "@elsewhere", [BOB!]],
    ["a number", () => "12345", [ANNA!]],
    ["a reference", () => anna.reference, [ANNA!]],
    [
      "a reference as it is shown",
      () => `${anna.reference.slice(0, 4)}-${anna.reference.slice(4)}`.toLowerCase(),
      [ANNA!],
    ],
    ["a percent sign", () => "100%", [ANNA!]],
    ["a percent sign that is not there", () => "1%0", []],
    ["an underscore", () => "r_s", [BOB!]],
    ["an underscore that is not there", () => "_nna", []],
    ["a backslash", () => "\\\\", []],
    ["a quote", () => "' or '1'='1", []],
  ])("searches for %s", async (_what, search, expected) => {
    expect(await names({ search: search() })).toEqual(expected);
  });
});

describe("a viewer", () => {
  test("sees names, but no email addresses or phone numbers", async () => {
    const { data } = await list({ sort: "starts_at", status: "confirmed,paid" }, viewer);
    expect(data.map((booking) => booking.customer)).toMatchObject([
      { name: "Anna 100% Jansen", email: "a…@e…", phone: "…78" },
      { name: "Bob under_score", email: "b…@e…", phone: null },
      { name: "Çarla Ñuñez", email: "c…@e…", phone: null },
    ]);
  });

  test.each(["anna.j@", "example.test", "12345", "+31", "elsewhere", "jansen anna.j", "e.test"])(
    "cannot probe masked data by searching for %s",
    async (search) => {
      expect(await names({ search }, viewer)).toEqual([]);
      expect((await list({ search, include: "total" }, viewer)).page.total).toBe(0);
      expect((await names({ search })).length).toBeGreaterThan(0);
    },
  );

  test("finds by name and reference", async () => {
    expect(await names({ search: "jansen" }, viewer)).toEqual([ANNA]);
    expect(await names({ search: bob.reference }, viewer)).toEqual([BOB]);
  });

  test("cannot export CSV, which is for admins", async () => {
    expect((await call("/api/bookings?format=csv", { cookie: await signIn(viewer) })).status).toBe(
      403,
    );
  });

  test("people limited to some resources see only those, whatever the filter", async () => {
    const limited = await makeUser(owner, "viewer", { resource_ids: [rooms[1]!] });
    expect(await names({}, limited)).toEqual([CARLA]);
    expect(await names({ resource_id: rooms }, limited)).toEqual([CARLA]);
    expect(await names({ search: "anna" }, limited)).toEqual([]);
  });
});

describe("pages", () => {
  const sorts = [
    "starts_at",
    "-starts_at",
    "created_at",
    "-created_at",
    "updated_at",
    "-updated_at",
  ];

  test.each(sorts)(
    "by %s: each booking once and in order, despite changes between pages",
    async (sort) => {
      const tenant = await makeTenant();
      const room = await makeResource(tenant, { capacity: 50 });
      const offer = await makeSchedule(tenant, [room.id]);
      const times = (await slotsOf(offer.id)).slice(8, 14);
      const made: string[] = [];
      for (let index = 0; index < 17; index++)
        made.push((await book(tenant, times[index % 6]!.id)).id);
      // Many rows share one instant, so the id is the tie-breaker.
      await pool.query(
        "update booking set created_at = '2026-01-01', updated_at = '2026-01-01' where id = any($1)",
        [made.slice(0, 9)],
      );
      const seen: Booking[] = [];
      const late: string[] = [];
      for (let cursor: string | null = null; ;) {
        const page: Awaited<ReturnType<typeof listBookings>> = await list(
          { sort, limit: "4", ...(cursor && { cursor }) },
          tenant,
        );
        seen.push(...page.data);
        expect(page.page.has_more).toBe(page.page.next_cursor !== null);
        late.push((await book(tenant, times[seen.length % 6]!.id)).id);
        cursor = page.page.next_cursor;
        if (cursor === null || seen.length > 60) break;
      }
      const ids = seen.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !late.includes(id)).toSorted()).toEqual(made.toSorted());
      const field = sort.replace("-", "") as "starts_at" | "created_at" | "updated_at";
      const values = seen.map((booking) => Date.parse(booking[field]));
      expect(values).toEqual(values.toSorted((a, b) => (sort.startsWith("-") ? b - a : a - b)));
    },
  );

  test("a cursor belongs to its sort", async () => {
    const { page } = await list({ limit: "1" });
    await expect(
      list({ limit: "1", sort: "starts_at", cursor: page.next_cursor }),
    ).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("the total covers the whole filter on every page", async () => {
    const { page } = await list({
      limit: "1",
      include: "total",
      status: "confirmed,paid",
      search: "na 1",
    });
    expect(page).toMatchObject({ total: 1, has_more: false });
    expect((await list({ limit: "1" })).page.total).toBe(undefined);
  });
});

test("the CSV has a line per booking with correct quoting and no formulas", async () => {
  const tenant = await makeTenant();
  const room = await makeResource(tenant, { name: 'Room, "blue"' });
  const offer = await makeSchedule(tenant, [room.id]);
  const times = (await slotsOf(offer.id)).slice(-4);
  const hostile = ['=HYPERLINK("A1","x")', "+1+1", "-2", "@SUM(A1)"];
  for (const [index, name] of hostile.entries())
    await book(tenant, times[index]!.id, {
      customer: { name, email: `g${index}@example.test` },
      notes: `${name}\nand "more"`,
    });
  const response = await call("/api/bookings?format=csv&sort=starts_at", {
    cookie: await signIn(tenant),
  });
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="bookings.csv"');
  const text = await response.text();
  const rows = readCsv(text);
  expect(rows).toHaveLength(5);
  const column = (name: string) => rows.slice(1).map((row) => row[rows[0]!.indexOf(name)]);
  expect(column("customer_name")).toEqual(hostile.map((name) => `'${name}`));
  expect(column("notes")).toEqual(hostile.map((name) => `'${name}\nand "more"`));
  expect(column("resource_name")).toEqual(hostile.map(() => 'Room, "blue"'));
  for (const cell of rows.slice(1).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  expect(text).toMatch(/\r\n$/);
});

test("the CSV contains every row of a filter across pages", async () => {
  const tenant = await makeTenant();
  const room = await makeResource(tenant);
  const offer = await makeSchedule(tenant, [room.id]);
  const one = await book(tenant, (await slotsOf(offer.id)).at(-1)!.id);
  await pool.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, status, starts_at, ends_at, time_zone, customer_id,
       customer_name, customer_email, source)
     select tenant_id, gen_random_uuid(), upper(substr(md5(number::text), 1, 8)), resource_id, resource_name, 'cancelled', starts_at, ends_at,
       time_zone, customer_id, customer_name, customer_email, source from booking, generate_series(1, 2500) number where id = $1`,
    [one.id],
  );
  const response = await call("/api/bookings?format=csv&status=cancelled&limit=5", {
    cookie: await signIn(tenant),
  });
  const [head, ...rows] = readCsv(await response.text());
  expect(rows).toHaveLength(2500);
  expect(new Set(rows.map((row) => row[head!.indexOf("id")])).size).toBe(2500);
});

/** A parser for RFC 4180, independent of the writer under test. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n|$)/g,
  )) {
    if (end === "" && quoted === undefined && plain === "") break;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
