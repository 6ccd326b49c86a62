import { expect, test } from "vitest";
import { withoutFreeTime } from "~/domain/attention/working-day.sql.server";
import { createBlock } from "~/domain/blocks/change-block.server";
import { readCalendar } from "~/domain/calendar/read-calendar.sql.server";
import { readDayFigures } from "~/domain/analytics/today-figures.sql.server";
import { updateResource } from "~/domain/resources/resources.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { clock } from "~/lib/clock";
import { makeDesk } from "./desk";

const DAY_MS = 86_400_000;

test("the seats of a block's times are nowhere counted as free, those of a resource with several too", async () => {
  const { owner, court, schedule, date } = await makeDesk({}, 3);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const free = async () => (await readDayFigures(owner, today)).find((day) => day.date === date)!.free_seats;
  expect(await free()).toBe(24); // eight hours of three seats

  const block = { resource_id: court.id, starts_at: new Date(`${date}T00:00Z`), reason: null };
  await createBlock(owner, { ...block, ends_at: new Date(`${date}T13:00Z`) });
  expect(await free()).toBe(12);
  expect(await withoutFreeTime(owner.tenant.id)).toEqual([]);

  await createBlock(owner, {
    ...block,
    starts_at: new Date(`${date}T13:00Z`),
    ends_at: new Date(clock.now() + 20 * DAY_MS),
  });
  await createBlock(owner, { ...block, starts_at: new Date(clock.now()), ends_at: new Date(`${date}T00:00Z`) });
  expect(await free()).toBe(0);
  expect(await withoutFreeTime(owner.tenant.id)).toMatchObject([{ kind: "no_free_time", schedule_id: schedule.id }]);
});

test("what is switched off is nowhere counted as free", async () => {
  const { owner, court, schedule, date } = await makeDesk();
  const day = {
    from: new Date(`${date}T00:00Z`),
    to: new Date(Date.parse(date) + DAY_MS),
    resource_ids: null,
    most: 10,
  };
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const free = async () => (await readDayFigures(owner, today)).find((figures) => figures.date === date)!.free_seats;
  const open = async () => (await readCalendar(owner, day)).slots.filter(({ status }) => status === "open").length;
  const seen = async () => [await free(), await open()];
  expect(await seen()).toEqual([8, 8]);
  await updateSchedule(owner, schedule.id, { active: false });
  expect(await seen()).toEqual([0, 0]);
  await updateSchedule(owner, schedule.id, { active: true });
  expect(await seen()).toEqual([8, 8]);
  await updateResource(owner, court.id, { active: false });
  expect(await seen()).toEqual([0, 0]);
});
