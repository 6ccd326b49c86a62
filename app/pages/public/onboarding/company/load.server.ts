import type { SignedIn } from "~/domain/identity/sessions.sql.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { guessPlace } from "~/ui/form/guess-place";
import { placeChoices } from "~/ui/form/place-choices";
import { Company } from "./company-form";

export type CompanyView = ReturnType<typeof loadCompany>;

/** The company as it is, or for a visitor who has none what their languages ("nl,en;q=0.8") let guess. */
export function loadCompany(visitor: SignedIn, languages: string | null) {
  const guess = guessPlace(languages);
  const { name, time_zone, currency, locale } = visitor.actor?.tenant ?? { name: "", ...guess };
  return {
    limits: fieldLimits(Company),
    known: { name, time_zone, currency, locale },
    is_new: visitor.actor === null,
    asks_name: visitor.actor === null && visitor.account.name === null,
    ...placeChoices({ time_zone, currency, locale }),
  };
}
