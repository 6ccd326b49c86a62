import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { removeSuppression } from "~/domain/email/messages.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { UnblockForm } from "../mail-forms";
import { BLOCKED_PATH, BlockedPage } from "./blocked-page";
import { loadBlocked } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [
  { title: `${t("Suppressed addresses")} · Booking Service` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadBlocked(await requireActor(request, "admin"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, UnblockForm, async ({ address }) => {
    await removeSuppression(actor, address);
    return redirectWith(BLOCKED_PATH, t("Emails go to {{address}} again.", { address }));
  });
}

export default function BlockedAddresses() {
  return (
    <BlockedPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
