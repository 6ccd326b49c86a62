import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AccountDeletion, CONFIRM_PHRASE } from "~/contract/account";
import { findDeletion } from "~/domain/account/closing.sql.server";
import { deleteAccount } from "~/domain/account/delete-account.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { endedSessionCookie } from "~/http/session-cookie.server";
import { t } from "~/i18n/text";
import { DataPage } from "./data-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Data")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenant, role } = await requireActor(request, "admin");
  const deletion = await findDeletion(tenant.id);
  return { company: tenant.name, phrase: CONFIRM_PHRASE, may_delete: role === "owner", deletion };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "owner");
  return submit(request, AccountDeletion, async (form) => {
    const closing = await deleteAccount(actor, form);
    if (closing !== null)
      return redirectWith("/dashboard/settings/data", t("Deleting the company."));
    return redirect("/", { headers: { "Set-Cookie": endedSessionCookie() } });
  });
}

export default function Data() {
  return (
    <DataPage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
