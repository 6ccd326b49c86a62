import type { CalendarFeed, CreatedCalendarFeed, NewCalendarFeed } from "~/contract/calendar-feeds";
import type { PageOf, PageQuery } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { pageOfAll } from "~/lib/cursor.server";
import { randomToken } from "~/lib/crypto.server";
import { isConstraint, type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import {
  deleteFeed,
  type FeedRow,
  findFeeds,
  holdResource,
  insertFeed,
  lockFeed,
  renewFeed,
} from "./calendar-feeds.sql.server";

const personOf = (actor: StaffActor): string | null =>
  actor.kind === "user" ? actor.user_id : null;

const toFeed = ({ id, resource_id, user_id, created_at, rotated_at }: FeedRow): CalendarFeed => ({
  id,
  resource_id,
  user_id,
  created_at: toRfc3339(created_at.getTime()),
  rotated_at: toRfc3339(rotated_at.getTime()),
});

const withUrl = (row: FeedRow, token: string): CreatedCalendarFeed => ({
  ...toFeed(row),
  url: `${env.BASE_URL}/calendar/${token}.ics`,
});

/**
 * A person's feed belongs to that person; a resource's feed to everyone who works with the
 * resource.
 */
function mayHandle(actor: StaffActor, row: FeedRow): boolean {
  if (row.resource_id !== null) return mayUseResource(actor, row.resource_id);
  return actor.kind === "user" && row.user_id === actor.user_id;
}

/**
 * The feeds of the caller and of the resources they work with, one each; the secrets are not
 * stored.
 */
export async function listFeeds(
  actor: StaffActor,
  query: PageQuery,
): Promise<PageOf<CalendarFeed>> {
  const rows = await findFeeds(actor.tenant.id, personOf(actor), resourceLimit(actor));
  return pageOfAll(rows.map(toFeed), query, "created_at", (row) => `${row.created_at} ${row.id}`);
}

/**
 * Creates a feed URL with 256 random bits. Throws not_found (no such resource), already_exists
 * (rotate it instead).
 */
export async function createFeed(
  actor: StaffActor,
  { resource_id }: NewCalendarFeed,
): Promise<CreatedCalendarFeed> {
  if (resource_id !== undefined && !mayUseResource(actor, resource_id))
    throw notFound("Resource", resource_id);
  const maker = personOf(actor);
  const of = {
    resource_id: resource_id ?? null,
    user_id: resource_id === undefined ? maker : null,
    made_by_user_id: maker,
  };
  const token = randomToken();
  try {
    return await transaction(async (db) => {
      if (resource_id !== undefined && !(await holdResource(db, actor.tenant.id, resource_id)))
        throw notFound("Resource", resource_id);
      const row = await insertFeed(db, actor.tenant.id, token, of);
      await writeAudit(db, actor, {
        action: "calendar_feed.created",
        entity: "calendar_feed",
        entity_id: row.id,
      });
      return withUrl(row, token);
    });
  } catch (error) {
    const isThere =
      isConstraint(error, "calendar_feed_tenant_id_resource_id_key") ||
      isConstraint(error, "calendar_feed_tenant_id_user_id_key");
    if (isThere)
      throw new AppError(
        "already_exists",
        "A calendar address exists already. Renew or delete it.",
      );
    throw error;
  }
}

/**
 * Rotates the secret: the old URL stops working, and the new one has the caller's permissions.
 * Throws not_found.
 */
export async function rotateFeed(actor: StaffActor, id: string): Promise<CreatedCalendarFeed> {
  const token = randomToken();
  return transaction(async (db) => {
    await lockOwn(db, actor, id);
    const updated = await renewFeed(db, actor.tenant.id, id, token, personOf(actor));
    await writeAudit(db, actor, {
      action: "calendar_feed.rotated",
      entity: "calendar_feed",
      entity_id: id,
    });
    return withUrl(updated, token);
  });
}

/** Throws not_found. */
export async function removeFeed(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    await lockOwn(db, actor, id);
    await deleteFeed(db, actor.tenant.id, id);
    await writeAudit(db, actor, {
      action: "calendar_feed.removed",
      entity: "calendar_feed",
      entity_id: id,
    });
  });
}

async function lockOwn(db: Sql, actor: StaffActor, id: string): Promise<void> {
  const row = await lockFeed(db, actor.tenant.id, id);
  if (row === undefined || !mayHandle(actor, row)) throw notFound("Calendar feed", id);
}
