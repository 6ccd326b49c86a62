import sql, { join, type Sql as Part } from "sql-template-tag";
import type { Block, BlockFilter } from "~/contract/blocks";
import type { PageOf } from "~/contract/common";
import { notFound } from "~/lib/app-error";
import { COUNT_LIMIT, readTimeCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { instantRange } from "~/lib/time";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { type BlockRow, toBlock } from "./block-row";
import { loadBlock } from "./blocks.sql.server";

const SORT = "starts_at";

/**
 * Time off set by staff, in chronological order; people limited to some resources see only that of
 * those.
 */
export async function listBlocks(actor: StaffActor, filter: BlockFilter): Promise<PageOf<Block>> {
  const where = conditions(actor, filter);
  const after = filter.cursor === undefined ? null : readTimeCursor(SORT, filter.cursor);
  const place = after && sql`(b.starts_at, b.id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  const found = await pool.query<BlockRow>(
    sql`select b.id, b.resource_id, b.starts_at, b.ends_at, b.reason, b.created_at, b.updated_at from block b
        where ${join(place ? [...where, place] : where, " and ")} order by b.starts_at, b.id limit ${filter.limit + 1}`,
  );
  const total = wantsTotal(filter) ? await countBlocks(join(where, " and ")) : undefined;
  const page = toPage(
    found.rows,
    filter.limit,
    (row) => writeCursor(SORT, [row.starts_at.toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map(toBlock) };
}

function conditions(actor: StaffActor, filter: BlockFilter): Part[] {
  const limit = resourceLimit(actor);
  const { from, to } = instantRange({ from: filter.from, to: filter.to }, actor.tenant.time_zone);
  return [
    sql`b.tenant_id = ${actor.tenant.id}`,
    sql`b.source = 'staff'`,
    ...(limit ? [sql`b.resource_id = any(${limit}::uuid[])`] : []),
    ...(filter.resource_id ? [sql`b.resource_id = any(${filter.resource_id}::uuid[])`] : []),
    ...(from ? [sql`b.ends_at > ${from}`] : []),
    ...(to ? [sql`b.starts_at < ${to}`] : []),
  ];
}

async function countBlocks(where: Part): Promise<number> {
  const counted = await pool.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from block b where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]!.count; // an aggregate is one row
}

/** Throws not_found. */
export async function getBlock(actor: StaffActor, id: string): Promise<Block> {
  const row = await loadBlock(pool, actor.tenant.id, id);
  if (!mayUseResource(actor, row.resource_id)) throw notFound("Time off", id);
  return toBlock(row);
}
