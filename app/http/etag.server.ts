import { jsonResponse } from "./json-response.server";

/** JSON that was written by the database, with its ETag (RFC 9110, 13.1.2): 304 without a body when nothing has changed. */
export function withETag({ etag, json }: { etag: string; json: string | null }): Response {
  const headers = { ETag: etag, "Cache-Control": "private, max-age=5" };
  if (json === null) return new Response(null, { status: 304, headers });
  return jsonResponse(200, json, headers);
}
