import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { Select, TextInput } from "~/ui/kit/inputs";
import { ServiceHead, type ServiceHeadProps } from "../service-head";
import type { WhyStep } from "./why-steps";
import page from "~/ui/services/service-page.module.css";
import styles from "./why-page.module.css";

/** The rules of a day as applied to a service. */
export interface WhyPageView {
  head: ServiceHeadProps;
  asked: { date: string; resource: string; party: string };
  resources: { value: string; label: string }[];
  day: string;
  steps: WhyStep[];
  bookable: string[];
}

/** Why a day has no times: each rule and what it removes. */
export function WhyPage({ head, asked, resources, day, steps, bookable }: WhyPageView) {
  return (
    <>
      <ServiceHead {...head} />
      {steps.length === 0 ? (
        <EmptyState icon="box" title={t("No resources in this service")}>
          <p>{t("Add one under Details, or ask an admin for access.")}</p>
        </EmptyState>
      ) : (
        <>
          <Form method="get" className={styles.asked!} key={JSON.stringify(asked)}>
            <TextInput
              type="date"
              name="date"
              label={t("Day")}
              defaultValue={asked.date}
              required
            />
            <Select
              name="resource"
              label={t("With")}
              options={resources}
              defaultValue={asked.resource}
            />
            <TextInput
              type="number"
              name="party"
              label={t("People")}
              min={1}
              max={500}
              defaultValue={asked.party}
              className={styles.party}
            />
            <Button type="submit">{t("Show")}</Button>
          </Form>
          <section className={page.card} aria-labelledby="steps">
            <h2 id="steps">{day}</h2>
            <p className={styles.answer} data-none={bookable.length === 0}>
              <Icon name={bookable.length === 0 ? "warning" : "check"} />
              {bookable.length === 0
                ? t("No bookable times")
                : t("Bookable: {times}", { times: bookable.join(", ") })}
            </p>
            <ol className={styles.steps}>
              {steps
                .filter(({ is_idle }) => !is_idle)
                .map((step) => (
                  <Step key={step.rule} {...step} />
                ))}
            </ol>
            <details className={styles.idle}>
              <summary>{t("Rules with no effect here")}</summary>
              <ol className={styles.steps}>
                {steps
                  .filter(({ is_idle }) => is_idle)
                  .map((step) => (
                    <Step key={step.rule} {...step} />
                  ))}
              </ol>
            </details>
          </section>
        </>
      )}
    </>
  );
}

function Step({ label, note, at, left, removed, width, took }: WhyStep) {
  return (
    <li className={styles.step} data-took={took > 0}>
      <span className={styles.rule}>{at === null ? label : <Link to={at}>{label}</Link>}</span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.left} style={{ width: `${width}%` }} />
        <span className={styles.took} style={{ width: `${took}%` }} />
      </span>
      <span className={styles.count}>{t("{left} left", { left })}</span>
      <span className={styles.note}>
        {note}
        {removed !== "" && <strong> {t("Removes {times}.", { times: removed })}</strong>}
      </span>
    </li>
  );
}
