import { t } from "~/i18n/text";
import { NARROW_FORM, FormSection, Hint, FieldRow } from "~/ui/kit/form";
import { SelectField, TextAreaField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { DayHoursFields } from "~/ui/services/day-hours-fields";
import { KindFields } from "../resource-fields";
import { ServicesChoice } from "../services-choice";
import type { NewResourceView } from "./load.server";

interface NewResourcePageProps extends NewResourceView {
  refusal: FormRefusal | undefined;
}

/** New resources with existing services, or the first service and its hours. */
export function NewResourcePage({
  services,
  hours,
  stored,
  limits,
  currency,
  time_zone,
  refusal,
}: NewResourcePageProps) {
  const hasServices = services.length > 0;
  return (
    <>
      <PageHeader
        up={{ to: "/dashboard/resources", name: t("Resources") }}
        title={t("Add resource")}
      />
      <PageForm
        intent={hasServices ? "for_services" : "with_hours"}
        stored={stored}
        limits={limits}
        refusal={refusal}
        draft="new resource"
        className={NARROW_FORM}
      >
        <FormSection aria-label={t("Details")}>
          <TextAreaField
            name="names"
            label={t("Names")}
            description={t("What guests see. One per line to add several.")}
            rows={3}
          />
          <KindFields />
        </FormSection>
        {hasServices ? (
          <FormSection aria-label={t("Services")}>
            <ServicesChoice legend={t("Bookable for")} services={services} />
            {hours.length > 0 && (
              <SelectField
                name="hours_id"
                label={t("Hours")}
                options={[{ value: "", label: t("Same as services") }, ...hours]}
              />
            )}
          </FormSection>
        ) : (
          <FormSection title={t("First service")}>
            <Hint>
              {t("What guests book, and when. You can change it later. Time zone: {{time_zone}}.", {
                time_zone,
              })}
            </Hint>
            <TextField name="service" label={t("Name of the service")} />
            <FieldRow narrow>
              <TextField name="duration_minutes" label={t("Minutes")} type="number" />
              <TextField
                name="price"
                label={t("Price in {{currency}}", { currency })}
                placeholder={t("No price")}
                inputMode="decimal"
              />
            </FieldRow>
            <DayHoursFields />
          </FormSection>
        )}
        <div>
          <Button variant="primary" type="submit">
            {t("Add resource")}
          </Button>
        </div>
      </PageForm>
    </>
  );
}
