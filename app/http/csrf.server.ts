import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing call that another site made the browser send: Sec-Fetch-Site must be same-origin or none; without that
 * header Origin must be the configured base URL (never a forwarded one). Both absent is no browser form either: refused.
 */
export function checkCsrf(request: Request): void {
  if (SAFE.has(request.method)) return;
  const site = request.headers.get("Sec-Fetch-Site");
  const isOurs =
    site === null ? request.headers.get("Origin") === env.BASE_URL : site === "same-origin" || site === "none";
  if (!isOurs) throw new AppError("csrf_failed", "This call did not come from the dashboard.");
}
