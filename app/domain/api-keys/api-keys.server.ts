import type { ApiKey, ApiKeyFilter, NewApiKey } from "~/contract/api-keys";
import { type PageOf, Scope } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { decrypt } from "~/lib/crypto.server";
import { pool, prisma, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { ApiKey as KeyRow, Prisma } from "../../../prisma/generated/client";
import { writeAudit } from "../audit/write-audit.server";
import { hasRole, type StaffActor, type SystemActor } from "../identity/actor";
import { countLive, findBaseKey, insertKey, lockKeys, withLastUse } from "./api-keys.sql.server";
import type { KeyPrefix } from "./key-format";
import { madeBy, toApiKey } from "./key-row";
import { keyContext, newKeyText, unknownWidgetConfig } from "./key-text.server";

/** The creator of a key: one of the company's people, or the system for the company's own page. */
type KeyMaker = StaffActor | SystemActor;

const MAX_LIVE_KEYS = 20;
const SORT = "-id";

/** The metadata of all keys of the tenant, the newest first. */
export async function listApiKeys(
  actor: StaffActor,
  filter: ApiKeyFilter,
): Promise<PageOf<ApiKey>> {
  const { created_by, created_by_removed, cursor, limit } = filter;
  const where: Prisma.ApiKeyWhereInput = {
    tenant_id: actor.tenant.id,
    ...(created_by !== undefined && { created_by_user_id: created_by }),
    ...(created_by_removed === true && { created_by_removed_at: { not: null } }),
    ...(created_by_removed === false && { created_by_removed_at: null }),
  };
  const [before] = cursor === undefined ? [] : readCursor(SORT, cursor, 1);
  const rows = await prisma.apiKey.findMany({
    where: before === undefined ? where : { AND: [where, { id: { lt: before } }] },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const total = wantsTotal(filter) ? await prisma.apiKey.count({ where }) : undefined;
  const page = toPage(rows, limit, (row) => writeCursor(SORT, [row.id]), total);
  return { ...page, data: (await withLastUse(pool, actor.tenant.id, page.data)).map(toApiKey) };
}

/** A key's metadata, with its last use. */
export async function describeKey(db: Sql, row: KeyRow): Promise<ApiKey> {
  const [key] = await withLastUse(db, row.tenant_id, [row]);
  return toApiKey(key!); // as many as were passed
}

/** Throws not_found. */
export async function getApiKey(actor: StaffActor, id: string): Promise<ApiKey> {
  const row = await prisma.apiKey.findUnique({
    where: { tenant_id_id: { tenant_id: actor.tenant.id, id } },
  });
  if (row === null) throw notFound("API key", id);
  return describeKey(pool, row);
}

interface Shape {
  scopes: Scope[];
  allowed_origins: string[];
  role: string | null;
  widget_config_id: string | null;
  is_base: boolean;
}

/**
 * Creates a key; its text is only in the result. Throws already_exists (20 live keys),
 * forbidden_role, validation_failed.
 */
export async function createApiKey(
  actor: StaffActor,
  input: NewApiKey,
): Promise<ApiKey & { key: string }> {
  if (input.kind === "secret" && !hasRole(actor, input.role))
    throw new AppError(
      "forbidden_role",
      "A key cannot have more rights than the person who creates it.",
    );
  const shape: Shape =
    input.kind === "secret"
      ? {
          scopes: [],
          allowed_origins: [],
          role: input.role,
          widget_config_id: null,
          is_base: false,
        }
      : {
          scopes: input.scopes,
          allowed_origins: input.allowed_origins,
          role: null,
          widget_config_id: input.widget_config_id,
          is_base: false,
        };
  const prefix: KeyPrefix = input.kind === "secret" ? `sk_${input.mode}_` : `pk_${input.mode}_`;
  try {
    return await transaction(async (db) => {
      await lockKeys(db, actor.tenant.id);
      return makeKey(db, actor, input, prefix, shape);
    });
  } catch (error) {
    throw unknownWidgetConfig(error);
  }
}

async function makeKey(
  db: Sql,
  actor: KeyMaker,
  input: Pick<NewApiKey, "name" | "mode" | "expires_at">,
  prefix: KeyPrefix,
  shape: Shape,
): Promise<ApiKey & { key: string }> {
  if ((await countLive(db, actor.tenant.id)) >= MAX_LIVE_KEYS)
    throw new AppError("already_exists", `At most ${MAX_LIVE_KEYS} keys; revoke one first.`);
  const id = newId();
  const { key, ...stored } = newKeyText(prefix, id, shape.is_base);
  const kind = shape.role === null ? "publishable" : "secret";
  const { name, mode, expires_at } = input;
  const named = { name, mode, expires_at, tenant_id: actor.tenant.id, id, kind };
  const row = await insertKey(db, { ...shape, ...stored, ...madeBy(actor), ...named });
  await writeAudit(db, actor, {
    action: "api_key.created",
    entity: "api_key",
    entity_id: id,
    diff: { name, kind, mode },
  });
  return { ...toApiKey(row), key };
}

/**
 * The base publishable key: it has every scope, is created when missing, and is the only key whose
 * text can be shown again. Throws already_exists.
 */
export async function getBaseKey(actor: KeyMaker): Promise<ApiKey & { key: string }> {
  const found = await readBaseKey(pool, actor);
  if (found !== null) return found;
  const shape = {
    scopes: [...Scope.options],
    allowed_origins: [],
    role: null,
    widget_config_id: null,
    is_base: true,
  };
  return transaction(async (db) => {
    await lockKeys(db, actor.tenant.id);
    // Lost a race: read the key that the other call created.
    const made = await readBaseKey(db, actor);
    return (
      made ??
      makeKey(db, actor, { name: "Base key", mode: "live", expires_at: null }, "pk_live_", shape)
    );
  });
}

async function readBaseKey(db: Sql, actor: KeyMaker): Promise<(ApiKey & { key: string }) | null> {
  const row = await findBaseKey(db, actor.tenant.id);
  if (!row?.secret_ciphertext) return null;
  return {
    ...(await describeKey(db, row)),
    key: decrypt(row.secret_ciphertext, keyContext(row.id)),
  };
}
