import type { Address, TenantPatch, TenantProfile } from "~/contract/tenant";
import { AppError } from "~/lib/app-error";
import { prisma } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { Prisma, type Tenant as Row } from "../../../prisma/generated/client";
import { auditRow, changedFields } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { checkAsset } from "../uploads/check-asset.server";
import { readPolicy } from "../identity/policy";

const NO_ADDRESS: Address = { line1: null, line2: null, postal_code: null, city: null, region: null, country: null };

function toTenantProfile(row: Row): TenantProfile {
  const { is_demo: _demo, ...fields } = row;
  return {
    ...fields,
    address: { ...NO_ADDRESS, ...(row.address as Partial<Address>) }, // written through the contract's schema only
    policy: readPolicy(row.policy),
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}

/** The company the caller works for. */
export async function getTenantProfile(actor: StaffActor): Promise<TenantProfile> {
  return toTenantProfile(await prisma.tenant.findUniqueOrThrow({ where: { id: actor.tenant.id } }));
}

/**
 * Changes what is named; of address and policy only the parts that are named. Throws already_exists (the slug is another company's),
 * validation_failed (no such logo), version_conflict (`readAt`, an `updated_at`, is given and another change came after it).
 */
export async function updateTenant(actor: StaffActor, patch: TenantPatch, readAt?: string): Promise<TenantProfile> {
  const { id } = actor.tenant;
  try {
    return await prisma.$transaction(async (tx) => {
      // Two changes of one policy at once: the second starts from what the first has left.
      await tx.$queryRaw`select 1 from tenant where id = ${id}::uuid for no key update`;
      const before = toTenantProfile(await tx.tenant.findUniqueOrThrow({ where: { id } }));
      if (readAt !== undefined && readAt !== before.updated_at)
        throw new AppError("version_conflict", "Someone else has changed this. Read it again.");
      const wanted = {
        ...patch,
        ...(patch.address && { address: { ...before.address, ...patch.address } }),
        ...(patch.policy && { policy: { ...before.policy, ...patch.policy } }),
      };
      const diff = changedFields({ ...before }, wanted);
      if (Object.keys(diff).length === 0) return before;
      if (patch.logo_asset_id) await checkAsset(tx, id, "logo_asset_id", patch.logo_asset_id);
      const row = await tx.tenant.update({ where: { id }, data: wanted });
      await tx.auditRow.create({
        data: auditRow(actor, { action: "tenant.updated", entity: "tenant", entity_id: id, diff }),
      });
      return toTenantProfile(row);
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
      throw new AppError("already_exists", "Another company already uses this address (slug).");
    throw error;
  }
}
