/** The tag of an answer that may be compressed on its way out: the same content, not the same bytes (RFC 9110, 8.8.3). */
export const weak = (etag: string): string => (etag.startsWith("W/") ? etag : `W/${etag}`);

/**
 * Whether a caller's If-None-Match has this tag: a list, whose tags may hold commas, or `*` for any (RFC 9110, 13.1.2). Weak and strong
 * tags are compared the same way.
 */
export function matchesTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  const opaque = (tag: string) => tag.replace(/^W\//, "");
  return (header.match(/(W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === opaque(etag));
}
