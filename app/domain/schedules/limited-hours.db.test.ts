import { beforeAll, describe, expect, test } from "vitest";
import { HoursPatch, NewClosedDays, NewHours } from "~/contract/hours";
import { ResourcePatch } from "~/contract/resources";
import { SchedulePatch } from "~/contract/schedules";
import { type Availability, AvailabilityQuery } from "~/contract/slots";
import { addDays, localDateOf, toRfc3339, wallTimeOf } from "~/lib/time";
import { book, outcome, slotsOf, wrongCounts } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import type { StaffActor, UserActor } from "../identity/actor";
import { limitsOf, readLimits } from "../hours/read-limits.server";
import { updateResource } from "../resources/resources.server";
import { readAvailability } from "../slots/availability.sql.server";
import { explain } from "../slots/explain.sql.server";
import { closeDays, listClosedDays, openDay } from "./closed-days.server";
import { timesBetween } from "./fill-slots.server";
import { listHolidays } from "./holidays.server";
import { readSchedule } from "../hours/stored-schedule.server";
import { createHours, deleteHours, getHours, updateHours } from "./shared-hours.server";
import { createSchedule, getSchedule, updateSchedule } from "./schedules.server";

const ZONE = "Europe/Amsterdam";
const today = localDateOf(Date.now(), ZONE);
const day = addDays(today, 5);
const DAYS = 12;
const daily = (start: string, end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }];

let owner: UserActor;
beforeAll(async () => {
  owner = await makeTenant({ time_zone: ZONE });
});

const makeHours = (start: string, end: string, more: Record<string, unknown> = {}, actor = owner) =>
  createHours(actor, NewHours.parse({ name: "Mornings", rules: daily(start, end), ...more }));
const give = (resource: string, hours_id: string | null, more: Record<string, unknown> = {}) =>
  updateResource(owner, resource, ResourcePatch.parse({ hours_id, ...more }));
const change = (id: string, patch: Record<string, unknown>, actor: StaffActor = owner) =>
  updateHours(actor, id, HoursPatch.parse(patch));
const close = (dates: string[], dry_run = false, actor = owner) =>
  closeDays(
    actor,
    NewClosedDays.parse({ days: dates.map((date) => ({ date, name: "Holiday" })), dry_run }),
  );
const service = (resources: string[], more: Record<string, unknown> = {}, actor = owner) =>
  makeSchedule(actor, resources, {
    max_advance_days: DAYS,
    rules: daily("09:00", "17:00"),
    ...more,
  });

/** Times listed on a date, "09:00"; "pending" until generated. */
async function listed(
  scheduleId: string,
  resource: string,
  date = day,
  actor = owner,
): Promise<string[] | "pending"> {
  const query = AvailabilityQuery.parse({
    schedule_id: scheduleId,
    resource_id: resource,
    from: date,
    to: date,
  });
  const { json } = await readAvailability(actor, query, 92, null);
  const found = (JSON.parse(json!) as Availability).days[0]!;
  if (found.state === "pending") return "pending";
  return found.slots.map(({ starts_at }) => wallTimeOf(Date.parse(starts_at), ZONE).slice(11));
}

describe("the hours of a resource", () => {
  test("narrow all its services immediately; other resources keep their times", async () => {
    const [anna, bert] = [await makeResource(owner), await makeResource(owner)];
    const long = await service([anna.id, bert.id], { duration_minutes: 120 });
    const short = await service([anna.id]);
    const mornings = await makeHours("09:30", "12:00");
    await give(anna.id, mornings.id);
    expect(await listed(short.id, anna.id)).toEqual(["09:30", "10:30"]);
    expect(await listed(long.id, anna.id)).toEqual(["09:30"]);
    expect(await listed(long.id, bert.id)).toEqual(["09:00", "11:00", "13:00", "15:00"]);
    await give(anna.id, null);
    expect(await listed(long.id, anna.id)).toEqual(["09:00", "11:00", "13:00", "15:00"]);
  });

  test("apply to services created or assigned later", async () => {
    const [anna, bert] = [await makeResource(owner), await makeResource(owner)];
    await give(anna.id, (await makeHours("14:00", "16:00")).id);
    const made = await service([anna.id]);
    expect(await listed(made.id, anna.id)).toEqual(["14:00", "15:00"]);
    const other = await service([bert.id]);
    await updateSchedule(
      owner,
      other.id,
      SchedulePatch.parse({ resource_ids: [anna.id, bert.id] }),
    );
    expect(await listed(other.id, anna.id)).toEqual(["14:00", "15:00"]);
  });

  test("keep bookings outside them, reported and closed to others", async () => {
    const room = await makeResource(owner, { capacity: 3 });
    const made = await service([room.id]);
    const slot = (await slotsOf(made.id)).find(
      ({ starts_at }) => localDateOf(starts_at.getTime(), ZONE) === day,
    )!;
    const booking = await book(owner, slot.id);
    const afternoons = await makeHours("13:00", "17:00");
    const outside = [
      expect.objectContaining({ id: booking.id, starts_at: toRfc3339(slot.starts_at.getTime()) }),
    ];
    const tried = await give(room.id, afternoons.id, { dry_run: true });
    expect(tried).toMatchObject({ dry_run: true, outside_bookings: outside });
    expect(await listed(made.id, room.id)).toContain("09:00");
    expect((await give(room.id, afternoons.id)).outside_bookings).toEqual(outside);
    expect(await listed(made.id, room.id)).toEqual(["13:00", "14:00", "15:00", "16:00"]);
    expect(await outcome(book(owner, slot.id))).toBe("slot_unavailable");
    expect((await slotsOf(made.id)).find(({ id }) => id === slot.id)).toMatchObject({
      taken: 1,
      status: "closed",
    });
    // Hours that contain it again report no booking and make it bookable again.
    expect((await give(room.id, null)).outside_bookings).toEqual([]);
    expect(await book(owner, slot.id)).toMatchObject({ slot_id: slot.id });
    expect(await wrongCounts(room.id)).toBe(0);
  });

  test("are part of the explanation of a day", async () => {
    const anna = await makeResource(owner);
    const made = await service([anna.id]);
    await give(anna.id, (await makeHours("10:00", "11:00")).id);
    await close([day]);
    const answer = await explain(owner, {
      schedule_id: made.id,
      resource_id: anna.id,
      date: day,
      party_size: 1,
    });
    expect(answer.steps.find(({ rule }) => rule === "resource_hours")).toMatchObject({
      note: "10:00–11:00",
    });
    expect(answer.steps.find(({ rule }) => rule === "closed_day")?.note).toMatch(/Holiday/);
    expect(answer).toMatchObject({ hours: [], bookable: [] });
    await openDay(owner, day);
    const open = await explain(owner, {
      schedule_id: made.id,
      resource_id: anna.id,
      date: day,
      party_size: 1,
    });
    expect(open.bookable).toHaveLength(1);
  });

  test("of another company or unknown ones are refused", async () => {
    const other = await makeTenant();
    const foreign = await makeHours("09:00", "12:00", {}, other);
    const anna = await makeResource(owner);
    await expect(give(anna.id, foreign.id)).rejects.toMatchObject({ code: "validation_failed" });
    await expect(service([anna.id], { hours_id: foreign.id })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(getHours(owner, foreign.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(change(foreign.id, { name: "Mine" })).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteHours(owner, foreign.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("shared hours of services", () => {
  test("are changed in one place for all services", async () => {
    const anna = await makeResource(owner);
    const hours = await makeHours("09:00", "11:00");
    const made = await createSchedule(owner, {
      ...(await service([anna.id])),
      name: "By shared hours",
      rules: undefined,
      hours_id: hours.id,
    } as never);
    expect(made).toMatchObject({ hours_id: hours.id, rules: hours.rules, time_zone: ZONE });
    expect(await listed(made.id, anna.id)).toEqual(["09:00", "10:00"]);
    const saved = await change(hours.id, {
      rules: daily("15:00", "17:00"),
      version: hours.version,
    });
    expect(saved).toMatchObject({ version: hours.version + 1, outside_bookings: [] });
    expect(await listed(made.id, anna.id)).toEqual(["15:00", "16:00"]);
    expect(await getSchedule(owner, made.id)).toMatchObject({
      rules: daily("15:00", "17:00"),
      hours_id: hours.id,
    });
    await expect(change(hours.id, { name: "Late", version: hours.version })).rejects.toMatchObject({
      code: "version_conflict",
    });
    await expect(deleteHours(owner, hours.id)).rejects.toMatchObject({ code: "in_use" });
  });

  test("are detached when a service gets its own hours, as older programs do", async () => {
    const anna = await makeResource(owner);
    const hours = await makeHours("09:00", "11:00");
    const made = await service([anna.id]);
    const patch = (input: Record<string, unknown>) =>
      updateSchedule(owner, made.id, SchedulePatch.parse(input));
    expect(await patch({ hours_id: hours.id })).toMatchObject({
      hours_id: hours.id,
      rules: hours.rules,
    });
    // Saving equal hours changes nothing.
    const seen = await getSchedule(owner, made.id);
    expect(
      await patch({ name: "Renamed", rules: seen.rules, overrides: seen.overrides }),
    ).toMatchObject({
      name: "Renamed",
      hours_id: hours.id,
    });
    const both = patch({ hours_id: hours.id, rules: daily("10:00", "12:00") });
    await expect(both).rejects.toThrow(expect.objectContaining({ code: "validation_failed" }));
    expect(await patch({ rules: daily("10:00", "12:00") })).toMatchObject({ hours_id: null });
    expect(await listed(made.id, anna.id)).toEqual(["10:00", "11:00"]);
    await change(hours.id, { rules: daily("15:00", "17:00") });
    expect(await listed(made.id, anna.id)).toEqual(["10:00", "11:00"]);
    await deleteHours(owner, hours.id);
  });

  test("saved concurrently with a service end in a consistent listing", async () => {
    const anna = await makeResource(owner);
    const hours = await makeHours("09:00", "11:00");
    const made = await service([anna.id]);
    await updateSchedule(owner, made.id, SchedulePatch.parse({ hours_id: hours.id }));
    const ends = ["10:00", "12:00", "13:00", "14:00"];
    await Promise.all(
      ends.flatMap((end, at) => [
        change(hours.id, { rules: daily("09:00", end) }),
        updateSchedule(
          owner,
          made.id,
          SchedulePatch.parse({ name: `Name ${at}`, min_notice_minutes: at }),
        ),
      ]),
    );
    const { rules } = await getHours(owner, hours.id);
    expect(await getSchedule(owner, made.id)).toMatchObject({ rules, hours_id: hours.id });
    expect(await listed(made.id, anna.id)).toHaveLength(Number(rules[0]!.end.slice(0, 2)) - 9);
  });
});

describe("closed days", () => {
  test("close every service, including overrides; reopening restores everything", async () => {
    const company = await makeTenant({ time_zone: ZONE });
    const anna = await makeResource(company);
    const special = { overrides: [{ date: day, intervals: [{ start: "10:00", end: "12:00" }] }] };
    const [one, two] = [
      await service([anna.id], special, company),
      await service([anna.id], {}, company),
    ];
    const slot = (await slotsOf(one.id)).find(
      ({ starts_at }) => localDateOf(starts_at.getTime(), ZONE) === day,
    )!;
    const booking = await book(company, slot.id);
    expect((await close([day], true, company)).outside_bookings).toMatchObject([
      { id: booking.id },
    ]);
    expect(await listed(two.id, anna.id, day, company)).toHaveLength(7);
    const far = addDays(day, 3);
    const done = await close([far, day], false, company);
    expect(done.outside_bookings).toMatchObject([{ id: booking.id }]);
    expect(done.data.map(({ date }) => date)).toEqual([day, far]);
    for (const { id } of [one, two])
      for (const date of [day, far]) expect(await listed(id, anna.id, date, company)).toEqual([]);
    expect(await listed(two.id, anna.id, addDays(day, 1), company)).toHaveLength(8);
    expect((await listClosedDays(company, { limit: 25 })).data.map(({ date }) => date)).toEqual([
      day,
      far,
    ]);
    await openDay(company, day);
    expect(await listed(one.id, anna.id, day, company)).toEqual(["11:00"]);
    await expect(openDay(company, day)).rejects.toMatchObject({ code: "not_found" });
    expect(await wrongCounts(anna.id)).toBe(0);
  });

  test("are separate per company", async () => {
    const [mine, theirs] = [
      await makeTenant({ time_zone: ZONE }),
      await makeTenant({ time_zone: ZONE }),
    ];
    const room = await makeResource(theirs);
    const made = await service([room.id], {}, theirs);
    await close([day], false, mine);
    expect(await listed(made.id, room.id, day, theirs)).toHaveLength(8);
    expect((await listClosedDays(theirs, { limit: 25 })).data).toEqual([]);
  });

  test("can be filled from public holidays of a country or region", async () => {
    const company = await makeTenant();
    const ofGermany = await listHolidays(company, { country: "DE", year: 2027 });
    const ofBavaria = await listHolidays(company, { country: "DE", region: "BY", year: 2027 });
    const epiphany = { date: "2027-01-06", name: "Heilige Drei Könige", closed: false };
    expect(ofGermany.data).toContainEqual({
      date: "2027-10-03",
      name: "Tag der Deutschen Einheit",
      closed: false,
    });
    expect(ofGermany.data).not.toContainEqual(epiphany);
    expect(ofBavaria.data).toContainEqual(epiphany);
    await close(["2027-01-06"], false, company);
    const again = await listHolidays(company, { country: "DE", region: "BY", year: 2027 });
    expect(again.data).toContainEqual({ ...epiphany, closed: true });
    await expect(listHolidays(company, { country: "XX", year: 2027 })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(
      listHolidays(company, { country: "DE", region: "ZZ", year: 2027 }),
    ).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});

describe("who may change hours", () => {
  test("resource-limited staff can change only their resources' hours, if the owner allows it", async () => {
    const [anna, bert] = [await makeResource(owner), await makeResource(owner)];
    const [own, shared] = [await makeHours("09:00", "12:00"), await makeHours("09:00", "12:00")];
    await give(anna.id, own.id);
    const limited = await makeUser(owner, "staff", { resource_ids: [anna.id] });
    const allowed = { ...limited, own_hours: true };
    await expect(change(own.id, { name: "Anna" }, limited)).rejects.toMatchObject({
      code: "forbidden_role",
    });
    expect(await change(own.id, { rules: daily("10:00", "12:00") }, allowed)).toMatchObject({
      dry_run: false,
    });
    await expect(change(shared.id, { name: "Mine" }, allowed)).rejects.toMatchObject({
      code: "forbidden_role",
    });
    await give(bert.id, own.id);
    await expect(change(own.id, { name: "Both" }, allowed)).rejects.toMatchObject({
      code: "forbidden_role",
    });
    await expect(deleteHours(allowed, shared.id)).rejects.toMatchObject({ code: "forbidden_role" });
  });
});

// Changes all kinds of hours in random order; after each change the list matches the hours, and
// every listed time can be booked.
test("lists exactly the open times after any change", async () => {
  const company = await makeTenant({ time_zone: ZONE });
  const rooms = [await makeResource(company), await makeResource(company)];
  const ids = rooms.map(({ id }) => id);
  const services = [
    await service(ids, {}, company),
    await service([ids[0]!], { duration_minutes: 90 }, company),
  ];
  const kinds = [
    await makeHours("08:00", "12:00", {}, company),
    await makeHours("12:00", "20:00", {}, company),
  ];
  let seed = 11;
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const one = <Of>(list: readonly Of[]): Of => list[random(list.length)]!;
  const date = () => addDays(today, 2 + random(6));
  const rules = () => [{ days: [1, 2, 3, 4, 5, 6, 7].filter(() => random(4) > 0), start: "08:00", end: one(["10:00", "15:30", "02:00"]) }].filter(({ days }) => days.length > 0); // prettier-ignore
  const changes = [
    () => updateSchedule(company, one(services).id, SchedulePatch.parse({ rules: rules() })),
    () =>
      updateSchedule(company, one(services).id, SchedulePatch.parse({ hours_id: one(kinds).id })),
    () => change(one(kinds).id, { rules: rules() }, company),
    () =>
      updateResource(
        company,
        one(ids),
        ResourcePatch.parse({ hours_id: one([null, ...kinds.map(({ id }) => id)]) }),
      ),
    () =>
      close(
        [date(), date()].filter((each, at, all) => all.indexOf(each) === at),
        false,
        company,
      ),
    () =>
      openDay(company, date()).catch((error: { code: string }) =>
        expect(error.code).toBe("not_found"),
      ),
  ];
  for (let round = 0; round < 40; round += 1) {
    await one(changes)();
    for (const { id, resource_ids } of services)
      for (const resource of resource_ids) {
        const stored = (await readSchedule(company.tenant.id, id))!;
        const limits = limitsOf(await readLimits(company.tenant.id, [resource]), resource);
        const from = Date.parse(`${addDays(today, 2)}T00:00:00Z`);
        const open = timesBetween(stored, from, from + 7 * 86_400_000, limits).map(
          ({ starts_at }) => starts_at,
        );
        const there = (await slotsOf(id)).filter(
          (slot) =>
            slot.resource_id === resource &&
            slot.status === "open" &&
            slot.starts_at.getTime() >= from &&
            slot.starts_at.getTime() < from + 7 * 86_400_000,
        );
        expect(
          there.map(({ starts_at }) => starts_at.getTime()).sort((a, b) => a - b),
          `round ${round}`,
        ).toEqual(open);
        const free = there.find(({ taken }) => taken === 0);
        if (free !== undefined && round % 8 === 0)
          expect(await book(company, free.id)).toMatchObject({ slot_id: free.id });
      }
  }
  for (const id of ids) expect(await wrongCounts(id)).toBe(0);
});
