import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/kit/badge";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { widgetPath } from "./widget-view";
import type { WidgetsView } from "./load.server";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/layout/rows.module.css";
import { Button, LinkButton } from "~/ui/kit/button";

/** The company's widgets, and the form to create one. */
export function WidgetsPage({
  view,
  refusal,
}: {
  view: WidgetsView;
  refusal: FormRefusal | undefined;
}) {
  const { widgets, booking_page, may_edit } = view;
  return (
    <>
      <PageHeader title={t("Widgets")}>
        <LinkButton href={booking_page} target="_blank" rel="noreferrer">
          {t("Open booking page")}
        </LinkButton>
      </PageHeader>
      {widgets.length === 0 ? (
        <EmptyList icon="widget" title={t("No widgets yet")} clear={null}>
          <p>
            {t(
              "Guests see the default look until you create one with your colours, texts and questions.",
            )}
          </p>
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
                      ? t("Not linked to a key")
                      : t("Keys: {{names}}", { names: keys.join(", ") })}
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
            lead={t("One widget per website that needs its own look or questions.")}
          >
            <PageForm refusal={refusal} className={fields.form!}>
              <div className={fields.inline}>
                <TextField name="name" label={t("Name")} required maxLength={120} />
                <Button variant="primary" type="submit">
                  {t("Create widget")}
                </Button>
              </div>
            </PageForm>
          </Card>
        </div>
      )}
    </>
  );
}
