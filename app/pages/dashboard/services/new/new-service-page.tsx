import { t } from "~/i18n/text";
import { EmptyState } from "~/ui/feedback/empty-state";
import type { FieldLimits } from "~/ui/form/field-limits";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { PageHeader } from "~/ui/layout/page-header";
import type { FormValues } from "~/ui/services/service-forms";
import { WeekFields } from "~/ui/hours/week-fields";
import { BasicFields, type ResourceChoice } from "../terms-fields";
import styles from "~/ui/services/service-page.module.css";
import { Button, LinkButton } from "~/ui/kit/button";

/** What the form begins with, and what can be chosen. */
export interface NewServiceView {
  values: FormValues;
  limits: Record<string, FieldLimits>;
  resources: ResourceChoice[];
  currency: string;
  time_zone: string;
}

interface NewServicePageProps extends NewServiceView {
  refusal: FormRefusal | undefined;
}

/** The form for a new service: what it is, and its week. */
export function NewServicePage({ values, limits, resources, currency, time_zone, refusal }: NewServicePageProps) {
  if (resources.length === 0)
    return (
      <EmptyState icon="box" title={t("Add a resource first")} heading="h1">
        <p>{t("Guests book a service with a person or in a room, and you have none yet.")}</p>
        <LinkButton variant="primary" to="/dashboard/resources">
          {t("Add resource")}
        </LinkButton>
      </EmptyState>
    );
  return (
    <>
      <PageHeader title={t("New service")} />
      <PageForm stored={values} refusal={refusal} limits={limits} draft="new service" className={styles.narrow!}>
        <section className={styles.card} aria-label={t("Details")}>
          <BasicFields currency={currency} resources={resources} />
        </section>
        <section className={styles.card} aria-labelledby="week">
          <h2 id="week">{t("Weekly hours")}</h2>
          <p className={styles.lead}>
            {t("Such as 09:00-12:30, 13:30-17:00.")} <span className="needs-script">{t("Or drag on the bars.")}</span>{" "}
            {t("Time zone: {time_zone}", { time_zone })}
          </p>
          <WeekFields />
        </section>
        <div className={styles.buttons}>
          <Button variant="primary" type="submit">
            {t("Create service")}
          </Button>
        </div>
      </PageForm>
    </>
  );
}
