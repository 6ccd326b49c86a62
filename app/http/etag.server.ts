import { weak } from "~/lib/etag";
import { jsonResponse } from "./json-response.server";

/** JSON that was written by the database, with its ETag: 304 without a body when nothing has changed. */
export function withETag({ etag, json }: { etag: string; json: string | null }): Response {
  const headers = { ETag: weak(etag), "Cache-Control": "private, max-age=5", Vary: "Accept-Encoding" };
  if (json === null) return new Response(null, { status: 304, headers });
  return jsonResponse(200, json, headers);
}
