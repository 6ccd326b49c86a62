import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/kit/badge";
import { Confirm } from "~/ui/form/confirm";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Button } from "~/ui/kit/button";
import { Snippets } from "./snippets";
import { WidgetEditor } from "./widget-editor";
import type { WidgetAnswer } from "../widget-view";
import type { WidgetView } from "./load.server";

/** A widget: form, preview and embed code. */
export function WidgetPage({
  view,
  answer,
}: {
  view: WidgetView;
  answer: WidgetAnswer | undefined;
}) {
  const { name, is_default, snippets, ...shown } = view;
  return (
    <>
      <PageHeader up={{ to: "/dashboard/widgets", name: t("Widgets") }} title={name}>
        {is_default && (
          <Badge tone="good" icon="check">
            {t("Default")}
          </Badge>
        )}
        {shown.may_edit && (
          <Form method="post">
            <Button type="submit" name="intent" value="duplicate">
              {t("Duplicate")}
            </Button>
          </Form>
        )}
        {shown.may_edit && !is_default && (
          <Form method="post">
            <Button type="submit" name="intent" value="make_default">
              {t("Make default")}
            </Button>
          </Form>
        )}
      </PageHeader>
      <WidgetEditor {...shown} answer={answer} key={shown.id} />
      {snippets && <Snippets {...snippets} />}
      {shown.may_edit && (
        <Card title={t("Delete")}>
          <Confirm
            title={t("Delete widget")}
            intent="delete"
            button={t("Delete {{name}}", { name })}
            refusal={answer?.result}
          >
            <p>
              {t(
                "This can’t be undone. You can’t delete the default widget, or one linked to a key.",
              )}
            </p>
          </Confirm>
        </Card>
      )}
    </>
  );
}
