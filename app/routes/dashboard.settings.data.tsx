import { Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AccountDeletion, CONFIRM_PHRASE } from "~/contract/account";
import { deleteAccount } from "~/domain/account/delete-account.server";
import { requireActor, submit } from "~/http/page.server";
import { endedSessionCookie } from "~/http/session-cookie.server";
import { Confirm } from "~/ui/form/confirm";
import { TextField, TickField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Icon } from "~/ui/icon";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Data · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenant, role } = await requireActor(request, "admin");
  return { company: tenant.name, phrase: CONFIRM_PHRASE, may_delete: role === "owner" };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "owner");
  return submit(request, AccountDeletion, async (form) => {
    await deleteAccount(actor, form);
    return redirect("/", { headers: { "Set-Cookie": endedSessionCookie() } });
  });
}

export default function Data() {
  const { company, phrase, may_delete } = useLoaderData<typeof loader>();
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
          lead="Everything goes at once and for good: bookings, customers, services, keys and people. Export first what you want to keep."
        >
          <Confirm title={`Delete ${company}`} button="Delete for good" state={state}>
            <p>This needs a sign-in of the last ten minutes. If yours is older, sign out and in again first.</p>
            <TextField state={state} name="confirm_name" label={`Type the company's name: ${company}`} required />
            <TextField state={state} name="confirm_phrase" label={`Type the words: ${phrase}`} required />
            <TickField
              state={state}
              name="cancel_and_refund"
              label="Cancel the paid bookings in the future and give all of the money back first; their guests are mailed"
            />
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
