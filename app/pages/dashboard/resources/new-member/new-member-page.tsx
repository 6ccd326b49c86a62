import { msg, t } from "~/i18n/text";
import { ChoiceField, SelectField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { OpenFields } from "~/ui/hours/open-fields";
import { Button } from "~/ui/kit/button";
import { Buttons, FormSection, Hint, NARROW_FORM } from "~/ui/kit/form";
import { PageHeader } from "~/ui/layout/page-header";
import { RESOURCES_PATH } from "~/ui/resources/resource-path";
import { OfferedServices } from "../offered-services-fields";
import type { NewMemberView } from "./load.server";

/** A refused form, or one whose rows were changed without JavaScript. */
export interface NewMemberAnswer {
  result?: FormRefusal;
  typed?: object;
}

interface NewMemberPageProps extends NewMemberView {
  answer: NewMemberAnswer | undefined;
}

const ROLES = [
  { value: "staff", label: msg("Staff") },
  { value: "admin", label: msg("Admin") },
  { value: "viewer", label: msg("Viewer") },
];

/** Name, services, hours and invitation of a new team member, saved together. */
export function NewMemberPage({ services, hours, stored, limits, answer }: NewMemberPageProps) {
  return (
    <>
      <PageHeader up={{ to: RESOURCES_PATH, name: t("Resources") }} title={t("New team member")} />
      <PageForm
        stored={stored}
        typed={answer?.typed}
        refusal={answer?.result}
        limits={limits}
        draft="new member"
        className={`group/form ${NARROW_FORM}`}
      >
        <FormSection aria-label={t("Details")}>
          <TextField name="name" label={t("Name")} description={t("What guests see")} />
        </FormSection>
        {services.length === 0 ? (
          <Hint>{t("No services yet")}</Hint>
        ) : (
          <OfferedServices title={t("Services")} services={services} />
        )}
        <FormSection aria-label={t("Hours")}>
          <SelectField name="hours_id" label={t("Hours")} options={hours} className="max-w-96" />
          <div className={IF_OWN}>
            <OpenFields with_dates={false} />
          </div>
        </FormSection>
        <FormSection title={t("Invitation")}>
          <TextField
            name="email"
            label={t("Email (optional)")}
            type="email"
            description={t("They get an email with a link, and sign in with that address.")}
            className="max-w-96"
          />
          <ChoiceField
            name="role"
            legend={t("Role")}
            type="radio"
            choices={ROLES.map(({ value, label }) => ({ value, label: t(label) }))}
          />
        </FormSection>
        <Buttons>
          <Button variant="primary" type="submit">
            {t("Add team member")}
          </Button>
        </Buttons>
      </PageForm>
    </>
  );
}

// Shown if the choice above uses them, also without scripts.
const IF_OWN = "group-[:not(:has(option[value='new']:checked))]/form:hidden";
