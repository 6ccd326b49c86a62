import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FORM } from "~/ui/kit/form";
import { Draft } from "~/ui/drafts/draft";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { WhoTable, type WhoTableProps } from "./who-table";

/** Email recipients by event; read-only without permission. */
export function WhoPage({ rows, columns, may_edit }: WhoTableProps) {
  return (
    <>
      <PageHeader
        title={t("Who gets which email")}
        aside={t("Staff get emails about their own resources.")}
      />
      {may_edit ? (
        <Form method="post" className={FORM} key={JSON.stringify(rows)}>
          <Draft name="mail who" />
          <WhoTable rows={rows} columns={columns} may_edit />
          <Button variant="primary" type="submit">
            {t("Save")}
          </Button>
        </Form>
      ) : (
        <WhoTable rows={rows} columns={columns} may_edit={false} />
      )}
    </>
  );
}
