import { TenantPatch } from "~/contract/tenant";
import type { UserActor } from "~/domain/identity/actor";
import { getTenantProfile } from "~/domain/tenants/tenant-profile.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { env } from "~/lib/env.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { placeChoices } from "~/ui/form/place-choices";

export type CompanyView = Awaited<ReturnType<typeof loadCompany>>;

/** The company's details, and available time zones, languages and currencies. */
export async function loadCompany(actor: UserActor) {
  const {
    name,
    slug,
    email,
    phone,
    website,
    address,
    time_zone,
    locale,
    currency,
    updated_at,
    logo_asset_id,
  } = await getTenantProfile(actor);
  return {
    logo: logo_asset_id === null ? null : assetUrl(actor.tenant.id, logo_asset_id),
    limits: {
      ...fieldLimits(TenantPatch),
      ...fieldLimits(TenantPatch.shape.address.unwrap(), "address."),
    },
    stored: {
      name,
      slug,
      email,
      phone,
      website,
      address,
      time_zone,
      locale,
      currency,
      read_at: updated_at,
    },
    book_url: `${env.BASE_URL}/book/${slug}`,
    choices: placeChoices({ time_zone, locale, currency }),
  };
}
