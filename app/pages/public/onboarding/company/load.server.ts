import { readBusinessKind } from "~/domain/onboarding/set-up-resources.server";
import type { SignedIn } from "~/domain/identity/sessions.sql.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { currencyOfZones, guessPlace } from "~/ui/form/guess-place";
import { placeChoices } from "~/ui/form/place-choices";
import { Company } from "./company-form";

export type CompanyView = Awaited<ReturnType<typeof loadCompany>>;

/** The existing company, or defaults guessed from the visitor's languages ("nl,en;q=0.8"). */
export async function loadCompany(visitor: SignedIn, languages: string | null) {
  const guess = guessPlace(languages);
  const { name, time_zone, currency, locale } = visitor.actor?.tenant ?? { name: "", ...guess };
  const kind = visitor.actor && (await readBusinessKind(visitor.actor.tenant.id));
  return {
    limits: fieldLimits(Company),
    known: { kind, name, time_zone, currency, locale },
    is_new: visitor.actor === null,
    asks_name: visitor.actor === null && visitor.account.name === null,
    currency_of: currencyOfZones(),
    ...placeChoices({ time_zone, currency, locale }),
  };
}
