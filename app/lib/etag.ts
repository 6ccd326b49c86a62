/**
 * A weak ETag for a response that may be compressed: same content, different bytes (RFC 9110,
 * 8.8.3).
 */
export const weak = (etag: string): string => (etag.startsWith("W/") ? etag : `W/${etag}`);

/**
 * Whether If-None-Match contains this tag. It is a list, whose tags may contain commas, or `*` (RFC
 * 9110, 13.1.2). Weak and strong tags compare equal.
 */
export function matchesTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  const opaque = (tag: string) => tag.replace(/^W\//, "");
  return (header.match(/(W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === opaque(etag));
}
