import { vi } from "vitest";
import english from "../app/i18n/en/widget.json";
import type { Api } from "./api";
import { send } from "./details/send";
import "./details/index";
import { loadInteractionsPart } from "./interactions-part";
import type { Posts } from "./interactions/requests";
import type { SavedState } from "./interactions/saved-booking";
import { aBooked, aConfig, anAvailability, aSlot } from "./samples";
import { Refusal, type Problem } from "./shared/problem";
import { textsIn } from "./shared/texts";
import { Store, type Settings } from "./store";
import type {
  AvailabilityQuery,
  Booked,
  BookedSeries,
  Config,
  NewBooking,
  Series,
  VisitTimes,
} from "./wire";

// Load the lazy parts before the clock is faked.
await loadInteractionsPart();
await import("./services/index");

// Shared by the tests of the store: a fake browser, service and element. The clock is fixed at NOW.

const NOW = Date.parse("2027-01-04T09:00:00Z");

const texts = textsIn(english);

export const slot = aSlot({ starts_at: "2027-01-12T09:00:00Z", ends_at: "2027-01-12T10:00:00Z" });
const january = anAvailability({ "2027-01-12": [slot] }, { next_available: slot.starts_at });

function outcomeOf(outcomes: (BookedSeries | Problem)[] = []): BookedSeries | undefined {
  const outcome = outcomes.shift();
  if (outcome && "kind" in outcome) throw new Refusal(outcome);
  return outcome;
}

/** Fakes the browser's history, window and clock. */
export function useBrowser(): void {
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("document", { baseURI: "https://shop.example/" });
  vi.stubGlobal("location", { search: "" });
  vi.stubGlobal("history", { state: null, pushState: () => undefined });
  vi.useFakeTimers({ now: NOW });
}

/** A store with a fake booking service that records its requests. */
export function setUp(
  service: {
    config?: Config;
    /** Errors to return, in order. */
    refusals?: Problem[];
    /** The configuration of a chosen service. */
    chosen?: (named: URLSearchParams) => Config;
    outcomes?: (Booked | Problem)[];
    hold?: Problem;
    /** The dates of a booking that repeats, and the outcomes of booking them. */
    series?: Series[];
    booked_series?: (BookedSeries | Problem)[];
    /** The times of several services, and the outcomes of booking them. */
    visit_times?: VisitTimes;
    booked_visits?: (BookedSeries | Problem)[];
  } = {},
  settings: Settings = {},
) {
  const posts: { body: NewBooking; key: string }[] = [];
  const others: { name: string; body: Record<string, unknown>; key: string }[] = [];
  const queries: AvailabilityQuery[] = [];
  const events: [string, unknown][] = [];
  const saved: SavedState[] = [];
  const outcomes = service.outcomes ?? [aBooked()];
  const answers = {
    hold: () => {
      if (service.hold) throw new Refusal(service.hold);
      return {
        hold_token: "h",
        slot_id: slot.id,
        party_size: 1,
        price_amount: slot.price_amount,
        currency: slot.currency,
        expires_at: "2027-01-04T09:10:00Z",
      };
    },
    "hold/release": () => undefined,
    verify: () => ({
      verification_id: "v",
      expires_at: "2027-01-04T09:15:00Z",
      resend_after: "2027-01-04T09:01:00Z",
    }),
    "verify/confirm": () => ({ verification_token: "vt", expires_at: "2027-01-04T09:15:00Z" }),
    waitlist: () => ({ id: "w", status: "waiting", position: 1 }),
    "series/preview": () => service.series?.shift(),
    series: () => outcomeOf(service.booked_series),
    "visits/times": () => service.visit_times,
    visits: () => outcomeOf(service.booked_visits),
  };
  const api = {
    config: async () => {
      const refusal = service.refusals?.shift();
      if (refusal) throw new Refusal(refusal);
      return service.config ?? aConfig();
    },
    availability: async (query: AvailabilityQuery) => (queries.push(query), january),
    ask: async (path: string, init: RequestInit = {}) => {
      if (path.startsWith("widget/config?"))
        return service.chosen?.(new URLSearchParams(path.split("?")[1]));
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
  const store = new Store(
    {
      id: "one",
      locale: () => "en-GB",
      t: () => texts,
      changed: () => undefined,
      isWide: () => false,
      emit: (name, detail) => (events.push([name, detail]), name !== "booking-redirect"),
      loadLanguageOf: async () => undefined,
      memory: () => ({
        keep: (value) => saved.push(value),
        recall: () => saved.at(-1) ?? null,
        forget: () => undefined,
      }),
      hasSavedState: () => saved.length > 0,
      session: () => null,
      reset: () => undefined,
    },
    api,
    { timeZone: "Europe/Amsterdam", returnUrl: "https://shop.example/", ...settings },
  );
  void store.loadPart();
  return { store, posts, others, queries, events, saved, send: () => send(store) };
}

/** Brings a store to the filled-in details form. */
export async function atDetails(...given: Parameters<typeof setUp>) {
  const under_test = setUp(...given);
  await under_test.store.start();
  await vi.advanceTimersByTimeAsync(0);
  under_test.store.act("choose", { type: "slot_chosen", slot, date: "2027-01-12" });
  await vi.advanceTimersByTimeAsync(0);
  under_test.store.act("change", "name", "Ada");
  under_test.store.act("change", "email", "ada@example.com");
  return under_test;
}
