import { createHash } from "node:crypto";
import { env } from "~/lib/env.server";
import { matchesTag, weak } from "~/lib/etag";

/** A public page with the widget's script and its own styles. */
export interface PublicDocument {
  html: string;
  /** Its only style sheet. */
  style: string;
  status: number;
  /** Whether search engines may index it. */
  is_indexed?: boolean;
  /** The caller's If-None-Match. undefined: not cached, no ETag. */
  known?: string | null | undefined;
  headers?: Record<string, string>;
  /** Additional targets of its forms, as CSP sources. */
  leads_to?: string[];
}

/** Builds the response: only the service's own scripts run, and no site can frame it. */
export function publicDocument(page: PublicDocument): Response {
  const { html, status, known, is_indexed = false } = page;
  const headers = { ...headersOf(page), ...page.headers };
  if (known === undefined) return new Response(html, { status, headers });
  const ETag = weak(`"${createHash("sha256").update(html).digest("base64url")}"`);
  if (matchesTag(known, ETag))
    return new Response(null, { status: 304, headers: { ...robots(is_indexed), ETag } });
  return new Response(html, { status, headers: { ...headers, ETag } });
}

const robots = (isIndexed: boolean): Record<string, string> =>
  isIndexed ? {} : { "X-Robots-Tag": "noindex" };

function headersOf({
  style,
  known,
  is_indexed = false,
  leads_to = [],
}: PublicDocument): Record<string, string> {
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    // Uploaded images are served from the base URL, whatever host this page was requested on.
    `img-src 'self' data: ${env.BASE_URL}`,
    `style-src 'sha256-${hash}'`,
    `form-action ${["'self'", ...leads_to].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": policy.join("; "),
    // The same for all readers of a language, but each booking changes it, so it is revalidated
    // every time.
    "Cache-Control": known === undefined ? "no-store" : "private, no-cache",
    Vary: "Accept-Language",
    ...robots(is_indexed),
  };
}
