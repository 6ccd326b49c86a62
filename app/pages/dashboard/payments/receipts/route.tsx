import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { loadReceipts } from "./load.server";
import { ReceiptsPage } from "./receipts-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Receipts")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadReceipts(await requireActor(request, "admin"), new URL(request.url).searchParams);
}

export default function Receipts() {
  return <ReceiptsPage view={useLoaderData<typeof loader>()} />;
}
