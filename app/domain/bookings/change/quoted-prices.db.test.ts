import { beforeAll, expect, test } from "vitest";
import { BookingPatch } from "~/contract/booking-inputs";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import type { UserActor } from "../../identity/actor";
import { updateSchedule } from "../../schedules/schedules.server";
import { editBooking } from "./edit-booking.server";

let owner: UserActor;
let cheap: string;
let dear: string;
let service: string;
let slots: SlotRow[];

const everyDay = [1, 2, 3, 4, 5, 6, 7];

beforeAll(async () => {
  owner = await makeTenant();
  cheap = (await makeResource(owner, { capacity: 6 })).id;
  dear = (await makeResource(owner, { capacity: 6 })).id;
  const schedule = await makeSchedule(owner, [cheap, dear], {
    price_amount: 1000,
    currency: "EUR",
    duration_minutes: 60,
    length_options: [{ minutes: 90, price_amount: 1400 }],
    resource_terms: [{ resource_id: dear, price_amount: 5500 }],
  });
  service = schedule.id;
  slots = await slotsAfter(2, service, cheap);
});

const edit = (id: string, patch: Record<string, unknown>) =>
  editBooking(owner, id, BookingPatch.parse(patch));

test("a party of three that becomes two and three again costs the same", async () => {
  const { id } = await book(owner, slots[0]!.id, { party_size: 3, price_amount: 1000 });
  const prices = [];
  for (const party_size of [2, 3, 1, 2, 4, 3])
    prices.push((await edit(id, { party_size })).price_amount);
  expect(prices).toEqual([667, 1000, 333, 667, 1333, 1000]);
});

test("after repricing, later parties scale with the new price", async () => {
  const { id } = await book(owner, slots[1]!.id, { party_size: 3, price_amount: 1000 });
  await edit(id, { party_size: 2 });
  expect(await edit(id, { party_size: 2, reprice: true })).toMatchObject({ price_amount: 2000 });
  expect(await edit(id, { party_size: 3 })).toMatchObject({ price_amount: 3000 });
});

test("a change at an outdated price is refused with both prices", async () => {
  const { id } = await book(owner, slots[2]!.id);
  const more = edit(id, { party_size: 2, expected_amount: 1500 });
  await expect(more).rejects.toMatchObject({
    code: "price_changed",
    extra: { details: { expected_amount: 1500, amount: 2000, currency: "EUR" } },
  });
  await updateSchedule(owner, service, { price_amount: 1200 });
  const anew = { slot_id: slots[3]!.id, reprice: true };
  expect(await outcome(edit(id, { ...anew, expected_amount: 1000 }))).toBe("price_changed");
  expect(await outcome(edit(id, { notes: "Late", expected_amount: 1200 }))).toBe("price_changed");
  expect(await edit(id, { notes: "Late", expected_amount: 1000 })).toMatchObject({ notes: "Late" });
  expect(await edit(id, { ...anew, expected_amount: 1200 })).toMatchObject({ price_amount: 1200 });
  await updateSchedule(owner, service, { price_amount: 1000 });
});

test("dinar prices end in zero everywhere, so that they can be refunded in full", async () => {
  const company = await makeTenant({ currency: "KWD" });
  const room = (await makeResource(company)).id;
  const dinars = { price_amount: 5710, currency: "KWD" };
  const { id } = await makeSchedule(company, [room], dinars);
  const [slot] = await slotsAfter(2, id);
  const codes = await Promise.all([
    outcome(updateSchedule(company, id, { price_amount: 5709 })),
    outcome(
      updateSchedule(company, id, {
        length_options: [{ minutes: 90, price_amount: 7001 }],
      }),
    ),
    outcome(
      updateSchedule(company, id, {
        peak_prices: [{ days: everyDay, start: "10:00", end: "11:00", percent: 15 }],
      }),
    ),
    outcome(book(company, slot!.id, { price_amount: 5709 })),
  ]);
  expect(codes).toEqual(Array(4).fill("validation_failed"));
  expect(await book(company, slot!.id)).toMatchObject({ price_amount: 5710 });
});

test("a custom time costs the same as an offered one", async () => {
  const evening = { days: everyDay, start: "22:00", end: "23:00", percent: 50 };
  await updateSchedule(owner, service, { peak_prices: [evening] as never });
  const day = slots[0]!.starts_at.toISOString().slice(0, 10);
  const at = (resource_id: string, time: string, duration_minutes: number) =>
    book(owner, undefined as never, {
      resource_id,
      schedule_id: service,
      duration_minutes,
      override: true,
      starts_at: `${day}T${time}:00Z`,
    }).then(({ price_amount }) => price_amount);
  const schedule = await updateSchedule(owner, service, { time_zone: "UTC" });
  expect(schedule.time_zone).toBe("UTC");
  expect([
    await at(cheap, "02:10", 45),
    await at(cheap, "04:10", 90),
    await at(dear, "02:10", 60),
    await at(dear, "22:10", 60),
    await at(cheap, "22:10", 100),
  ]).toEqual([1000, 1400, 5500, 8250, 2100]);
});
