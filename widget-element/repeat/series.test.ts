import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aBooked, aConfig, aProblem, aSchedule } from "../samples";
import { atDetails } from "../store.setup";
import { useBrowser } from "../store.setup";
import type { BookedSeries, Series } from "../wire";
import { loadDates, planOf } from "./series";
import "./index";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

const dates = (...states: ("free" | "taken")[]): Series => ({
  time_zone: "Europe/Amsterdam",
  dates: states.map((state, index) => ({
    no: index + 1,
    starts_at: new Date(Date.UTC(2027, 0, 12 + 7 * index, 9)).toISOString(),
    state,
    reason: state === "taken" ? "full" : null,
    price_amount: state === "taken" ? null : 2000,
  })),
  price_amount: 2000 * states.filter((state) => state === "free").length,
  currency: "EUR",
});
const { booking } = aBooked();
const booked: BookedSeries = {
  bookings: [booking, booking, booking] as BookedSeries["bookings"],
  manage_url: "https://example.com/manage",
  price_amount: 6000,
  currency: "EUR",
};
const config = aConfig({ schedules: [aSchedule({ repeat_dates: 6 })] });

/** The form, with a weekly repetition chosen and its dates read. */
async function repeated(service: Parameters<typeof atDetails>[0]) {
  const under_test = await atDetails({ config, ...service });
  const { store } = under_test;
  await vi.dynamicImportSettled();
  store.act("change", "repeat", "1");
  store.act("change", "repeat_dates", "3");
  await loadDates(store);
  return under_test;
}

it("books the dates that are free at the sum that is shown, leaving out the others", async () => {
  const series = [dates("free", "taken", "free")];
  const { store, others, posts, send } = await repeated({ series, booked_series: [booked] });
  await send();
  expect(posts).toHaveLength(0);
  expect(others.at(-1)).toMatchObject({
    name: "series",
    body: {
      repeat: { every_weeks: 1, dates: 3 },
      leave_out: [2],
      expected_amount: 4000,
      hold_token: "h",
    },
  });
  expect(store.state.flow.booked?.dates).toHaveLength(3);
});

it("sends nothing before the dates are shown", async () => {
  const { store, others, send } = await repeated({ series: [dates("free", "free", "free")] });
  store.act("change", "repeat_dates", "4");
  expect(planOf(store)).toBeNull();
  await send();
  expect(others.map(({ name }) => name)).not.toContain("series");
});

it("shows the dates anew if one was taken meanwhile, and books what is shown then", async () => {
  const taken = aProblem(409, { code: "slot_unavailable" });
  const { store, others, send } = await repeated({
    series: [dates("free", "free", "free"), dates("free", "free", "taken")],
    booked_series: [taken, booked],
  });
  await send();
  expect(store.state.flow).toMatchObject({ step: "details", sending: false, problem: null });
  expect(store.state.series?.is_changed).toBe(true);
  await send();
  expect(others.at(-1)).toMatchObject({ body: { leave_out: [3], expected_amount: 4000 } });
  expect(store.state.flow.step).toBe("done");
});

it("offers other times if the first date was taken", async () => {
  const taken = aProblem(409, { code: "slot_unavailable" });
  const { store, send } = await repeated({
    series: [dates("free", "free", "free"), dates("taken", "free", "free")],
    booked_series: [taken],
  });
  await send();
  expect(store.state.flow.problem?.kind).toBe("taken");
});
