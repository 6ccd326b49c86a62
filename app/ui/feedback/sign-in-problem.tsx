import { useLoaderData } from "@remix-run/react";
import { t } from "~/i18n/text";
import { LinkButton } from "../kit/button";
import { CardPage } from "../layout/card-page";

/** Shown after a failed sign-in: the reason and a link to sign in again. */
export function SignInProblem() {
  const { message } = useLoaderData<{ message: string }>();
  return (
    <CardPage title={t("You’re not signed in")}>
      <p
        className="m-0 mb-6 text-muted [&_strong]:text-text [&_strong]:font-semibold [&_strong]:wrap-anywhere"
        role="alert"
      >
        {message}
      </p>
      <LinkButton variant="primary" to="/sign-in" fullWidth>
        {t("Sign in")}
      </LinkButton>
    </CardPage>
  );
}
