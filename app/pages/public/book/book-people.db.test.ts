import { expect, test } from "vitest";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { book, slotsOf } from "~/testing/booking-calls";
import {
  aCompany,
  bookingsOf,
  guest,
  hidden,
  linksWith,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";

const ADULT = { id: "adult", name: "Adult", price_amount: null, takes_seat: true };
const CHILD = { id: "child", name: "Child", price_amount: 1000, takes_seat: true };
const BABY = { id: "baby", name: "Baby", price_amount: 0, takes_seat: false };
const KINDS = [ADULT, CHILD, BABY];

const send = async (...form: Parameters<typeof submit>) => {
  const response = await submit(...form);
  return { status: response.status, html: await response.text() };
};
const aBoat = (more: Record<string, unknown> = {}) =>
  aCompany({
    schedule: { price_amount: 2000, currency: "EUR", person_kinds: KINDS, ...more },
    capacity: 6,
  });
/** What the shown form sends next. */
const sentBy = ({ html }: { html: string }) => ({
  attempt: hidden(html, "attempt"),
  expected_amount: hidden(html, "expected_amount"),
  shown_dates: hidden(html, "shown_dates"),
});
const family = () => ({ ...guest(), person_adult: "2", person_child: "1", person_baby: "1" });

test("the kinds are asked for, and booked once their price has been shown", async () => {
  const { owner, slug } = await aBoat();
  const first = await open(slug);
  expect(first.html).toContain("from €10");
  const { search, form } = await walkToForm(slug);
  expect(form.html).toContain("Adult · €20");
  expect(form.html).toContain("Child · €10");
  expect(form.html).toContain("Baby · Free");
  expect(hidden(form.html, "expected_amount")).toBe("2000");
  const wish = family();
  const shown = await send(slug, search, { ...wish, ...sentBy(form) });
  expect(shown.status).toBe(409);
  expect(shown.html).toContain("Below is the price for everyone.");
  expect(shown.html).toContain("€50");
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  expect((await send(slug, search, { ...wish, ...sentBy(shown) })).status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([
    {
      price_amount: 5000,
      party_size: 3,
      party: [
        { kind: "adult", count: 2 },
        { kind: "child", count: 1 },
        { kind: "baby", count: 1 },
      ],
    },
  ]);
});

test("the number chosen with the time is of the first kind, and one press books it", async () => {
  const { owner, slug } = await aBoat();
  const { search } = await walkToForm(slug, {}, "?people=3");
  const { html } = await open(slug, search);
  expect(html).toMatch(/name="person_adult"[^>]*value="3"/);
  expect(html).not.toContain("People: 3");
  const wish = { ...guest(), person_adult: "3", person_child: "", person_baby: "" };
  expect((await send(slug, search, { ...wish, ...sentBy({ html }) })).status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([
    { price_amount: 6000, party: [{ kind: "adult", count: 3 }] },
  ]);
});

test("nobody, nobody with a seat and too many are refused at the people", async () => {
  const { owner, slug } = await aBoat();
  const { search, form } = await walkToForm(slug);
  const problems = async (people: Record<string, string>, expected_amount: string) => {
    const wish = { ...guest(), person_adult: "", person_child: "", person_baby: "", ...people };
    const refused = await send(slug, search, { ...wish, ...sentBy(form), expected_amount });
    const [, problem = ""] = /id="party-problem"[^>]*>([^<]*)/.exec(refused.html) ?? [];
    expect(refused.html).toContain("Sanne Bakker");
    return `${refused.status} ${problem}`;
  };
  const nobody = "422 Choose who comes. Someone must take a seat.";
  expect([
    await problems({}, "0"),
    await problems({ person_baby: "1" }, "0"),
    await problems({ person_adult: "7" }, "14000"),
    await problems({ person_adult: "1", person_baby: "101" }, "2000"),
  ]).toEqual([
    nobody,
    nobody,
    "422 That’s more than can be booked together. Choose fewer people.",
    "422 That’s more than can be booked together. Choose fewer people.",
  ]);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
});

test("too few free seats show other times that keep the people", async () => {
  const { owner, slug, schedule } = await aBoat();
  const { search, form } = await walkToForm(slug);
  const start = Date.parse(new URLSearchParams(search).get("time")!);
  const slots = await slotsOf(schedule.id);
  await book(owner, slots.find(({ starts_at }) => starts_at.getTime() === start)!.id, {
    party_size: 4,
  });
  const refused = await send(slug, search, {
    ...family(),
    ...sentBy(form),
    expected_amount: "5000",
  });
  expect(refused.status).toBe(409);
  expect(refused.html).toMatch(/name="person_child"[^>]*value="1"/);
});

test("a kind whose price rose while the form was open is shown again", async () => {
  const { owner, slug, schedule } = await aBoat();
  const { search, form } = await walkToForm(slug);
  await updateSchedule(owner, schedule.id, {
    person_kinds: [ADULT, { ...CHILD, price_amount: 1500 }, BABY],
  });
  const wish = { ...family(), ...sentBy(form), expected_amount: "5000" };
  const shown = await send(slug, search, wish);
  expect([shown.status, hidden(shown.html, "expected_amount")]).toEqual([409, "5500"]);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
});

test("extras and dates add up with the people", async () => {
  const { owner, slug } = await aBoat({
    max_repeat_dates: 4,
    addons: [{ id: "vest", name: "Vest", price_amount: 300, max_quantity: 9 }],
  });
  const { search, form } = await walkToForm(slug);
  const wish = { ...family(), addon_vest: "3" };
  const shown = await send(slug, search, { ...wish, ...sentBy(form) });
  expect([shown.status, hidden(shown.html, "expected_amount")]).toEqual([409, "5900"]);
  const weekly = { ...wish, repeat: "1", repeat_dates: "2" };
  const dates = await send(slug, search, { ...weekly, ...sentBy(shown) });
  expect([dates.status, hidden(dates.html, "expected_amount")]).toEqual([409, "11800"]);
  expect((await send(slug, search, { ...weekly, ...sentBy(dates) })).status).toBe(303);
  const booked = await bookingsOf(owner.tenant.id);
  expect(booked.map(({ price_amount, party_size }) => [price_amount, party_size])).toEqual([
    [5900, 3],
    [5900, 3],
  ]);
});

test("a full time is waited for by a number of people", async () => {
  const { owner, slug, schedule } = await aBoat();
  const { search } = await walkToForm(slug);
  const start = Date.parse(new URLSearchParams(search).get("time")!);
  const slots = await slotsOf(schedule.id);
  await book(owner, slots.find(({ starts_at }) => starts_at.getTime() === start)!.id, {
    party_size: 6,
  });
  const waiting = await open(slug, `${search}&wait=1&people=2`);
  expect(waiting.html).toContain("People: 2");
  expect(waiting.html).not.toContain("person_adult");
  expect(linksWith(waiting.html, "people=2").length).toBeGreaterThan(0);
});
