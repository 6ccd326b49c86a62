import { t } from "~/i18n/text";
import { FORM, FieldLine } from "~/ui/kit/form";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { widgetPath } from "./widget-view";
import type { WidgetsView } from "./load.server";
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
        <List>
          {widgets.map(({ id, name, title, is_default, keys }) => (
            <Row key={id}>
              <RowMain>
                <RowName to={widgetPath(id)}>{name}</RowName>
                {title !== null && <RowText>{title}</RowText>}
                {may_edit && (
                  <RowText>
                    {keys.length === 0
                      ? t("Not linked to a key")
                      : t("Keys: {{names}}", { names: keys.join(", ") })}
                  </RowText>
                )}
              </RowMain>
              {is_default && (
                <RowSide>
                  <Badge tone="good" icon="check">
                    {t("Default")}
                  </Badge>
                </RowSide>
              )}
            </Row>
          ))}
        </List>
      )}
      {may_edit && (
        <div className="mt-4">
          <Card
            title={t("New widget")}
            lead={t("One widget per website that needs its own look or questions.")}
          >
            <PageForm refusal={refusal} className={FORM}>
              <FieldLine>
                <TextField name="name" label={t("Name")} required maxLength={120} />
                <Button variant="primary" type="submit">
                  {t("Create widget")}
                </Button>
              </FieldLine>
            </PageForm>
          </Card>
        </div>
      )}
    </>
  );
}
