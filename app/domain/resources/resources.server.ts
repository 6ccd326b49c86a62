import type { NewResource, Resource, ResourceFilter, ResourcePatch } from "~/contract/resources";
import { Id, type PageOf } from "~/contract/common";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { readCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { prisma, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import type { Prisma, Resource as ResourceRow } from "../../../prisma/generated/client";
import { auditRow, changedFields, writeAudit } from "../audit/write-audit.server";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { checkAsset } from "../uploads/check-asset.server";

const SORT = "position";

function toResource(row: ResourceRow): Resource {
  const { tenant_id: _tenant, slots_version: _version, longest_minutes: _longest, ...fields } = row;
  return {
    ...fields,
    meta: row.meta as Resource["meta"], // written through the contract's schema only
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}

/** The tenant's resources in their order; people limited to some see those. */
export async function listResources(actor: StaffActor, filter: ResourceFilter): Promise<PageOf<Resource>> {
  const limit = resourceLimit(actor);
  const where: Prisma.ResourceWhereInput = {
    tenant_id: actor.tenant.id,
    ...(limit !== null && { id: { in: limit } }),
    ...(filter.active !== undefined && { active: filter.active }),
    ...(filter.type !== undefined && { type: filter.type }),
    ...(filter.search !== undefined && { name: { contains: literal(filter.search), mode: "insensitive" as const } }),
  };
  const rows = await prisma.resource.findMany({
    where: filter.cursor === undefined ? where : { AND: [where, afterCursor(filter.cursor)] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    take: filter.limit + 1,
  });
  const total = filter.include?.includes("total") ? await prisma.resource.count({ where }) : undefined;
  const page = toPage(rows, filter.limit, (row) => writeCursor(SORT, [String(row.position), row.id]), total);
  return { ...page, data: page.data.map(toResource) };
}

/** Prisma puts the text into LIKE as it is: its wildcards are taken from it. */
export function literal(search: string): string {
  return search.replace(/[\\%_]/g, "\\$&");
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
  const row = await prisma.resource.findUnique({ where: { tenant_id_id: { tenant_id: actor.tenant.id, id } } });
  if (row === null || !mayUseResource(actor, id)) throw notFound();
  return toResource(row);
}

/** Throws validation_failed (no such image). */
export async function createResource(actor: StaffActor, input: NewResource, id = newId()): Promise<Resource> {
  if (input.image_asset_id !== null) await checkAsset(prisma, actor.tenant.id, "image_asset_id", input.image_asset_id);
  const [row] = await prisma.$transaction([
    prisma.resource.create({
      data: { ...input, meta: input.meta as Prisma.InputJsonObject, tenant_id: actor.tenant.id, id },
    }),
    prisma.auditRow.create({
      data: auditRow(actor, { action: "resource.created", entity: "resource", entity_id: id }),
    }),
  ]);
  return toResource(row);
}

/**
 * Changes a resource. A new capacity reaches its future slots at once: generated ones follow it, manual ones are cut down to it.
 * Bookings that are already there stay. Throws not_found, validation_failed (no such image).
 */
export async function updateResource(actor: StaffActor, id: string, patch: ResourcePatch): Promise<Resource> {
  const before = await getResource(actor, id);
  if (patch.image_asset_id) await checkAsset(prisma, actor.tenant.id, "image_asset_id", patch.image_asset_id);
  const row = await prisma.$transaction(async (tx) => {
    const updated = await tx.resource.update({
      where: { tenant_id_id: { tenant_id: actor.tenant.id, id } },
      data: { ...patch, meta: patch.meta as Prisma.InputJsonObject | undefined, slots_version: { increment: 1 } },
    });
    if (patch.capacity !== undefined && patch.capacity !== before.capacity)
      await resizeSlots(tx, actor.tenant.id, id, patch.capacity);
    await tx.auditRow.create({
      data: auditRow(actor, {
        action: "resource.updated",
        entity: "resource",
        entity_id: id,
        diff: changedFields(before, patch),
      }),
    });
    return updated;
  });
  return toResource(row);
}

async function resizeSlots(
  tx: Prisma.TransactionClient,
  tenantId: string,
  id: string,
  capacity: number,
): Promise<void> {
  await tx.$executeRaw`
    update slot s set capacity = c.capacity, taken = (
      select count(distinct lane) from claim where tenant_id = s.tenant_id and resource_id = s.resource_id and lane < c.capacity
        and starts_at < s.occupies_to and ends_at > s.occupies_from)
    from (select tenant_id, id, case when origin = 'manual' then least(capacity, ${capacity}::int) else ${capacity}::int end as capacity
      from slot where tenant_id = ${tenantId}::uuid and resource_id = ${id}::uuid and starts_at > now()) c
    where s.tenant_id = c.tenant_id and s.id = c.id`;
}

/** Deletes a resource with its slots; past bookings keep its name. Throws not_found, in_use (future live bookings: archive instead). */
export async function deleteResource(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    const found = await db.query("select 1 from resource where tenant_id = $1 and id = $2 for update", [
      actor.tenant.id,
      id,
    ]);
    if (found.rowCount === 0) throw notFound();
    const used = await db.query(
      `select 1 from booking where tenant_id = $1 and resource_id = $2
        and (status = 'pending' or (status in ('confirmed', 'paid') and ends_at > now())) limit 1`,
      [actor.tenant.id, id],
    );
    if (used.rowCount !== 0)
      throw new AppError("in_use", "This has future bookings. Archive it (active: false) to stop new ones.");
    await db.query("delete from calendar_feed where tenant_id = $1 and resource_id = $2", [actor.tenant.id, id]);
    await db.query("delete from resource where tenant_id = $1 and id = $2", [actor.tenant.id, id]);
    await writeAudit(db, actor, { action: "resource.deleted", entity: "resource", entity_id: id });
  });
}
