import { createHash } from "node:crypto";

/** A complete page for someone without an account, opened by the secret in its address. */
export interface TokenDocument {
  html: string;
  /** Its only style sheet. */
  style: string;
  status: number;
  headers?: Record<string, string>;
}

/**
 * Builds the response: no scripts run, forms post back to the page only, and no site can frame it.
 */
export function tokenDocument({ html, style, status, headers = {} }: TokenDocument): Response {
  const hash = createHash("sha256").update(style).digest("base64");
  return new Response(html, {
    status,
    headers: {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  });
}
