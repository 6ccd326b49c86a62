import { data } from "@remix-run/node";
import { AppError } from "~/lib/app-error";

/**
 * Saves a form. On a version conflict it returns the typed values, to be shown next to the stored
 * ones. The form then carries the newer version, so saving again is a deliberate decision.
 */
export async function orConflict<Typed, Done>(typed: Typed, save: () => Promise<Done>) {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    return data({ conflict: typed }, { status: error.status });
  }
}
