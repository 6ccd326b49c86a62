/**
 * Every error code of the API with its HTTP status (RFC 9110). The single source for api(),
 * OpenAPI, tests and the widget.
 */
export const errorStatus = {
  malformed_request: 400,
  unknown_version: 400,
  invalid_state: 400,
  bad_signature: 400,
  unauthenticated: 401,
  invalid_key: 401,
  key_expired: 401,
  forbidden_role: 403,
  insufficient_scope: 403,
  livemode_mismatch: 403,
  origin_not_allowed: 403,
  csrf_failed: 403,
  not_found: 404,
  integration_disabled: 404,
  method_not_allowed: 405,
  slot_unavailable: 409,
  booking_link_unavailable: 409,
  hold_expired: 409,
  price_changed: 409,
  version_conflict: 409,
  invalid_transition: 409,
  idempotency_mismatch: 409,
  idempotency_in_progress: 409,
  already_exists: 409,
  in_use: 409,
  booking_not_payable: 409,
  not_connected: 409,
  organization_in_use: 409,
  too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  invalid_event_type: 422,
  verification_required: 422,
  verification_failed: 422,
  outside_booking_window: 422,
  amount_below_minimum: 422,
  cancellation_window_passed: 422,
  hold_limit: 429,
  rate_limited: 429,
  internal: 500,
  provider_unavailable: 502,
  not_ready: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One problem with one field; `path` is dotted ("customer.email", "rules.0.start"). */
export interface Issue {
  path: string;
  code: string;
  message: string;
}
