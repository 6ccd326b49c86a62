import { problemOf, Refusal } from "./problem";
import type { Availability, AvailabilityQuery, Booked, Config } from "./wire";

/** Long enough for a slow phone on a train, short enough not to look dead. */
const TIMEOUT_MS = 20_000;

export interface Api {
  config(config_id: string | null | undefined, signal: AbortSignal): Promise<Config>;
  availability(query: AvailabilityQuery, signal: AbortSignal): Promise<Availability>;
  /** Cannot be aborted: once asked, a booking may exist, and the visitor must be told. */
  book(body: string, idempotency_key: string): Promise<Booked>;
}

/** The three calls of the widget. Each throws a `Refusal`, or the signal's reason when it was aborted. */
export function createApi(base_url: string, publishable_key: string): Api {
  const call = <T>(path: string, signal: AbortSignal, init: RequestInit = {}): Promise<T> =>
    request<T>(`${base_url.replace(/\/$/, "")}/api/widget/${path}`, signal, {
      ...init,
      credentials: "omit",
      headers: { ...init.headers, "x-publishable-key": publishable_key },
    });
  return {
    config: (config_id, signal) =>
      call(config_id ? `config?config_id=${encodeURIComponent(config_id)}` : "config", signal),
    availability: (query, signal) => call(`availability?${searchOf(query)}`, signal),
    book: (body, idempotency_key) =>
      call("booking", new AbortController().signal, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "idempotency-key": idempotency_key },
      }),
  };
}

/** The query string of an availability question; equal questions give equal text. */
export function searchOf(query: AvailabilityQuery): string {
  const { resource_ids, schedule_id, from, to, tz, party_size } = query;
  const search = new URLSearchParams({ from, to, tz, party_size: String(party_size) });
  if (schedule_id) search.set("schedule_id", schedule_id);
  for (const id of resource_ids) search.append("resource_id", id);
  return search.toString();
}

async function request<T>(url: string, signal: AbortSignal, init: RequestInit): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, timeout]) });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && body) return body as T; // The service parses its own answers against the contract.
    throw new Refusal(problemOf(response.status, body, response.headers.get("retry-after"), Date.now()));
  } catch (error) {
    if (signal.aborted || error instanceof Refusal) throw error;
    throw new Refusal(problemOf(0, { error: { code: timeout.aborted ? "timeout" : "unreachable" } }, null, 0));
  }
}
