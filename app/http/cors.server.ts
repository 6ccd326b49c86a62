import { checkCallingOrigin } from "~/domain/api-keys/calling-origin.server";
import type { KeyActor } from "~/domain/identity/actor";

const ALLOWED_HEADERS =
  "content-type, authorization, x-publishable-key, idempotency-key, booking-version, if-none-match";
const EXPOSED_HEADERS =
  "etag, idempotency-replayed, location, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id";

/**
 * A preflight carries no key, so every origin is allowed; the call itself is checked against its
 * key (Fetch standard, CORS protocol).
 */
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

/**
 * Pages may read every response to a key call, including errors, so that a widget can show what
 * went wrong.
 */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get("Origin");
  if (origin === null) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": EXPOSED_HEADERS,
  };
}

/**
 * Throws origin_not_allowed for a browser call from an origin that neither the key nor its widget
 * configuration lists.
 */
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
