import { useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import { SelectField, TextField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { StepForm } from "../step-form";
import type { CompanyView } from "./load.server";
import styles from "~/ui/form/step-form.module.css";

interface CompanyPageProps {
  view: CompanyView;
  refusal: FormRefusal | undefined;
}

/** The first step: the company's name, place and languages. */
export function CompanyPage({ view, refusal }: CompanyPageProps) {
  const { limits, known, is_new, asks_name, time_zones, currencies: money, languages: tongues } = view;
  const zone = useBrowserZone(is_new);
  return (
    <StepForm
      title={t("Your company")}
      lead={t("Five short steps, then guests can book. You can change everything later.")}
      {...{ known, limits, refusal }}
    >
      <TextField
        name="name"
        label={t("Company name")}
        description={t("Guests see it in every message.")}
        autoComplete="organization"
        autoFocus
      />
      {asks_name && <TextField name="owner_name" label={t("Your name")} autoComplete="name" required />}
      <div ref={zone}>
        <SelectField
          name="time_zone"
          label={t("Time zone")}
          description={t("Your opening hours use this time zone. Guests see times in their own.")}
          options={time_zones}
        />
      </div>
      <div className={styles.row}>
        <SelectField name="currency" label={t("Currency")} options={money} />
        <SelectField name="locale" label={t("Language of e-mails")} options={tongues} />
      </div>
    </StepForm>
  );
}

/** The server guesses the zone from the language; the browser knows it. */
function useBrowserZone(isWanted: boolean) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const select = field.current?.querySelector("select");
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const hasZone = [...(select?.options ?? [])].some(({ value }) => value === zone);
    if (isWanted && hasZone && select) select.value = zone;
  }, [isWanted]);
  return field;
}
