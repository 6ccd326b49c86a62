import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { ConnectionForm } from "../calendars-forms";
import { applyConnectionForm } from "./apply.server";
import { ConnectionPage } from "./connection-page";
import { loadConnection } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [
  { title: `${t("Connected calendars")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return loadConnection(actor, pageId(params), new URL(request.url).searchParams);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = pageId(params);
  return submit(request, ConnectionForm, (form) => applyConnectionForm(actor, id, form));
}

/**
 * The loader queries the provider, so it runs on navigation and form submissions, not on live
 * updates.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, currentUrl, nextUrl }) =>
  formMethod !== undefined || currentUrl.href !== nextUrl.href;

export default function Connection() {
  return (
    <ConnectionPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
