import type { RequestHandler } from "express";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** The rule, in one place: what changes something comes from our own pages. `site` and `origin` are null where they were not sent. */
function isForged(method: string, site: string | null, origin: string | null): boolean {
  if (SAFE.has(method)) return false;
  return site === null ? origin !== env.BASE_URL : site !== "same-origin" && site !== "none";
}

/**
 * Refuses a state-changing call that another site made the browser send: Sec-Fetch-Site must be same-origin or none; without that
 * header Origin must be the configured base URL (never a forwarded one). Both absent is no browser form either: refused.
 * Throws csrf_failed.
 */
export function checkCsrf(request: Request): void {
  if (
    isForged(request.method, request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin"))
  )
    throw new AppError("csrf_failed", "This call did not come from the dashboard.");
}

/**
 * For operations and pages that need no session but change what a browser holds, or book: another site must not sign its visitors in
 * here. A program says neither header and passes. Throws csrf_failed.
 */
export function checkPublicCsrf(request: Request): void {
  if (request.headers.has("Sec-Fetch-Site") || request.headers.has("Origin")) checkCsrf(request);
}

/**
 * For a page without a cookie, whose address is a secret that no other site knows. Its no-referrer makes a browser without Sec-Fetch-Site
 * send `Origin: null`, and a program sends none: both pass. Another site's Origin does not. Throws csrf_failed.
 */
export function checkGuestCsrf(request: Request): void {
  const origin = request.headers.get("Origin");
  const isUnknown = origin === null || origin === "null";
  if (request.headers.has("Sec-Fetch-Site") || !isUnknown) checkCsrf(request);
}

/**
 * Where another rule holds: the API asks by its caller, and a link from a mail (a guest's, or one to approve a booking) is its own proof,
 * which no other site knows (its page's no-referrer makes a browser without Sec-Fetch-Site say `Origin: null`). A dot could lead out of
 * there again, and `.data` to a page.
 */
function hasOwnRule(path: string): boolean {
  return (
    /^\/(api(\/.*)?|(manage|approvals)\/[^/]+\/?)$/i.test(path) &&
    !/[/\\](\.|%2e)|\.data$/i.test(path)
  );
}

/** Answers 403 to whatever another site made the browser send to a page, before Remix, so that no page can forget to ask. */
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
 * Tells Remix our own address, by whatever name a proxy or a client called it: its own check compares Origin with X-Forwarded-Host or
 * Host, and what has come this far has been judged by the rule above.
 */
export const nameOurHost: RequestHandler = (request, _response, next) => {
  delete request.headers["x-forwarded-host"];
  request.headers.host = new URL(env.BASE_URL).host;
  if (
    !hasOwnRule(request.path) &&
    !SAFE.has(request.method) &&
    request.headers.origin !== undefined
  )
    request.headers.origin = env.BASE_URL;
  next();
};
