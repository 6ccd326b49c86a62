import { createHash } from "node:crypto";
import { env } from "~/lib/env.server";
import { matchesTag, weak } from "~/lib/etag";

/** A page for anyone, with the widget's script and styles of its own. */
export interface PublicDocument {
  html: string;
  /** Its one style sheet. */
  style: string;
  status: number;
  /** Whether search engines may list it. */
  is_indexed?: boolean;
  /** The caller's If-None-Match. undefined: the page is kept nowhere and has no tag. */
  known?: string | null | undefined;
  headers?: Record<string, string>;
  /** Where its forms may lead besides this site, as sources of the policy. */
  leads_to?: string[];
}

/** The answer with such a page: nothing runs in it but the service's own scripts, and no site can frame it. */
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
    // Uploaded images have the service's own address, by whatever name this page was reached.
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
    // The same for all who read one language, but changed by each booking: asked for again each time.
    "Cache-Control": known === undefined ? "no-store" : "private, no-cache",
    Vary: "Accept-Language",
    ...robots(is_indexed),
  };
}
