import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { t } from "~/i18n/text";
import { requireAdder } from "../require-adder.server";
import { ImportPage } from "./import-page";
import { loadImports } from "./load.server";
import { takeFile } from "./upload.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Import")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadImports(await requireAdder(request), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  return takeFile(request, await requireAdder(request));
}

export default function ImportRoute() {
  return (
    <ImportPage
      {...useLoaderData<typeof loader>()}
      problem={useActionData<typeof action>()?.problem ?? null}
    />
  );
}
