import { useLoaderData } from "@remix-run/react";
import { t } from "~/i18n/text";
import { LinkButton } from "../kit/button";
import { CardPage } from "../layout/card-page";
import styles from "../layout/card-text.module.css";

/** Shown after a failed sign-in: the reason and a link to sign in again. */
export function SignInProblem() {
  const { message } = useLoaderData<{ message: string }>();
  return (
    <CardPage title={t("You’re not signed in")}>
      <p className={styles.lead} role="alert">
        {message}
      </p>
      <LinkButton variant="primary" to="/sign-in" fullWidth>
        {t("Sign in")}
      </LinkButton>
    </CardPage>
  );
}
