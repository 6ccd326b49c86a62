import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { switchTenant } from "~/domain/account/memberships.sql.server";
import { acceptInvitation, readInvitation } from "~/domain/users/accept-invitation.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { answerRefusal, findVisitor, requireVisitor } from "~/http/page.server";
import { msg, t } from "~/i18n/text";
import { Gone, InvitationPage } from "./invitation-page";

export const meta: MetaFunction = () => [{ title: `${t("Invitation")} · Booking Service` }];

const GONE = msg(
  "It was accepted, withdrawn, replaced by a newer one, or is more than 7 days old. Ask for a new one.",
);

/** The page of an invitation link. A GET accepts nothing, because mail programs open links too. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return answerRefusal(async () => {
    await countCall("verify_code", { ip: contextOf(context).ip ?? "", id: "" });
    const { tenant_name, email, role } = await readInvitation(params.token ?? "");
    const visitor = await findVisitor(request);
    const from = new URL(request.url).pathname;
    return { tenant_name, email, role, from, signed_in_as: visitor?.account.email ?? null };
  }, GONE);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { account, session_id } = await requireVisitor(request);
  return answerRefusal(async () => {
    const { tenant_id } = await acceptInvitation(params.token ?? "", account);
    await switchTenant(session_id, account.id, tenant_id);
    return redirect("/dashboard");
  }, GONE);
}

export default function Invitation() {
  const shown = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.message;
  return "message" in shown ? (
    <Gone message={shown.message} />
  ) : (
    <InvitationPage {...shown} problem={problem} />
  );
}
