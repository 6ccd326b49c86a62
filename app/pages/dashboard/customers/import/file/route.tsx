import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readImport } from "~/domain/imports/imports.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { requireAdder } from "../../require-adder.server";
import { applyImportForm } from "./apply.server";
import { FilePage } from "./file-page";
import { ImportForm } from "./import-forms";
import { loadImport } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Import")} · Booking Service` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireAdder(request);
  return loadImport(actor, pageId(params), new URL(request.url).searchParams);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireAdder(request);
  const id = pageId(params);
  await orNoPage(readImport(actor, id));
  return submit(request, ImportForm, (form) => applyImportForm(actor, id, form));
}

export default function FileRoute() {
  return (
    <FilePage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
