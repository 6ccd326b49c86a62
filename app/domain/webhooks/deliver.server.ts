import { clock } from "~/lib/clock";
import { decrypt } from "~/lib/crypto.server";
import { countAttempt } from "~/lib/metrics.server";
import { type NetworkAccess, SendError, type SendErrorKind } from "~/lib/outside/connect.server";
import { inSpan, traceparent } from "~/lib/trace.server";
import type { ClaimedDelivery } from "./claim-deliveries.sql.server";
import { ATTEMPT_DELAYS_MS, classifyAttempt, type Outcome } from "./delivery-schedule";
import { network as realNetwork } from "./network.server";
import { post } from "./post.server";
import { recordAttempt } from "./record-attempt.sql.server";
import type { Attempt } from "./record-successes.sql.server";
import { signedHeaders } from "./signature";
import { secretContext } from "./subscription-row";

export {
  claimDeliveries,
  type ClaimedDelivery,
  LEASE_SECONDS,
  releaseLeases,
  renewLeases,
} from "./claim-deliveries.sql.server";

/**
 * Sends a claimed delivery once and records the result; no transaction is open meanwhile. False
 * when the lease was lost or `signal` aborted the attempt: then nothing is recorded, and the next
 * lease holder sends it again.
 */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  signal: AbortSignal,
  network: NetworkAccess = realNetwork,
): Promise<boolean> {
  const { traceparent: parent, type, event_id, attempts } = delivery;
  const attributes = {
    "booking.event.type": type,
    "booking.event.id": event_id,
    "booking.attempt": attempts + 1,
  };
  return inSpan("webhook.delivery", { kind: "client", parent, attributes }, async (span) => {
    const { outcome, isRecorded } = await sendAndRecord(delivery, signal, network);
    if (outcome.response_code !== null)
      span?.setAttribute("http.response.status_code", outcome.response_code);
    if (outcome.error !== null) span?.setAttribute("error.type", outcome.error);
    return isRecorded;
  });
}

async function sendAndRecord(
  delivery: ClaimedDelivery,
  signal: AbortSignal,
  network: NetworkAccess,
): Promise<{ outcome: Result; isRecorded: boolean }> {
  const started = performance.now();
  const sentAt = clock.now();
  const headers = headersOf(delivery, sentAt);
  const result =
    headers === null
      ? failure("secret_unreadable")
      : await send(delivery, headers, network, signal);
  if (signal.aborted) return { outcome: result, isRecorded: false };
  countAttempt(result.response_code);
  const attempt: Attempt = {
    request_url: delivery.url,
    request_headers: headers ?? {},
    started_at: new Date(sentAt),
    latency_ms: Math.round(performance.now() - started),
    response_code: result.response_code,
    response_body: result.response_body,
    error: result.error,
  };
  const maxAttempts = delivery.origin === "test" ? 1 : ATTEMPT_DELAYS_MS.length;
  const verdict = classifyAttempt(result, delivery.attempts + 1, maxAttempts, Math.random());
  return { outcome: result, isRecorded: await recordAttempt(delivery, attempt, verdict) };
}

type Result = Outcome & { response_body: string | null };

async function send(
  delivery: ClaimedDelivery,
  headers: Record<string, string>,
  network: NetworkAccess,
  signal: AbortSignal,
): Promise<Result> {
  try {
    const answer = await post(new URL(delivery.url), headers, delivery.body, network, signal);
    return { ...answer, error: null };
  } catch (error) {
    if (error instanceof SendError) return failure(error.kind);
    if (signal.aborted) return failure("timeout");
    throw error;
  }
}

function failure(error: SendErrorKind | "secret_unreadable"): Result {
  return { response_code: null, response_body: null, retry_after_ms: null, error };
}

/**
 * The signed headers; null when the secret cannot be decrypted (the encryption key was changed).
 */
function headersOf(delivery: ClaimedDelivery, sentAt: number): Record<string, string> | null {
  const context = secretContext(delivery.tenant_id, delivery.subscription_id);
  const previous = delivery.previous_secret_ciphertext;
  try {
    const current = decrypt(delivery.secret_ciphertext, context);
    const secrets: [string, string?] =
      previous === null ? [current] : [current, decrypt(previous, context)];
    const message = { id: delivery.event_id, type: delivery.type, body: delivery.body };
    const trace = traceparent();
    return {
      ...signedHeaders(message, secrets, sentAt),
      "User-Agent": "Booking-Service-Webhooks/1",
      ...(trace !== null && { traceparent: trace }),
    };
  } catch {
    return null;
  }
}
