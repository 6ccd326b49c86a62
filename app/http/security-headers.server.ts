import type { RequestHandler } from "express";
import { env, isHttps } from "~/lib/env.server";

/** Headers of every response: pages, API and files (OWASP Secure Headers). */
export const everyAnswer: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  ...(isHttps && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
};

/** Headers for addresses that hold a secret: not cached, not leaked as a referrer, not indexed. */
export const tokenPageHeaders: Record<string, string> = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
};

/**
 * Whether an address contains a recipient's secret: guest pages, emailed links to members, calendar
 * feeds.
 */
export function hasTokenInAddress(path: string): boolean {
  return /^\/(manage|approvals|waiting|invitations|calendar)\/./i.test(path);
}

/**
 * Lets a response's own header replace a default one. Remix's adapter appends headers, which would
 * send both. A Headers object has already joined repeatable headers, except cookies.
 */
export const ownHeadersFirst: RequestHandler = (_request, response, next) => {
  const append = response.append.bind(response);
  response.append = (name, value) =>
    /^set-cookie$/i.test(name) ? append(name, value) : response.set(name, value);
  next();
};

/**
 * Additional headers of pages: only the page's own scripts run (CSP level 3, by nonce), and no site
 * can frame it.
 */
export function pageHeaders(nonce: string): Record<string, string> {
  const policy = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}'`,
    "style-src": `'self' 'nonce-${nonce}'`,
    // Components set positions through style attributes; these can contain no selector or url.
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    // A sign-in form may redirect to the configured identity providers.
    "form-action": ["'self'", ...identityOrigins()].join(" "),
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  };
}

function identityOrigins(): string[] {
  return env.OIDC.map((provider) => new URL(provider.issuer).origin);
}
