import { NewHours } from "~/contract/hours";
import { PERIOD_DAYS } from "~/domain/bookings/place/find-candidates.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { createHours } from "~/domain/schedules/shared-hours.server";
import { pool } from "~/lib/db.server";
import { clock } from "~/lib/clock";
import { makeResource, makeSchedule } from "./factory";

// Five people with different hours and weights in one service, in the next complete 30-day period,
// the unit in which shares are counted.

const PERIOD_MS = PERIOD_DAYS * 86_400_000;
/** Days (ISO), hours and weight of each. */
const PEOPLE: [days: number[], start: string, end: string, weight: number][] = [
  [[1, 2, 3, 4, 5, 6, 7], "08:00", "18:00", 100],
  [[1, 2, 3, 4, 5], "09:00", "17:00", 150],
  [[1, 3, 5, 7], "08:00", "18:00", 100],
  [[2, 3, 4, 5, 6, 7], "12:00", "18:00", 50],
  [[1, 2, 3, 4, 5, 6, 7], "10:00", "16:00", 120],
];

export interface FairWorld {
  schedule_id: string;
  people: { id: string; weight: number }[];
  /** In order; each is offered by someone. */
  starts: Date[];
  minutes: number;
}

/** With `newcomer`, the last of the five starts in the middle of the period. */
export async function makeFairWorld(
  owner: UserActor,
  capacity: number,
  { newcomer = false } = {},
): Promise<FairWorld> {
  const first = Math.ceil((clock.now() + 2 * 86_400_000) / PERIOD_MS) * PERIOD_MS;
  const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const people: FairWorld["people"] = [];
  for (const [n, [days, start, end, weight]] of PEOPLE.entries()) {
    const valid_from = newcomer && n === 4 ? dateAt(first + PERIOD_MS / 2) : null;
    const rules = [{ days, start, end }];
    const hours = await createHours(
      owner,
      NewHours.parse({ name: `Hours ${n}`, rules, valid_from }),
    );
    people.push({
      id: (await makeResource(owner, { name: `Person ${n}`, capacity, hours_id: hours.id })).id,
      weight,
    });
  }
  const schedule = await makeSchedule(
    owner,
    people.map(({ id }) => id),
    {
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "08:00", end: "18:00" }],
      duration_minutes: 60,
      max_advance_days: 70,
      valid_from: dateAt(first),
      valid_to: dateAt(first + PERIOD_MS - 86_400_000),
      resource_terms: people.map(({ id, weight }) => ({ resource_id: id, weight })),
    },
  );
  const found = await pool.query<{ starts_at: Date }>(
    "select distinct starts_at from slot where schedule_id = $1 order by starts_at",
    [schedule.id],
  );
  return {
    schedule_id: schedule.id,
    people,
    starts: found.rows.map(({ starts_at }) => starts_at),
    minutes: 60,
  };
}

/** For each person: their counted one-hour bookings, and their fair share of all. */
export async function sharesOf({
  people,
  minutes,
}: FairWorld): Promise<{ booked: number; share: number }[]> {
  const counted = [];
  for (const { id, weight } of people) {
    const { rows } = await pool.query<{ booked: number; offered: number }>(
      "select coalesce(sum(booked_minutes), 0)::int as booked, coalesce(sum(offered_minutes), 0)::int as offered from resource_day where resource_id = $1",
      [id],
    );
    counted.push({ booked: rows[0]!.booked / minutes, due: rows[0]!.offered * weight });
  }
  const all = counted.reduce((sum, { booked }) => sum + booked, 0);
  const due = counted.reduce((sum, one) => sum + one.due, 0);
  return counted.map((one) => ({ booked: one.booked, share: (all * one.due) / due }));
}

/** Random starts: half before the newcomer begins, half after. */
export function startsOfHalves({ starts }: FairWorld, count: number, random: () => number): Date[] {
  const middle = Math.ceil(starts[0]!.getTime() / PERIOD_MS) * PERIOD_MS - PERIOD_MS / 2;
  const halves = [
    starts.filter((at) => at.getTime() < middle),
    starts.filter((at) => at.getTime() >= middle),
  ];
  return halves.flatMap(
    (half) => Array.from({ length: count / 2 }, () => half[Math.floor(random() * half.length)]!), // each half has some
  );
}
