import type { HeadersFunction } from "@remix-run/node";
import { createHash } from "node:crypto";
import { env } from "~/lib/env.server";
import { tokenPageHeaders } from "./security-headers.server";

const hashOf = (style: string) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/**
 * Headers of a page opened by the secret in its address: no scripts run, forms post back to the
 * page only, and nothing stores or leaks the address.
 */
export function secretPageHeaders(style: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src ${hashOf(style)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return { ...tokenPageHeaders, "Content-Security-Policy": policy.join("; ") };
}

interface PublicPage {
  style: string;
  /** Whether search engines may index it. */
  is_indexed: boolean;
  /** Whether browsers may store it; they revalidate it each time. */
  is_stored: boolean;
  /** Additional targets of its forms, as CSP sources. */
  leads_to?: string[];
}

/** Headers of a public page with the widget: only the service's own scripts run. */
export function publicPageHeaders(page: PublicPage): Record<string, string> {
  const { style, is_indexed, is_stored, leads_to = [] } = page;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    // Uploaded images are served from the base URL, whatever host this page was requested on.
    `img-src 'self' data: ${env.BASE_URL}`,
    `style-src ${hashOf(style)}`,
    `form-action ${["'self'", ...leads_to].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    // The same for all readers of a language, but each booking changes it, so it is revalidated
    // every time.
    "Cache-Control": is_stored ? "private, no-cache" : "no-store",
    Vary: "Accept-Language",
    ...(!is_indexed && { "X-Robots-Tag": "noindex" }),
  };
}

/**
 * `headers` of a guest page: those of the form's answer, otherwise of what was loaded. A page that
 * failed has the style `errorStyle`.
 */
export const guestPageHeaders =
  (errorStyle: string): HeadersFunction =>
  ({ actionHeaders, loaderHeaders }) =>
    [actionHeaders, loaderHeaders].find((headers) => headers.has("Content-Security-Policy")) ??
    secretPageHeaders(errorStyle);
