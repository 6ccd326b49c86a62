import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import type { FieldLimits } from "~/ui/form/field-limits";
import { FieldsOf } from "~/ui/form/field-state";
import type { FormRefusal } from "~/ui/form/form-state";
import { Button, LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import type { FormValues } from "~/ui/services/service-forms";
import { WeekFields } from "../hours-fields";
import { BasicFields, type ResourceChoice } from "../terms-fields";
import styles from "~/ui/services/service-page.module.css";

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
  const problems = refusal?.error ?? {};
  if (resources.length === 0)
    return (
      <EmptyState icon="box" title={t("First a resource")} heading="h1">
        <p>{t("A service is given by a person, in a room, on a court: by a resource. There is none in use yet.")}</p>
        <LinkButton variant="primary" to="/dashboard/resources">
          {t("Resources")}
        </LinkButton>
      </EmptyState>
    );
  return (
    <>
      <PageHeader title={t("New service")} />
      <Form method="post" className={styles.narrow!}>
        <Draft name="new service" />
        {problems[""] && <Notice tone="bad">{problems[""].join(" ")}</Notice>}
        <FieldsOf value={{ of: "service", values: refusal?.initialValue ?? values, now: null, problems, limits }}>
          <section className={styles.card} aria-label={t("What it is")}>
            <BasicFields currency={currency} resources={resources} />
          </section>
          <section className={styles.card} aria-labelledby="week">
            <h2 id="week">{t("The usual week")}</h2>
            <p className={styles.lead}>
              {t("Write 09:00-12:30, 13:30-17:00")}
              <span className="needs-script">{t(", or paint the bars")}</span>
              {t(". Time zone: {time_zone}.", { time_zone })}
            </p>
            <WeekFields />
          </section>
        </FieldsOf>
        <div className={styles.buttons}>
          <Button variant="primary" type="submit">
            {t("Make the service")}
          </Button>
        </div>
      </Form>
    </>
  );
}
