import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadCheckout } from "../interactions/move";
import { setUp, slot, useBrowser } from "../store.setup";
import { aConfig, aResource, aSchedule } from "../samples";
import type { Config } from "../wire";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

const people = [
  aResource({ id: "anna", type: "person" }),
  aResource({ id: "bram", type: "person" }),
];
const lengths = [{ minutes: 90, price_amount: null, price_from: null }];
const offering = (own: Partial<Config["schedules"][number]> = {}) =>
  aConfig({
    resources: people,
    schedules: [aSchedule({ resource_ids: ["anna", "bram"], length_options: lengths, ...own })],
  });
const turn = () => vi.advanceTimersByTimeAsync(0);

/** Opens the times of a length for any resource. */
async function atTimes(...given: Parameters<typeof setUp>) {
  const under_test = setUp({ config: offering(), ...given[0] }, given[1]);
  const { store } = under_test;
  await store.start();
  store.act("choose", { type: "length_chosen", length_minutes: 90 });
  store.act("choose", { type: "resource_chosen", resource_id: null });
  await turn();
  return under_test;
}

describe("a length for anyone", () => {
  it("is queried, held and booked", async () => {
    const { store, queries, others, posts, send } = await atTimes();
    expect(queries.at(-1)).toMatchObject({
      resource_ids: ["any"],
      schedule_id: "visit",
      length_minutes: 90,
    });
    store.act("choose", { type: "slot_chosen", slot, date: "2027-01-12" });
    await turn();
    const wanted = {
      slot_id: slot.id,
      resource_id: "any",
      schedule_id: "visit",
      length_minutes: 90,
    };
    expect(others).toMatchObject([
      { name: "hold", body: { ...wanted, starts_at: slot.starts_at } },
    ]);
    store.act("change", "name", "Ada");
    store.act("change", "email", "ada@example.com");
    await send();
    expect(posts).toMatchObject([
      { body: { ...wanted, starts_at: slot.starts_at, hold_token: "h" } },
    ]);
  });

  it("is sent with its hold even if that is on another slot", async () => {
    const { store, posts, send } = await atTimes();
    const shown = { ...slot, id: "shown" };
    store.act("choose", { type: "slot_chosen", slot: shown, date: "2027-01-12" });
    await turn();
    store.act("change", "name", "Ada");
    store.act("change", "email", "ada@example.com");
    await send();
    expect(posts[0]!.body).toMatchObject({ slot_id: "shown", hold_token: "h" });
  });

  it("names a chosen resource, and omits the shortest length", async () => {
    const { store, queries, others } = setUp({ config: offering() });
    await store.start();
    store.act("choose", { type: "length_chosen", length_minutes: null });
    store.act("choose", { type: "resource_chosen", resource_id: "bram" });
    await turn();
    expect(queries.at(-1)).toMatchObject({ resource_ids: ["bram"], length_minutes: null });
    store.act("choose", { type: "slot_chosen", slot, date: "2027-01-12" });
    await turn();
    expect(others[0]!.body).toMatchObject({
      slot_id: slot.id,
      resource_id: slot.resource_id,
      starts_at: slot.starts_at,
    });
    expect(others[0]!.body).not.toHaveProperty("length_minutes");
  });

  it("is queried without a choice if the company disables it", async () => {
    const config = {
      ...offering({ length_options: [] }),
      steps: { ...aConfig().steps, choose_resource: false },
    };
    const { store, queries } = setUp({ config });
    await store.start();
    await turn();
    expect(store.state.flow.step).toBe("day");
    expect(queries.at(-1)).toMatchObject({ resource_ids: ["any"] });
  });

  it("is restored after a reload if still offered", async () => {
    const { saved } = await atTimes();
    expect(saved.at(-1)).toMatchObject({ step: "day", length_minutes: 90, resource_id: null });
    const resumed = async (config: Config) => {
      const { store, saved: savedState } = setUp({ config });
      savedState.push(saved.at(-1)!);
      await store.start();
      return store.state.flow;
    };
    expect(await resumed(offering())).toMatchObject({ step: "day", length_minutes: 90 });
    expect(
      await resumed(offering({ length_options: [{ ...lengths[0]!, minutes: 75 }] })),
    ).toMatchObject({
      step: "length",
    });
  });

  it("joins the waiting list of one resource's time", async () => {
    const { store, others, send } = await atTimes();
    store.act("choose", { type: "slot_chosen", slot, date: "2027-01-12", waits: true });
    await turn();
    store.act("change", "name", "Ada");
    store.act("change", "email", "ada@example.com");
    await send();
    expect(others.map(({ name }) => name)).toEqual(["waitlist"]);
    expect(others[0]!.body).toMatchObject({ slot_id: slot.id, length_minutes: 90 });
    expect(others[0]!.body).not.toHaveProperty("resource_id");
  });

  it("named by the page is not a choice", async () => {
    const { store } = setUp({ config: offering() }, { lengthMinutes: "90" });
    await store.start();
    expect(store.state.flow).toMatchObject({ step: "which", length_minutes: 90 });
  });

  it("named by the page is in the first request", async () => {
    const { store } = setUp({ config: offering() }, { lengthMinutes: "90" });
    expect(store.calendar.query().length_minutes).toBe("90");
  });
});

describe("the browser's history", () => {
  it("goes back and forward through length and person with the same choices", async () => {
    let popped: (event: { state: unknown }) => void = () => undefined;
    const states: unknown[] = [null];
    vi.stubGlobal("addEventListener", (name: string, hear: typeof popped) => {
      if (name === "popstate") popped = hear;
    });
    vi.stubGlobal("history", {
      state: null,
      pushState: (state: unknown) => void states.push(state),
    });
    const { store } = await atTimes();
    const go = (at: number) => popped({ state: states[at] });
    const now = () => [
      store.state.flow.step,
      store.state.flow.length_minutes,
      store.state.flow.resource_id,
    ];
    store.visit!.touched = true;
    expect(states).toHaveLength(3);
    go(0);
    expect(now()).toEqual(["length", 90, null]);
    go(1);
    expect(now()).toEqual(["which", 90, null]);
    go(2);
    expect(now()).toEqual(["day", 90, null]);
    go(0);
    go(2);
    expect(now()).toEqual(["day", 90, null]);
  });
});

it("a truncated description loads in full once its service is chosen", async () => {
  const cut = aSchedule({ description: "Warm…", description_follows: true, category: "Hair" });
  const config = aConfig({ schedules: [cut, aSchedule({ id: "other" })] });
  const chosen = () => aConfig({ schedules: [aSchedule({ description: "Warm water." })] });
  const { store } = setUp({ config, chosen });
  await store.start();
  store.act("choose", {
    type: "bookable_chosen",
    bookable: store.state.flow.bookables[0]!,
  });
  expect(store.state.flow.bookable?.schedule?.description).toBe("Warm…");
  await turn();
  expect(store.state.flow).toMatchObject({
    step: "day",
    bookable: { schedule: { description: "Warm water." } },
  });
});

it("a booking link prefills its guest, except for fields set by the page", async () => {
  const customer = { name: "Ada", email: "ada@example.com", phone: null };
  const config = aConfig({ booking_link: { state: "active", customer } });
  const { store } = setUp({ config }, { bookingLink: "token", customerName: "Grace" });
  await store.start();
  await loadCheckout(store);
  expect(store.state.details).toMatchObject({ name: "Grace", email: "ada@example.com" });
});
