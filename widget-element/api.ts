import { problemOf, Refusal, unreachable } from "./problem";
import type {
  Availability,
  AvailabilityQuery,
  Booked,
  Booking,
  Config,
  Held,
  Joined,
  Verified,
  VerifyStarted,
} from "./wire";

/** Long enough for a slow phone on a train, short enough not to look dead. */
const TIMEOUT_MS = 20_000;

/** What a POST asks for, by the end of its address, and what it answers. */
export interface Posts {
  booking: Booked;
  waitlist: Joined;
  verify: VerifyStarted;
  "verify/confirm": Verified;
  hold: Held;
  "hold/release": void;
}

export interface Api {
  /** The configuration and, where one offer can be shown at once, the times that the query asks for. */
  config(query: AvailabilityQuery, signal: AbortSignal): Promise<Config>;
  availability(query: AvailabilityQuery, signal: AbortSignal): Promise<Availability>;
  /** Cannot be aborted: once asked, a booking may exist, and the visitor must be told. */
  post<Name extends keyof Posts>(name: Name, body: string, idempotency_key: string): Promise<Posts[Name]>;
  /** The booking that was paid in a checkout. */
  bySession(session_id: string): Promise<Booking>;
}

/** The calls of the widget. Each throws a `Refusal`, or the signal's reason when it was aborted. */
export function createApi(base_url: string, publishable_key: string, config_id?: string | null): Api {
  const never = new AbortController().signal;
  const asked = (query: AvailabilityQuery) =>
    `${config_id ? `${new URLSearchParams({ config_id })}&` : ""}${searchOf(query)}`;
  const call = <T>(path: string, signal: AbortSignal, init: RequestInit = {}): Promise<T> =>
    request<T>(`${base_url.replace(/\/$/, "")}/api/${path}`, signal, {
      ...init,
      credentials: "omit",
      headers: { ...init.headers, "x-publishable-key": publishable_key },
    });
  return {
    config: (query, signal) => call(`widget/config?include=availability&${asked(query)}`, signal),
    availability: (query, signal) => call(`widget/availability?${asked(query)}`, signal),
    post: (name, body, idempotency_key) =>
      call(`widget/${name}`, never, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "idempotency-key": idempotency_key },
      }),
    bySession: (session_id) => call(`bookings/by-session?${new URLSearchParams({ session_id })}`, never),
  };
}

/** The query string of an availability question; equal questions give equal text. */
export function searchOf(query: AvailabilityQuery): string {
  const { resource_ids, schedule_id, from, to, tz, party_size } = query;
  const search = new URLSearchParams({ from, to, tz, party_size: String(party_size) });
  if (schedule_id) search.set("schedule_id", schedule_id);
  for (const id of resource_ids) search.append("resource_id", id);
  if (query.unavailable) search.set("include", "unavailable");
  return search.toString();
}

async function request<T>(url: string, signal: AbortSignal, init: RequestInit): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, timeout]) });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && (body || response.status === 204)) return body as T; // The service parses its own answers against the contract.
    throw new Refusal(problemOf(response.status, body, response.headers.get("retry-after"), Date.now()));
  } catch (error) {
    if (signal.aborted || error instanceof Refusal) throw error;
    throw new Refusal(unreachable(timeout.aborted ? "timeout" : undefined));
  }
}
