import sql from "sql-template-tag";
import { sha256 } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";

export interface FeedRow {
  id: string;
  resource_id: string | null;
  user_id: string | null;
  created_at: Date;
  rotated_at: Date;
}

/** The feeds of a person and of resources: of these, or of all (null). */
export async function findFeeds(
  tenantId: string,
  userId: string | null,
  resourceIds: string[] | null,
): Promise<FeedRow[]> {
  const found = await pool.query<FeedRow>(
    sql`select id, resource_id, user_id, created_at, rotated_at from calendar_feed where tenant_id = ${tenantId}
        and (user_id = ${userId}::uuid
          or resource_id is not null and (${resourceIds}::uuid[] is null or resource_id = any(${resourceIds}::uuid[])))`,
  );
  return found.rows;
}

export async function insertFeed(
  db: Sql,
  tenantId: string,
  token: string,
  of: { resource_id: string | null; user_id: string | null; made_by_user_id: string | null },
): Promise<FeedRow> {
  const made = await db.query<FeedRow>(
    sql`insert into calendar_feed (tenant_id, id, token_hash, resource_id, user_id, made_by_user_id)
        values (${tenantId}, ${newId()}, ${sha256(token)}, ${of.resource_id}, ${of.user_id}, ${of.made_by_user_id}) returning *`,
  );
  return made.rows[0]!; // an insert of one row
}

/**
 * Locks the resource of a new feed against deletion, since feeds have no foreign key to it. False:
 * it does not exist.
 */
export async function holdResource(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from resource where tenant_id = ${tenantId} and id = ${id} for share`,
  );
  return found.rowCount !== 0;
}

export async function lockFeed(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<FeedRow | undefined> {
  const found = await db.query<FeedRow>(
    sql`select * from calendar_feed where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  return found.rows[0];
}

/** Gives a locked row another secret and the permissions of its new maker. */
export async function renewFeed(
  db: Sql,
  tenantId: string,
  id: string,
  token: string,
  makerId: string | null,
): Promise<FeedRow> {
  const updated = await db.query<FeedRow>(
    sql`update calendar_feed set token_hash = ${sha256(token)}, rotated_at = now(), made_by_user_id = ${makerId}
        where tenant_id = ${tenantId} and id = ${id} returning *`,
  );
  return updated.rows[0]!; // locked before
}

export async function deleteFeed(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(sql`delete from calendar_feed where tenant_id = ${tenantId} and id = ${id}`);
}
