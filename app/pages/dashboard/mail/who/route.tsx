import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { accountEvents, type PreferenceEvent, preferenceEvents, recipients } from "~/contract/email";
import { readTicks, tickOf, WhoForm } from "../mail-forms";
import { getPreferences, updatePreferences } from "~/domain/email/preferences.server";
import { hasRole } from "~/domain/identity/actor";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { Draft } from "~/ui/drafts/draft";
import { PageHeader } from "~/ui/layout/page-header";
import { mailWords, recipientWords } from "../mail-words";
import { WhoTable } from "./who-table";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Who is mailed · Booking Service" }];

const PATH = "/dashboard/mail/who";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const preferences = await getPreferences(actor);
  return {
    rows: preferenceEvents.map((event) => ({
      ...{ event, ...mailWords(event) },
      to: recipientsOf(event).map((to) => ({
        value: tickOf(event, to),
        label: recipientWords[to],
        is_mailed: preferences[event]![to],
      })),
    })),
    may_edit: hasRole(actor, "admin"),
  };
}

/** Guests have no part in the company's own account. */
const recipientsOf = (event: PreferenceEvent) =>
  recipients.filter((to) => to !== "customer" || !accountEvents.some((own) => own === event));

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, WhoForm, async ({ on }) => {
    const changes = readTicks(on, await getPreferences(actor));
    if (Object.keys(changes).length === 0) return redirectWith(PATH, "Nothing was changed.");
    await updatePreferences(actor, changes);
    return redirectWith(PATH, "Saved who is mailed.");
  });
}

export default function WhoIsMailed() {
  const { rows, may_edit } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Who is mailed" aside="Staff are mailed about the resources that are theirs." />
      {may_edit ? (
        <Form method="post" className={styles.form!} key={JSON.stringify(rows)}>
          <Draft name="mail who" />
          <WhoTable rows={rows} may_edit />
          <Button type="submit" size="md">
            Save
          </Button>
        </Form>
      ) : (
        <WhoTable rows={rows} may_edit={false} />
      )}
    </>
  );
}
