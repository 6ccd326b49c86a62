import type { Address, TenantPatch, TenantProfile } from "~/contract/tenant";
import { AppError, invalidField } from "~/lib/app-error";
import { isConstraint, prisma, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { toRfc3339 } from "~/lib/time";
import type { Tenant as Row } from "../../../prisma/generated/client";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { readPolicy } from "../identity/policy";
import { checkAsset } from "../uploads/check-asset.server";
import { NO_ADDRESS } from "./no-address";
import { lockRow, writeTenant } from "./tenants.sql.server";

function toTenantProfile(row: Row): TenantProfile {
  const { is_demo: _demo, ...fields } = row;
  return {
    ...fields,
    address: { ...NO_ADDRESS, ...(row.address as Partial<Address>) }, // only written through the contract's schema
    policy: readPolicy(row.policy),
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}

/** The caller's company. */
export async function getTenantProfile(actor: StaffActor): Promise<TenantProfile> {
  return toTenantProfile(await prisma.tenant.findUniqueOrThrow({ where: { id: actor.tenant.id } }));
}

/** Throws validation_failed. */
function checkWhatsapp(): void {
  if (env.SMS_DRIVER === "outbox" || env.TWILIO_WHATSAPP_FROM !== undefined) return;
  throw invalidField(
    "policy.text_channel",
    "WhatsApp is not set up on this deployment. Use sms.",
    "not_enabled",
  );
}

/**
 * Updates the given fields; of address and policy only the given parts. Throws already_exists (the
 * slug is another company's), validation_failed (no such logo, no WhatsApp), version_conflict (it was changed
 * after `readAt`, an `updated_at`, if given).
 */
export async function updateTenant(
  actor: StaffActor,
  patch: TenantPatch,
  readAt?: string,
): Promise<TenantProfile> {
  const { id } = actor.tenant;
  try {
    return await transaction(async (db) => {
      const before = toTenantProfile(await lockRow(db, id));
      if (readAt !== undefined && readAt !== before.updated_at)
        throw new AppError("version_conflict", "Someone else has changed this. Read it again.");
      if (patch.policy?.text_channel === "whatsapp") checkWhatsapp();
      const wanted = {
        ...patch,
        ...(patch.address && { address: { ...before.address, ...patch.address } }),
        ...(patch.policy && { policy: { ...before.policy, ...patch.policy } }),
      };
      const diff = changedFields({ ...before }, wanted);
      if (Object.keys(diff).length === 0) return before;
      if (patch.logo_asset_id) await checkAsset(db, id, "logo_asset_id", patch.logo_asset_id);
      const row = await writeTenant(db, id, wanted);
      await writeAudit(db, actor, {
        action: "tenant.updated",
        entity: "tenant",
        entity_id: id,
        diff,
      });
      return toTenantProfile(row);
    });
  } catch (error) {
    if (isConstraint(error, "tenant_slug_key"))
      throw new AppError("already_exists", "Another company already uses this address (slug).");
    throw error;
  }
}
