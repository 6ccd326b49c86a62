import sql from "sql-template-tag";
import type { CalendarFeed, CreatedCalendarFeed, NewCalendarFeed } from "~/contract/calendar-feeds";
import type { PageOf, PageQuery } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { pageOfAll } from "~/lib/cursor.server";
import { randomToken, sha256 } from "~/lib/crypto.server";
import { isConstraint, pool, type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";

interface FeedRow {
  id: string;
  resource_id: string | null;
  user_id: string | null;
  created_at: Date;
  rotated_at: Date;
}

const toFeed = ({ id, resource_id, user_id, created_at, rotated_at }: FeedRow): CalendarFeed => ({
  ...{ id, resource_id, user_id },
  created_at: toRfc3339(created_at.getTime()),
  rotated_at: toRfc3339(rotated_at.getTime()),
});

const withUrl = (row: FeedRow, token: string): CreatedCalendarFeed => ({
  ...toFeed(row),
  url: `${env.BASE_URL}/calendar/${token}.ics`,
});

/** A person's feed belongs to that person; a resource's feed to everyone who works with the resource. */
function mayHandle(actor: StaffActor, row: FeedRow): boolean {
  if (row.resource_id !== null) return mayUseResource(actor, row.resource_id);
  return actor.kind === "user" && row.user_id === actor.user_id;
}

/** The caller's own address and those of the resources they work with, one each; the secrets are not kept. */
export async function listFeeds(actor: StaffActor, query: PageQuery): Promise<PageOf<CalendarFeed>> {
  const limit = resourceLimit(actor);
  const found = await pool.query<FeedRow>(
    sql`select id, resource_id, user_id, created_at, rotated_at from calendar_feed where tenant_id = ${actor.tenant.id}
        and (user_id = ${actor.kind === "user" ? actor.user_id : null}::uuid
          or resource_id is not null and (${limit}::uuid[] is null or resource_id = any(${limit}::uuid[])))`,
  );
  return pageOfAll(found.rows.map(toFeed), query, "created_at", (row) => `${row.created_at} ${row.id}`);
}

/** Makes an address of 256 random bits. Throws not_found (no such resource), already_exists (rotate it instead). */
export async function createFeed(actor: StaffActor, { resource_id }: NewCalendarFeed): Promise<CreatedCalendarFeed> {
  if (resource_id !== undefined && !mayUseResource(actor, resource_id)) throw notFound();
  const maker = actor.kind === "user" ? actor.user_id : null;
  const userId = resource_id === undefined ? maker : null;
  const token = randomToken();
  try {
    return await transaction(async (db) => {
      if (resource_id !== undefined) await requireResource(db, actor.tenant.id, resource_id);
      const made = await db.query<FeedRow>(
        sql`insert into calendar_feed (tenant_id, id, token_hash, resource_id, user_id, made_by_user_id)
          values (${actor.tenant.id}, ${newId()}, ${sha256(token)}, ${resource_id ?? null}, ${userId}, ${maker}) returning *`,
      );
      const row = made.rows[0]!; // an insert of one row
      await writeAudit(db, actor, { action: "calendar_feed.created", entity: "calendar_feed", entity_id: row.id });
      return withUrl(row, token);
    });
  } catch (error) {
    const isThere =
      isConstraint(error, "calendar_feed_tenant_id_resource_id_key") ||
      isConstraint(error, "calendar_feed_tenant_id_user_id_key");
    if (isThere) throw new AppError("already_exists", "A calendar address exists already. Renew or delete it.");
    throw error;
  }
}

/** The address refers to no row: the resource is held until it is written, so that it cannot be deleted meanwhile. */
async function requireResource(db: Sql, tenantId: string, id: string): Promise<void> {
  const found = await db.query(sql`select 1 from resource where tenant_id = ${tenantId} and id = ${id} for share`);
  if (found.rowCount === 0) throw notFound();
}

/** A new secret; the old address stops working, and the new one has the caller's rights. Throws not_found. */
export async function rotateFeed(actor: StaffActor, id: string): Promise<CreatedCalendarFeed> {
  const token = randomToken();
  return transaction(async (db) => {
    const found = await db.query<FeedRow>(
      sql`select * from calendar_feed where tenant_id = ${actor.tenant.id} and id = ${id} for update`,
    );
    if (found.rows[0] === undefined || !mayHandle(actor, found.rows[0])) throw notFound();
    const updated = await db.query<FeedRow>(
      sql`update calendar_feed set token_hash = ${sha256(token)}, rotated_at = now(),
          made_by_user_id = ${actor.kind === "user" ? actor.user_id : null}
        where tenant_id = ${actor.tenant.id} and id = ${id} returning *`,
    );
    await writeAudit(db, actor, { action: "calendar_feed.rotated", entity: "calendar_feed", entity_id: id });
    return withUrl(updated.rows[0]!, token);
  });
}

/** Throws not_found. */
export async function removeFeed(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    const found = await db.query<FeedRow>(
      sql`select * from calendar_feed where tenant_id = ${actor.tenant.id} and id = ${id} for update`,
    );
    if (found.rows[0] === undefined || !mayHandle(actor, found.rows[0])) throw notFound();
    await db.query(sql`delete from calendar_feed where tenant_id = ${actor.tenant.id} and id = ${id}`);
    await writeAudit(db, actor, { action: "calendar_feed.removed", entity: "calendar_feed", entity_id: id });
  });
}
