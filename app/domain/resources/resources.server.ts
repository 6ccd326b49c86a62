import type {
  NewResource,
  Resource,
  ResourceFilter,
  ResourcePatch,
  SavedResource,
} from "~/contract/resources";
import { Id, type PageOf } from "~/contract/common";
import type { OutsideBookings } from "~/contract/hours";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { readCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { bulkPool, pool, prisma, type Sql, transaction } from "~/lib/db.server";
import { metaConditions } from "~/lib/has-meta.sql";
import { newId } from "~/lib/ids";
import { literal } from "~/lib/like";
import { toRfc3339 } from "~/lib/time";
import type { Prisma, Resource as ResourceRow } from "../../../prisma/generated/client";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { stopChannelsLater } from "../calendars/channels.server";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { changeResourceHours } from "../schedules/resource-hours.server";
import { findHours } from "../schedules/take-hours.server";
import { recountSlots } from "../seats/claim-seats.sql.server";
import { lockResources } from "../seats/lock-resource.sql.server";
import { timesOverCapacity } from "../seats/over-capacity.sql.server";
import { checkAsset } from "../uploads/check-asset.server";
import {
  insertResource,
  lockForDeletion,
  readLastStart,
  refuseWhileNeeded,
  removeResource,
  resizeSlots,
  writeResource,
} from "./resources.sql.server";

const SORT = "position";

function toResource(row: ResourceRow): Resource {
  const { tenant_id: _tenant, slots_version: _version, longest_minutes: _longest, ...fields } = row;
  return {
    ...fields,
    meta: row.meta as Resource["meta"], // only written through the contract's schema
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}

/** The tenant's resources in order; people limited to some see only those. */
export async function listResources(
  actor: StaffActor,
  filter: ResourceFilter,
): Promise<PageOf<Resource>> {
  const limit = resourceLimit(actor);
  const where: Prisma.ResourceWhereInput = {
    tenant_id: actor.tenant.id,
    ...(limit !== null && { id: { in: limit } }),
    ...(filter.active !== undefined && { active: filter.active }),
    ...(filter.type !== undefined && { type: filter.type }),
    AND: metaConditions(filter.meta),
    ...(filter.search !== undefined && {
      name: { contains: literal(filter.search), mode: "insensitive" as const },
    }),
  };
  const rows = await prisma.resource.findMany({
    where: filter.cursor === undefined ? where : { AND: [where, afterCursor(filter.cursor)] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    take: filter.limit + 1,
  });
  const total = filter.include?.includes("total")
    ? await prisma.resource.count({ where })
    : undefined;
  const page = toPage(
    rows,
    filter.limit,
    (row) => writeCursor(SORT, [String(row.position), row.id]),
    total,
  );
  return { ...page, data: page.data.map(toResource) };
}

function afterCursor(cursor: string): Prisma.ResourceWhereInput {
  const [written = "", id = ""] = readCursor(SORT, cursor, 2);
  if (!/^\d{1,6}$/.test(written) || !Id.safeParse(id).success)
    throw invalidField("cursor", "Start again without a cursor.");
  const position = Number(written);
  return { OR: [{ position: { gt: position } }, { position, id: { gt: id } }] };
}

/** Throws not_found. */
export async function getResource(actor: StaffActor, id: string): Promise<Resource> {
  const row = await prisma.resource.findUnique({
    where: { tenant_id_id: { tenant_id: actor.tenant.id, id } },
  });
  if (row === null || !mayUseResource(actor, id)) throw notFound("Resource", id);
  return toResource(row);
}

/**
 * `id`: used by the onboarding only, which fixes it in advance. Throws validation_failed (no such
 * image or hours), already_exists (the tenant has one with this id).
 */
export async function createResource(
  actor: StaffActor,
  input: NewResource,
  id = newId(),
): Promise<Resource> {
  if (input.image_asset_id !== null)
    await checkAsset(pool, actor.tenant.id, "image_asset_id", input.image_asset_id);
  if (input.hours_id !== null) await findHours(actor, input.hours_id);
  return transaction((db) => addResource(db, actor, input, id));
}

/** Stores a resource whose image and hours exist. Throws already_exists. */
export async function addResource(
  db: Sql,
  actor: StaffActor,
  input: NewResource,
  id: string,
): Promise<Resource> {
  const made = await insertResource(db, actor.tenant.id, id, input);
  if (made === null) throw new AppError("already_exists", "This resource exists already.");
  await writeAudit(db, actor, { action: "resource.created", entity: "resource", entity_id: id });
  const { version, created_at, updated_at } = made;
  return {
    ...input,
    id,
    version,
    created_at: toRfc3339(created_at.getTime()),
    updated_at: toRfc3339(updated_at.getTime()),
  };
}

/**
 * Changes a resource. A new capacity applies to its future slots immediately, except that a slot's
 * own capacity is only capped. Bookings stay: the answer lists the times with more bookings than
 * seats, where nothing is sold until fewer are taken, and the bookings outside new hours; with
 * `dry_run` nothing is changed. `version`: the one the change is based on. Throws not_found,
 * validation_failed (no such image or hours), version_conflict (saved by someone else since).
 */
export async function updateResource(
  actor: StaffActor,
  id: string,
  { dry_run = false, version, ...patch }: ResourcePatch,
): Promise<SavedResource> {
  const before = await getResource(actor, id);
  if (version !== undefined && version !== before.version) throw changedMeanwhile();
  if (patch.image_asset_id)
    await checkAsset(pool, actor.tenant.id, "image_asset_id", patch.image_asset_id);
  const isSame = Object.keys(changedFields(before, patch)).length === 0;
  const outside_bookings = await saveResource(actor, before, patch, version, dry_run || isSame);
  const after = dry_run ? { ...before, ...patch } : isSame ? before : await getResource(actor, id);
  const scope = { resource_id: id, capacity: after.capacity };
  return {
    ...after,
    dry_run,
    over_capacity: await timesOverCapacity(pool, actor.tenant.id, scope),
    outside_bookings,
  };
}

async function saveResource(
  actor: StaffActor,
  before: Resource,
  patch: Omit<ResourcePatch, "dry_run" | "version">,
  version: number | undefined,
  isTrial: boolean,
): Promise<OutsideBookings> {
  const tenant_id = actor.tenant.id;
  const diff = changedFields(before, patch);
  const write = async (db: Sql) => {
    const isChanged = await writeResource(db, tenant_id, before.id, patch, version);
    if (!isChanged)
      throw version === undefined ? notFound("Resource", before.id) : changedMeanwhile();
    if (patch.capacity !== undefined) await resizeSlots(db, tenant_id, before.id, patch.capacity);
    await writeAudit(db, actor, {
      action: "resource.updated",
      entity: "resource",
      entity_id: before.id,
      diff,
    });
    return true as const;
  };
  let outside: OutsideBookings = [];
  if ("hours_id" in diff)
    outside = await changeResourceHours(
      actor,
      before.id,
      patch.hours_id ?? null,
      isTrial ? null : write,
    );
  else if (!isTrial) await transaction(write);
  if ("capacity" in diff && !isTrial) await recountAhead(tenant_id, before.id);
  return outside;
}

const changedMeanwhile = () =>
  new AppError(
    "version_conflict",
    "Someone else has changed this resource. Compare, and save again.",
  );

const STEP_DAYS = 7;

/**
 * Recounts the taken seats of all future slots, one week per transaction, so that bookings wait
 * only briefly.
 */
async function recountAhead(tenant_id: string, resource_id: string): Promise<void> {
  const last = (await readLastStart(tenant_id, resource_id))?.getTime() ?? 0;
  for (let at = clock.now(); at <= last; at += STEP_DAYS * 86_400_000) {
    const range = {
      occupies_from: new Date(at),
      occupies_to: new Date(at + STEP_DAYS * 86_400_000),
    };
    await transaction(async (db) => {
      await lockResources(db, tenant_id, [resource_id]);
      await recountSlots(db, { tenant_id, resource_id, ...range });
    }, bulkPool);
  }
}

/**
 * Deletes a resource with its slots. Past bookings keep its name, its schedules continue without
 * it, and those with no other resource are deactivated. Throws not_found, in_use (upcoming live
 * bookings: archive it instead).
 */
export async function deleteResource(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    if (!(await lockForDeletion(db, actor.tenant.id, id))) throw notFound("Resource", id);
    await refuseWhileNeeded(db, actor.tenant.id, id);
    await stopChannelsLater(db, actor.tenant.id, { resource_id: id });
    await removeResource(db, actor.tenant.id, id);
    await writeAudit(db, actor, { action: "resource.deleted", entity: "resource", entity_id: id });
  });
}
