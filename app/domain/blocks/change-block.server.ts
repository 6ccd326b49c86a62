import type { Block, BlockPatch, NewBlock } from "~/contract/blocks";
import { MAX_DAYS_AHEAD, MAX_DAYS_BLOCKED } from "~/contract/limits";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { expireHolds } from "../bookings/change/expire-holds.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { claimBlock, releaseBlock } from "../seats/block-time.sql.server";
import { isClash, recountSlots } from "../seats/claim-seats.sql.server";
import { lockResource } from "../seats/lock-resource.sql.server";
import { type BlockRow, toBlock } from "./block-row";
import type { Conflicts } from "./conflicts";
import { insertBlock, loadBlock, reopenStays, removeBlock, writeBlock } from "./blocks.sql.server";
import { findConflicts, type TimeOff } from "./find-conflicts.sql.server";

/**
 * Creates time off for a resource: its slots are closed immediately, including those made later.
 * With `keep_bookings` whatever is in that time stays; otherwise throws in_use (with the conflicting
 * bookings and blocks, and until when a visitor holds any of the time). Throws not_found,
 * validation_failed.
 */
export async function createBlock(
  actor: StaffActor,
  input: Omit<NewBlock, "keep_bookings"> & Partial<Pick<NewBlock, "keep_bookings">>,
  id = newId(),
): Promise<Block> {
  if (!mayUseResource(actor, input.resource_id)) throw notFound("Resource", input.resource_id);
  checkTime(input);
  const tenantId = actor.tenant.id;
  return orInTheWay(tenantId, { ...input, except: null }, async (db) => {
    await lockFor(db, actor, input.resource_id);
    if (!input.keep_bookings) await refuseInTheWay(db, tenantId, { ...input, except: null });
    await insertBlock(db, tenantId, { ...input, id });
    await claimBlock(db, tenantId, id);
    if (input.keep_bookings) await reopenStays(db, tenantId, input);
    await writeAudit(db, actor, { action: "block.created", entity: "block", entity_id: id });
    return toBlock(await loadBlock(db, tenantId, id));
  });
}

/**
 * Changes the time or reason of time off. Throws not_found, validation_failed, in_use (with the
 * conflicts).
 */
export async function updateBlock(
  actor: StaffActor,
  id: string,
  patch: BlockPatch,
): Promise<Block> {
  const tenantId = actor.tenant.id;
  const seen = await visibleBlock(pool, actor, id);
  const { keep_bookings = false } = patch;
  const at = {
    resource_id: seen.resource_id,
    starts_at: seen.starts_at,
    ends_at: seen.ends_at,
    ...timesOf(patch),
  };
  return orInTheWay(tenantId, { ...at, except: id }, async (db) => {
    await lockFor(db, actor, seen.resource_id);
    const before = await loadBlock(db, tenantId, id);
    const after = {
      ...before,
      ...timesOf(patch),
      ...(patch.reason !== undefined && { reason: patch.reason }),
    };
    const diff = changedFields(toBlock(before), toBlock(after));
    if (Object.keys(diff).length === 0) return toBlock(before);
    checkTime(after);
    if (!keep_bookings) await refuseNewInTheWay(db, tenantId, before, after);
    await releaseBlock(db, tenantId, id);
    await writeBlock(db, tenantId, id, after);
    await claimBlock(db, tenantId, id);
    if (keep_bookings) await reopenStays(db, tenantId, after);
    await recountSlots(db, rangeOf(tenantId, before));
    await writeAudit(db, actor, { action: "block.updated", entity: "block", entity_id: id, diff });
    return toBlock(await loadBlock(db, tenantId, id));
  });
}

/** Deletes time off: its slots open again unless something else closes them. Throws not_found. */
export async function deleteBlock(actor: StaffActor, id: string): Promise<void> {
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    const seen = await visibleBlock(db, actor, id);
    await lockFor(db, actor, seen.resource_id);
    const block = await loadBlock(db, tenantId, id);
    await releaseBlock(db, tenantId, id);
    await removeBlock(db, tenantId, id);
    await recountSlots(db, rangeOf(tenantId, block));
    await writeAudit(db, actor, { action: "block.deleted", entity: "block", entity_id: id });
  });
}

const timesOf = ({ starts_at, ends_at }: BlockPatch) => ({
  ...(starts_at && { starts_at }),
  ...(ends_at && { ends_at }),
});

const rangeOf = (tenant_id: string, { resource_id, starts_at, ends_at }: TimeOff) => ({
  tenant_id,
  resource_id,
  occupies_from: starts_at,
  occupies_to: ends_at,
});

async function visibleBlock(db: Sql, actor: StaffActor, id: string) {
  const row = await loadBlock(db, actor.tenant.id, id);
  if (!mayUseResource(actor, row.resource_id)) throw notFound("Time off", id);
  return row;
}

/**
 * Locks the resource and clears everything that has lapsed. Passes no time: searches for bookings
 * need not reach as far as a block is long.
 */
async function lockFor(db: Sql, { tenant }: StaffActor, resource_id: string): Promise<void> {
  const now = clock.date();
  const lock = await lockResource(db, {
    tenant_id: tenant.id,
    resource_id,
    occupies_from: now,
    occupies_to: now,
  });
  await expireHolds(db, tenant, resource_id, lock);
}

const DAY_MS = 86_400_000;

function checkTime({ starts_at, ends_at }: Pick<TimeOff, "starts_at" | "ends_at">): void {
  const length = ends_at.getTime() - starts_at.getTime();
  if (length <= 0)
    throw invalidField("ends_at", "The end is before the start. Choose a later end.");
  if (length > MAX_DAYS_BLOCKED * DAY_MS)
    throw invalidField("ends_at", `At most ${MAX_DAYS_BLOCKED} days.`, "too_big");
  if (ends_at.getTime() > clock.now() + MAX_DAYS_AHEAD * DAY_MS)
    throw invalidField(
      "ends_at",
      "That is too far in the future. Choose an earlier end.",
      "too_far",
    );
}

/** If a path did not lock the resource, a constraint refuses; the answer is the same. */
async function orInTheWay<T>(
  tenantId: string,
  time: TimeOff,
  work: (db: Sql) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(work);
  } catch (error) {
    if (isClash(error)) await refuseInTheWay(pool, tenantId, time);
    throw error;
  }
}

/** Only the time that a change adds is checked: a kept booking inside the block stays. */
async function refuseNewInTheWay(
  db: Sql,
  tenantId: string,
  before: BlockRow,
  after: BlockRow,
): Promise<void> {
  const earlier = {
    starts_at: after.starts_at,
    ends_at: before.starts_at < after.ends_at ? before.starts_at : after.ends_at,
  };
  const later = {
    starts_at: before.ends_at > after.starts_at ? before.ends_at : after.starts_at,
    ends_at: after.ends_at,
  };
  const { id: except, resource_id } = after;
  for (const added of [earlier, later])
    if (added.starts_at < added.ends_at)
      await refuseInTheWay(db, tenantId, { resource_id, ...added, except });
}

async function refuseInTheWay(db: Sql, tenantId: string, time: TimeOff): Promise<void> {
  const { bookings, blocks, total, held_until } = await findConflicts(db, tenantId, time);
  if (total === 0 && held_until === null) return;
  const message = inTheWay({ bookings, blocks });
  // The API's answer names bookings by their reference, not by their guests.
  const publicBookings = bookings.map(({ customer_name: _name, ...booking }) => booking);
  throw new AppError("in_use", message, {
    details: { bookings: publicBookings, blocks, total, held_until },
  });
}

function inTheWay({ bookings, blocks }: Pick<Conflicts, "bookings" | "blocks">): string {
  if (bookings.length > 0) return "There are bookings in this time. Move or cancel them first.";
  if (blocks.length > 0) return "There is time off already. Change that, or choose another time.";
  return "A guest is just booking a time in this range. Try again in a few minutes.";
}
