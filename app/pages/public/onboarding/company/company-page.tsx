import { useForm, type SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import { Select, TextInput } from "~/ui/kit/inputs";
import { inputProps, selectProps } from "../field-props";
import { StepForm } from "../step-form";
import type { Company } from "./company-form";
import type { CompanyView } from "./load.server";
import styles from "~/ui/form/step-form.module.css";

interface CompanyPageProps {
  view: CompanyView;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** The first step: the company's name, place and languages. */
export function CompanyPage({ view, lastResult }: CompanyPageProps) {
  const { limits, known, is_new, asks_name, time_zones, currencies: money, languages: tongues } = view;
  const [form, fields] = useForm<Company>({ lastResult, id: "company", defaultValue: known });
  const zone = useBrowserZone(is_new);
  return (
    <StepForm
      title={t("Your company")}
      lead={t("Five short steps, then guests can book. You can change everything later.")}
      form={form}
    >
      <TextInput
        {...inputProps(fields.name, "text", limits)}
        label={t("Company name")}
        description={t("Guests see it in every message.")}
        autoComplete="organization"
        autoFocus
      />
      {asks_name && (
        <TextInput
          {...inputProps(fields.owner_name, "text", limits)}
          label={t("Your name")}
          autoComplete="name"
          required
        />
      )}
      <Select
        {...selectProps(fields.time_zone)}
        ref={zone}
        label={t("Time zone")}
        description={t("Your opening hours use this time zone. Guests see times in their own.")}
        options={time_zones}
      />
      <div className={styles.row}>
        <Select {...selectProps(fields.currency)} label={t("Currency")} options={money} />
        <Select {...selectProps(fields.locale)} label={t("Language of e-mails")} options={tongues} />
      </div>
    </StepForm>
  );
}

/** The server guesses the zone from the language; the browser knows it. */
function useBrowserZone(isWanted: boolean) {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const hasZone = [...(select.current?.options ?? [])].some(({ value }) => value === zone);
    if (isWanted && hasZone && select.current) select.current.value = zone;
  }, [isWanted]);
  return select;
}
