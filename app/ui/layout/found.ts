/** What a search finds, in words: a few customers and a few bookings. */
export interface Found {
  q: string;
  customers: { id: string; name: string; contact: string }[];
  bookings: { id: string; title: string; more: string }[];
}

/** How else a typed telephone number may have been kept: without what people put between its digits. Null for anything else. */
export function phoneWithoutGaps(typed: string): string | null {
  const digits = typed.replace(/[\s().\-/]/g, "");
  return /^\+?\d{4,}$/.test(digits) && digits !== typed ? digits : null;
}
