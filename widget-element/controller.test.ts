import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Api } from "./api";
import { Refusal, type Problem, unreachable } from "./problem";
import { aBooked, aConfig, anAvailability, aProblem, aResource, aSlot, aSchedule } from "./samples";
import { Acts } from "./acting/acts";
import type { Posts } from "./acting/writes";
import { LaterSteps } from "./later/later-steps";
import { confirmCode, sendCode } from "./optional/proof";
import { en } from "./texts/en";
import { enActing } from "./texts/en-acting";
import { enLater } from "./texts/en-later";
import { enOptional } from "./texts/en-optional";
import { BookingController, type FocusTarget, type Kept, type Settings } from "./controller";
import type { AvailabilityQuery, Booked, Config, NewBooking } from "./wire";

const slot = aSlot({ starts_at: "2027-01-12T09:00:00Z", ends_at: "2027-01-12T10:00:00Z" });
const january = anAvailability({ "2027-01-12": [slot] }, { next_available: slot.starts_at });

// The browser's history and window, which the steps are marked in.
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("removeEventListener", () => undefined);
vi.stubGlobal("document", { baseURI: "https://shop.example/" });
vi.stubGlobal("location", { search: "" });
vi.stubGlobal("history", { state: null, pushState: () => undefined });

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2027-01-04T09:00:00Z") }));
afterEach(() => void vi.useRealTimers());

/** A controller with a booking service that answers as the test says and remembers what it was asked. */
function setUp(
  service: {
    config?: Config;
    /** The configuration once more, for a chosen service. */
    chosen?: (named: URLSearchParams) => Config;
    outcomes?: (Booked | Problem)[];
    hold?: Problem;
  } = {},
  settings: Settings = {},
) {
  const posts: { body: NewBooking; key: string }[] = [];
  const others: { name: string; body: Record<string, unknown>; key: string }[] = [];
  const asked: AvailabilityQuery[] = [];
  const events: [string, unknown][] = [];
  const focus: FocusTarget[] = [];
  const said: string[] = [];
  const kept: Kept[] = [];
  const outcomes = service.outcomes ?? [aBooked()];
  const answers = {
    hold: () => {
      if (service.hold) throw new Refusal(service.hold);
      return { hold_token: "h", slot_id: slot.id, party_size: 1, expires_at: "2027-01-04T09:10:00Z" };
    },
    "hold/release": () => undefined,
    verify: () => ({ verification_id: "v", expires_at: "2027-01-04T09:15:00Z", resend_after: "2027-01-04T09:01:00Z" }),
    "verify/confirm": () => ({ verification_token: "vt", expires_at: "2027-01-04T09:15:00Z" }),
    waitlist: () => ({ id: "w", status: "waiting", position: 1 }),
  };
  const api = {
    config: async () => service.config ?? aConfig(),
    availability: async (query: AvailabilityQuery) => (asked.push(query), january),
    ask: async (path: string, init: RequestInit = {}) => {
      if (path.startsWith("widget/config?")) return service.chosen?.(new URLSearchParams(path.split("?")[1]));
      const name = path.replace("widget/", "") as keyof Posts;
      const body: unknown = JSON.parse(init.body as string);
      const key = new Headers(init.headers).get("idempotency-key")!;
      if (name !== "booking") {
        others.push({ name, body: body as Record<string, unknown>, key });
        return answers[name]();
      }
      posts.push({ body: body as NewBooking, key });
      const outcome = outcomes.shift()!;
      if ("kind" in outcome) throw new Refusal(outcome);
      return outcome;
    },
  } as Api;
  const controller = new BookingController(
    {
      locale: () => "en-GB",
      t: () => ({ ...en, ...enActing, ...enLater, ...enOptional }),
      changed: () => undefined,
      roomy: () => false,
      focusOn: (target) => focus.push(target),
      announce: (text) => said.push(text),
      emit: (name, detail) => (events.push([name, detail]), name !== "booking-redirect"),
      speak: async () => undefined,
      loadLater: async () => LaterSteps,
      memory: () => ({ keep: (value) => kept.push(value), recall: () => kept.at(-1) ?? null, forget: () => undefined }),
      remembers: () => kept.length > 0,
      session: () => null,
      again: () => undefined,
      loadActs: async () => Acts,
      id: "one",
    },
    api,
    { timeZone: "Europe/Amsterdam", returnUrl: "https://shop.example/", ...settings },
  );
  void controller.loadActs();
  return { controller, posts, others, asked, events, focus, said, kept, send: () => controller.later!.send() };
}

/** Brings a controller to its details, filled in. */
async function atDetails(...given: Parameters<typeof setUp>) {
  const under_test = setUp(...given);
  await under_test.controller.start();
  await vi.advanceTimersByTimeAsync(0);
  under_test.controller.acts!.choose({ type: "slot_chosen", slot, date: "2027-01-12" });
  await vi.advanceTimersByTimeAsync(0);
  under_test.controller.acts!.change("name", "Ada");
  under_test.controller.acts!.change("email", "ada@example.com");
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

  it("asks for the next month once the visitor shows interest, not before", async () => {
    const { controller, asked } = setUp();
    await controller.start();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ from }) => from)).toEqual(["2027-01-04"]);
    controller.acts!.interest();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ from }) => from)).toEqual(["2027-01-04", "2027-02-01"]);
  });

  it("asks for a bookable's own times once it is chosen between several", async () => {
    const config = aConfig({ schedules: [aSchedule(), aSchedule({ id: "other" })] });
    const { controller, asked } = setUp({ config });
    await controller.start();
    expect(controller.flow.step).toBe("what");
    controller.acts!.choose({ type: "bookable_chosen", bookable: controller.flow.bookables[0]! });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ schedule_id: "visit", resource_ids: ["room"] });
  });

  it("asks for nothing more where the times came with the configuration", async () => {
    const availability = anAvailability({ "2027-01-12": [slot] }, { from: "2027-01-04" });
    const { controller, asked } = setUp({ config: aConfig({ availability }) });
    await controller.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([]);
    expect(controller.calendar.days.get("2027-01-12")).toEqual([slot]);
  });

  it("asks again when the party was larger than the bookable takes", async () => {
    const { controller, asked } = setUp({}, { partySize: 9000 });
    await controller.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ party_size }) => party_size)).toEqual([1]);
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
    await Promise.all([controller.later!.send(), controller.later!.send()]);
    expect(posts).toHaveLength(1);
    expect(controller.flow.step).toBe("done");
    expect(events.map(([name]) => name)).toContain("booking-created");
  });

  it("keeps its key and what was typed when the same is sent again", async () => {
    const { controller, posts } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await controller.later!.send();
    expect(controller.flow).toMatchObject({ step: "details", problem: { kind: "failed" } });
    expect(controller.details.name).toBe("Ada");
    controller.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(posts[1]).toEqual(posts[0]);
    expect(controller.flow.step).toBe("done");
  });

  it("takes a new key when something was changed", async () => {
    const { controller, posts } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await controller.later!.send();
    controller.acts!.change("notes", "By bicycle");
    await controller.later!.send();
    expect(posts[1]!.key).not.toBe(posts[0]!.key);
  });

  it("waits as long as the service asks", async () => {
    const { controller, posts } = await atDetails({ outcomes: [aProblem(429, {}, "12"), aBooked()] });
    await controller.later!.send();
    await vi.advanceTimersByTimeAsync(11_000);
    await controller.later!.send();
    expect(posts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await controller.later!.send();
    expect(posts).toHaveLength(2);
  });

  it("sends nothing while a field is wrong, and leads to the first", async () => {
    const { controller, posts, focus } = await atDetails();
    controller.acts!.change("name", "");
    controller.acts!.change("email", "ada");
    await controller.later!.send();
    expect(posts).toHaveLength(0);
    expect([...controller.errors.keys()]).toEqual(["name", "email"]);
    expect(focus.at(-1)).toEqual({ field: "name" });
    controller.acts!.change("name", "Ada");
    expect([...controller.errors.keys()]).toEqual(["email"]);
  });

  it("ties the service's issues to their fields", async () => {
    const issues = [{ path: "customer.email", code: "invalid", message: "This address does not exist." }];
    const { controller, focus } = await atDetails({ outcomes: [aProblem(422, { code: "validation_failed", issues })] });
    await controller.later!.send();
    expect(controller.errors.get("email")).toBe("This address does not exist.");
    expect(focus.at(-1)).toEqual({ field: "email" });
  });

  it("offers other times for one that is taken, and books the one chosen", async () => {
    const other = aSlot({ id: "other", starts_at: "2027-01-13T09:00:00Z" });
    const taken = aProblem(409, { code: "slot_unavailable", details: { alternatives: [other] } });
    const { controller, posts } = await atDetails({ outcomes: [taken, aBooked()] });
    await controller.later!.send();
    expect(controller.flow.problem?.alternatives).toEqual([other]);
    await controller.later!.send();
    expect(posts).toHaveLength(1);
    controller.acts!.choose({ type: "slot_chosen", slot: other, date: "2027-01-13" });
    await controller.later!.send();
    expect(posts[1]!.body).toMatchObject({ slot_id: "other", customer: { name: "Ada" } });
  });

  it("stays when the page prevents the way to the checkout", async () => {
    const payment = { required: true, checkout_url: "https://pay/1", session_id: "s" };
    const { controller, events } = await atDetails({ outcomes: [aBooked({ payment })] });
    await controller.later!.send();
    expect(events.at(-1)).toEqual(["booking-redirect", { url: "https://pay/1", booking: aBooked().booking }]);
    expect(controller.flow.step).toBe("pay");
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
    controller.acts!.changeZone("Asia/Tokyo");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ tz: "Asia/Tokyo", from: "2027-01-04" });
  });
});

describe("the hold", () => {
  it("begins with the details and goes with the booking", async () => {
    const { others, posts, send, kept } = await atDetails();
    expect(others).toMatchObject([{ name: "hold", body: { slot_id: slot.id, party_size: 1 } }]);
    expect(kept.at(-1)).toMatchObject({ hold: { hold_token: "h" } });
    await send();
    expect(posts[0]!.body).toMatchObject({ hold_token: "h" });
  });

  it("is given back on the way back, and taken the place of by another time", async () => {
    const { controller, others } = await atDetails();
    controller.acts!.back("time");
    await vi.advanceTimersByTimeAsync(0);
    expect(others.at(-1)).toMatchObject({ name: "hold/release", body: { hold_token: "h" } });
  });

  it("never stops a booking where it cannot be had", async () => {
    const { controller, posts, send } = await atDetails({ hold: aProblem(404, { code: "not_found" }) });
    expect(controller.flow.problem).toBeNull();
    await send();
    expect(posts[0]!.body).not.toHaveProperty("hold_token");
    expect(controller.flow.step).toBe("done");
  });

  it("says that the time is not kept where no more may be, and goes on without", async () => {
    const { said, controller, posts, send } = await atDetails({ hold: aProblem(429, { code: "hold_limit" }) });
    expect(said.at(-1)).toBe(enLater.held_not);
    expect([controller.flow.problem, controller.later!.holding.declined]).toEqual([null, true]);
    await send();
    expect(posts[0]!.body).not.toHaveProperty("hold_token");
    expect(controller.flow.step).toBe("done");
  });

  it("offers other times where the time is taken already", async () => {
    const { controller, focus } = await atDetails({ hold: aProblem(409, { code: "slot_unavailable" }) });
    expect(controller.flow.problem?.kind).toBe("taken");
    expect(focus.at(-1)).toBe("notice");
  });

  it("says when a minute is left, and when it is over", async () => {
    const { said, controller } = await atDetails();
    await vi.advanceTimersByTimeAsync(9 * 60_000 + 1_000);
    expect(said.at(-1)).toBe(enLater.held_soon);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said.at(-1)).toBe(enLater.held_over);
    expect(controller.later!.hold).toBeNull();
  });
});

describe("the proof of an address", () => {
  const verifying = { config: aConfig({ verification: "email" }) };
  it("is asked for before the booking, which follows the right code at once", async () => {
    const { controller, posts, others, send } = await atDetails(verifying);
    await send();
    expect(controller.flow.step).toBe("verify");
    controller.acts!.change("code", "12 34 56");
    await confirmCode(controller.later!);
    expect(others.at(-1)).toMatchObject({ name: "verify/confirm", body: { verification_id: "v", code: "123456" } });
    expect(posts[0]!.body).toMatchObject({ verification_token: "vt" });
    expect(controller.flow.step).toBe("done");
  });

  it("is not sent again to the same address, but to another, and when it is asked for", async () => {
    const { controller, others, send } = await atDetails(verifying);
    const codes = () => others.filter(({ name }) => name === "verify");
    await send();
    controller.acts!.back("details");
    await send();
    expect(codes()).toHaveLength(1);
    await sendCode(controller.later!, true);
    expect(codes()).toHaveLength(2);
    expect(codes()[0]!.key).not.toBe(codes()[1]!.key);
    controller.acts!.back("details");
    controller.acts!.change("email", "other@example.com");
    await send();
    expect(codes()).toHaveLength(3);
  });

  it("is asked for where the service wants it, whatever the configuration said", async () => {
    const { controller, send } = await atDetails({
      outcomes: [aProblem(422, { code: "verification_required" }), aBooked()],
    });
    await send();
    await vi.dynamicImportSettled();
    expect(controller.flow.step).toBe("verify");
  });
});

describe("a page that is loaded again", () => {
  it("resumes at the details, with the time held and without a word of who the visitor is", async () => {
    const first = await atDetails();
    expect(JSON.stringify(first.kept)).not.toContain("Ada");
    const again = setUp();
    again.kept.push(first.kept.at(-1)!);
    await again.controller.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(again.controller.flow).toMatchObject({ step: "details", slot });
    expect(again.others).toEqual([]);
    expect(again.controller.later!.hold).toMatchObject({ hold_token: "h" });
    expect(again.focus).toEqual([]);
  });
});

describe("what is announced", () => {
  it("is emptied with each step", async () => {
    const { controller, said, send } = await atDetails();
    controller.acts!.change("name", "");
    await send();
    expect(said.at(-1)).toBe("Please correct one field.");
    controller.acts!.change("name", "Ada");
    await send();
    expect(said.at(-1)).toBe("");
  });

  it("tells how many times a chosen day has", async () => {
    const { controller, said } = setUp();
    await controller.start();
    await vi.advanceTimersByTimeAsync(0);
    controller.acts!.choose({ type: "day_chosen", date: "2027-01-12" });
    expect(said.at(-1)).toBe("Tuesday 12 January, 1 time");
  });
});

describe("a chosen day", () => {
  it("keeps its times when the month turns", async () => {
    const { controller } = setUp();
    await controller.start();
    await vi.advanceTimersByTimeAsync(0);
    controller.acts!.choose({ type: "day_chosen", date: "2027-01-12" });
    controller.acts!.turnMonth(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(controller.calendar.month).toBe("2027-02");
    expect(controller.calendar.times("2027-01-12")).toEqual([slot]);
  });
});

describe("a service whose questions follow", () => {
  const question = { id: "size", label: "Size", type: "text" as const, required: true, sensitive: false };
  const config = aConfig({ schedules: [aSchedule({ questions: [], questions_follow: true })] });
  const whole = aConfig({ schedules: [aSchedule({ questions: [question] })] });

  it("is asked for with its id, and its questions are asked and sent", async () => {
    const named: string[] = [];
    const chosen = (query: URLSearchParams) => (named.push(query.get("schedule_id")!), whole);
    const { controller, posts, send } = await atDetails({ config, chosen });
    expect(named).toEqual([aSchedule().id]);
    await send();
    expect([...controller.errors.keys()]).toEqual(["answer-size"]);
    controller.acts!.change("answer-size", "M");
    await send();
    expect(posts[0]!.body.answers).toEqual([{ question_id: "size", value: "M" }]);
    expect(named).toHaveLength(1);
  });

  it("that do not come are asked for again when it is sent, and nothing is booked without them", async () => {
    let asked = 0;
    const chosen = () => {
      asked += 1;
      throw new Refusal(unreachable());
    };
    const { controller, posts, send } = await atDetails({ config, chosen });
    await send();
    expect({ asked, posts }).toEqual({ asked: 2, posts: [] });
    expect(controller.flow.problem).toMatchObject(unreachable());
  });
});
