import { Form, useSubmit } from "@remix-run/react";
import { t } from "~/i18n/text";
import { TOOLBAR, NARROW_FORM, Hint, Buttons } from "~/ui/kit/form";
import { ChoiceField } from "~/ui/form/fields";
import { PageForm } from "~/ui/form/page-form";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import { Icon } from "~/ui/icon";
import { Rich } from "~/ui/rich";
import { Button } from "~/ui/kit/button";
import { Select } from "~/ui/kit/inputs";
import { PageHeader } from "~/ui/layout/page-header";
import type { ClosedDaysAnswer } from "../apply.server";
import type { HolidaysView } from "./load.server";

interface HolidaysPageProps {
  view: HolidaysView;
  answer: ClosedDaysAnswer | undefined;
}

/** Public holidays to close the company on. */
export function HolidaysPage({ view, answer }: HolidaysPageProps) {
  const { query, holidays } = view;
  const open = holidays.filter(({ closed }) => !closed);
  const closed = holidays.filter((holiday) => holiday.closed);
  return (
    <>
      <PageHeader
        up={{ to: `${HOURS_PATH}#closed`, name: t("Hours") }}
        title={t("Add public holidays")}
      />
      <Where {...view} />
      <PageForm
        key={JSON.stringify([query, open.length])}
        stored={{ dates: open.map(({ date }) => date) }}
        typed={answer?.typed}
        refusal={answer?.result}
        className={NARROW_FORM}
      >
        {Object.entries(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {open.length === 0 ? (
          <Hint>{t("No more public holidays to add in {{year}}.", { year: query.year })}</Hint>
        ) : (
          <ChoiceField
            name="dates"
            legend={t("Close on")}
            type="checkbox"
            choices={open.map(({ date, when, name }) => ({
              value: date,
              label: `${when} · ${name}`,
            }))}
          />
        )}
        {closed.length > 0 && (
          <section aria-labelledby="closed-already">
            <h2 id="closed-already" className="m-0 mb-1 text-sm font-medium">
              {t("Closed already")}
            </h2>
            <ul className="m-0 p-0 text-muted list-none">
              {closed.map(({ date, when, name }) => (
                <li key={date} className="flex gap-2 items-center min-h-8">
                  <Icon name="check" size={16} />
                  {when} · {name}
                </li>
              ))}
            </ul>
          </section>
        )}
        {open.length > 0 && (
          <Buttons>
            <Button variant="primary" type="submit">
              {t("Add closed days")}
            </Button>
          </Buttons>
        )}
      </PageForm>
      <Hint className="mt-4 [&_a]:text-inherit">
        <Rich
          text={t(
            "Source: <source>date-holidays</source>, data under <license>CC BY-SA 3.0</license>",
          )}
          parts={{
            source: (inner) => (
              <a href="https://github.com/commenthol/date-holidays" rel="noreferrer">
                {inner}
              </a>
            ),
            license: (inner) => (
              <a href="https://creativecommons.org/licenses/by-sa/3.0/" rel="noreferrer">
                {inner}
              </a>
            ),
          }}
        />
      </Hint>
    </>
  );
}

/** Country, region and year; with JavaScript a change reloads the list immediately. */
function Where({ query, countries, regions, years }: HolidaysView) {
  const submit = useSubmit();
  return (
    <Form
      method="get"
      role="search"
      aria-label={t("Holidays of")}
      className={TOOLBAR}
      key={JSON.stringify(query)}
      onChange={(event) => submit(event.currentTarget, { replace: true })}
    >
      <Select
        name="country"
        label={t("Country")}
        defaultValue={query.country}
        options={countries}
      />
      {regions.length > 0 && (
        <Select
          name="region"
          label={t("Region")}
          defaultValue={query.region}
          options={[{ value: "", label: t("Whole country") }, ...regions]}
        />
      )}
      <Select
        name="year"
        label={t("Year")}
        defaultValue={query.year}
        options={years.map((value) => ({ value, label: value }))}
      />
      <noscript>
        <Button type="submit">{t("Show")}</Button>
      </noscript>
    </Form>
  );
}
