import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setUp, slot, useBrowser } from "../controller.setup";
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

/** At the times of a length, for anyone. */
async function atTimes(...given: Parameters<typeof setUp>) {
  const under_test = setUp({ config: offering(), ...given[0] }, given[1]);
  const { controller } = under_test;
  await controller.start();
  controller.interactions!.choose({ type: "length_chosen", length_minutes: 90 });
  controller.interactions!.choose({ type: "resource_chosen", resource_id: null });
  await turn();
  return under_test;
}

describe("a length for anyone", () => {
  it("is asked for, held and booked", async () => {
    const { controller, asked, others, posts, send } = await atTimes();
    expect(asked.at(-1)).toMatchObject({
      resource_ids: ["any"],
      schedule_id: "visit",
      length_minutes: 90,
    });
    controller.interactions!.choose({ type: "slot_chosen", slot, date: "2027-01-12" });
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
    controller.interactions!.change("name", "Ada");
    controller.interactions!.change("email", "ada@example.com");
    await send();
    expect(posts).toMatchObject([
      { body: { ...wanted, starts_at: slot.starts_at, hold_token: "h" } },
    ]);
  });

  it("goes with its hold also where that is on another one's time", async () => {
    const { controller, posts, send } = await atTimes();
    const shown = { ...slot, id: "shown" };
    controller.interactions!.choose({ type: "slot_chosen", slot: shown, date: "2027-01-12" });
    await turn();
    controller.interactions!.change("name", "Ada");
    controller.interactions!.change("email", "ada@example.com");
    await send();
    expect(posts[0]!.body).toMatchObject({ slot_id: "shown", hold_token: "h" });
  });

  it("names the chosen one where somebody was chosen, and no length where it is the shortest", async () => {
    const { controller, asked, others } = setUp({ config: offering() });
    await controller.start();
    controller.interactions!.choose({ type: "length_chosen", length_minutes: null });
    controller.interactions!.choose({ type: "resource_chosen", resource_id: "bram" });
    await turn();
    expect(asked.at(-1)).toMatchObject({ resource_ids: ["bram"], length_minutes: null });
    controller.interactions!.choose({ type: "slot_chosen", slot, date: "2027-01-12" });
    await turn();
    expect(others[0]!.body).toMatchObject({
      slot_id: slot.id,
      resource_id: slot.resource_id,
      starts_at: slot.starts_at,
    });
    expect(others[0]!.body).not.toHaveProperty("length_minutes");
  });

  it("is asked for without a choice where the company leaves none", async () => {
    const config = {
      ...offering({ length_options: [] }),
      steps: { ...aConfig().steps, choose_resource: false },
    };
    const { controller, asked } = setUp({ config });
    await controller.start();
    await turn();
    expect(controller.flow.step).toBe("day");
    expect(asked.at(-1)).toMatchObject({ resource_ids: ["any"] });
  });

  it("is there again when the page is loaded again, and not where it is offered no more", async () => {
    const { saved } = await atTimes();
    expect(saved.at(-1)).toMatchObject({ step: "day", length_minutes: 90, resource_id: null });
    const resumed = async (config: Config) => {
      const { controller, saved: kept } = setUp({ config });
      kept.push(saved.at(-1)!);
      await controller.start();
      return controller.flow;
    };
    expect(await resumed(offering())).toMatchObject({ step: "day", length_minutes: 90 });
    expect(
      await resumed(offering({ length_options: [{ ...lengths[0]!, minutes: 75 }] })),
    ).toMatchObject({
      step: "length",
    });
  });

  it("is waited for at a time of one of them", async () => {
    const { controller, others, send } = await atTimes();
    controller.interactions!.choose({ type: "slot_chosen", slot, date: "2027-01-12", waits: true });
    await turn();
    controller.interactions!.change("name", "Ada");
    controller.interactions!.change("email", "ada@example.com");
    await send();
    expect(others.map(({ name }) => name)).toEqual(["waitlist"]);
    expect(others[0]!.body).toMatchObject({ slot_id: slot.id, length_minutes: 90 });
    expect(others[0]!.body).not.toHaveProperty("resource_id");
  });

  it("that the page names is not asked for", async () => {
    const { controller } = setUp({ config: offering() }, { lengthMinutes: "90" });
    await controller.start();
    expect(controller.flow).toMatchObject({ step: "which", length_minutes: 90 });
  });

  it("is what the first request asks for, too, where the page names it", async () => {
    const { controller } = setUp({ config: offering() }, { lengthMinutes: "90" });
    expect(controller.calendar.query().length_minutes).toBe("90");
  });
});

describe("the browser's history", () => {
  it("leads back and forward again through length and person, with the same choices", async () => {
    let popped: (event: { state: unknown }) => void = () => undefined;
    const states: unknown[] = [null];
    vi.stubGlobal("addEventListener", (_: string, hear: typeof popped) => (popped = hear));
    vi.stubGlobal("history", {
      state: null,
      pushState: (state: unknown) => void states.push(state),
    });
    const { controller } = await atTimes();
    const go = (at: number) => popped({ state: states[at] });
    const now = () => [
      controller.flow.step,
      controller.flow.length_minutes,
      controller.flow.resource_id,
    ];
    controller.interactions!.touched = true;
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

it("a description that was cut is read whole once its service is chosen", async () => {
  const cut = aSchedule({ description: "Warm…", description_follows: true, category: "Hair" });
  const config = aConfig({ schedules: [cut, aSchedule({ id: "other" })] });
  const chosen = () => aConfig({ schedules: [aSchedule({ description: "Warm water." })] });
  const { controller } = setUp({ config, chosen });
  await controller.start();
  controller.interactions!.choose({
    type: "bookable_chosen",
    bookable: controller.flow.bookables[0]!,
  });
  expect(controller.flow.bookable?.schedule?.description).toBe("Warm…");
  await turn();
  expect(controller.flow).toMatchObject({
    step: "day",
    bookable: { schedule: { description: "Warm water." } },
  });
});

it("a guest that a booking link names is filled in, but for what the page says", async () => {
  const customer = { name: "Ada", email: "ada@example.com", phone: null };
  const config = aConfig({ booking_link: { state: "active", customer } });
  const { controller } = setUp({ config }, { bookingLink: "token", customerName: "Grace" });
  await controller.start();
  await controller.interactions!.loadCheckout();
  expect(controller.details).toMatchObject({ name: "Grace", email: "ada@example.com" });
});
