import type { ApiKey, NewApiKey } from "~/contract/api-keys";
import { Scope } from "~/contract/common";
import { AppError, invalidField } from "~/lib/app-error";
import { decrypt, encrypt, randomBase62, sha256 } from "~/lib/crypto.server";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { type ApiKey as Row, Prisma } from "../../../prisma/generated/client";
import { auditRow } from "../audit/write-audit.server";
import { hasRole, type StaffActor } from "../identity/actor";
import { type KeyPrefix, writeKey } from "./key-format";

const MAX_LIVE_KEYS = 20;
const wire = (instant: Date | null) => instant && toRfc3339(instant.getTime());

function toApiKey(row: Row): ApiKey {
  return {
    id: row.id,
    kind: row.kind as ApiKey["kind"], // api_key_kind_check
    mode: row.mode as ApiKey["mode"],
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    scopes: row.scopes as Scope[],
    allowed_origins: row.allowed_origins,
    role: row.role as ApiKey["role"],
    is_base: row.is_base,
    widget_config_id: row.widget_config_id,
    expires_at: wire(row.expires_at),
    last_used_at: wire(row.last_used_at),
    created_at: toRfc3339(row.created_at.getTime()),
    revoked_at: wire(row.revoked_at),
  };
}

/** All keys of the tenant, metadata only, the newest first. */
export async function listApiKeys(actor: StaffActor): Promise<{ data: ApiKey[] }> {
  const rows = await prisma.apiKey.findMany({
    where: { tenant_id: actor.tenant.id },
    orderBy: { id: "desc" },
    take: 200,
  });
  return { data: rows.map(toApiKey) };
}

interface Shape {
  scopes: Scope[];
  allowed_origins: string[];
  role: string | null;
  widget_config_id: string | null;
  is_base: boolean;
}

/** Makes a key; its text is in the result and nowhere else. Throws already_exists (20 live keys), validation_failed. */
export async function createApiKey(actor: StaffActor, input: NewApiKey): Promise<ApiKey & { key: string }> {
  const live = await prisma.apiKey.count({ where: { tenant_id: actor.tenant.id, revoked_at: null } });
  if (live >= MAX_LIVE_KEYS) throw new AppError("already_exists", `At most ${MAX_LIVE_KEYS} keys; revoke one first.`);
  if (input.kind === "secret") {
    if (!hasRole(actor, input.role)) throw new AppError("forbidden_role", "A key cannot do more than its maker.");
    const shape = { scopes: [], allowed_origins: [], role: input.role, widget_config_id: null, is_base: false };
    return insertKey(actor, input, `sk_${input.mode}_`, shape);
  }
  const { scopes, allowed_origins, widget_config_id } = input;
  return insertKey(actor, input, `pk_${input.mode}_`, {
    scopes,
    allowed_origins,
    role: null,
    widget_config_id,
    is_base: false,
  });
}

async function insertKey(
  actor: StaffActor,
  input: Pick<NewApiKey, "name" | "mode" | "expires_at">,
  prefix: KeyPrefix,
  shape: Shape,
): Promise<ApiKey & { key: string }> {
  const key = writeKey(prefix, randomBase62(32));
  const id = newId();
  const { name, mode, expires_at } = input;
  const data: Prisma.ApiKeyUncheckedCreateInput = {
    ...shape,
    name,
    mode,
    expires_at,
    tenant_id: actor.tenant.id,
    id,
    kind: shape.role === null ? "publishable" : "secret",
    key_hash: new Uint8Array(sha256(key)),
    prefix,
    last4: key.slice(-4),
    secret_ciphertext: shape.is_base ? new Uint8Array(encrypt(key, `api_key:${id}`)) : null,
  };
  try {
    const [row] = await prisma.$transaction([
      prisma.apiKey.create({ data }),
      prisma.auditRow.create({
        data: auditRow(actor, { action: "api_key.created", entity: "api_key", entity_id: id }),
      }),
    ]);
    return { ...toApiKey(row), key };
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2003")
      throw invalidField("widget_config_id", "There is no such widget configuration.", "unknown");
    throw error;
  }
}

/** The base publishable key: every scope, made when absent, and the only one whose text may be shown again. */
export async function getBaseKey(actor: StaffActor): Promise<ApiKey & { key: string }> {
  const row = await prisma.apiKey.findFirst({ where: { tenant_id: actor.tenant.id, is_base: true, revoked_at: null } });
  if (row?.secret_ciphertext) return { ...toApiKey(row), key: decrypt(row.secret_ciphertext, `api_key:${row.id}`) };
  const shape = { scopes: [...Scope.options], allowed_origins: [], role: null, widget_config_id: null, is_base: true };
  try {
    return await insertKey(actor, { name: "Base key", mode: "live", expires_at: null }, "pk_live_", shape);
  } catch (error) {
    // Two first calls at once: the index api_key_one_base let one through.
    if (isUnique(error)) return getBaseKey(actor);
    throw error;
  }
}

function isUnique(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
