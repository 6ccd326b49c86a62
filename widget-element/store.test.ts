import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SPAN_DAYS } from "./choose/dates";
import { atDetails, setUp, slot, useBrowser } from "./store.setup";
import { aConfig, anAvailability, aResource, aSchedule } from "./samples";
import { unreachable, type Problem } from "./shared/problem";
import type { Question } from "./wire";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

describe("the first request", () => {
  it("requests four weeks once for a single bookable", async () => {
    const { store, queries: expectRequests } = setUp();
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(expectRequests.map(({ from, to }) => [from, to])).toEqual([
      ["2027-01-04", "2027-01-31"],
    ]);
    expect(store.state.flow.step).toBe("day");
    expect(store.calendar.days.get("2027-01-12")).toEqual([slot]);
  });

  it("prefetches the next four weeks on interaction only", async () => {
    const { store, queries: expectRequests } = setUp();
    await store.start();
    await vi.advanceTimersByTimeAsync(300);
    expect(expectRequests.map(({ from }) => from)).toEqual(["2027-01-04"]);
    store.act("preload");
    await vi.advanceTimersByTimeAsync(300);
    expect(expectRequests.map(({ from }) => from)).toEqual(["2027-01-04", "2027-02-01"]);
  });

  it("requests a bookable's times once it is chosen", async () => {
    const config = aConfig({ schedules: [aSchedule(), aSchedule({ id: "other" })] });
    const { store, queries: expectRequests } = setUp({ config });
    await store.start();
    expect(store.state.flow.step).toBe("what");
    store.act("choose", {
      type: "bookable_chosen",
      bookable: store.state.flow.bookables[0]!,
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(expectRequests.at(-1)).toMatchObject({ schedule_id: "visit", resource_ids: ["room"] });
  });

  it("makes no further request if the times came with the configuration", async () => {
    const availability = anAvailability({ "2027-01-12": [slot] }, { from: "2027-01-04" });
    const { store, queries: expectRequests } = setUp({ config: aConfig({ availability }) });
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(expectRequests).toEqual([]);
    expect(store.calendar.days.get("2027-01-12")).toEqual([slot]);
  });

  it("requests again if the party exceeded the bookable's limit", async () => {
    const { store, queries: expectRequests } = setUp({}, { partySize: 9000 });
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(expectRequests.map(({ party_size }) => party_size)).toEqual([1]);
  });

  it("does not steal focus", async () => {
    const { store } = setUp({}, { date: "2027-01-12" });
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.flow).toMatchObject({ step: "time", date: "2027-01-12" });
    expect(store.state.focus).toBeNull();
  });
});

describe("a form that failed to load", () => {
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
  const begin = async (...refusals: Problem[]) => {
    const { store } = setUp({ refusals });
    await store.start();
    await seconds(0);
    expect(store.state.failure).not.toBeNull();
    return { store, refusals };
  };

  it("is retried automatically, no sooner than Retry-After", async () => {
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

  it("is not retried if that cannot help, after four attempts, or after removal", async () => {
    const expectRequests = async (count: number, kind: Problem["kind"], leaves = false) => {
      const { store, refusals } = await begin(
        ...Array.from({ length: 9 }, () => ({ ...unreachable(), kind })),
      );
      if (leaves) store.stop();
      await seconds(3600);
      expect(8 - refusals.length, kind).toBe(count);
    };
    await expectRequests(4, "failed");
    await expectRequests(0, "refused");
    await expectRequests(0, "unreachable", true);
  });
});

describe("the party", () => {
  it("is the page's, within the bookable's limit", async () => {
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
  it("reloads the days in that zone", async () => {
    const { store, queries: expectRequests } = setUp({
      config: aConfig({ resources: [aResource()] }),
    });
    await store.start();
    store.act("changeZone", "Asia/Tokyo");
    await vi.advanceTimersByTimeAsync(0);
    expect(expectRequests.at(-1)).toMatchObject({ tz: "Asia/Tokyo", from: "2027-01-04" });
  });
});

describe("a page reload", () => {
  it("resumes at the details with a new hold and without personal data", async () => {
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

  it("restores what was typed before, but no consent and no sensitive answer", async () => {
    const ask = (id: string, type: Question["type"], sensitive = false): Question => ({
      id,
      label: id,
      type,
      required: false,
      sensitive,
    });
    const questions = [ask("open", "text"), ask("secret", "text", true), ask("yes", "consent")];
    const config = aConfig({ questions });
    const { store, saved } = await atDetails({ config });
    store.act("change", "answer-open", "By the window");
    store.act("change", "answer-secret", "Nuts");
    store.act("change", "answer-yes", true);
    store.act("change", "terms", true);
    store.visit!.onPageHide();
    const again = setUp({ config });
    again.saved.push(saved.at(-1)!);
    await again.store.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(again.store.state.details).toMatchObject({
      name: "Ada",
      email: "ada@example.com",
      "answer-open": "By the window",
    });
    expect(saved.at(-1)!.typed).toMatchObject({ "answer-secret": "", "answer-yes": "", terms: "" });
  });
});

describe("the live region", () => {
  it("is cleared with each step", async () => {
    const { store, send } = await atDetails();
    store.act("change", "name", "");
    await send();
    expect(store.state.announcement).toBe("Please correct one field.");
    store.act("change", "name", "Ada");
    await send();
    expect(store.state.announcement).toBe("");
  });

  it("announces the number of times of a chosen day", async () => {
    const { store } = setUp();
    await store.start();
    await vi.advanceTimersByTimeAsync(0);
    store.act("choose", { type: "day_chosen", date: "2027-01-12" });
    expect(store.state.announcement).toBe("Tuesday 12 January, 1 time");
  });
});

describe("a chosen day", () => {
  it("keeps its times while other days are displayed", async () => {
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
