import { Form } from "@remix-run/react";
import type { AccountClosing } from "~/contract/account";
import { t } from "~/i18n/text";
import { Confirm } from "~/ui/form/confirm";
import { TextField, CheckboxField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Button, LinkButton } from "~/ui/kit/button";
import { DeletionState } from "./deletion-state";

interface DataPageProps {
  company: string;
  phrase: string;
  may_delete: boolean;
  deletion: AccountClosing | null;
  refusal: FormRefusal | undefined;
}

/** Export for admins, deletion for the owner. */
export function DataPage({ company, phrase, may_delete, deletion, refusal }: DataPageProps) {
  return (
    <>
      <PageHeader title={t("Data")} />
      <Card
        title={t("Export")}
        lead={t(
          "One zip file: JSON for each kind of record, CSV for bookings and customers. The download starts at once; you can leave this page while it runs.",
        )}
      >
        <LinkButton href="/api/account/export" download icon="download">
          {t("Download all data")}
        </LinkButton>
      </Card>
      {may_delete && (
        <Card
          title={t("Delete company")}
          lead={t(
            "Deletes bookings, customers, services, keys and people. Payments in progress are settled first, which takes up to 14 days. This can’t be undone, so export what you want to keep.",
          )}
        >
          {deletion !== null && <DeletionState deletion={deletion} />}
          <Confirm
            title={t("Delete {{company}}", { company })}
            button={t("Delete company")}
            refusal={refusal}
          >
            <p>
              {t(
                "You must have signed in within the last 10 minutes. If not, sign out and in again first.",
              )}
            </p>
            <TextField
              name="confirm_name"
              label={t("Type the company name: {{company}}", { company })}
              required
            />
            <TextField
              name="confirm_phrase"
              label={t("Type the words: {{phrase}}", { phrase })}
              required
            />
            <CheckboxField
              name="cancel_and_refund"
              label={t(
                "Cancel upcoming paid bookings and refund them in full. Their guests are emailed.",
              )}
            />
            {deletion !== null && deletion.failed_refunds > 0 && (
              <CheckboxField
                name="failed_refunds_settled"
                label={t("I paid the failed refunds back another way")}
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
