import { Readable } from "node:stream";
import { type CsvColumn, csvLine } from "~/lib/csv";

/** Streams pages of rows as a CSV file, one page in memory at a time. */
export function csvResponse<T>(
  fileName: string,
  columns: CsvColumn<T>[],
  pages: Iterable<T[]> | AsyncIterable<T[]>,
): Response {
  const encoder = new TextEncoder();
  const lines = async function* () {
    yield encoder.encode(csvLine(columns.map((column) => column.name)));
    for await (const rows of pages)
      yield encoder.encode(
        rows.map((row) => csvLine(columns.map((column) => column.value(row)))).join(""),
      );
  };
  return new Response(Readable.toWeb(Readable.from(lines())) as ReadableStream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
