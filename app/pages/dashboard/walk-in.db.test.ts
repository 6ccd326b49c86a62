import { beforeEach, expect, test } from "vitest";
import { NewBlock } from "~/contract/blocks";
import { createBlock } from "~/domain/blocks/change-block.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { flashOf, get, post, refusalOf } from "~/testing/desk";
import { book, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { statementCosts } from "~/testing/statement-costs";
import { startOfNow } from "~/ui/new-booking/desk-state";
import * as newBooking from "./bookings/new/route";
import * as walkIn from "./walk-in";
import * as today from "./today/route";

const NEW = "/dashboard/bookings/new";
/** Open day and night, so that no test depends on the hour. */
const ALWAYS = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }];

let owner: UserActor;
let sami: { id: string };
let jo: { id: string };
let cut: { id: string };

beforeEach(async () => {
  owner = await makeTenant({ time_zone: "UTC", locale: "nl" });
  sami = await makeResource(owner, { name: "Sami", type: "person" });
  jo = await makeResource(owner, { name: "Jo", type: "person" });
  cut = await makeSchedule(owner, [sami.id, jo.id], {
    name: "Cut",
    duration_minutes: 45,
    step_minutes: 15,
    min_notice_minutes: 1440,
    rules: ALWAYS,
  });
  await begin(cut.id);
});

/** A company that has been open for a while has slots that have begun: each resource's first one becomes one. */
async function begin(schedule_id: string) {
  await pool.query(
    `update slot s set starts_at = now() - interval '20 minutes', ends_at = now() + interval '25 minutes',
       occupies_from = now() - interval '20 minutes', occupies_to = now() + interval '25 minutes'
     where id in (select distinct on (resource_id) id from slot where schedule_id = $1 order by resource_id, starts_at)`,
    [schedule_id],
  );
}

/** Nobody can come from now on, for so many minutes. */
const block = (resource_id: string, minutes: number) =>
  createBlock(
    owner,
    NewBlock.parse({
      resource_id,
      starts_at: new Date(startOfNow(clock.now())).toISOString(),
      ends_at: new Date(startOfNow(clock.now()) + minutes * 60_000).toISOString(),
    }),
  );

const read = async (search = "", actor = owner) => {
  const view = (await get(today, actor, `/dashboard${search}`)).walk_in;
  if (view === null) throw new Error("no walk-ins");
  return view;
};
const wordsOf = ({ offers }: { offers: { words: string }[] }) =>
  offers.map(({ words }) => words.replaceAll(/[⁦-⁩]/g, ""));

test("a guest at the desk is booked with the first who is free now, and the next one is offered after", async () => {
  const start = startOfNow(clock.now());
  const view = await read();
  expect(view).toMatchObject({ service: { name: "Cut" }, name: "Inloop" });
  expect(wordsOf(view)).toEqual([
    expect.stringMatching(/^Now with Sami until \d\d:\d[05]$/),
    expect.stringMatching(/^Now with Jo until /),
  ]);
  const fields = { ...view.offers[0]!.fields, name: view.name, key: view.key, to: "/dashboard" };
  const answer = await post(newBooking, owner, NEW, fields);
  const { text, undo } = flashOf(answer);
  expect(text).toContain("Booked Inloop: ");
  const id = (undo as unknown as { action: string }).action.split("/").at(-1)!;
  const booked = await getBooking(owner, id);
  expect(booked).toMatchObject({
    resource_id: sami.id,
    schedule_id: cut.id,
    status: "confirmed",
  });
  const startedAt = Date.parse(booked.starts_at);
  expect([start, startOfNow(clock.now())]).toContain(startedAt);
  expect(Date.parse(booked.ends_at) - startedAt).toBe(45 * 60_000);

  // Pressed twice, it is the same booking.
  const again = flashOf(await post(newBooking, owner, NEW, fields));
  expect(again.undo).toEqual(undo);
  const { rows } = await pool.query("select from booking where tenant_id = $1", [owner.tenant.id]);
  expect(rows).toHaveLength(1);

  // Someone else presses on their old page: the time is gone, which is said, and Jo comes first.
  const late = await post(newBooking, owner, NEW, { ...fields, key: "another" });
  expect(refusalOf(late).result.error[""]![0]).toMatch(/just been booked/);
  const next = await read();
  expect(wordsOf(next)[0]).toMatch(/^Now with Jo until /);
  expect(next.offers[1]).toMatchObject({ resource_id: sami.id });
  expect(next.offers[1]!.fields.time).not.toBe("now");
});

test("with nobody free now the next minutes are offered, whatever notice guests must give; else nobody", async () => {
  await block(sami.id, 60);
  await block(jo.id, 90);
  const view = await read();
  expect(view.offers.map(({ resource_id }) => resource_id)).toEqual([sami.id, jo.id]);
  const slots = await slotsOf(cut.id, sami.id);
  const first = slots.find(({ id }) => id === view.offers[0]!.fields.time)!;
  expect(first.starts_at.getTime()).toBeGreaterThanOrEqual(startOfNow(clock.now()) + 60 * 60_000);
  const booked = await post(newBooking, owner, NEW, {
    ...view.offers[0]!.fields,
    name: view.name,
    key: view.key,
  });
  expect(flashOf(booked).text).toContain("Sami");
  await pool.query("update slot set status = 'closed' where schedule_id = $1", [cut.id]);
  expect((await read()).offers).toEqual([]);
});

test("New booking offers Now by the same rule, for the resource and the length that are chosen", async () => {
  const state = async (search: string) =>
    await get(newBooking, owner, `${NEW}?service=${cut.id}${search}`);
  expect((await state("")).now?.more).toContain("Sami");
  expect((await state(`&resource=${jo.id}`)).now?.more).toContain("Jo");
  await block(sami.id, 60);
  expect((await state("")).now?.more).toContain("Jo");
  expect((await state(`&resource=${sami.id}`)).now).toBeNull();
  // Outside the hours the booking itself would be refused.
  const yesterday = new Date(clock.now() - 86_400_000).getUTCDay() || 7;
  const closed = await makeSchedule(owner, [jo.id], {
    rules: [{ days: [yesterday], start: "09:00", end: "10:00" }],
  });
  expect((await get(newBooking, owner, `${NEW}?service=${closed.id}`)).now).toBeNull();
});

test("a class, and a service with a limit, have their own times only", async () => {
  const hall = await makeResource(owner, { name: "Hall", capacity: 8 });
  const yoga = await makeSchedule(owner, [hall.id], { name: "Yoga", rules: ALWAYS });
  await begin(yoga.id);
  const [offer] = (await read(`?walk_in=${yoga.id}`)).offers;
  expect((await slotsOf(yoga.id)).map(({ id }) => id)).toContain(offer!.fields.time);
  expect(offer!.fields.time).not.toBe("now");
  await pool.query("update schedule set max_per_day = 9 where id = $1", [cut.id]);
  expect((await read(`?walk_in=${cut.id}`)).offers.map(({ fields }) => fields.time)).not.toContain(
    "now",
  );
});

test("the services that are booked most come first, the rest stands in a menu; a chosen one has a chip", async () => {
  const made: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const { id } = await makeSchedule(owner, [sami.id], { name: `S${index}`, rules: ALWAYS });
    made.push(id);
  }
  await begin(made[5]!);
  await book(owner, (await slotsOf(made[5]!))[0]!.id);
  const view = await read();
  expect(view.service.id).toBe(made[5]);
  expect(view.services.map(({ id }) => id)).toEqual([made[5], cut.id, ...made.slice(0, 3)]);
  expect(view.more.map(({ id }) => id)).toEqual(made.slice(3, 5));
  const other = await read(`?walk_in=${made[4]}&with=${sami.id}`);
  expect(other.services.at(-1)!.id).toBe(made[4]);
  expect(other).toMatchObject({ service: { id: made[4] }, chosen: sami.id });
});

test("staff see those they work for, viewers and other days nothing, and a chip reads its service alone", async () => {
  const staff = await makeUser(owner, "staff", { resource_ids: [jo.id] });
  expect((await read("", staff)).offers.map(({ resource_id }) => resource_id)).toEqual([jo.id]);
  const viewer = await makeUser(owner, "viewer");
  expect((await get(today, viewer, "/dashboard")).walk_in).toBeNull();
  await expect(get(walkIn, viewer, "/dashboard/walk-in")).rejects.toMatchObject({ status: 403 });
  expect((await get(today, owner, "/dashboard?date=2020-02-02")).walk_in).toBeNull();
  expect((await get(today, await makeTenant(), "/dashboard")).walk_in).toBeNull();
  const costs = await statementCosts(() =>
    get(walkIn, owner, `/dashboard/walk-in?walk_in=${cut.id}`),
  );
  const reads = costs.filter(({ text }) => !/session|app_user|account/.test(text));
  expect(reads).toHaveLength(1);
});
