import sql from "sql-template-tag";
import { addressLine } from "~/lib/address-line";
import { notFound } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { assetUrl } from "../uploads/asset-url.server";
import { mailedCompany } from "./mail-names";
import type { MailTenant } from "./mail-values";

interface TenantRow extends Omit<MailTenant, "address" | "logo_url"> {
  address: Record<string, string | null>;
  logo_asset_id: string | null;
}

/**
 * The tenant as shown to its guests: contacts, language, zone, and the colour of its default
 * widget. Throws not_found.
 */
export async function readMailTenant(db: Sql, tenantId: string): Promise<MailTenant> {
  const found = await db.query<TenantRow>(
    sql`select t.id, t.slug, t.name, t.email, t.phone, t.website, t.address, t.locale, t.time_zone, t.logo_asset_id, w.settings #>> '{branding,accent}' as accent
      from tenant t left join widget_config w on w.tenant_id = t.id and w.is_default where t.id = ${tenantId}`,
  );
  const row = found.rows[0];
  if (row === undefined) throw notFound("Company", tenantId);
  const { logo_asset_id, address, ...tenant } = row;
  const logo_url = logo_asset_id === null ? null : assetUrl(tenant.id, logo_asset_id);
  return { ...tenant, name: mailedCompany(tenant), address: addressLine(address), logo_url };
}
