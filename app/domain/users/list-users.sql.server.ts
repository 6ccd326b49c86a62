import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import type { User, UserFilter } from "~/contract/users";
import { notFound } from "~/lib/app-error";
import { readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";
import { toUser, type UserRow } from "./user-row";

const SORT = "id";

/**
 * The tenant's users and invitations as one table `p`. An active session may have been used later
 * than the stored time.
 */
const people = (tenantId: string): Part => sql`
  (select u.id, 'active' as status, u.account_id, a.email, u.name, u.role, u.resource_ids, u.own_hours, null::timestamptz as invitation_expires_at,
      greatest(u.last_seen_at, (select max(s.last_seen_at) from session s where s.account_id = u.account_id and s.tenant_id = u.tenant_id),
        (select l.at from last_use l where l.tenant_id = u.tenant_id and l.id = u.id)) as last_seen_at,
      (select count(*)::int from api_key k where k.tenant_id = ${tenantId} and k.created_by_user_id = u.id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())) as live_keys, u.created_at
    from tenant_user u join account a on a.id = u.account_id where u.tenant_id = ${tenantId}
    union all
    select id, 'invited', null, email, name, role, resource_ids, own_hours, expires_at, null, 0, created_at
    from invitation where tenant_id = ${tenantId}) p`;

/** Users and pending invitations, in the order they were created. */
export async function listUsers(actor: StaffActor, filter: UserFilter): Promise<PageOf<User>> {
  const { status, role, search, cursor, limit } = filter;
  const where = sql`true
    ${status === undefined ? empty : sql`and p.status = ${status}`}
    ${role === undefined ? empty : sql`and p.role = ${role}`}
    ${search === undefined ? empty : sql`and position(${search.toLowerCase()} in lower(coalesce(p.name, '') || ' ' || p.email)) > 0`}`;
  const place =
    cursor === undefined ? empty : sql`and p.id::text > ${readCursor(SORT, cursor, 1)[0]}`;
  const from = people(actor.tenant.id);
  const found = await pool.query<UserRow>(
    sql`select p.* from ${from} where ${where} ${place} order by p.id::text limit ${limit + 1}`,
  );
  const total = wantsTotal(filter)
    ? (await pool.query<{ count: number }>(sql`select count(*)::int from ${from} where ${where}`))
        .rows[0]?.count
    : undefined;
  const page = toPage(found.rows, limit, (row) => writeCursor(SORT, [row.id]), total);
  return { ...page, data: page.data.map(toUser) };
}

/** One user or invitation, as shown on a page. Throws not_found. */
export async function getUser(actor: StaffActor, id: string): Promise<User> {
  return toUser(await findUser(pool, actor.tenant.id, id));
}

/** One user or invitation of the tenant. Throws not_found. */
export async function findUser(db: Sql, tenantId: string, id: string): Promise<UserRow> {
  const found = await db.query<UserRow>(
    sql`select p.* from ${people(tenantId)} where p.id = ${id}`,
  );
  if (found.rows[0] === undefined) throw notFound("User", id);
  return found.rows[0];
}
