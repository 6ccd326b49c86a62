import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { details } from "../../app/i18n/en/widget.json";
import { atDetails, slot, useBrowser } from "../store.setup";
import { aConfig, aProblem, aSchedule } from "../samples";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

describe("the hold", () => {
  it("starts with the details step and is sent with the booking", async () => {
    const { others, posts, send, saved } = await atDetails();
    expect(others).toMatchObject([{ name: "hold", body: { slot_id: slot.id, party_size: 1 } }]);
    expect(saved.at(-1)).toMatchObject({ hold: { hold_token: "h" } });
    await send();
    expect(posts[0]!.body).toMatchObject({ hold_token: "h" });
  });

  it("covers people by kind, and is replaced when more of them are booked", async () => {
    const person_kinds = [
      { id: "adult", name: "Adult", price_amount: 2000, takes_seat: true },
      { id: "child", name: "Child", price_amount: 1000, takes_seat: true },
    ];
    const config = aConfig({ schedules: [aSchedule({ person_kinds })] });
    const { store, others, posts, send } = await atDetails({ config });
    const holds = () => others.filter(({ name }) => name === "hold").map(({ body }) => body);
    expect(holds()).toMatchObject([
      { party_size: 1, party: [{ kind: "adult", count: 1 }], expected_amount: 2000 },
    ]);
    store.act("change", "person-adult", "1");
    store.act("change", "person-child", "2");
    store.act("change", "party_size", "3");
    await send();
    const party = [
      { kind: "adult", count: 1 },
      { kind: "child", count: 2 },
    ];
    expect(holds().slice(1)).toMatchObject([
      { party_size: 3, party, expected_amount: 4000, replaces: "h" },
    ]);
    expect(posts[0]!.body).toMatchObject({ party_size: 3, party, hold_token: "h" });
  });

  it("is released on going back and replaced by another time", async () => {
    const { store, others } = await atDetails();
    store.act("back", "time");
    await vi.advanceTimersByTimeAsync(0);
    expect(others.at(-1)).toMatchObject({ name: "hold/release", body: { hold_token: "h" } });
  });

  it("is released when the visitor leaves the page, and renewed on return", async () => {
    const { store, others } = await atDetails();
    store.visit!.onPageHide();
    await vi.advanceTimersByTimeAsync(0);
    expect(others.at(-1)).toMatchObject({ name: "hold/release", body: { hold_token: "h" } });
    expect(store.state.hold).toBeNull();
    store.visit!.onPageShow({ persisted: true } as PageTransitionEvent);
    await vi.advanceTimersByTimeAsync(0);
    expect(others.at(-1)).toMatchObject({ name: "hold", body: { slot_id: slot.id } });
    expect(store.state.hold).toMatchObject({ hold_token: "h" });
  });

  it("never prevents a booking if it fails", async () => {
    const { store, posts, send } = await atDetails({
      hold: aProblem(404, { code: "not_found" }),
    });
    expect(store.state.flow.problem).toBeNull();
    await send();
    expect(posts[0]!.body).not.toHaveProperty("hold_token");
    expect(store.state.flow.step).toBe("done");
  });

  it("continues without a hold at the limit of holds, and says nothing", async () => {
    const { store, posts, send } = await atDetails({
      hold: aProblem(429, { code: "hold_limit" }),
    });
    expect(store.state).toMatchObject({ announcement: "", flow: { problem: null } });
    await send();
    expect(posts[0]!.body).not.toHaveProperty("hold_token");
    expect(store.state.flow.step).toBe("done");
  });

  it("shows both prices after a change, and is requested at the new one", async () => {
    const changed = aProblem(409, { code: "price_changed", details: { amount: 4000 } });
    const service = { hold: changed as typeof changed | undefined };
    const { store, others, posts, send } = await atDetails(service);
    expect(others[0]!.body).toMatchObject({ expected_amount: 0 });
    expect(store.state.flow.problem).toMatchObject({ code: "price_changed", amount: 4000 });
    expect(store.state.focus).toBe("notice");
    service.hold = undefined;
    const { date } = store.state.flow;
    const dearer = { ...slot, price_amount: 4000 };
    store.act("choose", { type: "slot_chosen", slot: dearer, date: date! });
    await vi.advanceTimersByTimeAsync(0);
    expect(others.at(-1)).toMatchObject({ name: "hold", body: { expected_amount: 4000 } });
    await send();
    expect(posts[0]!.body).toMatchObject({ expected_amount: 4000, hold_token: "h" });
  });

  it("names a deleted time and offers nearby ones", async () => {
    const alternatives = [{ ...slot, id: "other" }];
    const { store, others } = await atDetails({
      hold: aProblem(409, { code: "slot_unavailable", details: { alternatives } }),
    });
    const { id, resource_id, starts_at } = slot;
    expect(others[0]!.body).toMatchObject({ slot_id: id, resource_id, starts_at });
    expect(store.state.flow.problem).toMatchObject({ kind: "taken", alternatives });
  });

  it("offers other times if the time is taken", async () => {
    const { store } = await atDetails({
      hold: aProblem(409, { code: "slot_unavailable" }),
    });
    expect(store.state.flow.problem?.kind).toBe("taken");
    expect(store.state.focus).toBe("notice");
  });

  it("reports a removed service", async () => {
    const serviceGone = aProblem(409, { code: "slot_unavailable", details: { reason: "closed" } });
    const { store } = await atDetails({
      hold: serviceGone,
      chosen: () => aConfig({ schedules: [] }),
    });
    expect(store.state.flow.problem).toMatchObject({ code: "service_gone", kind: "refused" });
    const closed = await atDetails({ hold: serviceGone, chosen: () => aConfig() });
    expect(closed.store.state.flow.problem).toMatchObject({ kind: "taken", reason: "closed" });
  });

  it("announces the last minute and the end", async () => {
    const { store } = await atDetails();
    await vi.advanceTimersByTimeAsync(9 * 60_000 + 1_000);
    expect(store.state.announcement).toBe(details.held_soon);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.state.announcement).toBe(details.held_over);
    expect(store.state.hold).toBeNull();
  });
});
