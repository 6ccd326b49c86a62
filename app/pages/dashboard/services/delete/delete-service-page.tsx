import { t } from "~/i18n/text";
import { Hint, Buttons } from "~/ui/kit/form";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Button } from "~/ui/kit/button";

interface DeleteServicePageProps {
  name: string;
  active: boolean;
  /** URL of the service. */
  back: string;
  refusal: FormRefusal | undefined;
}

/** Consequences of deleting a service, before confirmation. */
export function DeleteServicePage({ name, active, back, refusal }: DeleteServicePageProps) {
  return (
    <>
      <PageHeader up={{ to: back, name }} title={t("Delete {{name}}?", { name })} />
      <PageForm refusal={refusal} className="flex flex-col gap-3 min-w-0">
        <Hint>
          {t(
            "Deletes the service and its times. Past bookings stay, without the service’s name. This can’t be undone. A service with upcoming bookings can’t be deleted.",
          )}
        </Hint>
        <Buttons>
          <Button type="submit" name="intent" value="delete" variant="danger">
            {t("Delete {{name}}", { name })}
          </Button>
          {active && (
            <Button type="submit" name="intent" value="switch_off">
              {t("Switch off instead")}
            </Button>
          )}
        </Buttons>
      </PageForm>
    </>
  );
}
