import { attemptFor, randomKey } from "../details/attempt";
import type { Store } from "../store";
import type {
  Booked,
  BookedSeries,
  Booking,
  Config,
  Held,
  Joined,
  Schedule,
  Series,
  Verified,
  VerifyStarted,
  VisitTimes,
} from "../wire";
import { visitOf } from "./visit";

/** Response of each POST, by path suffix. */
export interface Posts {
  booking: Booked;
  waitlist: Joined;
  verify: VerifyStarted;
  "verify/confirm": Verified;
  hold: Held;
  "hold/release": void;
  "series/preview": Series;
  series: BookedSeries;
  "visits/times": VisitTimes;
  visits: BookedSeries;
}

// The service validates its responses against the contract.

/**
 * Posts idempotently: equal content keeps its key, unless it is a request of its own (`anew`). Not
 * abortable: the booking may exist, and the visitor must see it. `keepalive`: also completes when
 * the page is left.
 */
export function post<Name extends keyof Posts>(
  store: Store,
  name: Name,
  content: unknown,
  { anew = false, keepalive = false } = {},
): Promise<Posts[Name]> {
  const { attempts } = visitOf(store);
  const previous = anew ? null : (attempts.get(name) ?? null);
  const attempt = attemptFor(JSON.stringify(content), previous, randomKey);
  attempts.set(name, attempt);
  return store.api.ask(`widget/${name}`, {
    method: "POST",
    keepalive,
    body: attempt.body,
    headers: {
      "content-type": "application/json",
      "idempotency-key": attempt.idempotency_key,
    },
  }) as Promise<Posts[Name]>;
}

/**
 * A booking's status by checkout session or id; the service queries the payment provider first.
 */
export const bookingStatus = (
  { api }: Store,
  named: { session_id: string } | { booking_id: string },
): Promise<Booking> =>
  api.ask(`bookings/by-session?${new URLSearchParams(named)}`) as Promise<Booking>;

/**
 * A schedule in full: large configurations omit questions and descriptions, which are loaded per
 * schedule.
 */
export function wholeSchedule(store: Store, schedule_id: string): Promise<Schedule | undefined> {
  const { configId: config_id, bookingLink: booking_link_token } = store.settings;
  const named = {
    schedule_id,
    ...(config_id && { config_id }),
    ...(booking_link_token && { booking_link_token }),
  };
  const { schedules } = visitOf(store);
  const known = schedules.get(schedule_id);
  if (known) return known;
  const loading = (
    store.api.ask(`widget/config?${new URLSearchParams(named)}`) as Promise<Config>
  ).then((config) => config.schedules.find(({ id }) => id === schedule_id));
  schedules.set(schedule_id, loading);
  loading.catch(() => schedules.delete(schedule_id));
  return loading;
}
