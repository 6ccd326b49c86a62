import { t } from "~/i18n/text";
import { NARROW_FORM, Buttons } from "~/ui/kit/form";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { HoursFields } from "../hours-fields";
import type { NewHoursView } from "./load.server";

/** The form for new hours. */
export function NewHoursPage({
  view,
  refusal,
}: {
  view: NewHoursView;
  refusal: FormRefusal | undefined;
}) {
  const { values, limits, year, zones } = view;
  return (
    <>
      <PageHeader up={{ to: HOURS_PATH, name: t("Hours") }} title={t("New hours")} />
      <PageForm
        stored={values}
        refusal={refusal}
        limits={limits}
        draft="new hours"
        className={NARROW_FORM}
      >
        <HoursFields year={year} zones={zones} />
        <Buttons>
          <Button variant="primary" type="submit">
            {t("Create hours")}
          </Button>
        </Buttons>
      </PageForm>
    </>
  );
}
