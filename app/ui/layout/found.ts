/** Search results: a few customers, bookings and pages of Help. */
export interface Found {
  q: string;
  customers: { id: string; name: string; contact: string }[];
  bookings: { id: string; title: string; more: string }[];
  /** Pages of Help, in English. */
  help: { to: string; title: string }[];
}

/** English, so it loads as a document: the page's language and direction change. */
export const HELP_PATH = "/help";

/**
 * A typed phone number without separators, as it may be stored; null if the text is no phone
 * number.
 */
export function phoneWithoutGaps(typed: string): string | null {
  const digits = typed.replace(/[\s().\-/]/g, "");
  return /^\+?\d{4,}$/.test(digits) && digits !== typed ? digits : null;
}
