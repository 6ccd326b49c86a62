import sql from "sql-template-tag";
import type { Role } from "~/contract/common";
import type { Preferences } from "~/contract/users";
import { pool } from "~/lib/db.server";
import type { Tenant, UserActor } from "./actor";

/** One of a tenant's people, not necessarily signed in; `language`: their own choice. */
export interface Member {
  actor: UserActor;
  language: Preferences["language"];
}

interface MemberRow {
  user_id: string;
  account_id: string;
  name: string;
  email: string;
  role: Role;
  resource_ids: string[];
  own_hours: boolean;
  language: Preferences["language"];
}

/**
 * The tenant's member with this id and their present permissions; null if there is none (any more).
 */
export async function findMember(
  tenant: Tenant,
  userId: string,
  requestId: string | null,
): Promise<Member | null> {
  const found = await pool.query<MemberRow>(
    sql`select u.id as user_id, u.account_id, u.name, a.email, u.role, u.resource_ids, u.own_hours, u.preferences ->> 'language' as language
      from tenant_user u join account a on a.id = u.account_id where u.tenant_id = ${tenant.id} and u.id = ${userId}`,
  );
  const row = found.rows[0];
  if (row === undefined) return null;
  const { language, resource_ids, ...person } = row;
  const rights = { ...person, resource_ids: resource_ids.length === 0 ? null : resource_ids };
  return {
    actor: { kind: "user", tenant, request_id: requestId, session_id: "", ...rights },
    language,
  };
}

/** The id of the tenant's member with this address; null if there is none. */
export async function findMemberId(tenantId: string, email: string): Promise<string | null> {
  const found = await pool.query<{ id: string }>(
    sql`select u.id from tenant_user u join account a on a.id = u.account_id where u.tenant_id = ${tenantId} and a.email = ${email}`,
  );
  return found.rows[0]?.id ?? null;
}
