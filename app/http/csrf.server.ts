import type { RequestHandler } from "express";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The one rule: a state-changing request must come from our own pages. `site` and `origin` are null
 * when the header is absent.
 */
function isForged(method: string, site: string | null, origin: string | null): boolean {
  if (SAFE.has(method)) return false;
  return site === null ? origin !== env.BASE_URL : site !== "same-origin" && site !== "none";
}

/**
 * Refuses a state-changing request that another site made the browser send. Sec-Fetch-Site must be
 * same-origin or none; without that header, Origin must be the configured base URL (never a
 * forwarded one). A request with neither is refused, because browsers send at least one with a
 * form. Throws csrf_failed.
 */
export function checkCsrf(request: Request): void {
  if (
    isForged(request.method, request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin"))
  )
    throw new AppError("csrf_failed", "This call did not come from the dashboard.");
}

/**
 * For operations and pages that need no session but change a browser's state or create a booking:
 * another site must not sign in our visitors. Programs send neither header and pass. Throws
 * csrf_failed.
 */
export function checkPublicCsrf(request: Request): void {
  if (request.headers.has("Sec-Fetch-Site") || request.headers.has("Origin")) checkCsrf(request);
}

/**
 * For pages without a cookie, whose address is a secret that other sites don't have. Their
 * no-referrer policy makes browsers without Sec-Fetch-Site send `Origin: null`, and programs send
 * no Origin: both pass. Another site's Origin is refused. Throws csrf_failed.
 */
export function checkGuestCsrf(request: Request): void {
  const origin = request.headers.get("Origin");
  const isUnknown = origin === null || origin === "null";
  if (request.headers.has("Sec-Fetch-Site") || !isUnknown) checkCsrf(request);
}

/**
 * Paths with their own rule: the API checks by caller, and the secret in an emailed link is its own
 * proof (its page's no-referrer policy makes browsers without Sec-Fetch-Site send `Origin: null`).
 * Paths with a dot are excluded: `..` could lead elsewhere, and `.data` addresses a page.
 */
function hasOwnRule(path: string): boolean {
  return (
    /^\/(api(\/.*)?|(manage|approvals|waiting)\/[^/]+\/?)$/i.test(path) &&
    !/[/\\](\.|%2e)|\.data$/i.test(path)
  );
}

const isApi = (path: string) => /^\/api(\/|$)/i.test(path);

/**
 * Answers 403 to a cross-site form post before Remix runs, so that no page can forget the check.
 */
export const refuseForgedPosts: RequestHandler = (request, response, next) => {
  const header = (name: string) => request.get(name) ?? null;
  if (
    hasOwnRule(request.path) ||
    !isForged(request.method, header("Sec-Fetch-Site"), header("Origin"))
  )
    return next();
  response.status(403).set("Cache-Control", "no-store").type("text/plain");
  response.send("This did not come from this site. Open the page here and try again.\n");
};

/**
 * Sets the host to our own before Remix runs: its built-in check compares Origin with
 * X-Forwarded-Host or Host, and the rule above has already decided. A page with its own rule
 * (checkGuestCsrf) answers a foreign origin itself, so that is passed on as Sec-Fetch-Site.
 */
export const nameOurHost: RequestHandler = (request, _response, next) => {
  const { headers } = request;
  delete headers["x-forwarded-host"];
  headers.host = new URL(env.BASE_URL).host;
  if (SAFE.has(request.method) || headers.origin === undefined) return next();
  if (!hasOwnRule(request.path)) headers.origin = env.BASE_URL;
  else if (!isApi(request.path)) {
    if (headers.origin !== "null" && headers.origin !== env.BASE_URL)
      headers["sec-fetch-site"] ??= "cross-site";
    delete headers.origin;
  }
  next();
};
