import { data, redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import { MAX_IMPORT_BYTES } from "~/domain/imports/import-limits";
import { startImport } from "~/domain/imports/imports.server";
import { fileTooLarge } from "~/domain/imports/table-process.server";
import { readUpload } from "~/http/form.server";
import { countCall } from "~/http/limits.server";
import { t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { importPath } from "./import-path";

/** Stores an uploaded CSV file and redirects to its preview; a refusal says what to do. */
export async function takeFile(request: Request, actor: UserActor) {
  try {
    await countCall("upload", { ip: "", id: actor.user_id });
    const { file, kind } = await readUpload(request, MAX_IMPORT_BYTES).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "too_large" ? fileTooLarge() : error;
    });
    if (!(file instanceof File) || file.size === 0)
      throw invalidField("file", t("Choose a CSV file."));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const id = await startImport(
      actor,
      { name: file.name, bytes },
      kind === "bookings" ? "bookings" : "customers",
    );
    return redirect(importPath(id));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = error.extra.issues?.[0]?.message ?? error.message;
    return data({ problem }, { status: error.status, headers: error.extra.headers ?? {} });
  }
}
