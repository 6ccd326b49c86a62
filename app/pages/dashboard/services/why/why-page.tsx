import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FormSection } from "~/ui/kit/form";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { Select, TextInput } from "~/ui/kit/inputs";
import { ServiceHead } from "../service-head";
import type { WhyStep } from "./why-steps";
import type { WhyPageView } from "./load.server";

/** Why a day has no times: each rule and what it removes. */
export function WhyPage({ head, params, resources, day, steps, bookable }: WhyPageView) {
  return (
    <>
      <ServiceHead {...head} />
      {steps.length === 0 ? (
        <EmptyState icon="box" title={t("No resources in this service")}>
          <p>{t("Add one under Details, or ask an admin for access.")}</p>
        </EmptyState>
      ) : (
        <>
          <Form
            method="get"
            className="flex flex-wrap gap-3 items-end mb-5"
            key={JSON.stringify(params)}
          >
            <TextInput
              type="date"
              name="date"
              label={t("Day")}
              defaultValue={params.date}
              required
            />
            <Select
              name="resource"
              label={t("With")}
              options={resources}
              defaultValue={params.resource}
            />
            <TextInput
              type="number"
              name="party"
              label={t("People")}
              min={1}
              max={500}
              defaultValue={params.party}
              className="w-24"
            />
            <Button type="submit">{t("Show")}</Button>
          </Form>
          <FormSection title={day}>
            <p
              className="flex gap-2 items-start m-0 text-good font-semibold data-[none=true]:text-bad"
              data-none={bookable.length === 0}
            >
              <Icon className="mt-0.5" name={bookable.length === 0 ? "warning" : "check"} />
              {bookable.length === 0
                ? t("No bookable times")
                : t("Bookable: {{times}}", { times: bookable.join(", ") })}
            </p>
            <ol className="m-0 p-0 list-none">
              {steps
                .filter(({ is_idle }) => !is_idle)
                .map((step) => (
                  <Step key={step.rule} {...step} />
                ))}
            </ol>
            <details className="[&_summary]:min-h-11 [&_summary]:text-accent-text [&_summary]:leading-11 [&_summary]:cursor-pointer">
              <summary>{t("Rules with no effect here")}</summary>
              <ol className="m-0 p-0 list-none">
                {steps
                  .filter(({ is_idle }) => is_idle)
                  .map((step) => (
                    <Step key={step.rule} {...step} />
                  ))}
              </ol>
            </details>
          </FormSection>
        </>
      )}
    </>
  );
}

function Step({ label, note, at, left, removed, width, took }: WhyStep) {
  return (
    <li
      className="group/step grid grid-cols-[12rem_minmax(0,1fr)_4.5rem] gap-x-4 gap-y-0 items-center py-2.5 [&+&]:border-t [&+&]:border-line max-md:grid-cols-[minmax(0,1fr)_auto]"
      data-took={took > 0}
    >
      <span className="text-text font-semibold leading-7 group-data-[took=false]/step:[&_a]:font-medium group-data-[took=false]/step:font-medium">
        {at === null ? (
          label
        ) : (
          <Link className="text-text font-semibold leading-7" to={at}>
            {label}
          </Link>
        )}
      </span>
      <span
        className="flex h-4 overflow-hidden rounded-sm bg-quiet-soft max-md:col-span-full"
        aria-hidden="true"
      >
        <span className="bg-accent" style={{ width: `${width}%` }} />
        <span
          className="[background:repeating-linear-gradient(135deg,var(--bad)_0_3px,var(--bad-soft)_3px_7px)]"
          style={{ width: `${took}%` }}
        />
      </span>
      <span className="text-end max-md:row-1 max-md:col-2">{t("{{left}} left", { left })}</span>
      <span className="col-[2_/_-1] text-muted wrap-anywhere max-md:col-span-full">
        {note}
        {removed !== "" && (
          <strong className="text-bad font-semibold">
            {" "}
            {t("Removes {{times}}.", { times: removed })}
          </strong>
        )}
      </span>
    </li>
  );
}
