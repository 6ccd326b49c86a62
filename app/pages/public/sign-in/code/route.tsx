import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { Anchor, Button, TextInput } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { z } from "zod";
import { VerifyCode } from "~/contract/auth";
import { signInWithCode } from "~/http/authenticator.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { refuseForgery, safePath, submit } from "~/http/page.server";
import { endedSignInCookie, readPendingSignIn } from "~/http/sign-in-cookie.server";
import { clock } from "~/lib/clock";
import { env } from "~/lib/env.server";
import { Notice } from "~/ui/feedback/notice";
import { fieldLimits } from "~/ui/form/field-limits";
import { ResendButton } from "~/ui/form/resend-button";
import { CardPage } from "~/ui/layout/card-page";
import styles from "~/ui/layout/card-text.module.css";

export const meta: MetaFunction = () => [{ title: "Enter your code · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPendingSignIn(request);
  if (pending === null) throw redirect("/sign-in");
  return {
    limits: fieldLimits(Code),
    email: pending.email,
    to: safePath(pending.to),
    resend_at: pending.resend_at,
    resend_after_seconds: Math.max(0, Math.ceil((pending.resend_at - clock.now()) / 1000)),
    outbox_url: env.DEMO === "1" && env.SANDBOX_URL ? `${env.SANDBOX_URL}/outbox` : null,
  };
}

const Code = VerifyCode.pick({ code: true });

export async function action({ request, context }: ActionFunctionArgs) {
  refuseForgery(request);
  const pending = await readPendingSignIn(request);
  if (pending === null) throw redirect("/sign-in");
  const client = contextOf(context);
  const count = () => countCall("verify_code", { ip: client.ip ?? "", id: "" });
  const prove = async ({ code }: z.output<typeof Code>) => {
    const session = await signInWithCode(request, client, { email: pending.email, code });
    const headers = new Headers(session.headers);
    headers.append("Set-Cookie", await endedSignInCookie());
    return redirect(safePath(pending.to), { headers });
  };
  return submit(request, Code, prove, count);
}

export default function TypeCode() {
  const { limits, email, to, resend_at, resend_after_seconds, outbox_url } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<z.output<typeof Code>>({ lastResult, id: "code" });
  const isSending = useNavigation().state !== "idle";
  return (
    <CardPage title="Check your e-mail">
      <p className={styles.lead}>
        We sent a six-digit code to <strong>{email}</strong>. It works for ten minutes.
      </p>
      <Form method="post" className={styles.form!} {...getFormProps(form)}>
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        <TextInput
          {...getInputProps(fields.code, { type: "text" })}
          key={fields.code.key}
          label="Code"
          size="lg"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*(\d\s*){6}"
          title="Six digits"
          autoFocus
          {...limits.code}
          withAsterisk={false}
          classNames={{ input: styles.code! }}
          error={fields.code.errors?.join(" ")}
        />
        <Button type="submit" size="md" loading={isSending}>
          Sign in
        </Button>
      </Form>
      <div className={styles.more}>
        <Form method="post" action={`/sign-in?to=${encodeURIComponent(to)}`}>
          <input type="hidden" name="email" value={email} />
          <ResendButton key={resend_at} afterSeconds={resend_after_seconds} />
        </Form>
        <Anchor component={Link} to={`/sign-in?to=${encodeURIComponent(to)}`} size="sm">
          Use another address
        </Anchor>
      </div>
      {outbox_url && (
        <p className={styles.aside}>
          This is a demo: e-mails stay on this machine. Read yours in the{" "}
          <Anchor href={outbox_url} size="sm" inherit underline="always">
            outbox
          </Anchor>
          .
        </p>
      )}
    </CardPage>
  );
}
