import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resendMessage } from "~/domain/email/messages.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { ResendForm } from "../mail-forms";
import { loadMailLog } from "./load.server";
import { LOG_PATH, LogPage } from "./log-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Message log")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadMailLog(await requireActor(request, "staff"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, ResendForm, async ({ id }) => {
    const { recipient } = await resendMessage(actor, id);
    return redirectWith(
      `${LOG_PATH}${new URL(request.url).search}`,
      t("Resent to {{recipient}}.", { recipient }),
    );
  });
}

export default function MailLog() {
  return (
    <LogPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
