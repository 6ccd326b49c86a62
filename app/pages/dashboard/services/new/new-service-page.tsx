import { t } from "~/i18n/text";
import { NARROW_FORM, FormSection, FieldRow, Buttons } from "~/ui/kit/form";
import { EmptyState } from "~/ui/feedback/empty-state";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { PageHeader } from "~/ui/layout/page-header";
import { ResourceTicks } from "../resource-ticks";
import { Button, LinkButton } from "~/ui/kit/button";
import type { NewServiceView } from "./load.server";

interface NewServicePageProps extends NewServiceView {
  refusal: FormRefusal | undefined;
}

/** Form for a new service with the required fields; the rest is on its pages. */
export function NewServicePage({
  values,
  limits,
  resources,
  currency,
  refusal,
}: NewServicePageProps) {
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
      <PageHeader
        up={{ to: "/dashboard/services", name: t("Services") }}
        title={t("New service")}
      />
      <PageForm
        stored={values}
        refusal={refusal}
        limits={limits}
        draft="new service"
        className={NARROW_FORM}
      >
        <FormSection aria-label={t("Details")}>
          <TextField name="name" label={t("Name")} />
          <FieldRow narrow>
            <TextField name="duration_minutes" label={t("Duration (minutes)")} type="number" />
            <TextField
              name="price"
              label={t("Price ({{currency}})", { currency })}
              placeholder={t("No price")}
              inputMode="decimal"
            />
          </FieldRow>
          <ResourceTicks resources={resources} />
        </FormSection>
        <Buttons>
          <Button variant="primary" type="submit">
            {t("Create service")}
          </Button>
        </Buttons>
      </PageForm>
    </>
  );
}
