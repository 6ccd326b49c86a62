/** Search results: a few customers and bookings. */
export interface Found {
  q: string;
  customers: { id: string; name: string; contact: string }[];
  bookings: { id: string; title: string; more: string }[];
}

/**
 * A typed phone number without separators, as it may be stored; null if the text is no phone
 * number.
 */
export function phoneWithoutGaps(typed: string): string | null {
  const digits = typed.replace(/[\s().\-/]/g, "");
  return /^\+?\d{4,}$/.test(digits) && digits !== typed ? digits : null;
}
