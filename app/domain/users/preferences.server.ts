import sql from "sql-template-tag";
import { type Preferences, type PreferencesPatch, preferencesFit } from "~/contract/users";
import { AppError } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";

const DEFAULTS: Preferences = { views: [], columns: {}, calendar: {}, shortcuts: true };

/** How this person has arranged the dashboard in this company. Throws forbidden_role: a key is no person. */
export async function readPreferences(actor: StaffActor): Promise<Preferences> {
  return { ...DEFAULTS, ...(await stored(pool, actor)) };
}

/** A field that is sent replaces that field. Throws validation_failed when all together are too large, forbidden_role. */
export function changePreferences(actor: StaffActor, patch: PreferencesPatch): Promise<Preferences> {
  return rearrange(actor, () => patch);
}

/** The same with a patch that is made from what is kept now, while nobody else changes it. Throws what `patchOf` throws too. */
export function rearrange(actor: StaffActor, patchOf: (now: Preferences) => PreferencesPatch): Promise<Preferences> {
  return transaction(async (db) => {
    const before = await stored(db, actor, true);
    const wanted = { ...before, ...patchOf({ ...DEFAULTS, ...before }) };
    if (!preferencesFit(wanted))
      throw new AppError("validation_failed", "These are more views and columns than can be kept. Remove some first.");
    await db.query(
      sql`update tenant_user set preferences = ${JSON.stringify(wanted)} where tenant_id = ${actor.tenant.id} and id = ${personOf(actor)}`,
    );
    return { ...DEFAULTS, ...wanted };
  });
}

async function stored(db: Sql, actor: StaffActor, lock = false): Promise<PreferencesPatch> {
  const mine = sql`select preferences from tenant_user where tenant_id = ${actor.tenant.id} and id = ${personOf(actor)}`;
  const found = await db.query<{ preferences: PreferencesPatch }>(lock ? sql`${mine} for update` : mine);
  return found.rows[0]?.preferences ?? {};
}

function personOf(actor: StaffActor): string {
  if (actor.kind !== "user") throw new AppError("forbidden_role", "Only a person has preferences.");
  return actor.user_id;
}
