import { expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import { dayLabel, describeBookings, groupByDay } from "./booking-lines";

const calendar = { locale: "en-GB", time_zone: "Europe/Amsterdam", today: "2026-11-20" };

/** Platforms differ in whether a comma follows the weekday. */
const plain = (words: string) => words.replace(",", "");

function booking(fields: Partial<Booking>): Booking {
  const customer = { id: "c", name: "Anna Jansen", email: "anna@example.test", phone: null };
  const rest = {
    id: "b",
    reference: "K7QF2M9D",
    resource_name: "Room",
    party_size: 2,
    status: "confirmed",
    source: "widget",
    payment_status: "none",
    price_amount: null,
  };
  const times = {
    starts_at: "2026-11-20T13:00:00Z",
    ends_at: "2026-11-20T14:00:00Z",
    created_at: "2026-11-01T08:05:00Z",
  };
  const shared = {
    pending_reason: null,
    location: null,
    notes: null,
    addons: [],
    party: [],
    needs: [],
    answers: [],
  };
  return { ...rest, ...times, ...shared, customer, ...fields } as Booking; // the fields that a line is made of
}

test("times are said in the tenant's zone and the reference as people read it", () => {
  const [day] = groupByDay([booking({})], [], calendar, true);
  expect(day).toMatchObject({ date: "2026-11-20", label: "Today · Friday 20 November" });
  expect(day?.lines[0]).toMatchObject({
    time: "14:00 – 15:00",
    day: "Fri 20 Nov",
    booked: "Sun 1 Nov, 09:05",
    reference: "K7QF-2M9D",
  });
});

test("a region with two halves of a day gets them", () => {
  const [day] = groupByDay([booking({})], [], { ...calendar, locale: "en-US" }, true);
  expect(day?.lines[0]?.time.replace(/\s/g, " ")).toBe("2:00 PM – 3:00 PM");
});

test("bookings are gathered by the tenant's day, not by that of UTC", () => {
  const late = booking({ starts_at: "2026-11-20T23:30:00Z", ends_at: "2026-11-21T00:30:00Z" });
  const days = groupByDay([booking({}), late, { ...late, id: "d" }], [], calendar, true);
  expect(days.map(({ date, lines }) => [date, lines.length])).toEqual([
    ["2026-11-20", 1],
    ["2026-11-21", 2],
  ]);
});

test("an order that is not by start is one list, each line with its day", () => {
  const days = groupByDay(
    [booking({}), booking({ id: "d", starts_at: "2027-02-03T10:00:00Z" })],
    [],
    calendar,
    false,
  );
  expect(days).toHaveLength(1);
  expect(days[0]?.label).toBeNull();
  expect(days[0]?.lines.map(({ day }) => plain(day))).toEqual(["Fri 20 Nov", "Wed 3 Feb 2027"]);
});

test("a booking over midnight says that it ends on the next day", () => {
  const over = booking({ starts_at: "2026-11-20T22:00:00Z", ends_at: "2026-11-21T01:00:00Z" });
  expect(groupByDay([over], [], calendar, true)[0]?.lines[0]?.time).toBe(
    "23:00 – 02:00 (next day)",
  );
});

test.each([
  ["2026-11-21", "Tomorrow · Saturday 21 November"],
  ["2026-11-19", "Yesterday · Thursday 19 November"],
  ["2026-12-24", "Thursday 24 December"],
  ["2027-01-02", "Saturday 2 January 2027"],
])("%s is called %s", (date, label) => {
  expect(plain(dayLabel(date, calendar))).toBe(label);
});

test("only a pending booking waits for something", () => {
  const lines = groupByDay(
    [
      booking({ status: "pending", pending_reason: "payment" }),
      booking({ status: "pending", pending_reason: null }),
      booking({ status: "expired", pending_reason: "payment" }),
    ],
    [],
    calendar,
    false,
  )[0]?.lines;
  expect(lines?.map(({ waits_for }) => waits_for)).toEqual(["Awaiting payment", null, null]);
});

test("a booking names its service, and its answers are under their questions", () => {
  const question = {
    id: "diet",
    label: "Any allergies?",
    type: "text" as const,
    required: false,
    sensitive: false,
  };
  const services = [
    {
      id: "s",
      name: "Wine tasting",
      questions: [question, { ...question, id: "new", label: "First time?" }],
    },
  ];
  const answers = [
    { question_id: "diet", value: ["Nuts", "Milk"] },
    { question_id: "new", value: true },
    { question_id: "gone", value: "By train" },
  ];
  const booked = booking({ schedule_id: "s", notes: "At the window", answers });
  const [line, alone] = groupByDay(
    [booked, booking({ id: "d", schedule_id: null })],
    services,
    calendar,
    true,
  )[0]!.lines;
  expect(line).toMatchObject({
    service: "Wine tasting",
    notes: "At the window",
    answers: [
      { label: "Any allergies?", text: "Nuts, Milk" },
      { label: "First time?", text: "Yes" },
      { label: "", text: "By train" },
    ],
  });
  expect(alone).toMatchObject({ service: null, notes: null, answers: [] });
});

test("a price is said in its currency, and owed as long as it is not paid and the booking takes place", () => {
  const priced = booking({
    price_amount: 4200,
    currency: "EUR",
    payment_status: "open",
    balance_amount: 4200,
  });
  const [line] = describeBookings([priced], [], calendar);
  expect(line).toMatchObject({ price: "€42.00", paid: "Unpaid", owes: true });
  const owes = (fields: Partial<Booking>) =>
    describeBookings([{ ...priced, ...fields }], [], calendar)[0]?.owes;
  expect(owes({ payment_status: "paid", status: "paid", balance_amount: 0 })).toBe(false);
  expect(owes({ payment_status: "paid", status: "paid", balance_amount: 500 })).toBe(true);
  const words = (fields: Partial<Booking>) => {
    const paid = { payment_status: "paid", status: "paid", ...fields } as const;
    return describeBookings([{ ...priced, ...paid }], [], calendar)[0]?.paid;
  };
  expect(words({ balance_amount: 3200, deposit_amount: 1000 })).toBe("Deposit paid · €32.00 due");
  expect(words({ balance_amount: 2200, deposit_amount: 1000 })).toBe("Paid · €22.00 due");
  expect(words({ balance_amount: 3200, deposit_amount: null })).toBe("Paid · €32.00 due");
  expect(owes({ status: "cancelled" })).toBe(false);
  expect(owes({ price_amount: null, balance_amount: 0 })).toBe(false);
});
