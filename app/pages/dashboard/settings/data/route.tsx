import { Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AccountDeletion, CONFIRM_PHRASE } from "~/contract/account";
import { findDeletion } from "~/domain/account/closing.sql.server";
import { deleteAccount } from "~/domain/account/delete-account.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { endedSessionCookie } from "~/http/session-cookie.server";
import { Confirm } from "~/ui/form/confirm";
import { DeletionState } from "./deletion-state";
import { TextField, TickField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Icon } from "~/ui/icon";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Data · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenant, role } = await requireActor(request, "admin");
  const deletion = await findDeletion(tenant.id);
  return { company: tenant.name, phrase: CONFIRM_PHRASE, may_delete: role === "owner", deletion };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "owner");
  return submit(request, AccountDeletion, async (form) => {
    const closing = await deleteAccount(actor, form);
    if (closing !== null) return redirectWith("/dashboard/settings/data", "The company is being deleted.");
    return redirect("/", { headers: { "Set-Cookie": endedSessionCookie() } });
  });
}

export default function Data() {
  const { company, phrase, may_delete, deletion } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.result;
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
            <TickField
              state={state}
              name="cancel_and_refund"
              label="Cancel the paid bookings in the future and give all of the money back first; their guests are mailed"
            />
            {deletion !== null && deletion.failed_refunds > 0 && (
              <TickField
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
