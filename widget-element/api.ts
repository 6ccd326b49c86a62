import { loadInteractionsPart } from "./interactions-part";
import { Refusal, unreachable } from "./shared/problem";
import type { Availability, AvailabilityQuery, Config } from "./wire";

/** Long enough for a slow phone on a train, short enough not to look dead. */
const TIMEOUT_MS = 20_000;

export interface Api {
  /** The configuration and, where one offer can be shown at once, the times that the query asks for. */
  config(query: AvailabilityQuery, signal: AbortSignal): Promise<Config>;
  availability(query: AvailabilityQuery, signal: AbortSignal): Promise<Availability>;
  /** Anything else, by the end of its address. */
  ask(path: string, init?: RequestInit): Promise<unknown>;
}

/** The calls of the widget. Each throws a `Refusal`, or the signal's reason when it was aborted. */
export function createApi(
  base_url: string,
  key: string,
  config_id?: string | null,
  booking_link?: string | null,
): Api {
  const named = { ...(config_id && { config_id }), ...(booking_link && { booking_link }) };
  // In a header the key of a read would cost a preflight for each address.
  const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
    request(`${base_url.replace(/\/$/, "")}/api/${path}${headers ? "" : "&key=" + key}`, {
      ...init,
      credentials: "omit",
      headers: headers && { ...headers, "x-publishable-key": key },
    });
  const read =
    <T>(path: string) =>
    (query: AvailabilityQuery, signal: AbortSignal) =>
      ask(`widget/${path}${searchOf(query, named)}`, { signal }) as Promise<T>; // The service parses its own answers against the contract.
  return {
    ask,
    config: read<Config>("config?include=availability&"),
    availability: read<Availability>("availability?"),
  };
}

/** The query string of an availability question, after what is named with each; equal questions give equal text. */
export function searchOf(query: AvailabilityQuery, named: Record<string, string> = {}): string {
  const { resource_ids, schedule_id, length_minutes, from, to, tz, party_size } = query;
  const search = new URLSearchParams({
    ...named,
    from,
    to,
    tz,
    party_size: String(party_size),
  });
  if (schedule_id) search.set("schedule_id", schedule_id);
  if (length_minutes) search.set("length_minutes", String(length_minutes));
  for (const id of resource_ids) search.append("resource_id", id);
  if (query.unavailable) search.set("include", "unavailable");
  return search.toString();
}

async function request(url: string, init: RequestInit): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any([init.signal ?? timeout, timeout]),
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && (body || response.status === 204)) return body;
    const { problemOf } = await loadInteractionsPart(); // What is wrong is read where it is said.
    throw new Refusal(
      problemOf(response.status, body, response.headers.get("retry-after"), Date.now()),
    );
  } catch (error) {
    if (init.signal?.aborted || error instanceof Refusal) throw error;
    throw new Refusal(unreachable(timeout.aborted ? "timeout" : undefined));
  }
}
