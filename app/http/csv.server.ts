import { Readable } from "node:stream";
import type { CsvColumn } from "~/lib/csv";
import { csvText } from "~/lib/csv-text.server";

/** Streams pages of rows as a CSV file, with one page in memory at a time. `timeZone`: the company's. */
export function csvResponse<T>(
  fileName: string,
  columns: readonly CsvColumn<T>[],
  pages: Iterable<T[]> | AsyncIterable<T[]>,
  timeZone: string,
): Response {
  const encoder = new TextEncoder();
  const pieces = async function* () {
    for await (const text of csvText(columns, pages, timeZone)) yield encoder.encode(text);
  };
  return new Response(Readable.toWeb(Readable.from(pieces())) as ReadableStream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
