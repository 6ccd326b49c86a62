/** One column of a CSV: its heading and its cells. */
export interface CsvColumn<T> {
  name: string;
  value: (row: T) => string | number | null;
}

/** What a spreadsheet takes for the beginning of a formula, in full width too, behind white space or a mark that is not seen. */
const FORMULA = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠−]|^[\t\r\n]/;
/**
 * The same behind a mark that is a separator in another country's spreadsheets: those take the quotes around a field for nothing special
 * where the file's own separator is not theirs, and a new cell begins.
 */
const LATER_FORMULA =
  /(\r\n|[;|\t\r\n])(?=(?:[^\S\r\n]|[\u200b-\u200f\u2060\ufeff"])*[=+\-@＝＋－＠−])/g;

/**
 * A field by RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection), also behind
 * another separator of some spreadsheets (`;`, `|`, tab, a new line), and is quoted where it holds one.
 */
export function csvField(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const later = value.replace(LATER_FORMULA, "$1'");
  const safe = FORMULA.test(value) ? `'${later}` : later;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line with its end (CRLF, RFC 4180). */
export function csvLine(fields: (string | number | null)[]): string {
  return fields.map(csvField).join(",") + "\r\n";
}
