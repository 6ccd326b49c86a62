import { Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { switchTenant } from "~/domain/account/memberships.sql.server";
import { acceptInvitation, readInvitation } from "~/domain/users/accept-invitation.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { answerRefusal, findVisitor, requireVisitor } from "~/http/page.server";
import { Notice } from "~/ui/feedback/notice";
import { CardPage } from "~/ui/layout/card-page";
import styles from "~/ui/layout/card-text.module.css";

export const meta: MetaFunction = () => [{ title: "Invitation · Booking Service" }];

const DOES: Record<string, string> = {
  admin: "You will manage bookings, opening hours, people and settings.",
  staff: "You will manage bookings and opening hours.",
  viewer: "You will see the bookings.",
};

const GONE =
  "It was accepted, withdrawn or replaced by a newer one, or it is older than seven days. Ask for a new one.";

/** The page that the link of an invitation opens. Opening it accepts nothing, because mail programs open links too. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return answerRefusal(async () => {
    await countCall("verify_code", { ip: contextOf(context).ip ?? "", id: "" });
    const { tenant_name, email, role } = await readInvitation(params.token ?? "");
    const visitor = await findVisitor(request);
    const from = new URL(request.url).pathname;
    return { tenant_name, email, does: DOES[role], from, signed_in_as: visitor?.account.email ?? null };
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

export default function InvitationPage() {
  const shown = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.message;
  const isBusy = useNavigation().state !== "idle";
  if ("message" in shown) return <Gone message={shown.message} />;
  const { tenant_name, email, does, from, signed_in_as } = shown;
  const isInvited = signed_in_as?.toLowerCase() === email;
  return (
    <CardPage title={`Join ${tenant_name}`}>
      <p className={styles.lead}>
        The invitation is for <strong>{email}</strong>. {does}
      </p>
      <div className={styles.form}>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {isInvited && (
          <Form method="post">
            <Button type="submit" size="md" fullWidth loading={isBusy}>
              Join {tenant_name}
            </Button>
          </Form>
        )}
        {signed_in_as === null && (
          <Button component={Link} to={`/sign-in?to=${encodeURIComponent(from)}`} size="md" fullWidth>
            Sign in to join
          </Button>
        )}
        {signed_in_as !== null && !isInvited && (
          <>
            <Notice tone="info">
              You are signed in as {signed_in_as}. Sign out, open the link again and sign in with {email}.
            </Notice>
            <Form method="post" action="/sign-out" reloadDocument>
              <Button type="submit" variant="default" fullWidth>
                Sign out
              </Button>
            </Form>
          </>
        )}
      </div>
    </CardPage>
  );
}

function Gone({ message }: { message: string }) {
  return (
    <CardPage title="This invitation is no longer valid">
      <p className={styles.lead}>{message}</p>
      <Button component={Link} to="/" variant="default" fullWidth>
        Go to the start page
      </Button>
    </CardPage>
  );
}
