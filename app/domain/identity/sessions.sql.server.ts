import sql from "sql-template-tag";
import type { Role } from "~/contract/common";
import { randomToken, sha256 } from "~/lib/crypto.server";
import { pool, prepared, retryOnConflict } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { TENANT_JSON, toTenant } from "./find-tenant.sql.server";
import type { UserActor } from "./actor";

/** A session ends seven days after its last use, and thirty days after sign-in at the latest. */
const IDLE_DAYS = 7;
export const ABSOLUTE_DAYS = 30;

/**
 * The signed-in person; `actor` is null for an account without a tenant, or removed from its
 * present one.
 */
export interface SignedIn {
  session_id: string;
  account: { id: string; email: string; name: string | null };
  signed_in_at: Date;
  actor: UserActor | null;
}

interface SessionRow {
  session_id: string;
  account_id: string;
  email: string;
  account_name: string | null;
  created_at: Date;
  is_stale: boolean;
  user_id: string | null;
  user_name: string;
  role: Role;
  resource_ids: string[];
  own_hours: boolean | null;
  tenant: Parameters<typeof toTenant>[0] | null;
}

/**
 * Starts a session and returns the cookie's value: 256 random bits, of which only the SHA-256 is
 * stored.
 */
export async function startSession(
  account: { id: string },
  from: { ip: string | null; user_agent: string | null },
): Promise<string> {
  const token = randomToken();
  // On a cluster, two concurrent sign-ins may deadlock.
  await retryOnConflict(() =>
    pool.query(
      sql`insert into session (token_hash, id, account_id, tenant_id, idle_expires_at, expires_at, ip, user_agent)
        select ${sha256(token)}::bytea, ${newId()}::uuid, ${account.id}::uuid,
          (select tenant_id from tenant_user where account_id = ${account.id}::uuid order by created_at limit 1),
          now() + ${IDLE_DAYS} * interval '1 day', now() + ${ABSOLUTE_DAYS} * interval '1 day', ${from.ip}::text,
          ${from.user_agent?.slice(0, 300) ?? null}::text`,
    ),
  );
  return token;
}

/**
 * The session of a cookie's value, with account, user and tenant in one round trip; null if it has
 * ended.
 */
export async function findSession(
  token: string,
  requestId: string | null,
): Promise<SignedIn | null> {
  const result = await pool.query<SessionRow>(
    prepared(sql`
      select s.id as session_id, s.created_at, a.id as account_id, a.email, a.name as account_name,
        s.last_seen_at < now() - interval '1 minute' as is_stale, u.id as user_id, u.name as user_name, u.role, u.resource_ids, u.own_hours,
        case when u.id is not null then json_build_object(${TENANT_JSON}) end as tenant
      from session s join account a on a.id = s.account_id
      left join tenant_user u on u.tenant_id = s.tenant_id and u.account_id = s.account_id
      left join tenant t on t.id = u.tenant_id
      where s.token_hash = ${sha256(token)} and s.idle_expires_at > now() and s.expires_at > now()`),
  );
  const row = result.rows[0];
  if (row === undefined) return null;
  if (row.is_stale) await touchSession(row.session_id);
  const account = { id: row.account_id, email: row.email, name: row.account_name };
  return {
    session_id: row.session_id,
    account,
    signed_in_at: row.created_at,
    actor: toActor(row, requestId),
  };
}

function toActor(row: SessionRow, requestId: string | null): UserActor | null {
  if (row.user_id === null || row.tenant === null) return null;
  return {
    kind: "user",
    tenant: toTenant(row.tenant),
    request_id: requestId,
    user_id: row.user_id,
    account_id: row.account_id,
    session_id: row.session_id,
    name: row.user_name,
    email: row.email,
    role: row.role,
    resource_ids: row.resource_ids.length === 0 ? null : row.resource_ids,
    own_hours: row.own_hours ?? false,
  };
}

async function touchSession(id: string): Promise<void> {
  const seen = await pool.query<{ account_id: string; tenant_id: string | null }>(
    sql`update session set last_seen_at = now(), idle_expires_at = now() + ${IDLE_DAYS} * interval '1 day' where id = ${id}
        returning account_id, tenant_id`,
  );
  for (const { account_id, tenant_id } of seen.rows)
    await pool.query(
      sql`insert into last_use (tenant_id, id, at)
        select u.tenant_id, u.id, now() from tenant_user u where u.tenant_id = ${tenant_id}::uuid and u.account_id = ${account_id}
        on conflict (tenant_id, id) do update set at = excluded.at`,
    );
}

export async function endSession(token: string): Promise<void> {
  await pool.query(sql`delete from session where token_hash = ${sha256(token)}`);
}
