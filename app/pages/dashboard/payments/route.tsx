import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { chooseProfile } from "~/domain/payments/connect.server";
import { disconnect } from "~/domain/payments/disconnect.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { requireActor, submit } from "~/http/page.server";
import { AccountForm } from "./account-form";
import { loadPayments } from "./load.server";
import { PAYMENTS_PATH } from "./paths";
import { PaymentsPage } from "./payments-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Payments")} · Booking Service` }];

const PROVIDER = "payprovider";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadPayments(await requireActor(request, "admin"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "owner");
  return submit(request, AccountForm, async (form) => {
    if (form.intent === "profile") {
      await chooseProfile(actor, PROVIDER, form.profile_id);
      return redirectWith(PAYMENTS_PATH, t("Payment methods saved."));
    }
    await disconnect(actor, PROVIDER);
    return redirectWith(PAYMENTS_PATH, t("Account disconnected."));
  });
}

export default function Payments() {
  return (
    <PaymentsPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
