import type { PageOf, PageQuery } from "~/contract/common";
import { MAX_GROUPS } from "~/contract/limits";
import type {
  NewResourceGroup,
  ResourceGroup,
  ResourceGroupPatch,
} from "~/contract/resource-groups";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { prisma, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import {
  insertGroup,
  lockGroups,
  readOverlaps,
  readSchedulesThatNeed,
  removeGroup,
  setMembers,
  writeGroup,
} from "./resource-groups.sql.server";

const SORT = "name";

const WITH_MEMBERS = {
  members: {
    select: { resource_id: true },
    orderBy: [{ position: "asc" as const }, { resource_id: "asc" as const }],
  },
};
interface Row {
  id: string;
  name: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  members: { resource_id: string }[];
}

/** A group as this person may see it: people limited to some resources see only those. */
function toGroup(actor: StaffActor, { id, name, version, ...row }: Row): ResourceGroup {
  const limit = resourceLimit(actor);
  const ids = row.members.map(({ resource_id }) => resource_id);
  return {
    id,
    name,
    resource_ids: limit === null ? ids : ids.filter((each) => limit.includes(each)),
    version,
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}

/** The groups by name; people limited to some resources see only groups with one of those. */
const visibleTo = (actor: StaffActor) => {
  const tenant_id = actor.tenant.id;
  const limit = resourceLimit(actor);
  return {
    tenant_id,
    ...(limit !== null && { members: { some: { tenant_id, resource_id: { in: limit } } } }),
  };
};

export async function listGroups(
  actor: StaffActor,
  query: PageQuery,
): Promise<PageOf<ResourceGroup>> {
  const where = visibleTo(actor);
  const rows = await prisma.resourceGroup.findMany({
    where: query.cursor === undefined ? where : { AND: [where, afterCursor(query.cursor)] },
    include: WITH_MEMBERS,
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: query.limit + 1,
  });
  const total = wantsTotal(query) ? await prisma.resourceGroup.count({ where }) : undefined;
  const page = toPage(rows, query.limit, ({ name, id }) => writeCursor(SORT, [name, id]), total);
  return { ...page, data: page.data.map((row) => toGroup(actor, row)) };
}

/** All of them, to choose from: a company has at most MAX_GROUPS. */
export async function listAllGroups(actor: StaffActor): Promise<ResourceGroup[]> {
  const rows = await prisma.resourceGroup.findMany({
    where: visibleTo(actor),
    include: WITH_MEMBERS,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => toGroup(actor, row));
}

function afterCursor(cursor: string) {
  const [name = "", id = ""] = readCursor(SORT, cursor, 2);
  return { OR: [{ name: { gt: name } }, { name, id: { gt: id } }] };
}

/** Throws not_found. */
export async function getGroup(actor: StaffActor, id: string): Promise<ResourceGroup> {
  const row = await prisma.resourceGroup.findFirst({
    where: { AND: [visibleTo(actor), { id }] },
    include: WITH_MEMBERS,
  });
  if (row === null) throw notFound("Group", id);
  return toGroup(actor, row);
}

/** Throws validation_failed (unknown resources, too many groups). */
export async function createGroup(
  actor: StaffActor,
  input: NewResourceGroup,
): Promise<ResourceGroup> {
  const id = newId();
  await transaction(async (db) => {
    if ((await lockGroups(db, actor.tenant.id)) >= MAX_GROUPS)
      throw invalidField("name", `A company has at most ${MAX_GROUPS} groups.`, "too_big");
    await insertGroup(db, actor.tenant.id, id, input.name);
    await writeMembers(db, actor, id, input.resource_ids);
    await writeAudit(db, actor, {
      action: "resource_group.created",
      entity: "resource_group",
      entity_id: id,
    });
  });
  return getGroup(actor, id);
}

/**
 * Bookings keep what they have taken; new ones take the present resources. Throws not_found,
 * validation_failed (unknown resources, or one that a service would need twice), version_conflict.
 */
export async function updateGroup(
  actor: StaffActor,
  id: string,
  { version, ...patch }: ResourceGroupPatch,
): Promise<ResourceGroup> {
  const before = await getGroup(actor, id);
  if (version !== undefined && version !== before.version) throw changedMeanwhile();
  const diff = changedFields(before, patch);
  if (Object.keys(diff).length === 0) return before;
  await transaction(async (db) => {
    await lockGroups(db, actor.tenant.id);
    const { name = before.name } = patch;
    if (!(await writeGroup(db, actor.tenant.id, id, name, before.version)))
      throw changedMeanwhile();
    if (patch.resource_ids !== undefined) {
      await writeMembers(db, actor, id, patch.resource_ids);
      const [overlap] = await readOverlaps(db, actor.tenant.id, { group_id: id });
      if (overlap !== undefined)
        throw invalidField(
          "resource_ids",
          `${overlap.service} needs ${overlap.resource} already. A service can’t need it twice.`,
          "overlap",
        );
    }
    await writeAudit(db, actor, {
      action: "resource_group.updated",
      entity: "resource_group",
      entity_id: id,
      diff,
    });
  });
  return getGroup(actor, id);
}

async function writeMembers(
  db: Sql,
  { tenant }: StaffActor,
  id: string,
  resourceIds: string[],
): Promise<void> {
  if (!(await setMembers(db, tenant.id, id, resourceIds)))
    throw invalidField("resource_ids", "This resource does not exist.", "unknown");
}

const changedMeanwhile = () =>
  new AppError("version_conflict", "Someone else has changed this group. Compare, and save again.");

/** Throws not_found, in_use (a service needs it). */
export async function deleteGroup(actor: StaffActor, id: string): Promise<void> {
  await getGroup(actor, id);
  await transaction(async (db) => {
    await lockGroups(db, actor.tenant.id);
    const [service] = await readSchedulesThatNeed(db, actor.tenant.id, { group_id: id });
    if (service !== undefined)
      throw new AppError("in_use", `${service} needs this group. Remove it there first.`);
    if (!(await removeGroup(db, actor.tenant.id, id))) throw notFound("Group", id);
    await writeAudit(db, actor, {
      action: "resource_group.deleted",
      entity: "resource_group",
      entity_id: id,
    });
  });
}
