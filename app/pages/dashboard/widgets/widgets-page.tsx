import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { FormProblems, TextField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { Button, LinkButton } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { widgetPath } from "./widget-view";
import type { WidgetsView } from "./load.server";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/layout/rows.module.css";

/** The company's widgets, and the form that makes one. */
export function WidgetsPage({ view, refusal }: { view: WidgetsView; refusal: FormRefusal | undefined }) {
  const { widgets, booking_page, may_edit } = view;
  const state = formState({}, refusal);
  return (
    <>
      <PageHeader title={t("Widgets")}>
        <LinkButton href={booking_page} target="_blank" rel="noreferrer">
          {t("Open your own page")}
        </LinkButton>
      </PageHeader>
      {widgets.length === 0 ? (
        <EmptyList icon="widget" title={t("No widgets of your own yet")} clear={null}>
          <p>{t("Guests book by a plain widget until there is one with your colours, words and questions.")}</p>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {widgets.map(({ id, name, title, is_default, keys }) => (
            <li key={id} data-row>
              <div className={styles.main}>
                <Link to={widgetPath(id)} className={styles.name!} prefetch="intent">
                  {name}
                </Link>
                {title !== null && <p>{title}</p>}
                {may_edit && (
                  <p>
                    {keys.length === 0
                      ? t("No key takes it by itself")
                      : t("Keys: {value}", { value: keys.join(", ") })}
                  </p>
                )}
              </div>
              {is_default && (
                <div className={styles.side}>
                  <Badge tone="good" icon="check">
                    {t("Default")}
                  </Badge>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {may_edit && (
        <div className={styles.below}>
          <Card
            title={t("New widget")}
            lead={t("It begins plain. Make one for each website that should look or ask differently.")}
          >
            <Form method="post" className={fields.form!}>
              <FormProblems state={state} />
              <div className={fields.inline}>
                <TextField state={state} name="name" label={t("Name")} required maxLength={120} />
                <Button variant="primary" type="submit">
                  {t("Make the widget")}
                </Button>
              </div>
            </Form>
          </Card>
        </div>
      )}
    </>
  );
}
