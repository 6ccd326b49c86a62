import { FormSection, Hint } from "~/ui/kit/form";
import { useRef } from "react";
import { t } from "~/i18n/text";
import { SelectField, TextAreaField } from "../form/fields";
import { WeekFields } from "./week-fields";
import { YearPicker } from "./year-picker";
import type { YearMonth } from "./year-view";

interface OpenFieldsProps {
  year: YearMonth[];
  zones: { value: string; label: string }[];
  zone_note?: string;
}

/** Opening times: weekly hours and exceptions. */
export function OpenFields({ year, zones, zone_note }: OpenFieldsProps) {
  const dates = useRef<HTMLElement>(null);
  const add = (line: string) => {
    const box = dates.current?.querySelector("textarea");
    if (!box) return;
    box.value = [box.value.trimEnd(), line].filter(Boolean).join("\n");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <>
      <FormSection title={t("Weekly hours")}>
        <Hint>
          {t("Such as 09:00-12:30, 13:30-17:00.")}{" "}
          <span className="needs-script">{t("Or drag on the bars.")}</span>
        </Hint>
        <WeekFields />
        <SelectField
          name="time_zone"
          label={t("Time zone")}
          options={zones}
          description={zone_note}
        />
      </FormSection>
      <FormSection ref={dates} title={t("Date overrides")}>
        <TextAreaField
          name="overrides"
          label={t("Dates, one per line")}
          description={t(
            "2026-12-24 closed · 2026-12-27 to 2026-12-30 10:00-14:00 · several dates: 2027-04-05, 2027-05-17. Later lines override earlier ones.",
          )}
          rows={4}
          className="[&_textarea]:tabular-nums"
        />
        <YearPicker year={year} onPick={add} />
      </FormSection>
    </>
  );
}
