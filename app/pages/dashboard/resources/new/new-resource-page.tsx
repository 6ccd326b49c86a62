import { t } from "~/i18n/text";
import { SelectField, TextAreaField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { DayHoursFields } from "~/ui/services/day-hours-fields";
import { KindFields } from "../resource-fields";
import { ServicesChoice } from "../services-choice";
import type { NewResourceView } from "./load.server";
import styles from "~/ui/services/service-page.module.css";

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
      <PageHeader title={t("Add resource")} />
      <PageForm
        intent={hasServices ? "for_services" : "with_hours"}
        stored={stored}
        limits={limits}
        refusal={refusal}
        draft="new resource"
        className={styles.narrow!}
      >
        <section className={styles.card} aria-label={t("Details")}>
          <TextAreaField
            name="names"
            label={t("Names")}
            description={t("What guests see. One per line to add several.")}
            rows={3}
          />
          <KindFields />
        </section>
        {hasServices ? (
          <section className={styles.card} aria-label={t("Services")}>
            <ServicesChoice legend={t("Bookable for")} services={services} />
            {hours.length > 0 && (
              <SelectField
                name="hours_id"
                label={t("Hours")}
                options={[{ value: "", label: t("Same as services") }, ...hours]}
              />
            )}
          </section>
        ) : (
          <section className={styles.card} aria-labelledby="service">
            <h2 id="service">{t("First service")}</h2>
            <p className={styles.lead}>
              {t("What guests book, and when. You can change it later. Time zone: {{time_zone}}.", {
                time_zone,
              })}
            </p>
            <TextField name="service" label={t("Name of the service")} />
            <div className={styles.row}>
              <TextField name="duration_minutes" label={t("Minutes")} type="number" />
              <TextField
                name="price"
                label={t("Price in {{currency}}", { currency })}
                placeholder={t("No price")}
                inputMode="decimal"
              />
            </div>
            <DayHoursFields />
          </section>
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
