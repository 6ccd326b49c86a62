import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Api } from "./api";
import { Refusal, type Problem } from "./problem";
import { aBooked, aConfig, anAvailability, aProblem, aResource, aSlot, aSchedule } from "./samples";
import { en } from "./strings";
import { Visit, type FocusTarget, type Settings } from "./visit";
import type { AvailabilityQuery, Booked, Config, NewBooking } from "./wire";

const slot = aSlot({ starts_at: "2027-01-12T09:00:00Z", ends_at: "2027-01-12T10:00:00Z" });
const january = anAvailability({ "2027-01-12": [slot] }, { next_available: slot.starts_at });

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2027-01-04T09:00:00Z") }));
afterEach(() => void vi.useRealTimers());

/** A visit with a service that answers as the test says and remembers what it was asked. */
function setUp(service: { config?: Config; outcomes?: (Booked | Problem)[] } = {}, settings: Settings = {}) {
  const posts: { body: NewBooking; key: string }[] = [];
  const asked: AvailabilityQuery[] = [];
  const events: [string, unknown][] = [];
  const focus: FocusTarget[] = [];
  const outcomes = service.outcomes ?? [aBooked()];
  const api: Api = {
    config: async () => service.config ?? aConfig(),
    availability: async (query) => (asked.push(query), january),
    book: async (body, key) => {
      posts.push({ body: JSON.parse(body) as NewBooking, key });
      const outcome = outcomes.shift()!;
      if ("kind" in outcome) throw new Refusal(outcome);
      return outcome;
    },
  };
  const visit = new Visit(
    {
      locale: () => "en-GB",
      t: () => en,
      changed: () => undefined,
      roomy: () => false,
      focusOn: (target) => focus.push(target),
      announce: () => undefined,
      emit: (name, detail) => (events.push([name, detail]), name !== "booking-redirect"),
    },
    api,
    { timeZone: "Europe/Amsterdam", ...settings },
  );
  return { visit, posts, asked, events, focus };
}

/** Brings a visit to its details, filled in. */
async function atDetails(...given: Parameters<typeof setUp>) {
  const scene = setUp(...given);
  await scene.visit.start();
  await vi.advanceTimersByTimeAsync(0);
  scene.visit.choose({ type: "slot_chosen", slot, date: "2027-01-12" });
  scene.visit.change("name", "Ada");
  scene.visit.change("email", "ada@example.com");
  return scene;
}

describe("the first request", () => {
  it("asks once for the month when there is only one offer", async () => {
    const { visit, asked } = setUp();
    await visit.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ from, to }) => [from, to])).toEqual([["2027-01-04", "2027-01-31"]]);
    expect(visit.flow.step).toBe("day");
    expect(visit.calendar.days.get("2027-01-12")).toEqual([slot]);
  });

  it("asks for the next month when it has time, not before", async () => {
    const { visit, asked } = setUp();
    await visit.start();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ from }) => from)).toEqual(["2027-01-04", "2027-02-01"]);
  });

  it("asks for an offer's own times once it is chosen between several", async () => {
    const config = aConfig({ schedules: [aSchedule(), aSchedule({ id: "other" })] });
    const { visit, asked } = setUp({ config });
    await visit.start();
    expect(visit.flow.step).toBe("what");
    visit.choose({ type: "offer_chosen", offer: visit.flow.offers[0]! });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ schedule_id: "visit", resource_ids: ["room"] });
  });

  it("asks again when the party was larger than the offer takes", async () => {
    const { visit, asked } = setUp({}, { partySize: 9000 });
    await visit.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ party_size }) => party_size)).toEqual([500, 1]);
  });

  it("does not take the focus from the page", async () => {
    const { visit, focus } = setUp({}, { date: "2027-01-12" });
    await visit.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(visit.flow).toMatchObject({ step: "time", date: "2027-01-12" });
    expect(focus).toEqual([]);
  });
});

describe("sending", () => {
  it("books once for a double click", async () => {
    const { visit, posts, events } = await atDetails();
    await Promise.all([visit.send(), visit.send()]);
    expect(posts).toHaveLength(1);
    expect(visit.flow.step).toBe("done");
    expect(events.map(([name]) => name)).toContain("booking-created");
  });

  it("keeps its key and what was typed when the same is sent again", async () => {
    const { visit, posts } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await visit.send();
    expect(visit.flow).toMatchObject({ step: "details", problem: { kind: "failed" } });
    expect(visit.details.name).toBe("Ada");
    visit.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(posts[1]).toEqual(posts[0]);
    expect(visit.flow.step).toBe("done");
  });

  it("takes a new key when something was changed", async () => {
    const { visit, posts } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await visit.send();
    visit.change("notes", "By bicycle");
    await visit.send();
    expect(posts[1]!.key).not.toBe(posts[0]!.key);
  });

  it("waits as long as the service asks", async () => {
    const { visit, posts } = await atDetails({ outcomes: [aProblem(429, {}, "12"), aBooked()] });
    await visit.send();
    await vi.advanceTimersByTimeAsync(11_000);
    await visit.send();
    expect(posts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await visit.send();
    expect(posts).toHaveLength(2);
  });

  it("sends nothing while a field is wrong, and leads to the first", async () => {
    const { visit, posts, focus } = await atDetails();
    visit.change("name", "");
    visit.change("email", "ada");
    await visit.send();
    expect(posts).toHaveLength(0);
    expect([...visit.errors.keys()]).toEqual(["name", "email"]);
    expect(focus.at(-1)).toEqual({ field: "name" });
    visit.change("name", "Ada");
    expect([...visit.errors.keys()]).toEqual(["email"]);
  });

  it("ties the service's issues to their fields", async () => {
    const issues = [{ path: "customer.email", code: "invalid", message: "This address does not exist." }];
    const { visit, focus } = await atDetails({ outcomes: [aProblem(422, { code: "validation_failed", issues })] });
    await visit.send();
    expect(visit.errors.get("email")).toBe("This address does not exist.");
    expect(focus.at(-1)).toEqual({ field: "email" });
  });

  it("offers other times for one that is taken, and books the one chosen", async () => {
    const other = aSlot({ id: "other", starts_at: "2027-01-13T09:00:00Z" });
    const taken = aProblem(409, { code: "slot_unavailable", details: { alternatives: [other] } });
    const { visit, posts } = await atDetails({ outcomes: [taken, aBooked()] });
    await visit.send();
    expect(visit.flow.problem?.alternatives).toEqual([other]);
    await visit.send();
    expect(posts).toHaveLength(1);
    visit.choose({ type: "slot_chosen", slot: other, date: "2027-01-13" });
    await visit.send();
    expect(posts[1]!.body).toMatchObject({ slot_id: "other", customer: { name: "Ada" } });
  });

  it("stays when the page prevents the way to the checkout", async () => {
    const payment = { required: true, checkout_url: "https://pay/1", session_id: "s" };
    const { visit, events } = await atDetails({ outcomes: [aBooked({ payment })] });
    await visit.send();
    expect(events.at(-1)).toEqual(["booking-redirect", { url: "https://pay/1", booking: aBooked().booking }]);
    expect(visit.flow.step).toBe("done");
  });
});

describe("the party", () => {
  it("is what the page says, within what the offer takes", async () => {
    const room_for_six = aConfig({ schedules: [aSchedule({ max_party_size: 6 })] });
    expect((await atDetails({ config: room_for_six }, { partySize: 4 })).visit.details.party_size).toBe("4");
    expect((await atDetails({ config: room_for_six }, { partySize: 40 })).visit.details.party_size).toBe("6");
    expect((await atDetails({}, { partySize: 4 })).visit.details.party_size).toBe("1");
  });
});

describe("another zone", () => {
  it("asks for the month again, counted in that zone", async () => {
    const { visit, asked } = setUp({ config: aConfig({ resources: [aResource()] }) });
    await visit.start();
    visit.changeZone("Asia/Tokyo");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ tz: "Asia/Tokyo", from: "2027-01-04" });
  });
});
