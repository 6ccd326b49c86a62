import type { ImportKind } from "~/domain/imports/import-fields";
import type { ImportRecord } from "~/domain/imports/import-row";
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "~/domain/imports/import-limits";
import { latestImports } from "~/domain/imports/imports.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { calendarOf } from "~/http/page-calendar.server";
import { instantWriter } from "~/ui/when";
import { importPath } from "./import-path";

export interface RecentImport {
  path: string;
  file_name: string;
  kind: ImportKind;
  when: string;
  state: ImportRecord["state"];
}

const SHOWN = 10;

/** Limits of a file, and the latest imports while they can be undone. */
export async function loadImports(actor: UserActor, params: URLSearchParams) {
  const when = instantWriter(calendarOf(actor));
  const imports = await latestImports(actor.tenant.id, SHOWN);
  const kind: ImportKind = params.get("kind") === "bookings" ? "bookings" : "customers";
  return {
    kind,
    max_bytes: MAX_IMPORT_BYTES,
    max_rows: MAX_IMPORT_ROWS,
    recent: imports.map(({ id, kind, file_name, created_at, state }): RecentImport => ({
      path: importPath(id),
      file_name,
      kind,
      when: when(created_at.toISOString()),
      state,
    })),
  };
}
