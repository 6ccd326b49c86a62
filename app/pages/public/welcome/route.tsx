import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { listMemberships } from "~/domain/account/memberships.sql.server";
import { invitersOf } from "~/domain/users/invitations.sql.server";
import { requireVisitor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { Button, LinkButton } from "~/ui/kit/button";
import { CardPage } from "~/ui/layout/card-page";
import { Rich } from "~/ui/rich";
import { EmailText } from "~/ui/email-text";

export const meta: MetaFunction = () => [{ title: `${t("Welcome")} · Booking Service` }];

/**
 * For a signed-in person without a selected company: their companies and open invitations, or the
 * set-up of a new one.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { account, actor } = await requireVisitor(request);
  if (actor !== null) throw redirect("/dashboard");
  const [data, inviters] = await Promise.all([
    listMemberships(account.id, null),
    invitersOf(account.email),
  ]);
  if (data.length === 0 && inviters.length === 0) throw redirect("/onboarding");
  return { email: account.email, companies: data.map(({ id, name }) => ({ id, name })), inviters };
}

export default function Welcome() {
  const { email, companies, inviters } = useLoaderData<typeof loader>();
  return (
    <CardPage title={t("Choose a company")}>
      <p className="m-0 mb-6 text-muted">
        <Rich
          text={
            inviters.length > 0
              ? t(
                  "<b>{{companies}}</b> invited <b>{{email}}</b>. Open the link in that email to join.",
                  {
                    companies: inviters.join(", "),
                    email,
                  },
                )
              : t("Signed in as <b>{{email}}</b>", { email })
          }
          parts={{
            b: (inner) => (
              <strong className="text-text font-semibold wrap-anywhere">
                <EmailText email={inner} />
              </strong>
            ),
          }}
        />
      </p>
      <div className="flex flex-col gap-4">
        {companies.map(({ id, name }) => (
          <Form key={id} method="post" action="/switch-company" reloadDocument>
            <input type="hidden" name="tenant_id" value={id} />
            <Button variant="primary" type="submit" fullWidth>
              {name}
            </Button>
          </Form>
        ))}
        <LinkButton to="/onboarding" fullWidth>
          {t("Create a company")}
        </LinkButton>
      </div>
      <Form
        method="post"
        action="/sign-out"
        reloadDocument
        className="flex flex-wrap gap-x-4 gap-y-2 items-center justify-between mt-5 text-sm"
      >
        <Button type="submit" variant="quiet">
          {t("Sign out")}
        </Button>
      </Form>
    </CardPage>
  );
}
