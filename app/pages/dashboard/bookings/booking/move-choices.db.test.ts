import { expect, test } from "vitest";
import { get, makeDesk, pathOf } from "~/testing/desk";
import { makeResource, makeSchedule } from "~/testing/factory";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { addDays } from "~/lib/time";
import { pool } from "~/lib/db.server";
import * as booking from "./route";

const namesOf = (people: { name: string }[]) => people.map(({ name }) => name);

async function open(desk: Awaited<ReturnType<typeof makeDesk>>, id: string, search = "") {
  const path = `${pathOf({ id })}?show=move${search}`;
  const { move } = await get(booking, desk.owner, path, id);
  if (move === null) throw new Error("no times");
  return move;
}

test("Move opens on the booking's day, with the free times of seven days and of everybody who gives the service", async () => {
  const desk = await makeDesk();
  const { owner, court, schedule, book, date } = desk;
  const jo = await makeResource(owner, { name: "Jo" });
  await updateSchedule(owner, schedule.id, { resource_ids: [court.id, jo.id] });
  const booked = await book(10);
  // A day off, and one on which every time is taken.
  await pool.query(
    "update slot set status = 'closed' where tenant_id = $1 and starts_at::date = $2",
    [owner.tenant.id, addDays(date, 1)],
  );
  await pool.query(
    "update slot set taken = capacity where tenant_id = $1 and starts_at::date = $2",
    [owner.tenant.id, addDays(date, 2)],
  );
  const move = await open(desk, booked.id);
  expect(move.day).toBe(date);
  expect(move.days).toHaveLength(7);
  const labels = new Map(move.days.map((each) => [each.date, each.label]));
  expect([date, addDays(date, 1), addDays(date, 2)].map((each) => labels.get(each))).toEqual([
    "15 free",
    "Closed",
    "Full",
  ]);
  expect(move.days[0]!.date).toBe(move.today);
  expect(move.before).toBeNull();
  expect(move.same_time).toMatchObject([{ more: "Jo" }]);
  // Their own first.
  expect(namesOf(move.people)).toEqual(["Court 1", "Jo"]);
  expect(move.people.map(({ choices }) => choices.length)).toEqual([7, 8]);

  const closed = await open(desk, booked.id, `&day=${addDays(date, 1)}`);
  expect(closed.people).toEqual([]);
  expect(closed.days.map((each) => each.date)).toEqual(move.days.map((each) => each.date));
  const later = await open(desk, booked.id, move.after.replace("?show=move", ""));
  expect(later.days[0]!.date).toBe(addDays(move.today, 7));
  expect(later.before).toContain(`from=${move.today}`);
});

test("of many people a page is read, and whoever does not give the service is shown with their own", async () => {
  const desk = await makeDesk();
  const { owner, court, schedule, book } = desk;
  const others = [];
  for (let index = 1; index <= 8; index += 1)
    others.push(await makeResource(owner, { name: `P${index}` }));
  await updateSchedule(owner, schedule.id, {
    resource_ids: [court.id, ...others.map(({ id }) => id)],
  });
  const booked = await book(10);
  const first = await open(desk, booked.id);
  expect(namesOf(first.people)).toEqual(["Court 1", "P1", "P2", "P3", "P4", "P5"]);
  expect(first.fewer_people).toBeNull();
  const rest = await open(desk, booked.id, first.more_people!.replace("?show=move", ""));
  expect(namesOf(rest.people)).toEqual(["P6", "P7", "P8"]);
  expect(rest.more_people).toBeNull();

  const guest = await makeResource(owner, { name: "Guest room" });
  await makeSchedule(owner, [guest.id], { name: "Stay" });
  const elsewhere = await open(desk, booked.id, `&resource_id=${guest.id}`);
  expect(namesOf(elsewhere.people)).toEqual(["Guest room"]);
  expect(elsewhere.people[0]!.choices[0]!.more).toBe("Stay");
});

test("with nothing free in seven days the first time after them is named", async () => {
  const desk = await makeDesk();
  const { schedule, book, date } = desk;
  const booked = await book(10);
  await pool.query(
    "update slot set status = 'closed' where schedule_id = $1 and starts_at < $2::date and id <> $3",
    [schedule.id, addDays(date, 10), booked.slot_id],
  );
  const move = await open(desk, booked.id);
  expect(move.people).toEqual([]);
  expect(move.next!.search).toContain(`day=${addDays(date, 10)}`);
  const there = await open(desk, booked.id, move.next!.search.replace("?show=move", ""));
  expect(there.day).toBe(addDays(date, 10));
  expect(there.people).toHaveLength(1);
});
