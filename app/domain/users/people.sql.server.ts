import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { UserRow } from "./user-row";

/**
 * Serialises changes of a tenant's people, so that checks (one owner, permissions) stay valid until
 * the write.
 */
export async function lockPeople(db: Sql, tenantId: string): Promise<void> {
  await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
}

/** How many of these resources the tenant has. */
export async function countResources(db: Sql, tenantId: string, ids: string[]): Promise<number> {
  const known = await db.query(
    sql`select 1 from resource where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  );
  return known.rowCount ?? 0;
}

/** Makes the owner an admin; false if this user is not the owner (any more). */
export async function demoteOwner(
  db: Sql,
  tenantId: string,
  userId: string | null,
): Promise<boolean> {
  const stepped = await db.query(
    sql`update tenant_user set role = 'admin' where tenant_id = ${tenantId} and id = ${userId} and role = 'owner'`,
  );
  return stepped.rowCount === 1;
}

/** Updates a user or an invitation. */
export async function updatePerson(
  db: Sql,
  tenantId: string,
  { id, status }: UserRow,
  {
    name,
    role,
    resource_ids,
    own_hours,
  }: Pick<UserRow, "name" | "role" | "resource_ids" | "own_hours">,
): Promise<void> {
  await db.query(
    status === "invited"
      ? sql`update invitation set name = ${name}, role = ${role}, resource_ids = ${resource_ids}, own_hours = ${own_hours} where tenant_id = ${tenantId} and id = ${id}`
      : sql`update tenant_user set name = ${name}, role = ${role}, resource_ids = ${resource_ids}, own_hours = ${own_hours} where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** Ends a person's sessions in this tenant. */
export async function endSessionsOf(
  db: Sql,
  tenantId: string,
  accountId: string | null,
): Promise<void> {
  await db.query(
    sql`delete from session where tenant_id = ${tenantId} and account_id = ${accountId}`,
  );
}

export async function deleteUser(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(sql`delete from tenant_user where tenant_id = ${tenantId} and id = ${id}`);
  await db.query(sql`delete from last_use where tenant_id = ${tenantId} and id = ${id}`);
}

export async function findUserOfAccount(
  db: Sql,
  tenantId: string,
  accountId: string,
): Promise<{ user_id: string; role: UserRow["role"] } | null> {
  const known = await db.query<{ user_id: string; role: UserRow["role"] }>(
    sql`select id as user_id, role from tenant_user where tenant_id = ${tenantId} and account_id = ${accountId}`,
  );
  return known.rows[0] ?? null;
}

export async function insertUser(
  db: Sql,
  tenantId: string,
  user: Pick<UserRow, "name" | "role" | "resource_ids" | "own_hours"> & {
    user_id: string;
    account_id: string;
  },
): Promise<void> {
  await db.query(
    sql`insert into tenant_user (tenant_id, id, account_id, role, name, resource_ids, own_hours)
        values (${tenantId}, ${user.user_id}, ${user.account_id}, ${user.role}, ${user.name}, ${user.resource_ids}, ${user.own_hours})`,
  );
}
