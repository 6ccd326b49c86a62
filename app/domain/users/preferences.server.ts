import { type Preferences, type PreferencesPatch, preferencesFit } from "~/contract/users";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";
import { loadLanguage, loadPreferences, writePreferences } from "./preferences.sql.server";

const DEFAULTS: Preferences = {
  views: [],
  columns: {},
  calendar: {},
  shortcuts: true,
  language: null,
};

/** This person's dashboard preferences in this company. Throws forbidden_role for an API key. */
export async function readPreferences(actor: StaffActor): Promise<Preferences> {
  return { ...DEFAULTS, ...(await loadPreferences(pool, actor.tenant.id, personOf(actor))) };
}

/**
 * The language that the account's person has chosen, for pages right after sign-in; null for none.
 */
export const readLanguage = (accountId: string) => loadLanguage(pool, accountId);

/**
 * Replaces the given fields. Throws validation_failed when all together are too large,
 * forbidden_role.
 */
export function changePreferences(
  actor: StaffActor,
  patch: PreferencesPatch,
): Promise<Preferences> {
  return rearrange(actor, () => patch);
}

/**
 * The same with a patch computed from the locked preferences. Also throws what `patchOf` throws.
 */
export function rearrange(
  actor: StaffActor,
  patchOf: (now: Preferences) => PreferencesPatch,
): Promise<Preferences> {
  return transaction(async (db) => {
    const before = await loadPreferences(db, actor.tenant.id, personOf(actor), true);
    const wanted = { ...before, ...patchOf({ ...DEFAULTS, ...before }) };
    if (!preferencesFit(wanted))
      throw new AppError(
        "validation_failed",
        "These are more views and columns than can be kept. Remove some first.",
      );
    await writePreferences(db, actor.tenant.id, personOf(actor), wanted);
    return { ...DEFAULTS, ...wanted };
  });
}

function personOf(actor: StaffActor): string {
  if (actor.kind !== "user") throw new AppError("forbidden_role", "Only a person has preferences.");
  return actor.user_id;
}
