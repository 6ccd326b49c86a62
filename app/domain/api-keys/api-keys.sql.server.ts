import sql, { join } from "sql-template-tag";
import type { ApiKeyPatch } from "~/contract/api-keys";
import { assignments } from "~/lib/assignments.sql";
import { pool, type Sql } from "~/lib/db.server";
import type { ApiKey as KeyRow } from "../../../prisma/generated/client";

export type StoredText = Pick<KeyRow, "prefix" | "key_hash" | "last4" | "secret_ciphertext">;
/** The creator of a key, who therefore has its text. */
export type KeyCreator = Pick<
  KeyRow,
  "created_by_user_id" | "created_by_name" | "created_by_removed_at"
>;

/** Serialises the creation of keys, so that the count stays valid until the insert. */
export async function lockKeys(db: Sql, tenantId: string): Promise<void> {
  await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
}

export async function countLive(db: Sql, tenantId: string): Promise<number> {
  const counted = await db.query<{ live: number }>(
    sql`select count(*)::int as live from api_key
        where tenant_id = ${tenantId} and revoked_at is null and (expires_at is null or expires_at > now())`,
  );
  return counted.rows[0]!.live; // an aggregate is one row
}

export type NewKey = StoredText &
  KeyCreator &
  Pick<
    KeyRow,
    | ("tenant_id" | "id" | "kind" | "mode" | "name" | "scopes" | "allowed_origins")
    | ("role" | "widget_config_id" | "is_base" | "expires_at")
  >;

export async function insertKey(db: Sql, key: NewKey): Promise<KeyRow> {
  const made = await db.query<KeyRow>(
    sql`insert into api_key (tenant_id, id, kind, mode, name, scopes, allowed_origins, role, widget_config_id, is_base, expires_at,
          prefix, key_hash, last4, secret_ciphertext, created_by_user_id, created_by_name, created_by_removed_at)
        values (${key.tenant_id}, ${key.id}, ${key.kind}, ${key.mode}, ${key.name}, ${key.scopes}, ${key.allowed_origins}, ${key.role},
          ${key.widget_config_id}, ${key.is_base}, ${key.expires_at}, ${key.prefix}, ${key.key_hash}, ${key.last4},
          ${key.secret_ciphertext}, ${key.created_by_user_id}, ${key.created_by_name}, ${key.created_by_removed_at})
        returning *`,
  );
  return made.rows[0]!; // an insert of one row
}

/** The tenant's base key; undefined if it has none that was not revoked. */
export async function findBaseKey(db: Sql, tenantId: string): Promise<KeyRow | undefined> {
  const found = await db.query<KeyRow>(
    sql`select * from api_key where tenant_id = ${tenantId} and is_base and revoked_at is null limit 1`,
  );
  return found.rows[0];
}

/** A key, locked until the transaction ends. */
export async function lockKey(db: Sql, tenantId: string, id: string): Promise<KeyRow | undefined> {
  const found = await db.query<KeyRow>(
    sql`select * from api_key where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  return found.rows[0];
}

/** These keys, with their last use (find-key.sql.server.ts). */
export async function withLastUse(
  db: Sql,
  tenantId: string,
  keys: readonly KeyRow[],
): Promise<KeyRow[]> {
  const found = await db.query<{ id: string; at: Date }>(
    sql`select id, at from last_use where tenant_id = ${tenantId} and id = any(${keys.map(({ id }) => id)}::uuid[])`,
  );
  const uses = new Map(found.rows.map(({ id, at }) => [id, at]));
  return keys.map((key) => ({ ...key, last_used_at: uses.get(key.id) ?? key.last_used_at }));
}

const COLUMNS = [
  "name",
  "scopes",
  "allowed_origins",
  "widget_config_id",
  "expires_at",
] satisfies (keyof ApiKeyPatch)[];

/** Updates the given fields (at least one) of a locked row. */
export async function writeKey(
  db: Sql,
  { tenant_id, id }: KeyRow,
  patch: ApiKeyPatch,
): Promise<KeyRow> {
  const updated = await db.query<KeyRow>(
    sql`update api_key set ${join(assignments(COLUMNS, patch))} where tenant_id = ${tenant_id} and id = ${id} returning *`,
  );
  return updated.rows[0]!; // locked before
}

/**
 * Gives a locked key a new text; the old one stays valid for the given hours, and any older one
 * ends.
 */
export async function replaceText(
  db: Sql,
  { tenant_id, id, key_hash }: KeyRow,
  text: StoredText & KeyCreator,
  overlapHours: number,
): Promise<KeyRow> {
  const overlaps = overlapHours > 0;
  const updated = await db.query<KeyRow>(
    sql`update api_key set prefix = ${text.prefix}, key_hash = ${text.key_hash}, last4 = ${text.last4},
          secret_ciphertext = ${text.secret_ciphertext}, created_by_user_id = ${text.created_by_user_id},
          created_by_name = ${text.created_by_name}, created_by_removed_at = ${text.created_by_removed_at},
          previous_key_hash = ${overlaps ? key_hash : null}::bytea, previous_created_by_user_id = created_by_user_id,
          previous_key_expires_at = now() + ${overlaps ? overlapHours : null}::int * interval '1 hour'
        where tenant_id = ${tenant_id} and id = ${id} returning *`,
  );
  return updated.rows[0]!; // locked before
}

/** Ends a key, its former text and the ciphertext of its text. */
export async function revokeKey(db: Sql, { tenant_id, id }: KeyRow): Promise<void> {
  await db.query(
    sql`update api_key set revoked_at = now(), previous_key_hash = null, previous_key_expires_at = null, secret_ciphertext = null
        where tenant_id = ${tenant_id} and id = ${id}`,
  );
}

/** Whether this user works here, or created a key that still exists. */
export async function isKnownMaker(db: Sql, tenantId: string, userId: string): Promise<boolean> {
  const known = await db.query(
    sql`select 1 from api_key where tenant_id = ${tenantId} and created_by_user_id = ${userId}
        union all select 1 from tenant_user where tenant_id = ${tenantId} and id = ${userId} limit 1`,
  );
  return known.rowCount !== 0;
}

/** Revokes the secret keys that a user created; returns their ids. */
export async function revokeSecretsOf(
  db: Sql,
  tenantId: string,
  userId: string,
): Promise<string[]> {
  const revoked = await db.query<{ id: string }>(
    sql`update api_key set revoked_at = now(), previous_key_hash = null, previous_key_expires_at = null
        where tenant_id = ${tenantId} and created_by_user_id = ${userId} and kind = 'secret' and revoked_at is null returning id`,
  );
  return revoked.rows.map(({ id }) => id);
}

/** Marks the keys of a user who is being removed, and ends the former texts that they know. */
export async function markMakerRemoved(db: Sql, tenantId: string, userId: string): Promise<void> {
  await db.query(
    sql`update api_key set created_by_removed_at = now() where tenant_id = ${tenantId} and created_by_user_id = ${userId}`,
  );
  await db.query(
    sql`update api_key set previous_key_hash = null, previous_key_expires_at = null
        where tenant_id = ${tenantId} and previous_created_by_user_id = ${userId} and kind = 'secret'`,
  );
}

/** The origins that the tenant's publishable keys allow. */
export async function findAllowedOrigins(tenantId: string): Promise<string[]> {
  const keys = await pool.query<{ allowed_origins: string[] }>(
    sql`select allowed_origins from api_key where tenant_id = ${tenantId} and kind = 'publishable' and revoked_at is null`,
  );
  return keys.rows.flatMap(({ allowed_origins }) => allowed_origins);
}
