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
  } = view;
  const place = usePlace(is_new, view.currency_of);
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
 * The server guesses time zone and currency from the language; the browser knows the zone. The
 * currency then follows the zone's country until one is chosen.
 */
function usePlace(isNew: boolean, currencyOf: Record<string, string>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [zone, currency] = ["time_zone", "currency"].map((name) =>
      place.current?.querySelector<HTMLSelectElement>(`select[name=${name}]`),
    );
    if (!isNew || !zone || !currency) return;
    const follow = () => {
      const known = currencyOf[zone.value];
      if (known !== undefined) currency.value = known;
    };
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ([...zone.options].some(({ value }) => value === own)) {
      zone.value = own;
      follow();
    }
    const stop = () => zone.removeEventListener("change", follow);
    zone.addEventListener("change", follow);
    currency.addEventListener("change", stop);
    return () => {
      stop();
      currency.removeEventListener("change", stop);
    };
  }, [isNew, currencyOf]);
  return place;
}
