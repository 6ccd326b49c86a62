import { redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import type { ImportCounts } from "~/domain/imports/import-row";
import {
  chooseColumns,
  chooseNames,
  discardImport,
  readImport,
  runImport,
  undoImport,
} from "~/domain/imports/imports.server";
import { redirectWith } from "~/http/flash.server";
import { plural, t } from "~/i18n/text";
import { IMPORT_PATH, importPath } from "../import-path";
import { type ImportForm, LEFT_OUT, NOT_IMPORTED } from "./import-forms";

/** Runs a form of an import's page. Throws not_found, invalid_transition. */
export async function applyImportForm(
  actor: UserActor,
  id: string,
  form: ImportForm,
): Promise<Response> {
  const path = importPath(id);
  const { kind } = await readImport(actor, id);
  switch (form.intent) {
    case "columns":
      await chooseColumns(
        actor,
        id,
        form.fields.map((field) => (field === NOT_IMPORTED ? "" : field)),
        form.order,
      );
      return redirect(path);
    case "names": {
      const chosen = (names: typeof form.service) =>
        names.map((each) => ({ ...each, id: each.id === LEFT_OUT ? null : each.id }));
      await chooseNames(actor, id, {
        service: chosen(form.service),
        resource: chosen(form.resource),
      });
      return redirect(path);
    }
    case "import": {
      const { outcome } = await runImport(actor, id, form.existing);
      if (kind === "bookings") return redirectImported(actor, id, outcome);
      return redirectWith(
        path,
        plural(outcome.created, "Added {{count}} customer.", "Added {{count}} customers."),
        { action: path, fields: { intent: "undo" } },
      );
    }
    case "undo": {
      const { undone } = await undoImport(actor, id);
      const stay = undone.booked + undone.changed;
      const removed =
        kind === "bookings"
          ? plural(
              undone.removed + undone.cancelled,
              "Removed {{count}} imported booking.",
              "Removed {{count}} imported bookings.",
            )
          : plural(undone.removed, "Removed {{count}} customer.", "Removed {{count}} customers.");
      return redirectWith(
        path,
        stay === 0
          ? removed
          : `${removed} ${plural(stay, "{{count}} stays: see below.", "{{count}} stay: see below.")}`,
      );
    }
    case "discard":
      await discardImport(actor, id);
      return redirectWith(IMPORT_PATH, t("File deleted. Nothing was imported."));
  }
}

/** Redirects to the import, with what was imported so far. */
async function redirectImported(
  actor: UserActor,
  id: string,
  { created, booked, refused }: ImportCounts["outcome"],
): Promise<Response> {
  const path = importPath(id);
  const { state } = await readImport(actor, id);
  const imported = plural(
    created + booked,
    "Imported {{count}} booking.",
    "Imported {{count}} bookings.",
  );
  if (state === "running") return redirectWith(path, imported);
  const words =
    refused === 0
      ? imported
      : `${imported} ${plural(refused, "{{count}} refused: see below.", "{{count}} refused: see below.")}`;
  return redirectWith(path, words, { action: path, fields: { intent: "undo" } });
}
