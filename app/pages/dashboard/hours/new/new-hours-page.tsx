import { t } from "~/i18n/text";
import { NARROW_FORM, Buttons } from "~/ui/kit/form";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { HoursFields } from "../hours-fields";
import type { NewHoursView } from "./load.server";

/** A refused form, or one whose rows were changed without JavaScript. */
export interface NewHoursAnswer {
  result?: FormRefusal;
  typed?: object;
}

/** The form for new hours. */
export function NewHoursPage({
  view,
  answer,
}: {
  view: NewHoursView;
  answer: NewHoursAnswer | undefined;
}) {
  const { values, limits, zones } = view;
  return (
    <>
      <PageHeader up={{ to: HOURS_PATH, name: t("Hours") }} title={t("New hours")} />
      <PageForm
        stored={values}
        typed={answer?.typed}
        refusal={answer?.result}
        limits={limits}
        draft="new hours"
        className={NARROW_FORM}
      >
        <HoursFields zones={zones} />
        <Buttons>
          <Button variant="primary" type="submit">
            {t("Create hours")}
          </Button>
        </Buttons>
      </PageForm>
    </>
  );
}
