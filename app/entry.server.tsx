import { createHash, randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { inPageLanguage, pageLocaleOf } from "~/http/page-language.server";
import { hasTokenInAddress, pageHeaders, tokenPageHeaders } from "~/http/security-headers.server";
import { closeDatabase } from "~/lib/db.server";
import { matchesTag, weak } from "~/lib/etag";
import { RETRY_AFTER } from "~/lib/database-away";
import { log } from "~/lib/log.server";
import { isTranslated } from "~/i18n/translated-pages";
import type { LocaleTag } from "~/i18n/locales";
import { AHEAD_SECONDS } from "~/ui/fetched-ahead";
import { NonceProvider } from "~/ui/nonce";
import type { PageHandle } from "~/ui/page-handle";

declare module "@remix-run/node" {
  // Enabled in remix.config.js: typed loader and action data (single fetch).
  interface Future {
    v3_singleFetch: true;
  }
}

export const streamTimeout = 10_000;

/** Called by the web process after draining: closes this build's database pool. */
export async function closeServer(): Promise<void> {
  await closeDatabase();
}

/** Called by the web process to start draining: live streams would otherwise stay open. */
export { endLiveStreams } from "./http/live-stream.server";

/** Called by the web process, which serves what this returns in place of the build itself. */
export { guardPages } from "./http/guard-pages.server";

/** Metrics for the web process, including this build's database pool. */
export { readMetrics } from "./lib/metrics.server";

/** The web process runs each page request inside its own visit context. */
export { inVisit } from "./http/visit.server";

/**
 * Data requests of an open page: Remix keeps the status of a loader's error response but drops its
 * headers.
 */
export function handleDataRequest(response: Response, { request }: { request: Request }): Response {
  // Browsers only use a prefetched response if it may be cached. It stays private, like the page
  // itself (below).
  const isAhead = request.headers.get("Sec-Purpose") === "prefetch" && response.ok;
  const caching = isAhead ? `private, max-age=${AHEAD_SECONDS}` : "private, no-cache";
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", caching);
  setTokenHeaders(request, response.headers);
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
  const { hasScript, locale } = readPageHandle(remixContext, request);
  const whole = await inPageLanguage(locale, () => renderWhole(page, nonce));
  const html = hasScript ? whole : whole.replace(HYDRATION_MARKERS, "");
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(pageHeaders(nonce)))
    if (!headers.has(name)) headers.set(name, value);
  setTokenHeaders(request, headers);
  // Pages contain personal data: browsers may cache them, shared caches may not.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  const isStored = headers.get("Cache-Control") !== "no-store" && status === 200;
  if (!hasScript && isStored) return conditional(request, html, headers);
  return new Response(html, { headers, status });
}

function setTokenHeaders(request: Request, headers: Headers): void {
  if (hasTokenInAddress(new URL(request.url).pathname))
    for (const [name, value] of Object.entries(tokenPageHeaders)) headers.set(name, value);
}

/** Whether the page has scripts, and its language. */
function readPageHandle(
  { routeModules, staticHandlerContext: { matches, loaderData, errors } }: EntryContext,
  request: Request,
): { hasScript: boolean; locale: LocaleTag } {
  const id = matches.at(-1)?.route.id ?? "root";
  const { scripts, locale } = (routeModules[id]?.handle ?? {}) as PageHandle<unknown>;
  const ofReader = isTranslated(new URL(request.url).pathname) ? pageLocaleOf(request) : "en";
  const hasData = errors === null && loaderData[id] !== undefined;
  return {
    hasScript: scripts !== false,
    locale: locale?.(hasData ? loaderData[id] : undefined, request) ?? ofReader,
  };
}

/** React's comments between texts and around Suspense: useless on a page without scripts. */
const HYDRATION_MARKERS = /<!--(?: |\/?\$[?!]?)-->/g;

/** Answers a conditional request. A page without scripts has no nonce: same content, same bytes. */
function conditional(request: Request, html: string, headers: Headers): Response {
  const tag = weak(`"${createHash("sha256").update(html).digest("base64url")}"`);
  headers.set("ETag", tag);
  if (!matchesTag(request.headers.get("If-None-Match"), tag))
    return new Response(html, { headers });
  headers.delete("Content-Type");
  return new Response(null, { headers, status: 304 });
}

/**
 * Renders the page as one string. All data is loaded before rendering, so streaming would show
 * nothing sooner, and chunks compress separately: the bookings list would be a sixth larger.
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
        // without a shell the whole page fails and is logged there
        if (hasShell) log.error({ err: error }, "a part of a page failed");
      },
    });
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/** Retry-After of a failed page, in seconds. Remix drops the headers of an error response. */
function readRetryAfter({
  loaderHeaders,
  actionHeaders,
}: EntryContext["staticHandlerContext"]): string | null {
  const sentHeaders = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  return sentHeaders.find((headers) => headers.has("Retry-After"))?.get("Retry-After") ?? null;
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  // An unknown address is not a server error.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (request.signal.aborted) return;
  const { pathname } = new URL(request.url);
  const request_id = request.headers.get("X-Request-Id");
  // Some paths contain secrets and are not logged.
  log.error(
    { err: error, request_id, path: hasTokenInAddress(pathname) ? null : pathname },
    "a page failed",
  );
}
