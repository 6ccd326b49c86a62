import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Api } from "./api";
import { Refusal, type Problem } from "./problem";
import { aBooked, aConfig, anAvailability, aProblem, aResource, aSlot, aSchedule } from "./samples";
import { en } from "./strings";
import { BookingController, type FocusTarget, type Settings } from "./controller";
import type { AvailabilityQuery, Booked, Config, NewBooking } from "./wire";

const slot = aSlot({ starts_at: "2027-01-12T09:00:00Z", ends_at: "2027-01-12T10:00:00Z" });
const january = anAvailability({ "2027-01-12": [slot] }, { next_available: slot.starts_at });

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2027-01-04T09:00:00Z") }));
afterEach(() => void vi.useRealTimers());

/** A controller with a booking service that answers as the test says and remembers what it was asked. */
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
  const controller = new BookingController(
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
  return { controller, posts, asked, events, focus };
}

/** Brings a controller to its details, filled in. */
async function atDetails(...given: Parameters<typeof setUp>) {
  const under_test = setUp(...given);
  await under_test.controller.start();
  await vi.advanceTimersByTimeAsync(0);
  under_test.controller.choose({ type: "slot_chosen", slot, date: "2027-01-12" });
  under_test.controller.change("name", "Ada");
  under_test.controller.change("email", "ada@example.com");
  return under_test;
}

describe("the first request", () => {
  it("asks once for the month when there is only one bookable", async () => {
    const { controller, asked } = setUp();
    await controller.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ from, to }) => [from, to])).toEqual([["2027-01-04", "2027-01-31"]]);
    expect(controller.flow.step).toBe("day");
    expect(controller.calendar.days.get("2027-01-12")).toEqual([slot]);
  });

  it("asks for the next month when it has time, not before", async () => {
    const { controller, asked } = setUp();
    await controller.start();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ from }) => from)).toEqual(["2027-01-04", "2027-02-01"]);
  });

  it("asks for a bookable's own times once it is chosen between several", async () => {
    const config = aConfig({ schedules: [aSchedule(), aSchedule({ id: "other" })] });
    const { controller, asked } = setUp({ config });
    await controller.start();
    expect(controller.flow.step).toBe("what");
    controller.choose({ type: "bookable_chosen", bookable: controller.flow.bookables[0]! });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ schedule_id: "visit", resource_ids: ["room"] });
  });

  it("asks again when the party was larger than the bookable takes", async () => {
    const { controller, asked } = setUp({}, { partySize: 9000 });
    await controller.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ party_size }) => party_size)).toEqual([500, 1]);
  });

  it("does not take the focus from the page", async () => {
    const { controller, focus } = setUp({}, { date: "2027-01-12" });
    await controller.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(controller.flow).toMatchObject({ step: "time", date: "2027-01-12" });
    expect(focus).toEqual([]);
  });
});

describe("sending", () => {
  it("books once for a double click", async () => {
    const { controller, posts, events } = await atDetails();
    await Promise.all([controller.send(), controller.send()]);
    expect(posts).toHaveLength(1);
    expect(controller.flow.step).toBe("done");
    expect(events.map(([name]) => name)).toContain("booking-created");
  });

  it("keeps its key and what was typed when the same is sent again", async () => {
    const { controller, posts } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await controller.send();
    expect(controller.flow).toMatchObject({ step: "details", problem: { kind: "failed" } });
    expect(controller.details.name).toBe("Ada");
    controller.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(posts[1]).toEqual(posts[0]);
    expect(controller.flow.step).toBe("done");
  });

  it("takes a new key when something was changed", async () => {
    const { controller, posts } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await controller.send();
    controller.change("notes", "By bicycle");
    await controller.send();
    expect(posts[1]!.key).not.toBe(posts[0]!.key);
  });

  it("waits as long as the service asks", async () => {
    const { controller, posts } = await atDetails({ outcomes: [aProblem(429, {}, "12"), aBooked()] });
    await controller.send();
    await vi.advanceTimersByTimeAsync(11_000);
    await controller.send();
    expect(posts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await controller.send();
    expect(posts).toHaveLength(2);
  });

  it("sends nothing while a field is wrong, and leads to the first", async () => {
    const { controller, posts, focus } = await atDetails();
    controller.change("name", "");
    controller.change("email", "ada");
    await controller.send();
    expect(posts).toHaveLength(0);
    expect([...controller.errors.keys()]).toEqual(["name", "email"]);
    expect(focus.at(-1)).toEqual({ field: "name" });
    controller.change("name", "Ada");
    expect([...controller.errors.keys()]).toEqual(["email"]);
  });

  it("ties the service's issues to their fields", async () => {
    const issues = [{ path: "customer.email", code: "invalid", message: "This address does not exist." }];
    const { controller, focus } = await atDetails({ outcomes: [aProblem(422, { code: "validation_failed", issues })] });
    await controller.send();
    expect(controller.errors.get("email")).toBe("This address does not exist.");
    expect(focus.at(-1)).toEqual({ field: "email" });
  });

  it("offers other times for one that is taken, and books the one chosen", async () => {
    const other = aSlot({ id: "other", starts_at: "2027-01-13T09:00:00Z" });
    const taken = aProblem(409, { code: "slot_unavailable", details: { alternatives: [other] } });
    const { controller, posts } = await atDetails({ outcomes: [taken, aBooked()] });
    await controller.send();
    expect(controller.flow.problem?.alternatives).toEqual([other]);
    await controller.send();
    expect(posts).toHaveLength(1);
    controller.choose({ type: "slot_chosen", slot: other, date: "2027-01-13" });
    await controller.send();
    expect(posts[1]!.body).toMatchObject({ slot_id: "other", customer: { name: "Ada" } });
  });

  it("stays when the page prevents the way to the checkout", async () => {
    const payment = { required: true, checkout_url: "https://pay/1", session_id: "s" };
    const { controller, events } = await atDetails({ outcomes: [aBooked({ payment })] });
    await controller.send();
    expect(events.at(-1)).toEqual(["booking-redirect", { url: "https://pay/1", booking: aBooked().booking }]);
    expect(controller.flow.step).toBe("done");
  });
});

describe("the party", () => {
  it("is what the page says, within what the bookable takes", async () => {
    const room_for_six = aConfig({ schedules: [aSchedule({ max_party_size: 6 })] });
    expect((await atDetails({ config: room_for_six }, { partySize: 4 })).controller.details.party_size).toBe("4");
    expect((await atDetails({ config: room_for_six }, { partySize: 40 })).controller.details.party_size).toBe("6");
    expect((await atDetails({}, { partySize: 4 })).controller.details.party_size).toBe("1");
  });
});

describe("another zone", () => {
  it("asks for the month again, counted in that zone", async () => {
    const { controller, asked } = setUp({ config: aConfig({ resources: [aResource()] }) });
    await controller.start();
    controller.changeZone("Asia/Tokyo");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ tz: "Asia/Tokyo", from: "2027-01-04" });
  });
});
