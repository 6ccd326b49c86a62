import { describe, expect, it } from "vitest";
import { anAvailability, aProblem } from "../samples";
import { Refusal } from "../shared/problem";
import type { Availability, AvailabilityQuery } from "../wire";
import { Spans, type FetchAvailability } from "./spans";

const query = (month: string): AvailabilityQuery => ({
  resource_ids: ["room"],
  schedule_id: "visit",
  from: `${month}-01`,
  to: `${month}-28`,
  tz: "Europe/Amsterdam",
  party_size: 1,
});
const [january, february] = [query("2027-01"), query("2027-02")];

/** Requests answered manually, so that tests control the order. */
function setUp() {
  const requests: {
    query: AvailabilityQuery;
    signal: AbortSignal;
    answer: PromiseWithResolvers<Availability>;
  }[] = [];
  const ask: FetchAvailability = (query, signal) => {
    const answer = withResolvers<Availability>();
    requests.push({ query, signal, answer });
    return answer.promise;
  };
  const clock = { now: 0 };
  const changes: (string | null)[] = [];
  const spans = new Spans(
    ask,
    (span) => changes.push(span.problem?.code ?? null),
    () => clock.now,
  );
  const settle = async (index: number, outcome: Availability | Error) => {
    const { answer } = requests[index]!;
    if (outcome instanceof Error) answer.reject(outcome);
    else answer.resolve(outcome);
    await answer.promise.catch(() => undefined);
    await Promise.resolve();
  };
  return { requests, spans, changes, clock, settle };
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: Error) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<T>((one, other) => ([resolve, reject] = [one, other]));
  return { promise, resolve, reject };
}

describe("spans of days", () => {
  it("are cached for a minute, then reloaded while staying visible", async () => {
    const { requests, spans, clock, settle } = setUp();
    spans.show(january);
    spans.show(january);
    const answer = anAvailability({});
    await settle(0, answer);
    spans.show(january);
    expect(requests).toHaveLength(1);
    clock.now = 60_000;
    spans.show(january);
    expect(requests).toHaveLength(2);
    expect(spans.get(january)).toMatchObject({ availability: answer });
  });

  it("abort a span that is no longer displayed and ignore its response", async () => {
    const { requests, spans, changes, settle } = setUp();
    spans.show(january);
    spans.show(february);
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await settle(0, anAvailability({}));
    expect(spans.get(january)).toBeNull();
    expect(changes).toEqual([]);
  });

  it("prefetch the next span without affecting the current request", async () => {
    const { requests, spans, settle } = setUp();
    spans.show(january);
    spans.prefetch(february);
    spans.prefetch(february);
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    await settle(1, anAvailability({}));
    await settle(0, anAvailability({}));
    spans.show(february);
    expect(requests).toHaveLength(2);
  });

  it("keep an error until retried", async () => {
    const { requests, spans, changes, settle } = setUp();
    spans.show(january);
    await settle(0, new Refusal(aProblem(500)));
    expect(spans.get(january)).toMatchObject({ problem: { kind: "failed" }, loading: null });
    expect(changes).toEqual(["http_500"]);
    spans.show(january);
    expect(requests).toHaveLength(2);
    expect(spans.get(january)?.problem).toBeNull();
  });

  it("are invalidated when times may have changed", async () => {
    const { spans, settle } = setUp();
    spans.show(january);
    await settle(0, anAvailability({}));
    spans.clear();
    expect(spans.get(january)).toBeNull();
  });
});
