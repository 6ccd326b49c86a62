import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aBooked, aConfig, aProblem, aResource, aSchedule } from "../samples";
import { send } from "../details/send";
import { setUp, useBrowser } from "../store.setup";
import type { Store } from "../store";
import type { BookedSeries, VisitTimes } from "../wire";
import { add, change, chosenOf } from "./visit";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

const people = ["sami", "noor"];
const service = (id: string, duration_minutes: number, price_amount: number) => ({
  id,
  name: id,
  duration_minutes,
  price_amount,
  currency: "EUR",
  resource_ids: people,
  combines: true as const,
});
const config = aConfig({
  resources: people.map((id) => aResource({ id, name: id, type: "person" })),
  schedules: [
    aSchedule({
      ...service("cut", 30, 2000),
      addons: [{ id: "wash", name: "Wash", price_amount: 500, max_quantity: 1, extra_minutes: 10 }],
    }),
    aSchedule({
      ...service("colour", 90, 6000),
      questions: [{ id: "shade", type: "text", label: "Shade", required: true, sensitive: false }],
    }),
    aSchedule({ id: "paid", name: "paid", resource_ids: people }),
  ],
  questions: [{ id: "heard", type: "text", label: "Heard", required: false, sensitive: false }],
});
const time = (hour: number, price_amount = 8000) => ({
  starts_at: `2027-01-12T${hour}:00:00Z`,
  ends_at: `2027-01-12T${hour + 2}:00:00Z`,
  price_amount,
  currency: "EUR",
});
const visit_times: VisitTimes = { time_zone: "Europe/Amsterdam", times: [time(10), time(13)] };
const { booking } = aBooked();
const booked: BookedSeries = {
  bookings: [
    booking,
    { ...booking, id: "second", ends_at: "2027-01-04T12:00:00Z" },
  ] as BookedSeries["bookings"],
  manage_url: "https://example.com/manage",
  price_amount: 8000,
  currency: "EUR",
};

const bookable = ({ state }: Store, id: string) =>
  state.flow.bookables.find(({ schedule }) => schedule?.id === id)!;

/** Cut with a person, and colour added to it. */
async function cutAndColour(given: Parameters<typeof setUp>[0] = {}, person: string | null = null) {
  const under_test = setUp({ config, visit_times, ...given });
  const { store } = under_test;
  await store.start();
  await vi.advanceTimersByTimeAsync(0);
  store.act("choose", { type: "bookable_chosen", bookable: bookable(store, "cut") });
  if (person) store.act("choose", { type: "resource_chosen", resource_id: person });
  await add(store, bookable(store, "colour"));
  await vi.advanceTimersByTimeAsync(0);
  return under_test;
}

/** The same at the form, filled in. */
async function atForm(given: Parameters<typeof setUp>[0] = {}) {
  const under_test = await cutAndColour(given);
  const { store } = under_test;
  const [slot] = store.calendar.times("2027-01-12");
  store.act("choose", { type: "slot_chosen", slot: slot!, date: "2027-01-12" });
  await vi.advanceTimersByTimeAsync(0);
  store.act("change", "name", "Ada");
  store.act("change", "email", "ada@example.com");
  store.act("change", "answer-shade", "red");
  store.act("change", "answer-heard", "a friend");
  return under_test;
}

it("shows the times of all services, with their minutes and price together", async () => {
  const { store, others, queries } = await cutAndColour();
  const { flow } = store.state;
  expect(flow.step).toBe("day");
  expect(flow.bookable?.schedule).toMatchObject({
    name: "cut + colour",
    duration_minutes: 120,
    price_amount: 8000,
  });
  expect(others.at(-1)).toMatchObject({
    name: "visits/times",
    body: {
      parts: [
        { schedule_id: "cut", resource_id: "any" },
        { schedule_id: "colour", resource_id: "any" },
      ],
    },
  });
  expect(store.calendar.times("2027-01-12").map(({ starts_at }) => starts_at)).toEqual([
    time(10).starts_at,
    time(13).starts_at,
  ]);
  expect(queries.every(({ schedule_id }) => schedule_id !== "colour")).toBe(true);
});

it("adds a service with the person of the one before, and asks again for others", async () => {
  const { store, others } = await cutAndColour({}, "sami");
  expect(others.at(-1)?.body).toMatchObject({
    parts: [{ resource_id: "sami" }, { resource_id: "same" }],
  });
  const [cut, colour] = chosenOf(store);
  change(store, [cut!, { ...colour!, resource_id: "noor" }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(others.at(-1)?.body).toMatchObject({
    parts: [{ resource_id: "sami" }, { resource_id: "noor" }],
  });
});

it("goes back to a single service with its person", async () => {
  const { store } = await cutAndColour({}, "sami");
  change(store, [chosenOf(store)[0]!]);
  expect(store.state.flow).toMatchObject({ resource_id: "sami", step: "day" });
  expect(store.state.flow.bookable?.visit).toBeUndefined();
});

it("doesn't let the first service have the person of one that was removed", async () => {
  const { store, others } = await cutAndColour({}, "sami");
  const [cut, colour] = chosenOf(store);
  change(store, [colour!, cut!]);
  await vi.advanceTimersByTimeAsync(0);
  expect(others.at(-1)?.body).toMatchObject({
    parts: [{ resource_id: "any" }, { resource_id: "sami" }],
  });
});

it("books all at the sum that is shown, without a hold, each with its answers and add-ons", async () => {
  const { store, posts, others } = await atForm({ booked_visits: [booked] });
  store.act("change", "addon-0.wash", true);
  await send(store);
  expect(posts).toHaveLength(0);
  expect(others.map(({ name }) => name)).not.toContain("hold");
  expect(others.at(-1)).toMatchObject({
    name: "visits",
    body: {
      starts_at: time(10).starts_at,
      expected_amount: 8500,
      parts: [
        { schedule_id: "cut", addons: [{ id: "wash", quantity: 1 }], answers: [] },
        { schedule_id: "colour", addons: [], answers: [{ question_id: "shade", value: "red" }] },
      ],
      answers: [{ question_id: "heard", value: "a friend" }],
    },
  });
  expect(store.state.flow).toMatchObject({
    step: "done",
    booked: { is_visit: true, booking: { price_amount: 8000, ends_at: "2027-01-04T12:00:00Z" } },
  });
});

it("offers other starts if one service was taken, which are booked next", async () => {
  const taken = aProblem(409, {
    code: "slot_unavailable",
    details: { reason: "full", alternatives: [time(13, 8500)] },
  });
  const { store, others } = await atForm({ booked_visits: [taken, booked] });
  store.act("change", "addon-0.wash", true);
  await send(store);
  const { problem } = store.state.flow;
  expect(problem?.kind).toBe("taken");
  const [slot] = problem!.alternatives;
  store.act("choose", { type: "slot_chosen", slot: slot!, date: "2027-01-12" });
  await send(store);
  expect(others.at(-1)?.body).toMatchObject({
    starts_at: time(13).starts_at,
    expected_amount: 8500,
  });
});

it("shows an error of a service's question at its field", async () => {
  const invalid = aProblem(422, {
    code: "validation_failed",
    issues: [{ path: "parts.1.answers.shade", code: "invalid", message: "Choose a shade." }],
  });
  const { store } = await atForm({ booked_visits: [invalid] });
  await send(store);
  expect([...store.state.errors.keys()]).toEqual(["answer-shade"]);
});
