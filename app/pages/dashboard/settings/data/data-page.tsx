import { Form } from "@remix-run/react";
import type { AccountClosing } from "~/contract/account";
import { t } from "~/i18n/text";
import { Confirm } from "~/ui/form/confirm";
import { TextField, CheckboxField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { Button, LinkButton } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { DeletionState } from "./deletion-state";

interface DataPageProps {
  company: string;
  phrase: string;
  may_delete: boolean;
  deletion: AccountClosing | null;
  refusal: FormRefusal | undefined;
}

/** Export for all who manage the company; deletion for its owner. */
export function DataPage({ company, phrase, may_delete, deletion, refusal }: DataPageProps) {
  const state = formState({}, refusal);
  return (
    <>
      <PageHeader title={t("Data")} />
      <Card
        title={t("Export")}
        lead={t(
          "Everything of the company as one zip file: JSON for each kind of record, CSV for bookings and customers. It is made while it downloads, so nothing has to be waited for here: your browser shows how much has arrived, and you can leave this page meanwhile.",
        )}
      >
        <LinkButton href="/api/account/export" download icon="download">
          {t("Download everything")}
        </LinkButton>
      </Card>
      {may_delete && (
        <Card
          title={t("Delete the company")}
          lead={t(
            "Deletes bookings, customers, services, keys and people. Payments that are still processing are waited for, at most 14 days. This can’t be undone: export first what you want to keep.",
          )}
        >
          {deletion !== null && <DeletionState deletion={deletion} />}
          <Confirm title={t("Delete {company}", { company })} button={t("Delete for good")} state={state}>
            <p>{t("This needs a sign-in of the last ten minutes. If yours is older, sign out and in again first.")}</p>
            <TextField
              state={state}
              name="confirm_name"
              label={t("Type the company's name: {company}", { company })}
              required
            />
            <TextField state={state} name="confirm_phrase" label={t("Type the words: {phrase}", { phrase })} required />
            <CheckboxField
              state={state}
              name="cancel_and_refund"
              label={t(
                "Cancel the paid bookings in the future and give all of the money back first; their guests are mailed",
              )}
            />
            {deletion !== null && deletion.failed_refunds > 0 && (
              <CheckboxField
                state={state}
                name="failed_refunds_settled"
                label={t("The money of the refunds that failed has gone back in another way")}
              />
            )}
          </Confirm>
          {refusal?.error?.[""] && (
            <Form method="post" action="/sign-out" reloadDocument>
              <Button type="submit">{t("Sign out")}</Button>
            </Form>
          )}
        </Card>
      )}
    </>
  );
}
