import { expect, test } from "vitest";
import type { Hours } from "~/contract/hours";
import type { StoredLimits } from "../hours/read-limits.server";
import { ChangedTimes, LimitedHours, type PlannedHours } from "./changed-times";

const DAILY = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }];
const own = (rules = DAILY) => ({
  time_zone: "Europe/Amsterdam",
  rules,
  overrides: [],
  valid_from: null,
  valid_to: null,
});
const service = (id: string, resource_ids: string[], hours = own()): PlannedHours => ({
  ...hours,
  id,
  hours_id: "shared",
  resource_ids,
  resource_terms: [],
  duration_minutes: 60,
  step_minutes: null,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  processing: null,
  max_advance_days: 365,
  length_options: [],
  price_amount: null,
});
const names = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);
const limits = (hours: [string, Hours][] = []): StoredLimits => ({
  closed_dates: [],
  hours: new Map(hours),
});

test("open time is computed once per distinct hours", async () => {
  let reads = 0;
  const counted = Object.defineProperty(own(), "rules", {
    enumerable: true,
    get: () => {
      reads += 1;
      return DAILY;
    },
  });
  const readsFor = async (services: number) => {
    reads = 0;
    const [changed, before, after] = [
      new ChangedTimes(),
      new LimitedHours(limits()),
      new LimitedHours(limits()),
    ];
    const later = [{ ...DAILY[0]!, start: "10:00" }];
    const links = [];
    for (let at = 0; at < services; at++) {
      const schedule = service("s", names(50));
      const was = Object.defineProperties(
        { ...schedule, id: `s${at}` },
        Object.getOwnPropertyDescriptors(counted),
      );
      links.push(
        ...(await changed.of(
          { schedule: was, hours: before },
          { schedule: service(`s${at}`, names(50), own(later)), hours: after },
        )),
      );
    }
    expect(links).toHaveLength(services * 50);
    return reads;
  };
  expect(await readsFor(200)).toBe(await readsFor(1));
});

test("closing a day only affects times around it", async () => {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const links = await new ChangedTimes({ from: date, to: date }).of(
    { schedule: service("s", ["r"]), hours: new LimitedHours(limits()) },
    {
      schedule: service("s", ["r"]),
      hours: new LimitedHours({ ...limits(), closed_dates: [date] }),
    },
  );
  expect(links).toMatchObject([{ schedule_id: "s", resource_id: "r" }]);
  expect(links[0]!.to - links[0]!.from).toBeLessThanOrEqual(86_400_000);
});

test("planning many resources' hours yields to other requests", async () => {
  const resources = names(30);
  const hours = resources.map((id): [string, Hours] => [
    id,
    {
      ...own([{ ...DAILY[0]!, start: "08:00" }]),
      id,
      name: id,
      version: 1,
      created_at: "",
      updated_at: "",
    },
  ]);
  let turns = 0;
  let isDone = false;
  const take = () => void (isDone || (turns++, setImmediate(take)));
  setImmediate(take);
  const sides = [limits(hours), { ...limits(hours), closed_dates: ["2027-01-01"] }].map((side) => ({
    schedule: service("s", resources),
    hours: new LimitedHours(side),
  }));
  await new ChangedTimes().of(sides[0]!, sides[1]!);
  isDone = true;
  expect(turns).toBeGreaterThan(3);
});
