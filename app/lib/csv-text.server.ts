import { setImmediate } from "node:timers/promises";
import { type CsvColumn, csvLine } from "./csv";

/** Lines per chunk; other requests can run between chunks. */
const PIECE = 50;

/** Yields pages of rows as CSV text, chunk by chunk. */
export async function* csvText<T>(
  columns: CsvColumn<T>[],
  pages: Iterable<T[]> | AsyncIterable<T[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map((column) => column.name));
  for await (const rows of pages)
    for (let at = 0; at < rows.length; at += PIECE) {
      const piece = rows.slice(at, at + PIECE);
      yield piece.map((row) => csvLine(columns.map((column) => column.value(row)))).join("");
      await setImmediate();
    }
}
