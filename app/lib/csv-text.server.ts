import { setImmediate } from "node:timers/promises";
import { type CsvColumn, csvLine, toFields, toHeadings } from "./csv";

/** Lines per chunk; other requests can run between chunks. */
const PIECE = 50;

/** Without it, Excel reads UTF-8 as the machine's old character set. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Yields pages of rows as CSV text, chunk by chunk: the only writer of CSV files. `timeZone` is the
 * company's, for the local times.
 */
export async function* csvText<T>(
  columns: readonly CsvColumn<T>[],
  pages: Iterable<T[]> | AsyncIterable<T[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(toHeadings(columns));
  for await (const rows of pages)
    for (let at = 0; at < rows.length; at += PIECE) {
      const piece = rows.slice(at, at + PIECE);
      yield piece.map((row) => csvLine(toFields(columns, row, timeZone))).join("");
      await setImmediate();
    }
}
