import sql from "sql-template-tag";
import type { ApiKey, ApiKeyPatch, KeyRotation } from "~/contract/api-keys";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { prisma, type Sql, transaction } from "~/lib/db.server";
import type { ApiKey as Row, Prisma } from "../../../prisma/generated/client";
import { auditRow, changedFields, writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import type { KeyPrefix } from "./key-format";
import { madeBy, toApiKey } from "./key-row";
import { newKeyText, unknownWidgetConfig } from "./key-text.server";

type Transaction = Prisma.TransactionClient;
const PUBLISHABLE_ONLY = ["scopes", "allowed_origins", "widget_config_id"] as const;
const NOT_FOR_BASE = ["scopes", "expires_at"] as const;

/** Throws not_found, validation_failed (a field this kind of key does not have), invalid_transition (revoked). */
export async function updateApiKey(actor: StaffActor, id: string, patch: ApiKeyPatch): Promise<ApiKey> {
  try {
    return await prisma.$transaction(async (tx) => {
      const before = await lockKey(tx, actor, id);
      checkUsable(before);
      checkFields(before, patch);
      const diff = changedFields({ ...before }, patch);
      if (Object.keys(diff).length === 0) return toApiKey(before);
      const row = await tx.apiKey.update({ where: keyOf(actor, id), data: patch });
      await audit(tx, actor, id, "api_key.updated", diff);
      return toApiKey(row);
    });
  } catch (error) {
    throw unknownWidgetConfig(error);
  }
}

/** Ends a key and its former text at once; a revoked one stays as it is. Throws not_found. */
export async function revokeApiKey(actor: StaffActor, id: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const before = await lockKey(tx, actor, id);
    if (before.revoked_at !== null) return;
    await tx.$executeRaw`
      update api_key set revoked_at = now(), previous_key_hash = null, previous_key_expires_at = null, secret_ciphertext = null
      where tenant_id = ${actor.tenant.id}::uuid and id = ${id}::uuid`;
    await audit(tx, actor, id, "api_key.revoked", {});
  });
}

/** Ends every secret key that a user made, whether they are still here or not; returns how many. Throws not_found (nobody). */
export async function revokeKeysOf(actor: StaffActor, userId: string): Promise<number> {
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const known = await db.query(
      sql`select 1 from api_key where tenant_id = ${tenantId} and created_by_user_id = ${userId}
          union all select 1 from tenant_user where tenant_id = ${tenantId} and id = ${userId} limit 1`,
    );
    if (known.rowCount === 0) throw notFound();
    const revoked = await db.query<{ id: string }>(
      sql`update api_key set revoked_at = now(), previous_key_hash = null, previous_key_expires_at = null
          where tenant_id = ${tenantId} and created_by_user_id = ${userId} and kind = 'secret' and revoked_at is null returning id`,
    );
    for (const { id } of revoked.rows)
      await writeAudit(db, actor, { action: "api_key.revoked", entity: "api_key", entity_id: id });
    return revoked.rows.length;
  });
}

/** Notes on the keys of a user who is being removed that their maker is gone: they work on until someone revokes them. */
export async function noteRemovedMaker(db: Sql, tenantId: string, userId: string): Promise<void> {
  await db.query(
    sql`update api_key set created_by_removed_at = now() where tenant_id = ${tenantId} and created_by_user_id = ${userId}`,
  );
}

/**
 * Gives a key a new text, which is in the result and nowhere else; the old one is taken for `overlap_hours` more, one older than that
 * no longer. Throws not_found, invalid_transition (revoked).
 */
export async function rotateApiKey(
  actor: StaffActor,
  id: string,
  { overlap_hours }: KeyRotation,
): Promise<ApiKey & { key: string }> {
  return prisma.$transaction(async (tx) => {
    const before = await lockKey(tx, actor, id);
    checkUsable(before);
    const { key, ...stored } = newKeyText(before.prefix as KeyPrefix, id, before.is_base); // written by newKeyText alone
    await tx.apiKey.update({ where: keyOf(actor, id), data: { ...stored, ...madeBy(actor) } });
    await tx.$executeRaw`
      update api_key set previous_key_hash = ${overlap_hours > 0 ? before.key_hash : null}::bytea,
        previous_key_expires_at = now() + ${overlap_hours > 0 ? overlap_hours : null}::int * interval '1 hour'
      where tenant_id = ${actor.tenant.id}::uuid and id = ${id}::uuid`;
    await audit(tx, actor, id, "api_key.rotated", { overlap_hours });
    const row = await tx.apiKey.findUniqueOrThrow({ where: keyOf(actor, id) });
    return { ...toApiKey(row), key };
  });
}

const keyOf = (actor: StaffActor, id: string) => ({ tenant_id_id: { tenant_id: actor.tenant.id, id } });

async function lockKey(tx: Transaction, actor: StaffActor, id: string): Promise<Row> {
  await tx.$queryRaw`select 1 from api_key where tenant_id = ${actor.tenant.id}::uuid and id = ${id}::uuid for update`;
  const row = await tx.apiKey.findUnique({ where: keyOf(actor, id) });
  if (row === null) throw notFound();
  return row;
}

function checkUsable(row: Row): void {
  if (row.revoked_at !== null)
    throw new AppError("invalid_transition", "This key was revoked. Make a new one.", { details: { allowed: [] } });
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

async function audit(tx: Transaction, actor: StaffActor, id: string, action: string, diff: Record<string, unknown>) {
  await tx.auditRow.create({ data: auditRow(actor, { action, entity: "api_key", entity_id: id, diff }) });
}
