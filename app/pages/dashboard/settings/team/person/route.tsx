import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { PersonForm } from "../team-forms";
import { applyPersonForm } from "./apply.server";
import { loadPerson } from "./load.server";
import { PersonPage } from "./person-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.person.name ?? t("Person")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPerson(await requireActor(request, "admin"), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, PersonForm, (form) => applyPersonForm(actor, id, form));
}

export default function Person() {
  return (
    <PersonPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
