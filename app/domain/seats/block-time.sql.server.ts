import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/**
 * Claims all lanes of a resource for an existing block and closes its slots (block-time.sql). Needs
 * the resource's lock.
 */
export async function claimBlock(db: Sql, tenantId: string, blockId: string): Promise<void> {
  await db.query(sql`select claim_block(${tenantId}::uuid, ${blockId}::uuid)`);
}

/**
 * Releases a block's lanes (block-time.sql); its slots open again once they are recounted. Needs
 * the resource's lock.
 */
export async function releaseBlock(db: Sql, tenantId: string, blockId: string): Promise<void> {
  await db.query(sql`select release_block(${tenantId}::uuid, ${blockId}::uuid)`);
}
