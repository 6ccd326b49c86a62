/** One column of a CSV: its heading and what stands below it. */
export interface CsvColumn<T> {
  name: string;
  value: (row: T) => string | number | null;
}

/** A field by RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection). */
export function csvField(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line with its end (CRLF, RFC 4180). */
export function csvLine(fields: (string | number | null)[]): string {
  return fields.map(csvField).join(",") + "\r\n";
}
