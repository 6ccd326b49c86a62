import { Button } from "@mantine/core";
import { Form } from "@remix-run/react";
import type { AccountClosing } from "~/contract/account";
import { Confirm } from "~/ui/form/confirm";
import { TextField, CheckboxField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { Icon } from "~/ui/icon";
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
      <PageHeader title="Data" />
      <Card
        title="Export"
        lead="Everything of the company as one zip file: JSON for each kind of record, CSV for bookings and customers. It is made while it downloads, so nothing has to be waited for here: your browser shows how much has arrived, and you can leave this page meanwhile."
      >
        <Button
          component="a"
          href="/api/account/export"
          download
          size="md"
          variant="default"
          leftSection={<Icon name="download" size={18} />}
        >
          Download everything
        </Button>
      </Card>
      {may_delete && (
        <Card
          title="Delete the company"
          lead="Deletes bookings, customers, services, keys and people. Payments that are still processing are waited for, at most 14 days. This can’t be undone: export first what you want to keep."
        >
          {deletion !== null && <DeletionState deletion={deletion} />}
          <Confirm title={`Delete ${company}`} button="Delete for good" state={state}>
            <p>This needs a sign-in of the last ten minutes. If yours is older, sign out and in again first.</p>
            <TextField state={state} name="confirm_name" label={`Type the company's name: ${company}`} required />
            <TextField state={state} name="confirm_phrase" label={`Type the words: ${phrase}`} required />
            <CheckboxField
              state={state}
              name="cancel_and_refund"
              label="Cancel the paid bookings in the future and give all of the money back first; their guests are mailed"
            />
            {deletion !== null && deletion.failed_refunds > 0 && (
              <CheckboxField
                state={state}
                name="failed_refunds_settled"
                label="The money of the refunds that failed has gone back in another way"
              />
            )}
          </Confirm>
          {refusal?.error?.[""] && (
            <Form method="post" action="/sign-out" reloadDocument>
              <Button type="submit" variant="default">
                Sign out
              </Button>
            </Form>
          )}
        </Card>
      )}
    </>
  );
}
