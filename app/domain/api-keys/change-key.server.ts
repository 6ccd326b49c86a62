import type { ApiKey, ApiKeyPatch, KeyRotation } from "~/contract/api-keys";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import type { ApiKey as Row } from "../../../prisma/generated/client";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import {
  isKnownMaker,
  lockKey,
  markMakerRemoved,
  replaceText,
  revokeKey,
  revokeSecretsOf,
  writeKey,
} from "./api-keys.sql.server";
import type { KeyPrefix } from "./key-format";
import { describeKey } from "./api-keys.server";
import { madeBy } from "./key-row";
import { newKeyText, unknownWidgetConfig } from "./key-text.server";

const PUBLISHABLE_ONLY = ["scopes", "allowed_origins", "widget_config_id"] as const;
const NOT_FOR_BASE = ["scopes", "expires_at"] as const;

/**
 * Throws not_found, validation_failed (a field this kind of key does not have), invalid_transition
 * (revoked).
 */
export async function updateApiKey(
  actor: StaffActor,
  id: string,
  patch: ApiKeyPatch,
): Promise<ApiKey> {
  try {
    return await transaction(async (db) => {
      const before = await findLocked(db, actor, id);
      checkUsable(before);
      checkFields(before, patch);
      const diff = changedFields({ ...before }, patch);
      if (Object.keys(diff).length === 0) return describeKey(db, before);
      const row = await writeKey(db, before, patch);
      await audit(db, actor, id, "api_key.updated", diff);
      return describeKey(db, row);
    });
  } catch (error) {
    throw unknownWidgetConfig(error);
  }
}

/** Revokes a key and its former text immediately; idempotent. Throws not_found. */
export async function revokeApiKey(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    const before = await findLocked(db, actor, id);
    if (before.revoked_at !== null) return;
    await revokeKey(db, before);
    await audit(db, actor, id, "api_key.revoked", {});
  });
}

/**
 * Revokes every secret key that a user created, even if they have left; returns how many. Throws
 * not_found (unknown user).
 */
export async function revokeKeysOf(actor: StaffActor, userId: string): Promise<number> {
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    if (!(await isKnownMaker(db, tenantId, userId))) throw notFound("User", userId);
    return revokeSecretKeys(db, actor, userId);
  });
}

/**
 * Revokes the secret keys of a user who is being removed. Publishable keys are used by the
 * company's website: they stay, and show that their creator has left.
 */
export async function endKeysOfMember(db: Sql, actor: StaffActor, userId: string): Promise<void> {
  await revokeSecretKeys(db, actor, userId);
  await markMakerRemoved(db, actor.tenant.id, userId);
}

async function revokeSecretKeys(db: Sql, actor: StaffActor, userId: string): Promise<number> {
  const revoked = await revokeSecretsOf(db, actor.tenant.id, userId);
  for (const id of revoked)
    await writeAudit(db, actor, { action: "api_key.revoked", entity: "api_key", entity_id: id });
  return revoked.length;
}

/**
 * Gives a key a new text, which is only in the result; the old one stays valid for `overlap_hours`,
 * and any older one ends. Throws not_found, invalid_transition (revoked).
 */
export async function rotateApiKey(
  actor: StaffActor,
  id: string,
  { overlap_hours }: KeyRotation,
): Promise<ApiKey & { key: string }> {
  return transaction(async (db) => {
    const before = await findLocked(db, actor, id);
    checkUsable(before);
    const { key, ...stored } = newKeyText(before.prefix as KeyPrefix, id, before.is_base); // written by newKeyText only
    const row = await replaceText(db, before, { ...stored, ...madeBy(actor) }, overlap_hours);
    await audit(db, actor, id, "api_key.rotated", { overlap_hours });
    return { ...(await describeKey(db, row)), key };
  });
}

async function findLocked(db: Sql, actor: StaffActor, id: string): Promise<Row> {
  const row = await lockKey(db, actor.tenant.id, id);
  if (row === undefined) throw notFound("API key", id);
  return row;
}

function checkUsable(row: Row): void {
  if (row.revoked_at !== null)
    throw new AppError("invalid_transition", "This key was revoked. Make a new one.", {
      details: { allowed: [] },
    });
}

function checkFields(row: Row, patch: ApiKeyPatch): void {
  const foreign = row.kind === "secret" ? PUBLISHABLE_ONLY : row.is_base ? NOT_FOR_BASE : [];
  const field = foreign.find((name) => patch[name] !== undefined);
  if (field === undefined) return;
  throw invalidField(
    field,
    row.is_base ? "The base key has every scope and no end." : "A secret key has no such field.",
  );
}

async function audit(
  db: Sql,
  actor: StaffActor,
  id: string,
  action: string,
  diff: Record<string, unknown>,
) {
  await writeAudit(db, actor, { action, entity: "api_key", entity_id: id, diff });
}
