import type { RequestHandler } from "express";
import { env, isHttps } from "~/lib/env.server";

/** What every answer carries, for pages, API and files (OWASP Secure Headers). */
export const everyAnswer: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  ...(isHttps && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
};

/** What every answer carries whose address holds a secret: nothing keeps it, tells it on or finds it. */
export const tokenPageHeaders: Record<string, string> = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
};

/** Whether an address is a secret of the person it was sent to: guests' pages, links in mails to members, calendar feeds. */
export function hasTokenInAddress(path: string): boolean {
  return /^\/(manage|approvals|invitations|calendar)\/./i.test(path);
}

/**
 * Lets an answer's own header take the place of one that every answer carries. Remix's adapter appends each, so that a reader would
 * see both; a Headers object has already joined what may be said twice, but for cookies.
 */
export const ownHeadersFirst: RequestHandler = (_request, response, next) => {
  const append = response.append.bind(response);
  response.append = (name, value) =>
    /^set-cookie$/i.test(name) ? append(name, value) : response.set(name, value);
  next();
};

/** What pages carry besides: only the page's own scripts run (CSP level 3, by nonce), and no site can frame it. */
export function pageHeaders(nonce: string): Record<string, string> {
  const policy = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}'`,
    "style-src": `'self' 'nonce-${nonce}'`,
    // Components place themselves by style attributes; no selector or url can hide in one.
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    // A sign-in form may lead on to the identity providers that are configured.
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
