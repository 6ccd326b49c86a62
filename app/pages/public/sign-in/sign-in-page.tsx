import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { SendCode } from "~/contract/auth";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FieldLimits } from "~/ui/form/field-limits";
import { Button, LinkButton } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { TextLink } from "~/ui/kit/link";
import { CardPage } from "~/ui/layout/card-page";
import styles from "~/ui/layout/card-text.module.css";

/** This page's address: `to` is where the person goes on to; someone new reads words of their own. */
function signInPath(to: string, isNew: boolean): string {
  return `/sign-in?to=${encodeURIComponent(to)}${isNew ? "&new=1" : ""}`;
}

interface SignInPageProps {
  limits: Record<string, FieldLimits>;
  /** Where the person goes on to. */
  to: string;
  is_new: boolean;
  providers: { id: string; name: string }[];
  lastResult: SubmissionResult<string[]> | undefined;
}

/** Asks for an address to send a code to, or leads to a provider. */
export function SignInPage({ limits, to, is_new, providers, lastResult }: SignInPageProps) {
  const [form, fields] = useForm<SendCode>({ lastResult, id: "sign-in" });
  const isSending = useNavigation().state !== "idle";
  return (
    <CardPage title={is_new ? t("Create your account") : t("Sign in")}>
      <p className={styles.lead}>{t("We send a six-digit code to your e-mail. There is no password to remember.")}</p>
      <Form method="post" action={signInPath(to, is_new)} className={styles.form!} {...getFormProps(form)}>
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        <TextInput
          {...getInputProps(fields.email, { type: "email" })}
          key={fields.email.key}
          label={t("E-mail")}
          autoComplete="email"
          autoFocus
          {...limits.email}
          error={fields.email.errors?.join(" ")}
        />
        <Button variant="primary" type="submit" loading={isSending}>
          {t("Send me a code")}
        </Button>
      </Form>
      {providers.length > 0 && (
        <div className={styles.others}>
          <p className={styles.or}>{t("or")}</p>
          {providers.map(({ id, name }) => (
            <LinkButton key={id} href={`/auth/${id}?to=${encodeURIComponent(to)}`} fullWidth>
              {t("Continue with {name}", { name })}
            </LinkButton>
          ))}
        </div>
      )}
      {is_new ? (
        <p className={styles.aside}>
          {t("Do you have an account?")} <TextLink to={signInPath(to, false)}>{t("Sign in")}</TextLink>
        </p>
      ) : (
        <p className={styles.aside}>
          {t("New here? Enter your e-mail too; we create your account.")}{" "}
          <TextLink to={signInPath(to, true)}>{t("Create your account")}</TextLink>
        </p>
      )}
    </CardPage>
  );
}
