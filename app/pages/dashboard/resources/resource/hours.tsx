import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FormSection, Hint, FORM } from "~/ui/kit/form";
import { SelectField } from "~/ui/form/fields";
import { PageForm } from "~/ui/form/page-form";
import { OpenFields } from "~/ui/hours/open-fields";
import { Button } from "~/ui/kit/button";
import type { ResourcePageProps } from "./resource-view";

/** When a resource can be booked, within its services' hours. */
export function Hours({
  hours: { now, choices, stored },
  may_edit,
  resource,
  answer,
}: ResourcePageProps) {
  const { name } = resource;
  const typed = answer?.typed?.intent === "hours" ? answer.typed : null;
  return (
    <FormSection id="hours" title={t("Hours")}>
      {now === null ? (
        <Hint>{t("{{name}} can be booked whenever its services are open.", { name })}</Hint>
      ) : (
        <p className="m-0">
          {now.week} ·{" "}
          <Link className="text-accent-text" to={now.path}>
            {now.may_change ? t("Edit hours") : t("Open {{name}}", { name: now.name })}
          </Link>
        </p>
      )}
      {may_edit && (
        <PageForm
          intent="hours"
          stored={stored}
          typed={typed}
          refusal={answer?.result}
          draft={`hours of ${resource.id}`}
          className={`group/form ${FORM}`}
          preventScrollReset
        >
          <SelectField name="hours_id" label={t("Hours")} options={choices} />
          <div className="w-full group-[:not(:has(select[name^='hours']_option[value='new']:checked))]/form:hidden">
            <OpenFields with_dates={false} />
          </div>
          <Button type="submit">{t("Save hours")}</Button>
        </PageForm>
      )}
    </FormSection>
  );
}
