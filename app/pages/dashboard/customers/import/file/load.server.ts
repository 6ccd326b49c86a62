import { z } from "zod";
import type { UserActor } from "~/domain/identity/actor";
import type { ImportCounts, ImportRecord } from "~/domain/imports/import-row";
import { countImport, keyOf, readImport, sampleRows } from "~/domain/imports/imports.server";
import { rowsOfKind, type RowKind } from "~/domain/imports/imports.sql.server";
import { orNoPage } from "~/http/or-no-page.server";
import { importPath } from "../import-path";

export type ImportView = Awaited<ReturnType<typeof loadImport>>;

/** A column of the file with examples. */
export interface ImportColumn {
  header: string;
  examples: string;
  field: ImportRecord["fields"][number];
}

const PAGE = 100;
const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

const Asked = z.object({
  show: z.enum(["problem", "existing", "repeated", "stays"]).optional().catch(undefined),
  after: z.coerce.number().int().min(0).max(100_000).catch(0),
});

/** An uploaded file: how its columns are read, what would be or was imported, and its rows of a kind. */
export async function loadImport(actor: UserActor, id: string, params: URLSearchParams) {
  const record = await orNoPage(readImport(actor, id));
  const [counts, { headers, samples }] = await Promise.all([
    countImport(actor, id),
    sampleRows(actor, id),
  ]);
  const { show, after } = Asked.parse(Object.fromEntries(params));
  const kind = show ?? firstKind(counts);
  const rows = kind === null ? [] : await rowsOfKind(keyOf(actor, id), kind, after, PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const { file_name, state, columns, fields } = record;
  return {
    path: importPath(id),
    file_name,
    state,
    total: record.rows,
    counts,
    columns: Array.from({ length: columns }, (_none, index): ImportColumn => ({
      header: headers[index] ?? "",
      examples: examplesOf(samples, index),
      field: fields[index] ?? "",
    })),
    kind,
    rows: shown,
    is_later_page: after > 0,
    /** The row number after which the next page begins; null: this is the last. */
    next: rows.length > PAGE ? (shown.at(-1)?.number ?? null) : null,
  };
}

/** The kind of rows that needs attention most. */
function firstKind({ status, undone }: ImportCounts): RowKind | null {
  if (undone.booked + undone.changed > 0) return "stays";
  if (status.problem > 0) return "problem";
  if (status.existing > 0) return "existing";
  return status.repeated > 0 ? "repeated" : null;
}

function examplesOf(samples: readonly string[][], column: number): string {
  const cells = samples.map((cells) => cells[column] ?? "").filter((cell) => cell !== "");
  return [...new Set(cells)].slice(0, EXAMPLES).join(" · ").slice(0, LONGEST_EXAMPLE);
}
