import { expect, test } from "vitest";
import { eraseEventBody } from "./erased";

test("an event's body keeps the booking and loses personal data", () => {
  const customer = {
    id: "c1",
    name: "Anna",
    email: "anna@example.test",
    phone: "+31 6",
    locale: "nl",
    time_zone: "Europe/Amsterdam",
  };
  const booking = {
    id: "b1",
    reference: "K7QF2M9D",
    price_amount: 2500,
    customer,
    notes: "peanuts",
    answers: [{ question_id: "q", value: "Anna" }],
    meta: { crm: "Anna" },
    cancel_reason: "ill",
  };
  const event = { id: "e1", sequence: 2, data: { booking, previous: { status: "pending" } } };
  const erased = JSON.parse(eraseEventBody(JSON.stringify(event))) as typeof event;
  expect(erased).toMatchObject({
    id: "e1",
    sequence: 2,
    data: {
      booking: {
        id: "b1",
        reference: "K7QF2M9D",
        price_amount: 2500,
        notes: null,
        answers: [],
        meta: {},
      },
    },
  });
  expect(erased.data.booking.customer).toEqual({
    id: "c1",
    name: "Erased",
    email: "erased-c1@erased.invalid",
    phone: null,
    locale: null,
    time_zone: null,
  });
  expect(JSON.stringify(erased)).not.toMatch(/anna|peanuts|ill"/i);
});

test("a body without a booking is unchanged", () => {
  const body = JSON.stringify({ id: "e1", type: "test", data: {} });
  expect(eraseEventBody(body)).toBe(body);
});
