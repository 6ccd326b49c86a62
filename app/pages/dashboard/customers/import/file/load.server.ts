import { z } from "zod";
import type { UserActor } from "~/domain/identity/actor";
import { ownChoices } from "~/domain/imports/booking-rows.sql.server";
import { DATE_FIELDS } from "~/domain/imports/import-fields";
import {
  type ImportCounts,
  type ImportRecord,
  NAME_KINDS,
  type NameKind,
} from "~/domain/imports/import-row";
import {
  countImport,
  keyOf,
  readImport,
  sampleRows,
  type UnknownName,
  unknownNames,
} from "~/domain/imports/imports.server";
import { hasTwoReadings } from "~/domain/imports/read-moment";
import { calendarOf } from "~/http/page-calendar.server";
import { instantWriter } from "~/ui/when";
import { rowsOfKind, type RowKind } from "~/domain/imports/imports.sql.server";
import { countRepeated } from "./count-repeated";
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

/** Names of the file that are none of ours, and ours to choose from. */
export interface NameChoices {
  kind: NameKind;
  names: UnknownName[];
  /** Further names, which are not listed. */
  more: number;
  own: { id: string; name: string }[];
}
/** Ours to choose from for a name. */
const MAX_OWN = 300;

const Query = z.object({
  show: z
    .enum(["problem", "refused", "existing", "repeated", "stays", "past", "upcoming"])
    .optional()
    .catch(undefined),
  after: z.coerce.number().int().min(0).max(100_000).catch(0),
});

/** An uploaded file: how its columns are read, what would be or was imported, and its rows of a kind. */
export async function loadImport(actor: UserActor, id: string, params: URLSearchParams) {
  const record = await orNoPage(readImport(actor, id));
  const [counts, { headers, samples }] = await Promise.all([
    countImport(actor, id),
    sampleRows(actor, id),
  ]);
  const { show, after } = Query.parse(Object.fromEntries(params));
  const kind = show ?? firstKind(counts);
  const rows = kind === null ? [] : await rowsOfKind(keyOf(actor, id), kind, after, PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const { kind: file_kind, file_name, state, columns, fields, settings } = record;
  const when = instantWriter(calendarOf(actor));
  const isAmbiguous = samples.some((cells) =>
    cells.some((cell, index) => DATE_FIELDS.includes(fields[index] ?? "") && hasTwoReadings(cell)),
  );
  return {
    path: importPath(id),
    file_kind,
    file_name,
    time_zone: actor.tenant.time_zone,
    /** How dates such as 03/04/2026 are read; null if the file has none. */
    order: file_kind === "bookings" && isAmbiguous ? (settings.order ?? "dmy") : null,
    name_choices: state === "draft" && file_kind === "bookings" ? await namesOf(actor, record) : [],
    state,
    total: record.rows,
    counts,
    columns: Array.from({ length: columns }, (_none, index): ImportColumn => ({
      header: headers[index] ?? "",
      examples: examplesOf(samples, index),
      field: fields[index] ?? "",
    })),
    kind,
    rows: shown.map((row) => ({ ...row, when: row.starts_at && when(row.starts_at) })),
    is_later_page: after > 0,
    /** The row number after which the next page begins; null: this is the last. */
    next: rows.length > PAGE ? (shown.at(-1)?.number ?? null) : null,
  };
}

/** The kind of rows that needs attention most. */
function firstKind({ status, outcome, undone }: ImportCounts): RowKind | null {
  if (undone.booked + undone.changed > 0) return "stays";
  if (outcome.refused > 0) return "refused";
  if (status.problem > 0) return "problem";
  if (status.existing > 0) return "existing";
  if (countRepeated({ status, outcome }) > 0) return "repeated";
  if (undone.removed + undone.cancelled > 0) return null;
  if (status.upcoming > 0) return "upcoming";
  return status.past > 0 ? "past" : null;
}

async function namesOf(actor: UserActor, record: ImportRecord): Promise<NameChoices[]> {
  const all = NAME_KINDS.map(async (kind): Promise<NameChoices> => {
    const { names, more } = await unknownNames(actor, record, kind);
    const own = names.length === 0 ? [] : await ownChoices(actor.tenant.id, kind, MAX_OWN);
    return { kind, names, more, own };
  });
  return (await Promise.all(all)).filter(({ names }) => names.length > 0);
}

function examplesOf(samples: readonly string[][], column: number): string {
  const cells = samples.map((cells) => cells[column] ?? "").filter((cell) => cell !== "");
  return [...new Set(cells)].slice(0, EXAMPLES).join(" · ").slice(0, LONGEST_EXAMPLE);
}
