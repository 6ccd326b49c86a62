import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { KeyForm } from "../key-forms";
import { applyKeyForm } from "./apply.server";
import { KeyPage } from "./key-page";
import { loadKey } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? t("API key")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadKey(await requireActor(request, "admin"), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, KeyForm, (form) => applyKeyForm(actor, id, form));
}

export default function Key() {
  return <KeyPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
