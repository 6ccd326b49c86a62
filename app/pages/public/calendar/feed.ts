import type { LoaderFunctionArgs } from "@remix-run/node";
import { Readable } from "node:stream";
import { readFeed } from "~/domain/calendar/read-feed.sql.server";
import { contextOf } from "~/http/client-context";
import { answerRefusal } from "~/http/guest-request.server";
import { countCall } from "~/http/limits.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { weak } from "~/lib/etag";

const headers = tokenPageHeaders;

/** A private calendar feed, /calendar/<secret>.ics, which calendar programs poll. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const answer = await answerFeed(args).catch(answerRefusal);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

async function answerFeed({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const token = (params["token"] ?? "").replace(/\.ics$/, "");
  await countCall("calendar_feed", { ip: contextOf(context).ip ?? "", id: token.slice(0, 64) });
  const feed = await readFeed(token, request.headers.get("If-None-Match"));
  if (feed === null) return new Response("There is no such calendar.\n", { status: 404 });
  if (feed.body === null)
    return new Response(null, { status: 304, headers: { ETag: weak(feed.etag) } });
  return new Response(
    Readable.toWeb(
      Readable.from(feed.body).map((piece: string) => Buffer.from(piece)),
    ) as ReadableStream,
    { headers: { ETag: weak(feed.etag), "Content-Type": "text/calendar; charset=utf-8" } },
  );
}
