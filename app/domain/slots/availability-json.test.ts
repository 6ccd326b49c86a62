import { expect, test } from "vitest";
import { Availability } from "~/contract/slots";
import {
  firstBookable,
  type SlotText,
  sortSlots,
  toSlotSources,
  writeAvailability,
} from "./availability-json";

const ROOM = "01900002-0000-7000-8000-000000000001";
const HALL = "01900002-0000-7000-8000-000000000002";
const SHORT = "01900003-0000-7000-8000-000000000001";
const LONG = "01900003-0000-7000-8000-000000000002";

const sources = toSlotSources([
  `resource/${HALL}/4`,
  `resource/${ROOM}/7`,
  `schedule/${LONG}/2026-11-20 10:00:00+00/1/0`,
  `schedule/${SHORT}/2026-11-20 10:00:00+00/1/0`,
]);
const days = {
  time_zone: "Europe/Amsterdam",
  dates: ["2026-11-21", "2026-11-22", "2026-11-23"],
  bounds: [
    "2026-11-20T23:00:00Z",
    "2026-11-21T23:00:00Z",
    "2026-11-22T23:00:00Z",
    "2026-11-23T23:00:00Z",
  ].map(Date.parse),
};

let made = 0;
/** A slot on a room, of a schedule, unless overridden. */
function slot(
  schedule: string | null,
  start: string,
  more: { resource?: string; taken?: number; reason?: string; price?: string } = {},
): SlotText {
  const id = `01900004-0000-7000-8000-${String(++made).padStart(12, "0")}`;
  const end = start.replace(
    / (\d\d)/,
    (_, hour) => ` ${String((Number(hour) + 1) % 24).padStart(2, "0")}`,
  );
  const { taken = 0, reason = null, price = null } = more;
  return [
    id,
    more.resource ?? ROOM,
    schedule,
    start,
    end,
    "5",
    String(taken),
    reason,
    price,
    price === null ? null : "EUR",
  ];
}

const answer = (slots: SlotText[], all = false): Availability =>
  Availability.parse(
    JSON.parse(writeAvailability(days, sources, sortSlots(slots), firstBookable(slots), all)),
  );

test("a slot belongs to its local start day; midnight to the new day", () => {
  const slots = [
    slot(SHORT, "2026-11-21 22:59:00+00"),
    slot(SHORT, "2026-11-21 23:00:00+00"),
    slot(SHORT, "2026-11-22 22:00:00.5+00"),
  ];
  expect(answer(slots).days.map((day) => day.slots.map(({ starts_at }) => starts_at))).toEqual([
    ["2026-11-21T22:59:00Z"],
    ["2026-11-21T23:00:00Z", "2026-11-22T22:00:00Z"],
    [],
  ]);
});

test("simultaneous slots are ordered by resource and schedule, manual ones last", () => {
  const at = "2026-11-22 09:00:00+00";
  const slots = [
    slot(null, at, { resource: HALL }),
    slot(null, at),
    slot(LONG, at),
    slot(SHORT, at),
  ];
  expect(
    answer(slots).days[1]!.slots.map(({ resource_id, schedule_id }) => [resource_id, schedule_id]),
  ).toEqual([
    [ROOM, SHORT],
    [ROOM, LONG],
    [ROOM, null],
    [HALL, null],
  ]);
});

test("unbookable slots are omitted unless requested, then with a reason", () => {
  const slots = [
    slot(SHORT, "2026-11-21 09:00:00+00", { taken: 5, reason: "full" }),
    slot(SHORT, "2026-11-21 10:00:00+00", { taken: 2, price: "2500" }),
  ];
  expect(answer(slots).days[0]!.slots).toMatchObject([
    { remaining: 3, bookable: true, reason: null, price_amount: 2500, currency: "EUR" },
  ]);
  expect(answer(slots, true).days[0]!.slots).toMatchObject([
    { remaining: 0, bookable: false, reason: "full", price_amount: null },
    { bookable: true },
  ]);
  expect(answer(slots).next_available).toBe("2026-11-21T10:00:00Z");
});

test.each([
  [[null, "full"], "open"],
  [["too_soon", "held"], "full"],
  [["too_far", "too_soon"], "too_soon"],
  [["closed", "too_far"], "too_far"],
  [["closed"], "closed"],
  [[], "closed"],
])("a day of %j is %s", (reasons, state) => {
  const slots = reasons.map((reason, hour) =>
    slot(SHORT, `2026-11-21 1${hour}:00:00+00`, reason === null ? {} : { reason }),
  );
  expect(answer(slots).days[0]!.state).toBe(state);
});

test("the version depends on slots, schedules and links, not on their order", () => {
  const one = (...texts: string[]) => toSlotSources(texts).version;
  const versions = [
    one(`resource/${ROOM}/7`, `schedule/${LONG}/a`),
    one(`resource/${ROOM}/8`, `schedule/${LONG}/a`),
    one(`resource/${ROOM}/7`, `schedule/${LONG}/b`),
    one(`resource/${ROOM}/7`, `schedule/${SHORT}/a`),
    one(`resource/${ROOM}/7`, `schedule/${SHORT}/a`, `pending/${SHORT}/${ROOM}/1/2`),
  ];
  expect(new Set(versions).size).toBe(5);
  expect(one("resource/x/1", "schedule/y/z")).toBe(one("schedule/y/z", "resource/x/1"));
});
