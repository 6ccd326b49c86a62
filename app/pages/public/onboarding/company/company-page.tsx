import { useEffect, useRef } from "react";
import { type BusinessKind, businessKinds } from "~/domain/onboarding/business-kinds";
import { t } from "~/i18n/text";
import { SelectField, TextField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { StepForm } from "../step-form";
import { Example } from "./example";
import { KindChoice } from "./kind-choice";
import type { CompanyView } from "./load.server";

interface CompanyPageProps {
  view: CompanyView;
  refusal: FormRefusal | undefined;
}

/** Step 1: kind of business, name, place and languages. */
export function CompanyPage({ view, refusal }: CompanyPageProps) {
  const {
    limits,
    known,
    is_new,
    asks_name,
    time_zones,
    currencies: money,
    languages: tongues,
    sign_in_email,
  } = view;
  const place = usePlace(is_new, view.currency_of, view.languages_of);
  return (
    <StepForm
      title={t("Your business")}
      lead={t("Five short steps, then guests can book. You can change everything later.")}
      known={known}
      limits={limits}
      refusal={refusal}
      beside={(typed) => <Example kind={kindOf(typed?.get("kind") ?? known.kind)} />}
    >
      <KindChoice />
      <TextField
        name="name"
        label={t("Company name")}
        description={t("Guests see it in every message.")}
        autoComplete="organization"
      />
      {asks_name && (
        <TextField name="owner_name" label={t("Your name")} autoComplete="name" required />
      )}
      <TextField
        name="email"
        type="email"
        label={t("Email that guests see")}
        description={t("On your booking page and in emails; guests reply to it. Empty: none.")}
        placeholder={sign_in_email}
        autoComplete="email"
        list="own-email"
      />
      {/* Only a suggestion: the address that signs in is published when it is entered. */}
      <datalist id="own-email">
        <option value={sign_in_email} />
      </datalist>
      <div ref={place} className="flex flex-col gap-5">
        <SelectField
          name="time_zone"
          label={t("Time zone")}
          description={t("Your opening hours use this time zone. Guests see times in their own.")}
          options={time_zones}
        />
        <div className="grid gap-5 sm:grid-cols-[1fr_1fr]">
          <SelectField name="currency" label={t("Currency")} options={money} />
          <SelectField name="locale" label={t("Language of emails")} options={tongues} />
        </div>
      </div>
    </StepForm>
  );
}

const kindOf = (value: unknown): BusinessKind =>
  businessKinds.find((kind) => kind === value) ?? "people";

/**
 * The server guesses time zone, currency and language from the visitor's languages; the browser
 * knows the zone. Currency and language then follow the zone's country until one is chosen.
 */
function usePlace(
  isNew: boolean,
  currencyOf: Record<string, string>,
  languagesOf: Record<string, readonly string[]>,
) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [zone, currency, locale] = ["time_zone", "currency", "locale"].map((name) =>
      place.current?.querySelector<HTMLSelectElement>(`select[name=${name}]`),
    );
    if (!isNew || !zone || !currency || !locale) return;
    const chosen = new AbortController();
    const followCurrency = () => {
      const known = currencyOf[zone.value];
      if (known !== undefined) currency.value = known;
    };
    const followLanguage = () => {
      const known = languagesOf[zone.value];
      if (known?.[0] !== undefined && !known.includes(locale.value.slice(0, 2)))
        locale.value = known[0];
    };
    const follow = (field: HTMLSelectElement, work: () => void) => {
      zone.addEventListener("change", work, { signal: chosen.signal });
      const stop = () => zone.removeEventListener("change", work);
      field.addEventListener("change", stop, { signal: chosen.signal });
    };
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ([...zone.options].some(({ value }) => value === own)) {
      zone.value = own;
      followCurrency();
      followLanguage();
    }
    follow(currency, followCurrency);
    follow(locale, followLanguage);
    return () => chosen.abort();
  }, [isNew, currencyOf, languagesOf]);
  return place;
}
