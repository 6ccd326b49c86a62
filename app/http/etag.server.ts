import { weak } from "~/lib/etag";
import { jsonResponse } from "./json-response.server";

/** Cached answers, which count against no rate limit. */
const cachedAnswers = new WeakSet<Response>();
export const wasCached = (response: unknown): boolean =>
  response instanceof Response && cachedAnswers.has(response);

export interface TaggedAnswer {
  etag: string;
  /** null when `etag` is the one the caller has. */
  json: string | null;
  /** The text was made for an earlier caller. */
  is_kept?: boolean;
}

/** JSON that is written already, with its ETag: 304 without a body when nothing has changed. */
export function withETag(
  { etag, json, is_kept = json === null }: TaggedAnswer,
  maxAgeSeconds = 5,
): Response {
  const headers = {
    ETag: weak(etag),
    "Cache-Control": `private, max-age=${maxAgeSeconds}`,
    Vary: "Accept-Encoding",
  };
  const response =
    json === null ? new Response(null, { status: 304, headers }) : jsonResponse(200, json, headers);
  if (is_kept) cachedAnswers.add(response);
  return response;
}
