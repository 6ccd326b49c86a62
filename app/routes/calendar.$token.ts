import type { LoaderFunctionArgs } from "@remix-run/node";
import { Readable } from "node:stream";
import { readFeed } from "~/domain/calendar/read-feed.sql.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { weak } from "~/lib/etag";

const headers = tokenPageHeaders;

/** A private calendar: /calendar/<secret>.ics, for calendar programs that ask again and again. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const token = (params["token"] ?? "").replace(/\.ics$/, "");
  const feed = await readFeed(token, request.headers.get("If-None-Match"));
  if (feed === null) return new Response("There is no such calendar.\n", { status: 404, headers });
  if (feed.body === null) return new Response(null, { status: 304, headers: { ...headers, ETag: weak(feed.etag) } });
  return new Response(
    Readable.toWeb(Readable.from(feed.body).map((piece: string) => Buffer.from(piece))) as ReadableStream,
    {
      headers: { ...headers, ETag: weak(feed.etag), "Content-Type": "text/calendar; charset=utf-8" },
    },
  );
}
