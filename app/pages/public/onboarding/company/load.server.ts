import { readBusinessKind } from "~/domain/onboarding/set-up-resources.server";
import { readStored } from "~/domain/onboarding/stored-onboarding.sql.server";
import type { SignedIn } from "~/domain/identity/sessions.sql.server";
import { getTenantProfile } from "~/domain/tenants/tenant-profile.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { currencyOfZones, guessPlace, languagesOfZones } from "~/ui/form/guess-place";
import { placeChoices } from "~/ui/form/place-choices";
import { Company } from "./company-form";

export type CompanyView = Awaited<ReturnType<typeof loadCompany>>;

/**
 * The existing company, or defaults guessed from the visitor's languages ("nl,en;q=0.8"), which
 * also replace the placeholders of a company that nobody has named yet.
 */
export async function loadCompany(visitor: SignedIn, languages: string | null) {
  const { actor, account } = visitor;
  const profile = actor && (await getTenantProfile(actor));
  const is_new = actor === null || (await readStored(actor.tenant.id)).unnamed;
  const guess = guessPlace(languages);
  const place = is_new || profile === null ? guess : profile;
  const { time_zone, currency, locale } = place;
  return {
    limits: fieldLimits(Company),
    known: {
      kind: actor && (await readBusinessKind(actor.tenant.id)),
      name: profile?.name ?? "",
      email: profile?.email ?? null,
      time_zone,
      currency,
      locale,
    },
    is_new,
    asks_name: actor === null && account.name === null,
    sign_in_email: account.email,
    currency_of: currencyOfZones(),
    languages_of: languagesOfZones(),
    ...placeChoices({ time_zone, currency, locale }),
  };
}
