import { expect, test } from "vitest";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { aCompany, bookingsOf, guest, hidden, submit, walkToForm } from "~/testing/booking-page";

const RACKET = {
  id: "racket",
  name: "Racket",
  price_amount: 400,
  max_quantity: 4,
  extra_minutes: 0,
};
const LIGHT = { id: "light", name: "Light", price_amount: 600, max_quantity: 1, extra_minutes: 0 };

const send = async (...form: Parameters<typeof submit>) => {
  const response = await submit(...form);
  return { status: response.status, html: await response.text() };
};
const aCourt = () =>
  aCompany({ schedule: { price_amount: 2000, currency: "EUR", addons: [RACKET, LIGHT] } });

test("extras are offered, and booked once their total has been shown", async () => {
  const { owner, slug } = await aCourt();
  const { search, form, attempt } = await walkToForm(slug);
  expect(form.html).toContain("Racket · €4");
  expect(hidden(form.html, "expected_amount")).toBe("2000");
  const wish = { intent: "book", ...guest(), addon_racket: "2", addon_light: "1" };
  const repeated = await send(slug, search, { ...wish, attempt, expected_amount: "2000" });
  expect(repeated.status).toBe(409);
  expect(repeated.html).toContain("The total with your extras is below.");
  expect(repeated.html).toContain("€34");
  expect(hidden(repeated.html, "expected_amount")).toBe("3400");
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  const anew = { attempt: hidden(repeated.html, "attempt"), expected_amount: "3400" };
  const booked = await send(slug, search, { ...wish, ...anew });
  expect(booked.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([
    {
      price_amount: 3400,
      addons: [
        { id: "racket", quantity: 2 },
        { id: "light", quantity: 1 },
      ],
    },
  ]);
});

test("without extras one press books", async () => {
  const { owner, slug } = await aCourt();
  const { search, attempt } = await walkToForm(slug);
  const wish = { intent: "book", ...guest(), addon_racket: "", attempt, expected_amount: "2000" };
  expect((await send(slug, search, wish)).status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([{ price_amount: 2000, addons: [] }]);
});

test("an extra whose price rose while the form was open is shown again", async () => {
  const { owner, slug, schedule } = await aCourt();
  const { search, attempt } = await walkToForm(slug);
  const wish = { intent: "book", ...guest(), addon_racket: "1", attempt, expected_amount: "2400" };
  await updateSchedule(owner, schedule.id, { addons: [{ ...RACKET, price_amount: 900 }] });
  const repeated = await send(slug, search, wish);
  expect([repeated.status, hidden(repeated.html, "expected_amount")]).toEqual([409, "2900"]);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
});

test("more of an extra than there is keeps what was typed", async () => {
  const { slug } = await aCourt();
  const { search, attempt } = await walkToForm(slug);
  const wish = { intent: "book", ...guest(), addon_racket: "9", attempt, expected_amount: "5600" };
  const refused = await send(slug, search, wish);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Sanne Bakker");
});
