import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { SelectField } from "~/ui/form/fields";
import { PageForm } from "~/ui/form/page-form";
import { OutsideBookings } from "~/ui/hours/outside-bookings";
import { keepWords } from "~/ui/hours/outside-lines";
import { WeekFields } from "~/ui/hours/week-fields";
import { Button } from "~/ui/kit/button";
import type { ResourcePageProps } from "./resource-view";
import styles from "./resource-page.module.css";

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
    <section id="hours" aria-labelledby="hours-title" className={styles.card}>
      <h2 id="hours-title">{t("Hours")}</h2>
      {now === null ? (
        <p className={styles.quiet}>
          {t("{{name}} can be booked whenever its services are open.", { name })}
        </p>
      ) : (
        <p className={styles.message}>
          {now.week} ·{" "}
          <Link to={now.path}>
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
          className={styles.form!}
          preventScrollReset
        >
          <SelectField name="hours_id" label={t("Hours")} options={choices} />
          <div className={styles.week}>
            <WeekFields />
          </div>
          {typed !== null && answer?.outside && <OutsideBookings {...answer.outside} />}
          <Button type="submit">
            {typed !== null && answer?.outside ? keepWords(answer.outside.total) : t("Save hours")}
          </Button>
        </PageForm>
      )}
    </section>
  );
}
