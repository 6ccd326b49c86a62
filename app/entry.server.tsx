import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { inPageLanguage, pageLocaleOf } from "~/http/page-language.server";
import { hasTokenInAddress, pageHeaders, tokenPageHeaders } from "~/http/security-headers.server";
import { closeDatabase } from "~/lib/db.server";
import { RETRY_AFTER } from "~/lib/database-away";
import { log } from "~/lib/log.server";
import { isTranslated } from "~/i18n/translated-pages";
import { AHEAD_SECONDS } from "~/ui/fetched-ahead";
import { NonceProvider } from "~/ui/nonce";

declare module "@remix-run/node" {
  // remix.config.js has it on: loaders' and actions' data keeps its types on the way to the page.
  interface Future {
    v3_singleFetch: true;
  }
}

export const streamTimeout = 10_000;

/** For the web process: lets go of what this build holds (its database pool) when the server has drained. */
export async function closeServer(): Promise<void> {
  await closeDatabase();
}

/** For the web process: what must end for the server to drain. */
export { endLiveStreams } from "./http/live-stream.server";

/** For the web process: what it serves instead of the build itself. */
export { guardPages } from "./http/guard-pages.server";

/** For the web process: its figures, of the database pool too, which this build holds. */
export { readMetrics } from "./lib/metrics.server";

/** The web process hands each request to the pages in a visit of its own. */
export { inVisit } from "./http/visit.server";

/** What an open page fetches of the next one: Remix keeps the status of a loader's refusal and drops its headers. */
export function handleDataRequest(response: Response, { request }: { request: Request }): Response {
  // Browsers use what they fetched ahead only where it may be kept. Otherwise as a page's own (below): it belongs to one person.
  const isAhead = request.headers.get("Sec-Purpose") === "prefetch" && response.ok;
  const kept = isAhead ? `private, max-age=${AHEAD_SECONDS}` : "private, no-cache";
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", kept);
  if (response.status === 503 && !response.headers.has("Retry-After"))
    response.headers.set("Retry-After", String(RETRY_AFTER));
  return response;
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const retryAfter = readRetryAfter(remixContext.staticHandlerContext);
  if (retryAfter !== null) headers.set("Retry-After", retryAfter);
  const page = (
    <NonceProvider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceProvider>
  );
  const locale = isTranslated(new URL(request.url).pathname) ? pageLocaleOf(request) : "en";
  const html = await inPageLanguage(locale, () => renderWhole(page, nonce));
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(pageHeaders(nonce)))
    if (!headers.has(name)) headers.set(name, value);
  if (hasTokenInAddress(new URL(request.url).pathname))
    for (const [name, value] of Object.entries(tokenPageHeaders)) headers.set(name, value);
  // Pages show what belongs to one person: a browser may keep them, nothing in between.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return new Response(html, { headers, status });
}

/**
 * A page as one text. Its data is all there before it is drawn, so sending it in pieces would show nothing sooner, and each piece is
 * compressed by itself: the list of bookings would be a sixth longer.
 */
function renderWhole(page: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let hasShell = false;
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onShellReady: () => void (hasShell = true),
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError(error) {
        if (hasShell) log.error({ err: error }, "a part of a page failed"); // without a shell the whole page is refused, and logged as such
      },
    });
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/** When a page that is refused may be asked for again (seconds). Remix drops what a loader or action says beside its refusal. */
function readRetryAfter({
  loaderHeaders,
  actionHeaders,
}: EntryContext["staticHandlerContext"]): string | null {
  const said = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  return said.find((headers) => headers.has("Retry-After"))?.get("Retry-After") ?? null;
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  // An address that does not exist is not a failure of ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (request.signal.aborted) return;
  const { pathname } = new URL(request.url);
  const request_id = request.headers.get("X-Request-Id");
  // Some addresses are secrets themselves.
  log.error(
    { err: error, request_id, path: hasTokenInAddress(pathname) ? null : pathname },
    "a page failed",
  );
}
