import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { MeForm } from "./me-form";
import { applyMeForm } from "./apply.server";
import { loadMe } from "./load.server";
import { MePage } from "./me-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: `${t("Profile")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadMe(await requireActor(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return submit(request, MeForm, (form) => applyMeForm(actor, form));
}

export default function Me() {
  return <MePage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
