import { Form, useNavigation } from "@remix-run/react";
import { msg, t } from "~/i18n/text";
import { Rich } from "~/ui/rich";
import { Notice } from "~/ui/feedback/notice";
import { Button, LinkButton } from "~/ui/kit/button";
import { CardPage } from "~/ui/layout/card-page";
import { EmailText } from "~/ui/email-text";

const LEAD =
  "m-0 mb-6 text-muted [&_strong]:text-text [&_strong]:font-semibold [&_strong]:wrap-anywhere";

const DOES: Record<string, string> = {
  admin: msg("You’ll manage bookings, hours, team and settings."),
  staff: msg("You’ll manage bookings and hours."),
  viewer: msg("You’ll see bookings."),
};

interface InvitationPageProps {
  tenant_name: string;
  /** The invited address. */
  email: string;
  role: string;
  /** This page's path, to return to after sign-in. */
  from: string;
  signed_in_as: string | null;
  problem: string | undefined;
}

/** An invitation for the person it was sent to. */
export function InvitationPage({
  tenant_name,
  email,
  role,
  from,
  signed_in_as,
  problem,
}: InvitationPageProps) {
  const isBusy = useNavigation().state !== "idle";
  const isInvited = signed_in_as?.toLowerCase() === email;
  return (
    <CardPage title={t("Join {{company}}", { company: tenant_name })}>
      <p className={LEAD}>
        <Rich
          text={t("Invitation for <b>{{email}}</b>.", { email })}
          parts={{
            b: (inner) => (
              <strong>
                <EmailText email={inner} />
              </strong>
            ),
          }}
        />{" "}
        {DOES[role] !== undefined && t(DOES[role])}
      </p>
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="bad">{t(problem)}</Notice>}
        {isInvited && (
          <Form method="post">
            <Button variant="primary" type="submit" fullWidth loading={isBusy}>
              {t("Join {{company}}", { company: tenant_name })}
            </Button>
          </Form>
        )}
        {signed_in_as === null && (
          <LinkButton variant="primary" to={`/sign-in?to=${encodeURIComponent(from)}`} fullWidth>
            {t("Sign in to join")}
          </LinkButton>
        )}
        {signed_in_as !== null && !isInvited && (
          <>
            <Notice tone="info">
              {t(
                "You’re signed in as {{signed_in_as}}. Sign out, open the link again and sign in as {{email}}.",
                {
                  signed_in_as,
                  email,
                },
              )}
            </Notice>
            <Form method="post" action="/sign-out" reloadDocument>
              <Button type="submit" fullWidth>
                {t("Sign out")}
              </Button>
            </Form>
          </>
        )}
      </div>
    </CardPage>
  );
}

/** An invalid or expired invitation. */
export function Gone({ message }: { message: string }) {
  return (
    <CardPage title={t("This invitation is no longer valid")}>
      <p className={LEAD}>{t(message)}</p>
      <LinkButton href="/" fullWidth>
        {t("Go to the start page")}
      </LinkButton>
    </CardPage>
  );
}
