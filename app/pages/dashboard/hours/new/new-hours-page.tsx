import { t } from "~/i18n/text";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { HoursFields } from "../hours-fields";
import type { NewHoursView } from "./load.server";
import styles from "~/ui/services/service-page.module.css";

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
        className={styles.narrow!}
      >
        <HoursFields year={year} zones={zones} />
        <div className={styles.buttons}>
          <Button variant="primary" type="submit">
            {t("Create hours")}
          </Button>
        </div>
      </PageForm>
    </>
  );
}
