import { expect, test } from "vitest";
import { book, slotsOf } from "~/testing/booking-calls";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import {
  aCompany,
  bookingsOf,
  guest,
  hidden,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";

const send = async (...form: Parameters<typeof submit>) => {
  const response = await submit(...form);
  return {
    status: response.status,
    to: response.headers.get("Location") ?? "",
    html: await response.text(),
  };
};
const aCourt = (more: Record<string, unknown> = {}) =>
  aCompany({ schedule: { price_amount: 2000, currency: "EUR", max_repeat_dates: 6, ...more } });

type Company = Awaited<ReturnType<typeof aCourt>>;

/** The form after a week-by-week repetition was chosen, and what to send to book it. */
async function chooseDates(slug: string, dates = 3, more: Record<string, string> = {}) {
  const { search, attempt, form } = await walkToForm(slug);
  const wish = { ...guest(), repeat: "1", repeat_dates: String(dates), ...more };
  const shown = await send(slug, search, { ...wish, attempt, expected_amount: "2000" });
  return { search, form, wish, shown, ...sentBy(wish, shown) };
}
const sentBy = (wish: Record<string, string>, { html }: { html: string }) => ({
  again: {
    ...wish,
    attempt: hidden(html, "attempt"),
    expected_amount: hidden(html, "expected_amount"),
    shown_dates: hidden(html, "shown_dates"),
  },
});

/** Takes the nth date of the shown ones. */
async function takeDate({ owner, schedule }: Company, html: string, nth: number) {
  const start = hidden(html, "shown_dates").split(",")[nth - 1]!.split(" ")[0]!;
  const slots = await slotsOf(schedule.id);
  const slot = slots.find(({ starts_at }) => starts_at.getTime() === Date.parse(start))!;
  await book(owner, slot.id);
}

test("the dates and their sum are shown before they are booked with one press", async () => {
  const { owner, slug } = await aCourt();
  const { form, search, shown, again } = await chooseDates(slug);
  expect(form.html).toContain("Every two weeks");
  expect(shown.status).toBe(409);
  expect(shown.html).toContain("The dates are below with their total.");
  expect(shown.html).toContain("€60");
  expect(shown.html).toContain("Book these dates");
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  const booked = await send(slug, search, again);
  expect(booked.status).toBe(303);
  expect(booked.to).toContain("/manage/");
  const made = await bookingsOf(owner.tenant.id);
  expect(made.map(({ series_no, source }) => [series_no, source])).toEqual([
    [1, "widget"],
    [2, "widget"],
    [3, "widget"],
  ]);
});

test("a date that is taken is shown as left out, and the others are booked", async () => {
  const court = await aCourt();
  const { search, shown, wish } = await chooseDates(court.slug);
  await takeDate(court, shown.html, 2);
  const anew = await send(court.slug, search, { ...wish, ...sentBy(wish, shown).again });
  expect(anew.status).toBe(409);
  expect(anew.html).toContain("Not free, left out");
  expect(hidden(anew.html, "expected_amount")).toBe("4000");
  expect((await send(court.slug, search, sentBy(wish, anew).again)).status).toBe(303);
  const made = await bookingsOf(court.owner.tenant.id);
  expect(made.filter(({ source }) => source === "widget")).toHaveLength(2);
});

test("a changed price is shown again, and a repeated form books once", async () => {
  const { owner, slug, schedule } = await aCourt();
  const { search, wish, again } = await chooseDates(slug);
  await updateSchedule(owner, schedule.id, { price_amount: 2500 });
  const anew = await send(slug, search, again);
  expect([anew.status, hidden(anew.html, "expected_amount")]).toEqual([409, "7500"]);
  const booking = sentBy(wish, anew).again;
  const first = await send(slug, search, booking);
  expect(first.status).toBe(303);
  expect((await send(slug, search, booking)).to).toBe(first.to);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(3);
});

test("who no longer repeats sees the single price first", async () => {
  const { owner, slug } = await aCourt();
  const { search, wish, again } = await chooseDates(slug);
  const once = { ...again, repeat: "" };
  const shown = await send(slug, search, once);
  expect([shown.status, hidden(shown.html, "expected_amount")]).toEqual([409, "2000"]);
  const { again: single } = sentBy({ ...wish, repeat: "" }, shown);
  expect((await send(slug, search, single)).status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([{ series_id: null }]);
});

test("extras count for each date", async () => {
  const { owner, slug } = await aCourt({
    addons: [{ id: "racket", name: "Racket", price_amount: 400, max_quantity: 4 }],
  });
  const { search, shown, again } = await chooseDates(slug, 2, { addon_racket: "1" });
  expect(hidden(shown.html, "expected_amount")).toBe("4800");
  expect((await send(slug, search, again)).status).toBe(303);
  expect((await bookingsOf(owner.tenant.id)).map(({ price_amount }) => price_amount)).toEqual([
    2400, 2400,
  ]);
});

test("a service that isn't repeated offers and books one date", async () => {
  const { owner, slug } = await aCourt({ max_repeat_dates: null });
  const { search, form, attempt } = await walkToForm(slug);
  expect(form.html).not.toContain("Every week");
  const wish = { ...guest(), attempt, repeat: "1", repeat_dates: "3", expected_amount: "2000" };
  expect((await send(slug, search, wish)).status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
});

test("the choice is offered in the page's language", async () => {
  const { slug } = await aCourt();
  const { search } = await walkToForm(slug);
  const { html } = await open(slug, `${search}&lang=de`);
  expect(html).toContain("Alle zwei Wochen");
});
