import { loadInteractionsPart } from "./interactions-part";
import { Refusal, unreachable } from "./shared/problem";
import type { Availability, AvailabilityQuery, Config } from "./wire";

/** Long enough for slow mobile networks, short enough not to seem frozen. */
const TIMEOUT_MS = 20_000;

export interface Api {
  /** The configuration and, if a single service is shown, its availability for the query. */
  config(query: AvailabilityQuery, signal: AbortSignal): Promise<Config>;
  availability(query: AvailabilityQuery, signal: AbortSignal): Promise<Availability>;
  /** Any other request, by path suffix. */
  ask(path: string, init?: RequestInit): Promise<unknown>;
}

/** The widget's API client. Methods throw a `Refusal`, or the signal's reason when aborted. */
export function createApi(
  base_url: string,
  key: string,
  config_id?: string | null,
  booking_link_token?: string | null,
): Api {
  const named = {
    ...(config_id && { config_id }),
    ...(booking_link_token && { booking_link_token }),
  };
  // Reads send the key in the URL: a header would cost a CORS preflight per address.
  const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
    request(`${base_url.replace(/\/$/, "")}/api/${path}${headers ? "" : "&key=" + key}`, {
      ...init,
      credentials: "omit",
      headers: headers && { ...headers, "x-publishable-key": key },
    });
  const read =
    <T>(path: string) =>
    (query: AvailabilityQuery, signal: AbortSignal) =>
      // The service validates its responses against the contract.
      ask(`widget/${path}${searchOf(query, named)}`, { signal }) as Promise<T>;
  return {
    ask,
    config: read<Config>("config?include=availability&"),
    availability: read<Availability>("availability?"),
  };
}

/**
 * Query string of an availability request, after the named parameters. Equal requests give equal
 * strings.
 */
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
  if (query.extra_minutes) search.set("extra_minutes", String(query.extra_minutes));
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
    // Error parsing is loaded with the part that displays errors.
    const { problemOf } = await loadInteractionsPart();
    throw new Refusal(
      problemOf(response.status, body, response.headers.get("retry-after"), Date.now()),
    );
  } catch (error) {
    if (init.signal?.aborted || error instanceof Refusal) throw error;
    throw new Refusal(unreachable(timeout.aborted ? "timeout" : undefined));
  }
}
