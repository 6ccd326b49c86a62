import { Form, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Button, LinkButton } from "~/ui/kit/button";
import { CardPage } from "~/ui/layout/card-page";
import styles from "~/ui/layout/card-text.module.css";

const DOES: Record<string, string> = {
  admin: "You will manage bookings, opening hours, people and settings.",
  staff: "You will manage bookings and opening hours.",
  viewer: "You will see the bookings.",
};

interface InvitationPageProps {
  tenant_name: string;
  /** Whom it was sent to. */
  email: string;
  role: string;
  /** This page's own path, to come back to. */
  from: string;
  signed_in_as: string | null;
  problem: string | undefined;
}

/** An invitation to a company, for the person it was sent to. */
export function InvitationPage({ tenant_name, email, role, from, signed_in_as, problem }: InvitationPageProps) {
  const isBusy = useNavigation().state !== "idle";
  const isInvited = signed_in_as?.toLowerCase() === email;
  return (
    <CardPage title={t("Join {tenant_name}", { tenant_name })}>
      <p className={styles.lead}>
        {t("The invitation is for")} <strong>{email}</strong>. {DOES[role]}
      </p>
      <div className={styles.form}>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {isInvited && (
          <Form method="post">
            <Button variant="primary" type="submit" fullWidth loading={isBusy}>
              {t("Join {tenant_name}", { tenant_name })}
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
              {t("You are signed in as {signed_in_as}. Sign out, open the link again and sign in with {email}.", {
                signed_in_as,
                email,
              })}
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

/** An invitation that opens nothing any more. */
export function Gone({ message }: { message: string }) {
  return (
    <CardPage title={t("This invitation is no longer valid")}>
      <p className={styles.lead}>{message}</p>
      <LinkButton href="/" fullWidth>
        {t("Go to the start page")}
      </LinkButton>
    </CardPage>
  );
}
