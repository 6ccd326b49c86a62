import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { BlockPage } from "~/ui/block/block-form";
import { applyBlockForm } from "./apply.server";
import { BlockForm } from "./block-form";
import { loadBlock } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Block time")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const view = await loadBlock(
    await requireActor(request, "staff"),
    new URL(request.url).searchParams,
  );
  // The drawer refetches a removed block, so don't show an error page.
  return data(view, { status: view === null ? 404 : 200 });
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, BlockForm, (form) => applyBlockForm(actor, form));
}

export default function BlockRoute() {
  return <BlockPage view={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />;
}
