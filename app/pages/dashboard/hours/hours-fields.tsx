import { t } from "~/i18n/text";
import { FormSection, FieldRow } from "~/ui/kit/form";
import { TextField } from "~/ui/form/fields";
import { OpenFields } from "~/ui/hours/open-fields";

interface HoursFieldsProps {
  zones: { value: string; label: string }[];
}

/** Name, opening times and validity of shared hours. */
export function HoursFields({ zones }: HoursFieldsProps) {
  return (
    <>
      <FormSection aria-label={t("Details")}>
        <TextField
          name="name"
          label={t("Name")}
          description={t("For your team, such as Anna or Summer")}
        />
      </FormSection>
      <OpenFields zones={zones} />
      <FormSection title={t("Valid dates")}>
        <FieldRow narrow>
          <TextField
            name="valid_from"
            label={t("Valid from")}
            type="date"
            description={t("Leave empty for no limit")}
          />
          <TextField
            name="valid_to"
            label={t("Valid until")}
            type="date"
            description={t("Leave empty for no limit")}
          />
        </FieldRow>
      </FormSection>
    </>
  );
}
