import sql from "sql-template-tag";
import type { Role } from "~/contract/common";
import { pool } from "~/lib/db.server";
import type { UserActor } from "../identity/actor";

/** The present permissions of a session's user. */
export interface Rights {
  session_id: string;
  user_id: string;
  role: Role;
  resource_ids: string[];
}

/**
 * The permissions of sessions, by id, in one statement. An ended session, or one of another company
 * by now, has none.
 */
export async function readRights(sessionIds: string[]): Promise<Map<string, Rights>> {
  const found = await pool.query<Rights>(
    sql`select s.id as session_id, u.id as user_id, u.role, u.resource_ids
        from session s join tenant_user u on u.tenant_id = s.tenant_id and u.account_id = s.account_id
        where s.id = any(${sessionIds}::uuid[]) and s.idle_expires_at > now() and s.expires_at > now()`,
  );
  return new Map(found.rows.map((rights) => [rights.session_id, rights]));
}

export function sameRights(actor: UserActor, now: Rights | undefined): boolean {
  const before = [...(actor.resource_ids ?? [])].sort();
  return (
    now !== undefined &&
    now.user_id === actor.user_id &&
    now.role === actor.role &&
    now.resource_ids.length === before.length &&
    [...now.resource_ids].sort().every((id, at) => id === before[at])
  );
}
