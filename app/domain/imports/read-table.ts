import { CsvError, parse } from "csv-parse/sync";
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from "./import-limits";

/** A row with its number in a spreadsheet, where the headers are row 1. */
export interface TableRow {
  number: number;
  cells: string[];
}

export interface Table {
  headers: TableRow;
  rows: TableRow[];
}

/** Why a file can't be read. `row`: where. */
export interface TableRefusal {
  refused: "empty" | "rows" | "columns" | "quotes" | "binary";
  row?: number;
}

const DELIMITERS = [",", ";", "\t"] as const;
/** Bytes searched for the delimiter. */
const SAMPLE = 20_000;
/** Longer than the longest note in four-byte characters, with quotes. */
const MAX_RECORD_CHARACTERS = 100_000;

/** Reads a CSV file: its encoding and delimiter are recognised, cells stay text. */
export function readTable(bytes: Uint8Array): Table | TableRefusal {
  const text = decodeText(bytes);
  if (text.includes("\0")) return { refused: "binary" };
  const { delimiter, body, skipped } = delimiterOf(text);
  let records: string[][];
  try {
    records = parse(body, {
      delimiter,
      relax_column_count: true,
      // `5" nails` in an unquoted cell is text.
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: MAX_RECORD_CHARACTERS,
      // One more than allowed, after the headers.
      to: MAX_IMPORT_ROWS + 2,
    });
  } catch (error) {
    if (error instanceof CsvError)
      return { refused: "quotes", row: Number(error.records) + 1 + skipped };
    throw error;
  }
  return toTable(records, skipped);
}

function toTable(records: string[][], skipped: number): Table | TableRefusal {
  const rows = records
    .map((cells, index) => ({
      number: index + 1 + skipped,
      cells: cells.map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return { refused: "empty" };
  if (records.length > MAX_IMPORT_ROWS + 1) return { refused: "rows" };
  const width = first.cells.length;
  if (width > MAX_IMPORT_COLUMNS) return { refused: "columns" };
  return {
    headers: first,
    rows: others.map((row) => ({ ...row, cells: row.cells.slice(0, width) })),
  };
}

/** UTF-8 or UTF-16 with or without a byte order mark; anything else is read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** The characters that Windows-1252 has in place of the control characters from U+0080 on. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Node's own decoder reads it as ISO-8859-1 in several versions (nodejs/node#56542). */
function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
}

/** UTF-16 by its mark, or by the zero byte in each of the first ASCII characters. */
function encodingOf([first, second, third, fourth]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return "utf-16be";
  return null;
}

/** Excel's first line "sep=;" names the delimiter; otherwise the most frequent one of the headers. */
function delimiterOf(text: string): { delimiter: string; body: string; skipped: number } {
  const named = /^sep=([,;\t])\r?\n/i.exec(text);
  if (named !== null)
    return { delimiter: named[1]!, body: text.slice(named[0].length), skipped: 1 };
  const headers = firstLine(text.slice(0, SAMPLE));
  const counts = DELIMITERS.map((delimiter) => headers.split(delimiter).length);
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))]!;
  return { delimiter, body: text, skipped: 0 };
}

/** The first line that is not blank, without its quoted parts. */
function firstLine(text: string): string {
  const unquoted = text.trimStart().replace(/"[^"]*"/g, "");
  return /^[^\r\n]*/.exec(unquoted)![0]; // matches the empty text too
}
