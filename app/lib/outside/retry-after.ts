/**
 * Retry-After (RFC 9110, 10.2.3), seconds or a date, as milliseconds from `now` (epoch ms); null if
 * absent, in the past or invalid.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  // Dates contain letters; Date.parse alone would also accept "-5" or "2".
  const at = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) || at <= now ? null : at - now;
}
