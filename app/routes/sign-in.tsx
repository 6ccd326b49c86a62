import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { Button, TextInput } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { SendCode } from "~/contract/auth";
import { listProviders } from "~/domain/identity/provider-sign-in.server";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { edgeOf } from "~/http/context";
import { countCall } from "~/http/limits.server";
import { findVisitor, refuseForgery, safePath, submit } from "~/http/page.server";
import { pendingSignInCookie } from "~/http/sign-in-cookie.server";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { Notice } from "~/ui/feedback/notice";
import { Door } from "~/ui/layout/door";
import styles from "~/ui/layout/door-text.module.css";

export const meta: MetaFunction = () => [{ title: "Sign in · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const to = safePath(new URL(request.url).searchParams.get("to"));
  if (await findVisitor(request)) throw redirect(to);
  return { to, providers: listProviders() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseForgery(request);
  const to = safePath(new URL(request.url).searchParams.get("to"));
  return submit(request, SendCode, async (input) => {
    await countCall("send_code", { ip: edgeOf(context).ip ?? "", id: "" });
    const resendAfter = await sendOrKeep(input);
    const pending = { email: input.email, resend_at: clock.now() + resendAfter * 1000, to };
    return redirect("/sign-in/code", { headers: { "Set-Cookie": await pendingSignInCookie(pending) } });
  });
}

/** Seconds until another code may be asked for. A code that was sent a moment ago still works: then none is sent, and that is fine. */
async function sendOrKeep(input: SendCode): Promise<number> {
  try {
    return (await sendSignInCode(input)).resend_after_seconds;
  } catch (error) {
    const wait = error instanceof AppError ? error.extra.details?.resend_after_seconds : undefined;
    if (typeof wait !== "number") throw error;
    return wait;
  }
}

export default function SignIn() {
  const { to, providers } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<SendCode>({ lastResult, id: "sign-in" });
  const isSending = useNavigation().state !== "idle";
  return (
    <Door title="Sign in">
      <p className={styles.lead}>We send a six-digit code to your e-mail. There is no password to remember.</p>
      <Form
        method="post"
        action={`/sign-in?to=${encodeURIComponent(to)}`}
        className={styles.form!}
        {...getFormProps(form)}
      >
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        <TextInput
          {...getInputProps(fields.email, { type: "email" })}
          key={fields.email.key}
          label="E-mail"
          size="md"
          autoComplete="email"
          autoFocus
          required
          withAsterisk={false}
          maxLength={254}
          error={fields.email.errors?.join(" ")}
        />
        <Button type="submit" size="md" loading={isSending}>
          Send me a code
        </Button>
      </Form>
      {providers.length > 0 && (
        <div className={styles.others}>
          <p className={styles.or}>or</p>
          {providers.map(({ id, name }) => (
            <Button
              key={id}
              component="a"
              href={`/auth/${id}?to=${encodeURIComponent(to)}`}
              variant="default"
              size="md"
              fullWidth
            >
              Continue with {name}
            </Button>
          ))}
        </div>
      )}
      <p className={styles.aside}>New here? Do the same: your account is made when you type the code.</p>
    </Door>
  );
}
