import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { Confirm } from "~/ui/form/confirm";
import { formState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Snippets } from "./snippets";
import { WidgetEditor } from "./widget-editor";
import type { WidgetAnswer } from "../widget-view";
import type { WidgetView } from "./load.server";

/** A widget: its form beside its preview, and the code for a website. */
export function WidgetPage({ view, answer }: { view: WidgetView; answer: WidgetAnswer | undefined }) {
  const { name, is_default, snippets, ...shown } = view;
  const refusalOf = (intent: string) => formState({}, answer?.result, intent);
  return (
    <>
      <PageHeader title={name}>
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
            title={t("Delete this widget")}
            intent="delete"
            button={t("Delete {name}", { name })}
            state={refusalOf("delete")}
          >
            <p>{t("It ends for good. The default cannot be deleted, and one that a key is bound to cannot either.")}</p>
          </Confirm>
        </Card>
      )}
    </>
  );
}
