import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { atDetails, useBrowser } from "../store.setup";
import { aBooked, aConfig, aProblem, aSchedule, aSlot } from "../samples";
import { Refusal, unreachable } from "../shared/problem";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

describe("sending", () => {
  it("books once for a double click", async () => {
    const { store, posts, events, send } = await atDetails();
    await Promise.all([send(), send()]);
    expect(posts).toHaveLength(1);
    expect(store.state.flow.step).toBe("done");
    expect(events.map(([name]) => name)).toContain("booking-created");
  });

  it("keeps its key and input on a retry", async () => {
    const { store, posts, send } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await send();
    expect(store.state.flow).toMatchObject({ step: "details", problem: { kind: "failed" } });
    expect(store.state.details.name).toBe("Ada");
    store.act("retry");
    await vi.advanceTimersByTimeAsync(0);
    expect(posts[1]).toEqual(posts[0]);
    expect(store.state.flow.step).toBe("done");
  });

  it("uses a new key after a change", async () => {
    const { store, posts, send } = await atDetails({ outcomes: [aProblem(500), aBooked()] });
    await send();
    store.act("change", "notes", "By bicycle");
    await send();
    expect(posts[1]!.key).not.toBe(posts[0]!.key);
  });

  it("waits for Retry-After", async () => {
    const { posts, send } = await atDetails({
      outcomes: [aProblem(429, {}, "12"), aBooked()],
    });
    await send();
    await vi.advanceTimersByTimeAsync(11_000);
    await send();
    expect(posts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await send();
    expect(posts).toHaveLength(2);
  });

  it("sends nothing while a field is invalid, and focuses the first", async () => {
    const { store, posts, send } = await atDetails();
    store.act("change", "name", "");
    store.act("change", "email", "ada");
    await send();
    expect(posts).toHaveLength(0);
    expect([...store.state.errors.keys()]).toEqual(["name", "email"]);
    expect(store.state.focus).toEqual({ field: "name" });
    store.act("change", "name", "Ada");
    expect([...store.state.errors.keys()]).toEqual(["email"]);
  });

  it("shows the service's issues at their fields", async () => {
    const issues = [
      { path: "customer.email", code: "invalid", message: "This address does not exist." },
    ];
    const { store, send } = await atDetails({
      outcomes: [aProblem(422, { code: "validation_failed", issues })],
    });
    await send();
    expect(store.state.errors.get("email")).toBe("This address does not exist.");
    expect(store.state.focus).toEqual({ field: "email" });
  });

  it("offers other times for a taken one, and books the chosen one", async () => {
    const other = aSlot({ id: "other", starts_at: "2027-01-13T09:00:00Z" });
    const taken = aProblem(409, { code: "slot_unavailable", details: { alternatives: [other] } });
    const { store, posts, send } = await atDetails({ outcomes: [taken, aBooked()] });
    await send();
    expect(store.state.flow.problem?.alternatives).toEqual([other]);
    await send();
    expect(posts).toHaveLength(1);
    store.act("choose", { type: "slot_chosen", slot: other, date: "2027-01-13" });
    await send();
    expect(posts[1]!.body).toMatchObject({ slot_id: "other", customer: { name: "Ada" } });
  });

  it("stays if the page cancels the redirect to the checkout", async () => {
    const payment = { required: true, checkout_url: "https://pay/1", session_id: "s" };
    const { store, events, send } = await atDetails({ outcomes: [aBooked({ payment })] });
    await send();
    expect(events.at(-1)).toEqual([
      "booking-redirect",
      { url: "https://pay/1", booking: aBooked().booking },
    ]);
    expect(store.state.flow.step).toBe("pay");
  });
});

describe("a service whose questions load separately", () => {
  const question = {
    id: "size",
    label: "Size",
    type: "text" as const,
    required: true,
    sensitive: false,
  };
  const config = aConfig({ schedules: [aSchedule({ questions: [], questions_follow: true })] });
  const whole = aConfig({ schedules: [aSchedule({ questions: [question] })] });

  it("loads its questions by id and sends the answers", async () => {
    const named: string[] = [];
    const chosen = (query: URLSearchParams) => (named.push(query.get("schedule_id")!), whole);
    const { store, posts, send } = await atDetails({ config, chosen });
    expect(named).toEqual([aSchedule().id]);
    await send();
    expect([...store.state.errors.keys()]).toEqual(["answer-size"]);
    store.act("change", "answer-size", "M");
    await send();
    expect(posts[0]!.body.answers).toEqual([{ question_id: "size", value: "M" }]);
    expect(named).toHaveLength(1);
  });

  it("retries failed questions on submit, and does not book without them", async () => {
    let requests = 0;
    const chosen = () => {
      requests += 1;
      throw new Refusal(unreachable());
    };
    const { store, posts, send } = await atDetails({ config, chosen });
    await send();
    expect({ requests, posts }).toEqual({ requests: 2, posts: [] });
    expect(store.state.flow.problem).toMatchObject(unreachable());
  });
});

describe("a service with add-ons", () => {
  const racket = { id: "racket", name: "Racket", price_amount: 400, max_quantity: 4 };
  const light = { id: "light", name: "Light", price_amount: 600, max_quantity: 1 };
  const slot = aSlot({ price_amount: 2000, currency: "EUR" });
  const chosen = { type: "slot_chosen", slot, date: "2027-01-12" } as const;
  const config = aConfig({ schedules: [aSchedule({ addons: [racket, light] })] });

  it("sends the chosen ones with the total that was shown", async () => {
    const { store, posts, send } = await atDetails({ config });
    store.act("choose", chosen);
    store.act("change", "addon-racket", "3");
    store.act("change", "addon-light", true);
    await send();
    expect(posts[0]!.body).toMatchObject({
      addons: [
        { id: "racket", quantity: 3 },
        { id: "light", quantity: 1 },
      ],
      expected_amount: 3800,
    });
  });

  it("sends none that was taken off again", async () => {
    const { store, posts, send } = await atDetails({ config });
    store.act("choose", chosen);
    store.act("change", "addon-light", true);
    store.act("change", "addon-light", false);
    store.act("change", "addon-racket", "");
    await send();
    expect(posts[0]!.body.addons).toBeUndefined();
    expect(posts[0]!.body.expected_amount).toBe(2000);
  });
});
