/** One column of a CSV: its heading and its cells. */
export interface CsvColumn<T> {
  name: string;
  value: (row: T) => string | number | null;
}

/** What a spreadsheet takes for the beginning of a formula, in full width too, behind white space or a mark that is not seen. */
const FORMULA = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠−]|^[\t\r\n]/;

/**
 * A field by RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection), and a
 * text with another separator of some spreadsheets (`;`, tab) is quoted, so that what follows it does not begin a cell.
 */
export function csvField(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line with its end (CRLF, RFC 4180). */
export function csvLine(fields: (string | number | null)[]): string {
  return fields.map(csvField).join(",") + "\r\n";
}
