import { expect, test } from "vitest";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { clock } from "~/lib/clock";
import { addDays, localDateOf } from "~/lib/time";
import { book, slotsOf } from "~/testing/booking-calls";
import {
  aCompany,
  bookingsOf,
  guest,
  hidden,
  linksWith,
  open,
  submit,
} from "~/testing/booking-page";

// Guests book a course without JavaScript.

const ZONE = "Europe/Amsterdam";
const KINDS = [
  { id: "adult", name: "Adult", price_amount: null, takes_seat: true },
  { id: "child", name: "Child", price_amount: 900, takes_seat: true },
];
const dateIn = (days: number) => addDays(localDateOf(clock.now(), ZONE), days);
const courseOf = (more: object = {}) => ({
  name: "Yoga for beginners",
  starts_on: dateIn(2),
  dates: 4,
  price_amount: 8000,
  single_dates: false,
  late_joining: false,
  ...more,
});
const aStudio = (course: object = {}, schedule: object = {}) =>
  aCompany({
    schedule: {
      name: "Yoga",
      currency: "EUR",
      price_amount: 2500,
      max_advance_days: 30,
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "10:00" }],
      course: courseOf(course),
      ...schedule,
    },
    capacity: 5,
  });
type Studio = Awaited<ReturnType<typeof aStudio>>;

const send = async (...form: Parameters<typeof submit>) => {
  const response = await submit(...form);
  const to = response.headers.get("Location") ?? "";
  return { status: response.status, to, html: await response.text() };
};
const openForm = async (slug: string, begin = "") => {
  const page = await open(slug, begin);
  const [search = ""] = linksWith(page.html, "course=1");
  return { page, search, form: await open(slug, search) };
};
/** What the shown form sends next. */
const sentBy = ({ html }: { html: string }) => ({
  attempt: hidden(html, "attempt"),
  expected_amount: hidden(html, "expected_amount"),
  shown_dates: hidden(html, "shown_dates"),
});
/** Takes places of the nth date. */
async function take({ owner, schedule }: Studio, shown: string, nth: number, party_size: number) {
  const start = Date.parse(shown.split(",")[nth - 1]!);
  const slots = await slotsOf(schedule.id);
  const { id } = slots.find(({ starts_at }) => starts_at.getTime() === start)!;
  await book(owner, id, { party_size, override: true });
}

test("a service sold as a course shows its dates, places and price, and books them", async () => {
  const { owner, slug } = await aStudio();
  const { page, search, form } = await openForm(slug);
  expect(page.html).toContain("Yoga for beginners");
  expect(page.html).toMatch(/4 dates[^<]*€80[^<]*Places left: 5/);
  // No empty calendar of single times.
  expect(page.html).not.toContain("Choose a day");
  expect(linksWith(page.html, "time=")).toEqual([]);
  expect(form.html).toContain("Book the course");
  expect(hidden(form.html, "shown_dates").split(",")).toHaveLength(4);
  const wish = guest();
  const booked = await send(slug, search, { ...wish, ...sentBy(form) });
  expect(booked.status).toBe(303);
  expect(booked.to).toContain("/manage/");
  const bookings = await bookingsOf(owner.tenant.id);
  expect(bookings.map(({ price_amount, source }) => [price_amount, source])).toEqual(
    Array(4).fill([2000, "widget"]),
  );
  expect(new Set(bookings.map(({ series_id }) => series_id)).size).toBe(1);
  // Pressed again, the same form leads to the same booking.
  const again = await send(slug, search, { ...wish, ...sentBy(form) });
  expect(again).toMatchObject({ status: 303, to: booked.to });
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(4);
});

test("people of the party pay for each, shown before it is booked", async () => {
  const { owner, slug } = await aStudio({}, { person_kinds: KINDS });
  const { search, form } = await openForm(slug);
  // Of four dates.
  expect(form.html).toContain("Child · €36");
  const wish = { ...guest(), person_adult: "1", person_child: "1" };
  const shown = await send(slug, search, { ...wish, ...sentBy(form) });
  expect(shown.status).toBe(409);
  expect(shown.html).toContain("Below is the price for everyone.");
  expect(shown.html).toContain("€116");
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  expect((await send(slug, search, { ...wish, ...sentBy(shown) })).status).toBe(303);
  expect(
    (await bookingsOf(owner.tenant.id)).map(({ price_amount, party_size }) => [
      price_amount,
      party_size,
    ]),
  ).toEqual(Array(4).fill([2900, 2]));
});

test("nobody and too many people book nothing and keep what was filled in", async () => {
  const { owner, slug } = await aStudio({}, { person_kinds: KINDS });
  const { search, form } = await openForm(slug);
  for (const people of [
    { person_adult: "", person_child: "" },
    { person_adult: "0", person_child: "" },
  ]) {
    const refused = await send(slug, search, { ...guest(), ...people, ...sentBy(form) });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Choose who comes.");
    expect(refused.html).toContain("Sanne Bakker");
  }
  const wish = { ...guest(), person_adult: "6", person_child: "" };
  const many = await send(slug, search, { ...wish, ...sentBy(form) });
  expect([409, 422]).toContain(many.status);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
});

test("for two the price and the places are those of two", async () => {
  const { owner, slug } = await aStudio({}, { max_party_size: 3 });
  const { page, search, form } = await openForm(slug, "?people=2");
  expect(page.html).toContain("€160");
  expect((await send(slug, search, { ...guest(), ...sentBy(form) })).status).toBe(303);
  expect((await bookingsOf(owner.tenant.id)).map(({ party_size }) => party_size)).toEqual(
    Array(4).fill(2),
  );
});

test("a date that fills up while the form is open books nothing, and the page says so", async () => {
  const studio = await aStudio();
  const { owner, slug } = studio;
  const { search, form } = await openForm(slug);
  await take(studio, sentBy(form).shown_dates, 3, 5);
  const refused = await send(slug, search, { ...guest(), ...sentBy(form) });
  expect(refused.status).toBe(409);
  expect(refused.html).toContain("This course is full.");
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
  const { page } = await openForm(slug);
  expect(page.html).toContain("Not free");
  expect(linksWith(page.html, "course=1")).toEqual([]);
  // The address of the form shows the dates too.
  expect((await open(slug, search)).html).toContain("This course is full.");
});

test("another price, or other dates, are shown again before they are booked", async () => {
  const { owner, slug, schedule } = await aStudio();
  const { search, form } = await openForm(slug);
  await updateSchedule(owner, schedule.id, { course: courseOf({ price_amount: 10_000 }) });
  const dearer = await send(slug, search, { ...guest(), ...sentBy(form) });
  expect(dearer.status).toBe(409);
  expect(dearer.html).toContain("The dates or the price of the course have changed.");
  expect(dearer.html).toContain("€100");
  await updateSchedule(owner, schedule.id, {
    course: courseOf({ price_amount: 10_000, starts_on: dateIn(3) }),
  });
  const later = await send(slug, search, { ...guest(), ...sentBy(dearer) });
  expect(later.status).toBe(409);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  expect((await send(slug, search, { ...guest(), ...sentBy(later) })).status).toBe(303);
  expect((await bookingsOf(owner.tenant.id)).map(({ price_amount }) => price_amount)).toEqual(
    Array(4).fill(2500),
  );
});

test("with single dates the page offers both", async () => {
  const { owner, slug } = await aStudio({ single_dates: true });
  const { page } = await openForm(slug);
  expect(page.html).toContain("Book the course");
  const [time = ""] = linksWith(page.html, "time=");
  expect(time).toContain("time=");
  expect(time).not.toContain("course=");
  const form = await open(slug, time);
  expect((await send(slug, time, { ...guest(), ...sentBy(form) })).status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([{ price_amount: 2500 }]);
});

test("a course that has begun, and one that is paid online, can't be booked", async () => {
  const begun = await aStudio({ starts_on: dateIn(-1), dates: 6 });
  expect((await open(begun.slug)).html).toContain("This course has begun.");
  await updateSchedule(begun.owner, begun.schedule.id, { private: true });
  expect((await open(begun.slug)).html).not.toContain("Yoga for beginners");
});
