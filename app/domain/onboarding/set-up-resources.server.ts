import { prisma } from "~/lib/db.server";
import type { Prisma } from "../../../prisma/generated/client";
import type { StaffActor } from "../identity/actor";
import { MAX_NAMES } from "../resources/name-lines";
import { createResource, deleteResource, updateResource } from "../resources/resources.server";
import { addResources } from "../schedules/add-resources.server";
import { type BusinessKind, kindOfType } from "./business-kinds";
import { makeOrChange } from "./make-or-change.server";
import { readStored, reserveResourceIds, writeStored } from "./stored-onboarding.sql.server";

/** The fields of a resource that the onboarding uses. */
interface Known {
  id: string;
  name: string;
  type: string;
  capacity: number;
}
const KNOWN = { id: true, name: true, type: true, capacity: true } as const;

/** The kind of business: as chosen, else derived from its resources; null if it has neither. */
export async function readBusinessKind(tenantId: string): Promise<BusinessKind | null> {
  const { kind } = await readStored(tenantId);
  if (kind !== undefined) return kind;
  const [first] = await readSetUpResources(tenantId);
  return first === undefined ? null : kindOfType(first.type);
}

export function saveBusinessKind(tenantId: string, kind: BusinessKind): Promise<void> {
  return writeStored(tenantId, { kind });
}

/** The resources created by the onboarding; if a company only has others, the first of those. */
export async function readSetUpResources(tenant_id: string): Promise<Known[]> {
  const { resource_id = [], more_resource_ids } = await readStored(tenant_id);
  const found = (where: Prisma.ResourceWhereInput, take: number) =>
    prisma.resource.findMany({
      where,
      select: KNOWN,
      orderBy: [{ position: "asc" }, { id: "asc" }],
      take,
    });
  const own = await found(
    { tenant_id, id: { in: [resource_id, more_resource_ids].flat() } },
    MAX_NAMES,
  );
  return own.length > 0 ? own : found({ tenant_id }, 1);
}

/**
 * Saves the resources: one for each name, all of one type and capacity. On a repeated save,
 * matching names stay, other names rename, and missing ones are deleted; the onboarding's service
 * is updated. Throws in_use (a missing one has bookings).
 */
export async function saveSetUpResources(
  actor: StaffActor,
  { names, type, capacity }: { names: string[]; type: string; capacity: number },
): Promise<void> {
  const tenantId = actor.tenant.id;
  const ids = await reserveResourceIds(tenantId);
  const known = await readSetUpResources(tenantId);
  const idOf = assignIds(names, known, ids);
  const isThere = new Set(known.map(({ id }) => id));
  for (const [position, name] of names.entries()) {
    const id = idOf.get(name)!; // each name has one
    const fields = { name, type, capacity, position };
    const rest = {
      description: null,
      meta: {},
      active: true,
      hours_id: null,
      image_asset_id: null,
      color: null,
    };
    const make = () => createResource(actor, { ...rest, ...fields }, id);
    await makeOrChange(isThere.has(id), make, () => updateResource(actor, id, fields));
  }
  const current = [...idOf.values()];
  await addToService(actor, current);
  for (const { id } of known)
    if (ids.includes(id) && !current.includes(id)) await deleteResource(actor, id);
}

/**
 * The id of each name: of the resource that has it, else of one whose name is gone, else a new one
 * of `ids`.
 */
function assignIds(names: string[], known: Known[], ids: string[]): Map<string, string> {
  const idOf = new Map(
    known.filter(({ name }) => names.includes(name)).map(({ name, id }) => [name, id]),
  );
  const used = new Set(idOf.values());
  const renamed = known.map(({ id }) => id).filter((id) => ids.includes(id));
  const free = [...new Set([...renamed, ...ids])].filter((id) => !used.has(id));
  for (const name of names) if (!idOf.has(name)) idOf.set(name, free.shift()!); // no more names than ids
  return idOf;
}

async function addToService(actor: StaffActor, resourceIds: string[]): Promise<void> {
  const { schedule_id: id } = await readStored(actor.tenant.id);
  const isThere =
    id !== undefined &&
    (await prisma.schedule.count({ where: { tenant_id: actor.tenant.id, id } })) > 0;
  if (isThere) await addResources(actor, id, resourceIds);
}
