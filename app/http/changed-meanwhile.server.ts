import { data } from "@remix-run/node";
import { AppError } from "~/lib/app-error";

/**
 * Saves what someone typed. Where someone else has changed the same meanwhile, the answer is what was typed, to be shown beside what is
 * stored now; the form then carries the newer version, so that saving again is a decision.
 */
export async function orConflict<Typed, Done>(typed: Typed, save: () => Promise<Done>) {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    return data({ conflict: typed }, { status: error.status });
  }
}
