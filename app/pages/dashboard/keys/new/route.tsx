import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { NewKeyForm } from "../key-forms";
import { applyNewKeyForm } from "./apply.server";
import { loadNewKey } from "./load.server";
import { NewKeyPage } from "./new-key-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: `${t("New API key")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadNewKey(
    await requireActor(request, "admin"),
    new URL(request.url).searchParams.get("kind"),
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewKeyForm, (form) => applyNewKeyForm(actor, form));
}

export default function NewKey() {
  return (
    <NewKeyPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
