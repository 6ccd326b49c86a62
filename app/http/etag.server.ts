import { weak } from "~/lib/etag";
import { jsonResponse } from "./json-response.server";

/** JSON that is written already, with its ETag: 304 without a body when nothing has changed. */
export function withETag({ etag, json }: { etag: string; json: string | null }, maxAgeSeconds = 5): Response {
  const headers = {
    ETag: weak(etag),
    "Cache-Control": `private, max-age=${maxAgeSeconds}`,
    Vary: "Accept-Encoding",
  };
  if (json === null) return new Response(null, { status: 304, headers });
  return jsonResponse(200, json, headers);
}
