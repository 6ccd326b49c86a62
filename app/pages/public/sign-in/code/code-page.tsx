import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { ResendButton } from "~/ui/form/resend-button";
import { Button } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { TextLink } from "~/ui/kit/link";
import { CardPage } from "~/ui/layout/card-page";
import type { Code } from "./code-form";
import type { CodeView } from "./load.server";
import styles from "~/ui/layout/card-text.module.css";

/** Asks for the code that was sent. */
export function CodePage({ view, lastResult }: { view: CodeView; lastResult: SubmissionResult<string[]> | undefined }) {
  const { limits, email, to, resend_at, resend_after_seconds, outbox_url } = view;
  const [form, fields] = useForm<Code>({ lastResult, id: "code" });
  const isSending = useNavigation().state !== "idle";
  return (
    <CardPage title={t("Check your e-mail")}>
      <p className={styles.lead}>
        {t("We sent a six-digit code to")} <strong>{email}</strong>
        {t(". It works for ten minutes.")}
      </p>
      <Form method="post" className={styles.form!} {...getFormProps(form)}>
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        <TextInput
          {...getInputProps(fields.code, { type: "text" })}
          key={fields.code.key}
          label={t("Code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*(\d\s*){6}"
          title={t("Six digits")}
          autoFocus
          {...limits.code}
          className={styles.code}
          error={fields.code.errors?.join(" ")}
        />
        <Button variant="primary" type="submit" loading={isSending}>
          {t("Sign in")}
        </Button>
      </Form>
      <div className={styles.more}>
        <Form method="post" action={t("/sign-in?to={to}", { to: encodeURIComponent(to) })}>
          <input type="hidden" name="email" value={email} />
          <ResendButton key={resend_at} afterSeconds={resend_after_seconds} />
        </Form>
        <TextLink to={`/sign-in?to=${encodeURIComponent(to)}`}>{t("Use another address")}</TextLink>
      </div>
      {outbox_url && (
        <p className={styles.aside}>
          {t("This is a demo: e-mails stay on this machine. Read yours in the")}{" "}
          <TextLink href={outbox_url}>{t("outbox")}</TextLink>.
        </p>
      )}
    </CardPage>
  );
}
