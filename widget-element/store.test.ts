import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SPAN_DAYS } from "./choose/dates";
import { atDetails, setUp, slot, useBrowser } from "./store.setup";
import { aConfig, anAvailability, aResource, aSchedule } from "./samples";
import { unreachable, type Problem } from "./shared/problem";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

describe("the first request", () => {
  it("asks once for four weeks when there is only one bookable", async () => {
    const { store, asked } = setUp();
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ from, to }) => [from, to])).toEqual([["2027-01-04", "2027-01-31"]]);
    expect(store.state.flow.step).toBe("day");
    expect(store.calendar.days.get("2027-01-12")).toEqual([slot]);
  });

  it("asks for the next four weeks once the visitor shows interest, not before", async () => {
    const { store, asked } = setUp();
    await store.start();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ from }) => from)).toEqual(["2027-01-04"]);
    store.act("preload");
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ from }) => from)).toEqual(["2027-01-04", "2027-02-01"]);
  });

  it("asks for a bookable's own times once it is chosen between several", async () => {
    const config = aConfig({ schedules: [aSchedule(), aSchedule({ id: "other" })] });
    const { store, asked } = setUp({ config });
    await store.start();
    expect(store.state.flow.step).toBe("what");
    store.act("choose", {
      type: "bookable_chosen",
      bookable: store.state.flow.bookables[0]!,
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ schedule_id: "visit", resource_ids: ["room"] });
  });

  it("asks for nothing more where the times came with the configuration", async () => {
    const availability = anAvailability({ "2027-01-12": [slot] }, { from: "2027-01-04" });
    const { store, asked } = setUp({ config: aConfig({ availability }) });
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([]);
    expect(store.calendar.days.get("2027-01-12")).toEqual([slot]);
  });

  it("asks again when the party was larger than the bookable takes", async () => {
    const { store, asked } = setUp({}, { partySize: 9000 });
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ party_size }) => party_size)).toEqual([1]);
  });

  it("does not take the focus from the page", async () => {
    const { store } = setUp({}, { date: "2027-01-12" });
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.flow).toMatchObject({ step: "time", date: "2027-01-12" });
    expect(store.state.focus).toBeNull();
  });
});

describe("a form that could not begin", () => {
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
  const begin = async (...refusals: Problem[]) => {
    const { store } = setUp({ refusals });
    await store.start();
    await seconds(0);
    expect(store.state.failure).not.toBeNull();
    return { store, refusals };
  };

  it("is tried again by itself, and no sooner than the service asks for", async () => {
    const { store } = await begin(unreachable(), {
      ...unreachable(),
      kind: "busy",
      retry_after_seconds: 60,
    });
    await seconds(2);
    expect(store.state.failure?.kind).toBe("busy");
    await seconds(59);
    expect(store.state.config).toBeNull();
    await seconds(1);
    expect(store.state.flow.step).toBe("day");
  });

  it("is left alone where that would not help, after four tries, and when it has left its page", async () => {
    const asked = async (count: number, kind: Problem["kind"], leaves = false) => {
      const { store, refusals } = await begin(
        ...Array.from({ length: 9 }, () => ({ ...unreachable(), kind })),
      );
      if (leaves) store.stop();
      await seconds(3600);
      expect(8 - refusals.length, kind).toBe(count);
    };
    await asked(4, "failed");
    await asked(0, "refused");
    await asked(0, "unreachable", true);
  });
});

describe("the party", () => {
  it("is what the page says, within what the bookable takes", async () => {
    const room_for_six = aConfig({ schedules: [aSchedule({ max_party_size: 6 })] });
    expect(
      (await atDetails({ config: room_for_six }, { partySize: 4 })).store.state.details.party_size,
    ).toBe("4");
    expect(
      (await atDetails({ config: room_for_six }, { partySize: 40 })).store.state.details.party_size,
    ).toBe("6");
    expect((await atDetails({}, { partySize: 4 })).store.state.details.party_size).toBe("1");
  });
});

describe("another zone", () => {
  it("asks for the days again, counted in that zone", async () => {
    const { store, asked } = setUp({ config: aConfig({ resources: [aResource()] }) });
    await store.start();
    store.act("changeZone", "Asia/Tokyo");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ tz: "Asia/Tokyo", from: "2027-01-04" });
  });
});

describe("a page that is loaded again", () => {
  it("resumes at the details, holding the time again and without a word of who the visitor is", async () => {
    const first = await atDetails();
    expect(JSON.stringify(first.saved)).not.toContain("Ada");
    const again = setUp();
    again.saved.push(first.saved.at(-1)!);
    await again.store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(again.store.state.flow).toMatchObject({ step: "details", slot });
    expect(again.others).toMatchObject([
      { name: "hold", body: { slot_id: slot.id, replaces: "h" } },
    ]);
    expect(again.store.state.hold).toMatchObject({ hold_token: "h" });
    expect(again.store.state.focus).toBeNull();
  });
});

describe("what is announced", () => {
  it("is emptied with each step", async () => {
    const { store, send } = await atDetails();
    store.act("change", "name", "");
    await send();
    expect(store.state.announcement).toBe("Please correct one field.");
    store.act("change", "name", "Ada");
    await send();
    expect(store.state.announcement).toBe("");
  });

  it("tells how many times a chosen day has", async () => {
    const { store } = setUp();
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    store.act("choose", { type: "day_chosen", date: "2027-01-12" });
    expect(store.state.announcement).toBe("Tuesday 12 January, 1 time");
  });
});

describe("a chosen day", () => {
  it("keeps its times when other days are displayed", async () => {
    const { store } = setUp();
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    store.act("choose", { type: "day_chosen", date: "2027-01-12" });
    store.act("turn", SPAN_DAYS);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.calendar.from).toBe("2027-02-01");
    expect(store.calendar.times("2027-01-12")).toEqual([slot]);
  });
});
