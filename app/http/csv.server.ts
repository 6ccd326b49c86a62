import { Readable } from "node:stream";

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

/** Streams pages of rows as a CSV file, one page in memory at a time. */
export function csvResponse<T>(fileName: string, columns: CsvColumn<T>[], pages: AsyncIterable<T[]>): Response {
  const encoder = new TextEncoder();
  const line = (fields: (string | number | null)[]) => fields.map(csvField).join(",") + "\r\n";
  const lines = async function* () {
    yield encoder.encode(line(columns.map((column) => column.name)));
    for await (const rows of pages)
      yield encoder.encode(rows.map((row) => line(columns.map((column) => column.value(row)))).join(""));
  };
  return new Response(Readable.toWeb(Readable.from(lines())) as ReadableStream, {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
}
