import { checkCallingOrigin } from "~/domain/api-keys/calling-origin.server";
import type { KeyActor } from "~/domain/identity/actor";

const ALLOWED_HEADERS =
  "content-type, authorization, x-publishable-key, idempotency-key, booking-version, if-none-match";
const EXPOSED_HEADERS =
  "etag, idempotency-replayed, location, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id";

/** A preflight carries no key, so any origin may ask; the call itself is judged by its key (Fetch standard, CORS protocol). */
export function preflight(request: Request, methods: string[]): Response {
  const headers = new Headers({ Vary: "Origin", Allow: [...methods, "OPTIONS"].join(", ") });
  const origin = request.headers.get("Origin");
  if (origin !== null) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Methods", methods.join(", "));
    headers.set("Access-Control-Allow-Headers", ALLOWED_HEADERS);
    headers.set("Access-Control-Max-Age", "86400");
  }
  return new Response(null, { status: 204, headers });
}

/** Answers to key calls may be read by the page that made them, errors too: a widget must be able to say what went wrong. */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get("Origin");
  if (origin === null) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": EXPOSED_HEADERS,
  };
}

/** Throws origin_not_allowed when a browser calls from an origin that the key, or the configuration it is bound to, does not list. */
export function checkOrigin({
  allowed_origins,
  widget_config_id,
  configuration,
  origin,
}: KeyActor): void {
  checkCallingOrigin(
    [allowed_origins, widget_config_id === null ? [] : configuration.allowed_origins],
    origin,
  );
}
