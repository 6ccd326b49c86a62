import { weak } from "~/lib/etag";
import { jsonResponse } from "./json-response.server";

/** Responses from the cache. They don't count against rate limits. */
const cachedAnswers = new WeakSet<Response>();
export const wasCached = (response: unknown): boolean =>
  response instanceof Response && cachedAnswers.has(response);

export interface TaggedAnswer {
  etag: string;
  /** null when the caller's copy, identified by `etag`, is current. */
  json: string | null;
  /** Whether the text was cached by an earlier call. */
  was_cached?: boolean;
}

/** Sends serialized JSON with its ETag, or 304 without a body when nothing has changed. */
export function withETag(
  { etag, json, was_cached = json === null }: TaggedAnswer,
  maxAgeSeconds = 5,
): Response {
  const headers = {
    ETag: weak(etag),
    "Cache-Control": `private, max-age=${maxAgeSeconds}`,
    Vary: "Accept-Encoding",
  };
  const response =
    json === null ? new Response(null, { status: 304, headers }) : jsonResponse(200, json, headers);
  if (was_cached) cachedAnswers.add(response);
  return response;
}
