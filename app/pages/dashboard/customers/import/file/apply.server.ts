import { redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import {
  chooseColumns,
  discardImport,
  runImport,
  undoImport,
} from "~/domain/imports/imports.server";
import { redirectWith } from "~/http/flash.server";
import { plural, t } from "~/i18n/text";
import { IMPORT_PATH, importPath } from "../import-path";
import { type ImportForm, NOT_IMPORTED } from "./import-forms";

/** Runs a form of an import's page. Throws not_found, invalid_transition. */
export async function applyImportForm(
  actor: UserActor,
  id: string,
  form: ImportForm,
): Promise<Response> {
  const path = importPath(id);
  switch (form.intent) {
    case "columns":
      await chooseColumns(
        actor,
        id,
        form.fields.map((field) => (field === NOT_IMPORTED ? "" : field)),
      );
      return redirect(path);
    case "import": {
      const { outcome } = await runImport(actor, id, form.existing);
      return redirectWith(
        path,
        plural(outcome.created, "Added {{count}} customer.", "Added {{count}} customers."),
        { action: path, fields: { intent: "undo" } },
      );
    }
    case "undo": {
      const { undone } = await undoImport(actor, id);
      const stay = undone.booked + undone.changed;
      const removed = plural(
        undone.removed,
        "Removed {{count}} customer.",
        "Removed {{count}} customers.",
      );
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
