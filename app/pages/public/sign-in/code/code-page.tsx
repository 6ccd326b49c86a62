import { Form, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { ResendButton } from "~/ui/form/resend-button";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { CardPage } from "~/ui/layout/card-page";
import type { CodeView } from "./load.server";
import { Rich } from "~/ui/rich";
import { EmailText } from "~/ui/email-text";

/** Asks for the emailed code. */
export function CodePage({ view, refusal }: { view: CodeView; refusal: FormRefusal | undefined }) {
  const { limits, email, to, resend_at, resend_after_seconds, outbox_url } = view;
  const isSending = useNavigation().state !== "idle";
  return (
    <CardPage title={t("Check your email")}>
      <p className="m-0 mb-6 text-muted">
        <Rich
          text={t("We sent a six-digit code to <b>{{email}}</b>. It’s valid for 10 minutes.", {
            email,
          })}
          parts={{
            b: (inner) => (
              <strong className="text-text font-semibold wrap-anywhere">
                <EmailText email={inner} />
              </strong>
            ),
          }}
        />
      </p>
      <PageForm limits={limits} refusal={refusal} className="flex flex-col gap-4">
        <TextField
          name="code"
          label={t("Code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*(\d\s*){6}"
          title={t("Six digits")}
          autoFocus
          className="[&_input]:text-[1.5rem] [&_input]:font-semibold [&_input]:tracking-[0.25em] [&_input]:text-center"
        />
        <Button variant="primary" type="submit" loading={isSending}>
          {t("Sign in")}
        </Button>
      </PageForm>
      <div className="flex flex-wrap gap-x-4 gap-y-2 items-center justify-between mt-5 text-sm">
        <Form method="post" action={`/sign-in?to=${encodeURIComponent(to)}`}>
          <input type="hidden" name="email" value={email} />
          <ResendButton key={resend_at} afterSeconds={resend_after_seconds} />
        </Form>
        <TextLink to={`/sign-in?to=${encodeURIComponent(to)}`}>{t("Use another email")}</TextLink>
      </div>
      {outbox_url && (
        <p className="m-0 mt-5 pt-5 border-t border-line text-muted text-sm [&_a]:inline-block [&_a]:leading-[1.5rem]">
          <Rich
            text={t(
              "Demo: emails stay on this machine. Read yours in the <outbox>outbox</outbox>.",
            )}
            parts={{ outbox: (inner) => <TextLink href={outbox_url}>{inner}</TextLink> }}
          />
        </p>
      )}
    </CardPage>
  );
}
