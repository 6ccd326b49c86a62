import { expect, test } from "vitest";
import { withoutFreeTime } from "~/domain/attention/working-day.sql.server";
import { createBlock } from "~/domain/blocks/change-block.server";
import { readCalendar } from "~/domain/calendar/read-calendar.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { updateResource } from "~/domain/resources/resources.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { readNextFree } from "~/domain/slots/next-free.sql.server";
import { clock } from "~/lib/clock";
import { makeDesk } from "./desk";

const DAY_MS = 86_400_000;

/** Hours of a day that the next-free lookup returns. */
async function freeHours(owner: UserActor, date: string): Promise<number[]> {
  const range = {
    from: new Date(`${date}T00:00Z`),
    to: new Date(Date.parse(date) + DAY_MS),
    resources: 10,
    times: 20,
  };
  const resources = await readNextFree(owner, range);
  return resources.flatMap(({ times }) =>
    times.map(({ starts_ms }) => new Date(starts_ms).getUTCHours()),
  );
}

test("blocked seats are never counted as free, also on a resource with several seats", async () => {
  const { owner, court, schedule, date } = await makeDesk({}, 3);
  const day = {
    from: new Date(`${date}T00:00Z`),
    to: new Date(Date.parse(date) + DAY_MS),
    resource_ids: null,
    most: 10,
  };
  const free = () => freeHours(owner, date);
  const seats = async () => {
    const free = (await readCalendar(owner, day)).slots.filter(({ blocked }) => !blocked);
    return free.reduce((sum, { capacity, taken }) => sum + capacity - taken, 0);
  };
  expect(await free()).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
  expect(await seats()).toBe(24); // eight hours of three seats

  const block = { resource_id: court.id, starts_at: new Date(`${date}T00:00Z`), reason: null };
  await createBlock(owner, { ...block, ends_at: new Date(`${date}T13:00Z`) });
  expect(await free()).toEqual([13, 14, 15, 16]);
  expect(await seats()).toBe(12);
  expect(await withoutFreeTime(owner.tenant.id)).toEqual([]);

  await createBlock(owner, {
    ...block,
    starts_at: new Date(`${date}T13:00Z`),
    ends_at: new Date(clock.now() + 20 * DAY_MS),
  });
  await createBlock(owner, {
    ...block,
    starts_at: new Date(clock.now()),
    ends_at: new Date(`${date}T00:00Z`),
  });
  expect(await free()).toEqual([]);
  expect(await seats()).toBe(0);
  expect(await withoutFreeTime(owner.tenant.id)).toMatchObject([
    { kind: "no_free_time", schedule_id: schedule.id },
  ]);
});

test("inactive resources and schedules are never counted as free", async () => {
  const { owner, court, schedule, date } = await makeDesk();
  const day = {
    from: new Date(`${date}T00:00Z`),
    to: new Date(Date.parse(date) + DAY_MS),
    resource_ids: null,
    most: 10,
  };
  const free = async () => (await freeHours(owner, date)).length;
  const open = async () =>
    (await readCalendar(owner, day)).slots.filter(({ status }) => status === "open").length;
  const seen = async () => [await free(), await open()];
  expect(await seen()).toEqual([8, 8]);
  await updateSchedule(owner, schedule.id, { active: false });
  expect(await seen()).toEqual([0, 0]);
  await updateSchedule(owner, schedule.id, { active: true });
  expect(await seen()).toEqual([8, 8]);
  await updateResource(owner, court.id, { active: false });
  expect(await seen()).toEqual([0, 0]);
});
