import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import styles from "~/ui/services/service-page.module.css";

interface DeleteServicePageProps {
  name: string;
  active: boolean;
  /** The page of the service. */
  back: string;
  refusal: FormRefusal | undefined;
}

/** What goes with a service and what stays, before it is deleted. */
export function DeleteServicePage({ name, active, back, refusal }: DeleteServicePageProps) {
  const problems = refusal?.error?.[""];
  return (
    <>
      <Link to={back} className={styles.back!}>
        {name}
      </Link>
      <PageHeader title={t("Delete {name}?", { name })} />
      <Form method="post" className={styles.card}>
        {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
        <p className={styles.lead}>
          {t(
            "Its times go, and nobody can book it any more. Bookings that are over stay, without the name of the service. It cannot be deleted while it has bookings in the future.",
          )}
        </p>
        <div className={styles.answers}>
          <Button type="submit" name="intent" value="delete" variant="danger">
            {t("Delete {name} for good", { name })}
          </Button>
          {active && (
            <Button type="submit" name="intent" value="switch_off">
              {t("Switch it off instead")}
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}
