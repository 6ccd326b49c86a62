import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Anchor, Button, TextInput } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import type { SendCode } from "~/contract/auth";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FieldLimits } from "~/ui/form/field-limits";
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
          size="md"
          autoComplete="email"
          autoFocus
          {...limits.email}
          withAsterisk={false}
          error={fields.email.errors?.join(" ")}
        />
        <Button type="submit" size="md" loading={isSending}>
          {t("Send me a code")}
        </Button>
      </Form>
      {providers.length > 0 && (
        <div className={styles.others}>
          <p className={styles.or}>{t("or")}</p>
          {providers.map(({ id, name }) => (
            <Button
              key={id}
              component="a"
              href={`/auth/${id}?to=${encodeURIComponent(to)}`}
              variant="default"
              size="md"
              fullWidth
            >
              {t("Continue with {name}", { name })}
            </Button>
          ))}
        </div>
      )}
      {is_new ? (
        <p className={styles.aside}>
          {t("Do you have an account?")}{" "}
          <Anchor component={Link} to={signInPath(to, false)} size="sm" inherit underline="always">
            {t("Sign in")}
          </Anchor>
        </p>
      ) : (
        <p className={styles.aside}>
          {t("New here? Enter your e-mail too; we create your account.")}{" "}
          <Anchor component={Link} to={signInPath(to, true)} size="sm" inherit underline="always">
            {t("Create your account")}
          </Anchor>
        </p>
      )}
    </CardPage>
  );
}
