/** A CSV column: heading and cell value. */
export interface CsvColumn<T> {
  name: string;
  value: (row: T) => string | number | null;
}

/**
 * The start of a spreadsheet formula, also in full-width characters and after white space or
 * invisible marks.
 */
const FORMULA = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠−]|^[\t\r\n]/;
/**
 * The same after a separator of another locale. When the file's separator isn't that locale's, the
 * spreadsheet ignores the quotes around a field and starts a new cell there.
 */
const LATER_FORMULA =
  /(\r\n|[;|\t\r\n])(?=(?:[^\S\r\n]|[\u200b-\u200f\u2060\ufeff"])*[=+\-@＝＋－＠−])/g;

/**
 * A CSV field (RFC 4180). Text that a spreadsheet would read as a formula gets a leading apostrophe
 * (OWASP, CSV injection), also after separators of other locales (`;`, `|`, tab, newline); fields
 * that contain one are quoted.
 */
function csvField(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const later = value.replace(LATER_FORMULA, "$1'");
  const safe = FORMULA.test(value) ? `'${later}` : later;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The apostrophes that csvField adds, and spreadsheets, before a formula's first character. */
const GUARD = /^'(?=[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠−])/;
const LATER_GUARD =
  /(\r\n|[;|\t\r\n])'(?=(?:[^\S\r\n]|[\u200b-\u200f\u2060\ufeff"])*[=+\-@＝＋－＠−])/g;

/** A cell's text as it was before csvField. */
export const withoutCsvGuard = (cell: string): string =>
  cell.replace(GUARD, "").replace(LATER_GUARD, "$1");

/** A CSV line ending in CRLF (RFC 4180). */
export function csvLine(fields: (string | number | null)[]): string {
  return fields.map(csvField).join(",") + "\r\n";
}
